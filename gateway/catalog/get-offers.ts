import { worst } from '../../domain/offers/freshness.ts';
import type { SeenOffer } from '../../domain/visibility/offers.ts';
import { checkId, refuseIfAny } from '../request/check.ts';
import type { UseCases } from '../use-cases.ts';
import { maskOffer } from '../visibility/masks.ts';
import { toFreshness } from './freshness.ts';
import { type SeenOffer as SeenFigures, seeOffer, toOffer } from './offer.ts';
import { type SeenOfferSources, seenOffers } from './seen-offers.ts';
import type { SupplyRoutes } from './supply-routes.ts';

/** What offers are read from, and what is seen of them. */
export interface OfferSources extends SeenOfferSources {
  readonly routes: SupplyRoutes;
}

/** An offer that the caller may see, with what of it is empty. */
type Shown = Pick<SeenOffer, 'masked' | 'maskedPrice'> & { readonly seen: SeenFigures };

/** Lists the offers of a product that the caller may see. */
export const getOffers =
  ({ routes, ...sources }: OfferSources): UseCases['getOffers'] =>
  async ({ canonicalId }, context) => {
    const { caller, now } = context;
    refuseIfAny(checkId('canonical_id', canonicalId));
    const visible = await seenOffers(sources, canonicalId, context);
    const at = now();
    const shown = visible.flatMap((verdict): readonly Shown[] => {
      const seen = seeOffer(verdict.offer, caller, at);
      return seen === undefined ? [] : [{ ...verdict, seen }];
    });
    const routeOf = await routes();
    return {
      items: shown.map(({ seen, masked, maskedPrice }) => {
        const { supplierId } = seen.offer;
        return maskOffer(toOffer(seen, routeOf.get(supplierId) ?? { supplierId }), masked, maskedPrice(seen.view));
      }),
      freshness: toFreshness(worst(shown.map(({ seen }) => seen.freshness))),
    };
  };
