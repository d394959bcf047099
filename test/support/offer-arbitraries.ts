import fc from 'fast-check';
import { amount } from '../../domain/money.ts';
import { type CredentialRef, type OfferView, type PriceStatement, priceJumps } from '../../domain/offers/offer.ts';
import { hoursBefore } from './offers.ts';

/**
 * Random views of offers, of two tenants and the system, for properties over what a caller may see.
 */

const owners = [
  { scope: 'customer', ownerId: 'acme' },
  { scope: 'customer', ownerId: 'globex' },
  { scope: 'group', ownerId: 'buyers-club' },
  { scope: 'group', ownerId: 'rivals-club' },
  { scope: 'system', ownerId: undefined },
] as const;

/** A credential; its label names its owner, so that a leak can be recognised in any text. */
const credential: fc.Arbitrary<CredentialRef> = fc
  .record({
    owner: fc.constantFrom(...owners),
    number: fc.nat(3),
    failingSince: fc.option(fc.constant(hoursBefore(2)), { nil: undefined }),
  })
  .map(({ owner, number, failingSince }) => ({
    ...owner,
    id: `crd_${owner.ownerId ?? 'system'}_${number}`,
    supplierId: 'borealis',
    label: `label of ${owner.ownerId ?? 'system'}`,
    failingSince,
  }));

const statement: fc.Arbitrary<PriceStatement> = fc.oneof(
  fc.constant<PriceStatement>({ kind: 'on_request' }),
  fc.record({ cents: fc.integer({ min: 1, max: 100_000 }), from: fc.integer({ min: 1, max: 500 }) }).map(
    ({ cents, from }): PriceStatement => ({
      kind: 'ladder',
      ladder: {
        currency: 'EUR',
        priceBase: undefined,
        breaks: [
          { quantity: from, price: amount(String(cents)).div(100) },
          { quantity: from * 10, price: amount(String(cents)).div(200) },
        ],
      },
    }),
  ),
);

const observedAt = fc.integer({ min: 0, max: 24 }).map(hoursBefore);

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const view: fc.Arbitrary<OfferView> = fc.record({
  credential,
  price: optional(fc.record({ value: statement, observedAt })),
  priceHeld: optional(fc.record({ since: observedAt, jump: fc.constantFrom(...priceJumps) })),
  minimumOrderQuantity: optional(fc.integer({ min: 1, max: 5_000 })),
  orderMultiple: optional(fc.integer({ min: 1, max: 5_000 })),
  packaging: optional(fc.constantFrom('reel', 'cut tape', 'tray')),
  stock: optional(
    fc.record({
      value: fc.array(
        fc.record({ warehouseRef: fc.constantFrom('north', 'south', 'east'), quantity: optional(fc.nat(9_999)) }),
        { maxLength: 3 },
      ),
      observedAt,
    }),
  ),
  leadTimeDays: optional(fc.nat(200)),
  refreshEta: optional(fc.integer({ min: 1, max: 6 }).map((hours) => hoursBefore(-hours))),
});

/** The views of one offer, one a credential. */
export const offerViews: fc.Arbitrary<OfferView[]> = fc.uniqueArray(view, {
  maxLength: 8,
  selector: (each) => each.credential.id,
});
