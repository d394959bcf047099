import { worstFreshness } from '../../domain/offers/freshness.ts';
import type { VisibleOffer } from '../../domain/visibility/offers.ts';
import { createCheck } from '../request/rules.ts';
import type { UseCases } from '../use-cases.ts';
import { maskOffer } from '../visibility/masks.ts';
import { toFreshness } from './freshness.ts';
import { type OfferForCaller as SeenFigures, toOffer, visibleFiguresOf } from './offer.ts';
import { getOffersRules } from './request-rules.ts';
import type { SupplyRoutes } from './supply-routes.ts';
import { type VisibleOffersDependencies, visibleOffersOf } from './visible-offers.ts';

const checkRequest = createCheck(getOffersRules);

/** What offers are read from, and what is seen of them. */
export interface GetOffersDependencies extends VisibleOffersDependencies {
  readonly routes: SupplyRoutes;
}

/** An offer that the caller may see, with what of it is empty. */
type Shown = Pick<VisibleOffer, 'masked' | 'maskedPrice'> & { readonly seen: SeenFigures };

/** Lists the offers of a product that the caller may see. */
export const getOffers =
  ({ routes, ...sources }: GetOffersDependencies): UseCases['getOffers'] =>
  async (request, context) => {
    const { caller, now } = context;
    checkRequest(request);
    const visible = await visibleOffersOf(sources, request.canonicalId, context);
    const at = now();
    const shown = visible.flatMap((verdict): readonly Shown[] => {
      const seen = visibleFiguresOf(verdict.offer, caller, at);
      return seen === undefined ? [] : [{ ...verdict, seen }];
    });
    const routeOf = await routes();
    return {
      items: shown.map(({ seen, masked, maskedPrice }) => {
        const { supplierId } = seen.offer;
        return maskOffer(toOffer(seen, routeOf.get(supplierId) ?? { supplierId }), masked, maskedPrice(seen.view));
      }),
      freshness: toFreshness(worstFreshness(shown.map(({ seen }) => seen.freshness))),
    };
  };
