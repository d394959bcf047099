import { notFound } from '../../domain/errors.ts';
import { worst } from '../../domain/freshness.ts';
import type { CatalogStore, OfferStore } from '../../domain/ports.ts';
import { toFreshness } from '../mapping/freshness.ts';
import { seeOffer, toOffer } from '../mapping/offer.ts';
import { checkId, refuseIfAny } from './check.ts';
import type { SupplyRoutes } from './supply-routes.ts';
import type { UseCases } from './use-cases.ts';

/**
 * Lists the offers of a product that the caller may see. The product itself is looked up only when it has no offer at all,
 * to tell an unknown id from a product that nobody sells.
 */
export const getOffers =
  (
    catalog: Pick<CatalogStore, 'product'>,
    offers: Pick<OfferStore, 'ofProduct'>,
    routes: SupplyRoutes,
  ): UseCases['getOffers'] =>
  async ({ canonicalId }, { caller, signal, now }) => {
    refuseIfAny(checkId('canonical_id', canonicalId));
    const known = await offers.ofProduct(canonicalId, { signal });
    if (known.length === 0 && (await catalog.product(canonicalId, { signal })) === undefined) {
      throw notFound('product', canonicalId);
    }
    const at = now();
    const seen = known.map((offer) => seeOffer(offer, caller, at)).filter((offer) => offer !== undefined);
    const routeOf = await routes();
    return {
      items: seen.map((each) => {
        const { supplierId } = each.offer;
        return toOffer(each, routeOf.get(supplierId) ?? { supplierId });
      }),
      freshness: toFreshness(worst(seen.map(({ freshness }) => freshness))),
    };
  };
