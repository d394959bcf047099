import { beforeEach, expect, test } from 'vitest';
import type { Offer } from '../../../domain/offers/offer.ts';
import { emptyPriceBook, priceBook } from '../../../domain/pricing/price-book.ts';
import { unrestrictedOffer } from '../../../domain/visibility/offers.ts';
import { createPriceCache, type PriceCache, type PriceQuestion } from '../../../gateway/pricing/price-cache.ts';
import { encoder } from '../../../gateway/request/encoding.ts';
import type { View } from '../../../gateway/visibility/visibility.ts';
import { PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { caller, hoursBefore, noon, offer, view } from '../../support/offers.ts';

let prices: PriceCache;

beforeEach(() => {
  prices = createPriceCache(2 ** 24);
});

const question: PriceQuestion = {
  caller,
  quantity: 10,
  deliveryZone: 'EU',
  currency: undefined,
  book: emptyPriceBook,
  view: undefined,
  at: noon,
};
const answer = PricingResponse.fromPartial({
  offerId: 'ofr_1',
  finalPriceDecimal: '1.25',
  freshness: { observedAt: noon, status: 'FRESH' },
  decisionTrail: [{ credentialLabel: 'größe' }],
});
const after = (ms: number): Date => new Date(noon.getTime() + ms);
const hourMs = 3_600_000;
const someView = (): View => ({}) as View;

const keep = (given: Partial<PriceQuestion> = {}, of: Offer = offer([]), stamp = '1.1'): void =>
  prices.keep(stamp, { ...question, ...given }, unrestrictedOffer(of), answer);
const find = (given: Partial<PriceQuestion> = {}, stamp = '1.1') => prices.find(stamp, { ...question, ...given });

/** Whether an answer of noon about the offer is given again so much later. */
const isGivenAgain = (of: Offer, afterMs: number, given: Partial<PriceQuestion> = {}): boolean => {
  keep(given, of, `of ${of.id}`);
  return find({ ...given, at: after(afterMs) }, `of ${of.id}`) !== undefined;
};

test('gives the same answer to the same question, as the bytes that it is, with the product of its offer', () => {
  keep({}, offer([], { productId: 'prd_größe' }));
  const found = find();
  expect(found).toEqual({ response: answer, productId: 'prd_größe' });
  const encode = encoder(PricingResponse);
  expect(encode(found?.response ?? answer)).toEqual(Buffer.from(PricingResponse.encode(answer).finish()));
  keep({}, offer([]), '2.1');
  expect(find({}, '2.1')?.productId).toBeUndefined();
});

test('gives no answer to another caller, quantity, zone or currency, under other rules or policies, or about another state of the offer', () => {
  keep();
  for (const other of [
    { caller: { ...caller, customerId: 'globex' } },
    { caller: { ...caller, groupIds: [] } },
    { caller: { ...caller, currency: 'USD' } },
    { caller: { ...caller, deliveryZone: 'EU' } },
    { quantity: 11 },
    { deliveryZone: 'US' },
    { currency: 'EUR' },
    { book: priceBook({ rules: [], rates: [] }) },
    { view: someView() },
  ]) {
    expect(find(other), Object.keys(other).join()).toBeUndefined();
  }
  expect(find({}, '1.2')).toBeUndefined();
  expect(find({}, '1.11')).toBeUndefined();
  expect(find()).toBeDefined();
});

test('takes callers for the same who are the same, whatever object says so and whichever key', () => {
  keep();
  expect(find({ caller: { ...caller, keyId: 'key_2' } })).toBeDefined();
});

test('remembers answers to several questions beside each other', () => {
  const [one, other] = [{ view: someView() }, { caller: { ...caller, customerId: 'globex' } }];
  for (const each of [{}, one, other]) keep(each);
  for (const each of [{}, one, other]) expect(find(each)).toBeDefined();
});

test('answers anew from the instant on at which a rule begins', () => {
  const from = after(10);
  const book = { ...emptyPriceBook, rulePeriodAt: (at: Date) => Number(at >= from) };
  keep({ book });
  expect(find({ book, at: after(9) })).toBeDefined();
  expect(find({ book, at: from })).toBeUndefined();
});

test('answers anew when the price of a source grows stale, when its next reading is due, and on a new day', () => {
  const priced = view().price;
  if (priced === undefined) throw new Error('no price');
  const old = offer([view(), view({ price: { ...priced, observedAt: hoursBefore(5) } })]);
  expect(isGivenAgain(old, hourMs)).toBe(true);
  expect(isGivenAgain(old, hourMs + 1)).toBe(false);

  const due = offer([view({ refreshEta: after(60_000) })]);
  expect(isGivenAgain(due, 59_999)).toBe(true);
  expect(isGivenAgain(due, 60_000)).toBe(false);

  expect(isGivenAgain(offer([]), 12 * hourMs - 1)).toBe(true);
  expect(isGivenAgain(offer([]), 12 * hourMs)).toBe(false);
});

test('tells once a second only that what is overdue is expected now', () => {
  const overdue = offer([view({ refreshEta: hoursBefore(1) })]);
  expect(isGivenAgain(overdue, 999)).toBe(true);
  expect(isGivenAgain(overdue, 1_000)).toBe(false);
});

test('answers anew within a second under rules that look at the date', () => {
  const book = { ...emptyPriceBook, looksAtDate: true };
  expect(isGivenAgain(offer([]), 999, { book })).toBe(true);
  expect(isGivenAgain(offer([]), 1_000, { book })).toBe(false);
});

test('keeps an answer that does not hold any more for nobody, and takes the one that is made then', () => {
  const book = { ...emptyPriceBook, looksAtDate: true };
  keep({ book });
  keep({ book, at: after(5_000) });
  expect(find({ book, at: after(5_500) })).toBeDefined();
});

test('bytes given stay as they are when others take their room', () => {
  const few = createPriceCache(1);
  const padded = PricingResponse.fromPartial({ offerId: 'x'.repeat(10_000) });
  few.keep('1', question, unrestrictedOffer(offer([])), answer);
  const found = few.find('1', question);
  // A full memory takes them in the second time.
  for (let at = 2; at < 40; at += 1)
    for (let time = 0; time < 2; time += 1) few.keep(String(at), question, unrestrictedOffer(offer([])), { ...padded });
  expect(few.find('1', question)).toBeUndefined();
  expect(found?.response).toEqual(answer);
  expect(encoder(PricingResponse)(found?.response ?? padded)).toEqual(
    Buffer.from(PricingResponse.encode(answer).finish()),
  );
});
