import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lifecycleStatuses } from '../../../../domain/catalog/catalog.ts';
import { amount } from '../../../../domain/money.ts';
import { matchConfidences, priceJumps } from '../../../../domain/offers/offer.ts';
import { currentOffer, type OfferRecord, type ViewRecord } from '../../../../domain/offers/offer-record.ts';
import { noPlan } from '../../../../domain/offers/refresh-plan.ts';
import { calculatePrice } from '../../../../domain/pricing/calculate.ts';
import { offerText, readOfferText } from '../../../../gateway/pricing/offer-cache/offer-text.ts';
import { toPricingResponse } from '../../../../gateway/pricing/price.ts';
import { caller, credential } from '../../../support/offers.ts';

/** The breaks as they were written: those that are read tell their price by a getter. */
const withPlainBreaks = (read: OfferRecord): OfferRecord => ({
  ...read,
  views: read.views.map((seen) => {
    if (seen.price?.value.kind !== 'ladder') return seen;
    const { ladder } = seen.price.value;
    const breaks = ladder.breaks.map((each) => ({ quantity: each.quantity, price: each.price }));
    return { ...seen, price: { ...seen.price, value: { kind: 'ladder', ladder: { ...ladder, breaks } } } };
  }),
});

const orNot = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const instant = fc.date({ noInvalidDate: true });
const count = fc.nat();
const money = fc
  .tuple(fc.nat(10 ** 15), fc.nat(999_999_999))
  .map(([whole, parts]) => amount(`${whole}.${String(parts).padStart(9, '0')}`));

const ladder = fc
  .record({
    currency: fc.constantFrom('EUR', 'JPY'),
    priceBase: orNot(count),
    breaks: fc.array(fc.record({ quantity: count, price: money }), { maxLength: 6 }),
    orderFee: orNot(money),
    orderFeePieces: fc.integer({ min: 1, max: 5000 }),
  })
  .map(({ orderFee, orderFeePieces, ...rest }) => {
    if (orderFee === undefined) return rest;
    return orderFeePieces > 4000 ? { ...rest, orderFee } : { ...rest, orderFee, orderFeePieces };
  });

const price = fc.oneof(
  fc.constant({ kind: 'on_request' as const }),
  fc.record({ kind: fc.constant('ladder' as const), ladder }),
);

const observed = <T>(value: fc.Arbitrary<T>) => orNot(fc.record({ value, observedAt: instant }));

const view: fc.Arbitrary<ViewRecord> = fc.record({
  credentialId: text,
  price: observed(price),
  priceHeld: orNot(fc.record({ since: instant, jump: fc.constantFrom(...priceJumps) })),
  minimumOrderQuantity: orNot(count),
  orderMultiple: orNot(count),
  packaging: orNot(text),
  stock: observed(fc.array(fc.record({ warehouseRef: text, quantity: orNot(count) }), { maxLength: 3 })),
  leadTimeDays: orNot(count),
  queued: orNot(fc.record({ dueAt: instant, isTop: fc.boolean() })),
});

/** A view, of a SKU that is withdrawn or not. */
const anyView = fc
  .tuple(view, orNot(instant))
  .map(([seen, withdrawnAt]) => ({ ...seen, ...(withdrawnAt && { withdrawnAt }) }));

const product = fc.record({
  profileId: text,
  manufacturer: text,
  manufacturerKey: text,
  mpn: text,
  description: orNot(text),
  characteristics: fc.dictionary(text, text, { noNullPrototype: true }),
  lifecycle: orNot(fc.constantFrom(...lifecycleStatuses)),
  replacedBy: orNot(text),
  observedAt: orNot(instant),
});

const record: fc.Arbitrary<OfferRecord> = fc
  .record({
    id: text,
    supplierId: text,
    supplierSku: text,
    manufacturer: orNot(text),
    mpn: orNot(text),
    matchConfidence: fc.constantFrom(...matchConfidences),
    matchRule: orNot(text),
    matched: orNot(fc.record({ id: text, product: orNot(product) })),
    views: fc.array(anyView, { maxLength: 4 }),
  })
  .map(({ matched, ...rest }) => ({
    ...rest,
    productId: matched?.id,
    product: matched?.product && { ...matched.product, id: matched.id },
  }));

test('what is read is what was written, whatever is known and unknown', () => {
  fc.assert(
    fc.property(record, (written) => {
      const read = readOfferText(offerText(written));
      expect(withPlainBreaks(read)).toEqual(written);
    }),
    { numRuns: 1_000 },
  );
});

test('an offer is priced alike whether it was written and read or not', () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const price = (known: OfferRecord, quantity: number) => {
    const seen = currentOffer(known, (id) => ({ ref: credential({ id, scope: 'system' }), plan: noPlan }));
    return seen && toPricingResponse(calculatePrice({ offer: seen, caller, quantity, at }));
  };
  fc.assert(
    fc.property(record, count, (written, more) => {
      const read = readOfferText(offerText(written));
      expect(price(read, more + 1)).toEqual(price(written, more + 1));
    }),
    { numRuns: 1_000 },
  );
});

test('an amount of zero, a quantity of zero and an empty text are known', () => {
  const written: OfferRecord = {
    id: 'ofr_1',
    supplierId: 'borealis',
    supplierSku: '',
    manufacturer: '',
    mpn: undefined,
    productId: undefined,
    matchConfidence: 'unmatched',
    matchRule: undefined,
    product: undefined,
    views: [
      {
        credentialId: 'crd_1',
        price: {
          value: {
            kind: 'ladder',
            ladder: { currency: 'EUR', priceBase: undefined, breaks: [{ quantity: 0, price: amount('0') }] },
          },
          observedAt: new Date(0),
        },
        priceHeld: undefined,
        minimumOrderQuantity: 0,
        orderMultiple: undefined,
        packaging: '',
        stock: { value: [{ warehouseRef: '', quantity: 0 }], observedAt: new Date(0) },
        leadTimeDays: 0,
        queued: { dueAt: new Date(0), isTop: false },
      },
    ],
  };
  expect(withPlainBreaks(readOfferText(offerText(written)))).toStrictEqual(written);
});
