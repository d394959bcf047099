import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import type { OfferView } from '../../../domain/offers/offer.ts';
import { calculatePrice } from '../../../domain/pricing/calculate.ts';
import { toOffer, visibleFiguresOf } from '../../../gateway/catalog/offer.ts';
import { toPricingResponse } from '../../../gateway/pricing/price.ts';
import { offerViews } from '../../support/offer-arbitraries.ts';
import { caller, noon, offer } from '../../support/offers.ts';

const tenants: readonly Caller[] = [
  caller,
  { ...caller, keyId: 'key_2', customerId: 'globex', groupIds: ['rivals-club'] },
  { ...caller, keyId: 'key_3', customerId: 'initech', groupIds: [] },
];

/** Written out here once more, so that the test does not repeat the code's own mistake. */
const mayLookThrough = (tenant: Caller, { credential: { scope, ownerId } }: OfferView): boolean =>
  scope === 'system' || ownerId === tenant.customerId || (scope === 'group' && tenant.groupIds.includes(ownerId ?? ''));

const offerAsSeen = (views: readonly OfferView[], tenant: Caller) => {
  const seen = visibleFiguresOf(offer(views), tenant, noon);
  return seen && toOffer(seen, { supplierId: 'borealis' });
};

const priceAsSeen = (views: readonly OfferView[], tenant: Caller, quantity: number) =>
  toPricingResponse(calculatePrice({ offer: offer(views), caller: tenant, quantity, at: noon }));

const tenant = fc.constantFrom(...tenants);
const quantity = fc.integer({ min: 1, max: 100_000 });

describe("what other tenants' credentials saw", () => {
  it('contributes nothing to any field of an offer', () => {
    fc.assert(
      fc.property(offerViews, tenant, (views, who) => {
        const visible = views.filter((view) => mayLookThrough(who, view));
        expect(offerAsSeen(views, who)).toEqual(offerAsSeen(visible, who));
      }),
    );
  });

  it('contributes nothing to any field of a price, its trail included', () => {
    fc.assert(
      fc.property(offerViews, tenant, quantity, (views, who, pieces) => {
        const visible = views.filter((view) => mayLookThrough(who, view));
        expect(priceAsSeen(views, who, pieces)).toEqual(priceAsSeen(visible, who, pieces));
      }),
    );
  });

  it('is never named', () => {
    fc.assert(
      fc.property(offerViews, tenant, quantity, (views, who, pieces) => {
        const said = JSON.stringify([offerAsSeen(views, who), priceAsSeen(views, who, pieces)]);
        for (const { credential } of views.filter((view) => !mayLookThrough(who, view))) {
          expect(said).not.toContain(credential.label);
        }
      }),
    );
  });

  it('does not make an offer exist that nobody else has seen', () => {
    fc.assert(
      fc.property(offerViews, tenant, (views, who) => {
        const hidden = views.filter((view) => !mayLookThrough(who, view));
        expect(visibleFiguresOf(offer(hidden), who, noon)).toBeUndefined();
      }),
    );
  });
});
