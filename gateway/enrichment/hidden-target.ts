import type { JobTarget } from '../../domain/enrichment/target.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Visibility } from '../visibility/visibility.ts';

/**
 * Says whether visibility policies hide a product, or any offer of a list, from a caller. A
 * supplier's name is not hidden.
 */
export const hiddenTarget =
  (visibility: Visibility, offers: Pick<OfferStore, 'byIds'>) =>
  async (target: JobTarget, context: RequestContext): Promise<boolean> => {
    const view = visibility.of(context);
    if (view === undefined) return false;
    const { signal, caller: tenant } = context;
    switch (target.kind) {
      case 'product':
        return !(await view.seesProduct(target.productId, { signal }));
      case 'offers': {
        const known = await offers.byIds(target.offerIds, { signal, tenant });
        return view.offers(known).some(({ kind }) => kind !== 'visible');
      }
      case 'supplier':
      case 'wants':
        return false;
    }
  };
