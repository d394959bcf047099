import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import type { WatchTarget } from '../../domain/webhooks/watch.ts';
import { shownOffers } from '../catalog/get-offers.ts';
import { offersThrough, visibleOffersOf } from '../catalog/visible-offers.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Visibility } from '../visibility/visibility.ts';

/** What tells whether a caller sees what is to be watched. */
interface Dependencies {
  readonly catalog: Pick<CatalogStore, 'product'>;
  readonly offers: Pick<OfferStore, 'ofProduct' | 'byIds'>;
  readonly visibility: Visibility;
}

/**
 * Makes the question whether a caller sees a product or an offer. It throws `not_found` for a
 * product that is unknown or hidden.
 */
export const watchTargetSeen =
  (deps: Dependencies) =>
  async (target: WatchTarget, context: RequestContext): Promise<boolean> => {
    const { signal, caller, now } = context;
    if (target.kind === 'product') {
      await visibleOffersOf(deps, target.productId, context);
      return true;
    }
    const known = await deps.offers.byIds([target.offerId], { signal, tenant: caller });
    return shownOffers(offersThrough(deps.visibility.of(context), known), caller, now()).length > 0;
  };
