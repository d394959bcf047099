import type { Caller } from '../../domain/callers/caller.ts';
import { worstFreshness } from '../../domain/offers/freshness.ts';
import type { VisibleOffer } from '../../domain/visibility/offers.ts';
import type { GetOffersRequest, GetOffersResponse, Offer } from '../../proto/gen/svc/public/v1/offers.ts';
import type { UseCase } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
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
export type ShownOffer = VisibleOffer & { readonly seen: SeenFigures };

/** Those of offers of which a credential that the caller may look through has seen something. */
export const shownOffers = (visible: readonly VisibleOffer[], caller: Caller, at: Date): readonly ShownOffer[] =>
  visible.flatMap((verdict) => {
    const seen = visibleFiguresOf(verdict.offer, caller, at);
    return seen === undefined ? [] : [{ ...verdict, seen }];
  });

/** The contract's form of what is shown of an offer. */
export const toShownOffer = (
  { seen, masked, maskedPrice }: ShownOffer,
  routes: Awaited<ReturnType<SupplyRoutes>>,
): Offer => {
  const { supplierId } = seen.offer;
  return maskOffer(toOffer(seen, routes.get(supplierId) ?? { supplierId }), masked, maskedPrice(seen.view));
};

/** Lists the offers of a product that the caller may see. */
export const getOffers =
  ({ routes, ...sources }: GetOffersDependencies): UseCase<GetOffersRequest, GetOffersResponse> =>
  async (request, context) => {
    const { caller, now } = context;
    checkRequest(request);
    const visible = await visibleOffersOf(sources, request.canonicalId, context);
    const shown = shownOffers(visible, caller, now());
    const routeOf = await routes();
    return {
      items: shown.map((offer) => toShownOffer(offer, routeOf)),
      freshness: toFreshness(worstFreshness(shown.map(({ seen }) => seen.freshness))),
    };
  };
