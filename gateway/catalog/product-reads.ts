/**
 * Products and their offers by the id of the product, for requests that come at the same time: they
 * share statements (`cache/grouped-reads.ts`). A request that comes alone asks at once, as it would
 * by itself, and every answer holds all that was committed before its request came. The busier the
 * service, the fewer statements a request costs.
 *
 * Offers are read for one tenant a statement, behind the lock of the database, so that requests of
 * different tenants share none.
 */
import { abortable } from '../../concurrency/abortable.ts';
import type { Tenant } from '../../domain/callers/caller.ts';
import type { Product } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { Offer } from '../../domain/offers/offer.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import { createGroupedReads, type GroupedReads } from '../cache/grouped-reads.ts';

/** The reads, which throw what the stores throw, and the reason of a signal. */
export interface ProductReads extends Pick<CatalogStore, 'product'>, Pick<OfferStore, 'ofProduct'> {}

/** What they are read from. */
export interface ProductReadsDependencies {
  readonly catalog: Pick<CatalogStore, 'products'>;
  readonly offers: Pick<OfferStore, 'ofProduct' | 'ofProducts'>;
}

/** The offers of one product, found by its id. */
interface ProductOffers {
  readonly id: string;
  readonly offers: readonly Offer[];
}

const nowMs = (): number => performance.now();

const readOffers =
  (offers: Pick<OfferStore, 'ofProducts'>, tenant: Tenant) =>
  async (ids: readonly string[], signal: AbortSignal): Promise<readonly ProductOffers[]> => {
    const byProduct = Map.groupBy(await offers.ofProducts(ids, { signal, tenant }), ({ productId }) => productId);
    return ids.map((id) => ({ id, offers: byProduct.get(id) ?? [] }));
  };

/** Creates the reads over stores. */
export const createProductReads = ({ catalog, offers }: ProductReadsDependencies): ProductReads => {
  const products = createGroupedReads<Product>({
    read: (ids, signal) => catalog.products(ids, { signal }),
    nowMs,
    isFresh: true,
  });
  const offersByTenant = new WeakMap<Tenant, GroupedReads<ProductOffers>>();
  const offersFor = (tenant: Tenant): GroupedReads<ProductOffers> => {
    const known = offersByTenant.get(tenant);
    if (known !== undefined) return known;
    const reads = createGroupedReads<ProductOffers>({ read: readOffers(offers, tenant), nowMs, isFresh: true });
    offersByTenant.set(tenant, reads);
    return reads;
  };
  return {
    product: (id, { signal } = {}) => abortable(products.read(id), signal),
    ofProduct: async (productId, options = {}) => {
      const { tenant, signal } = options;
      if (tenant === undefined) return offers.ofProduct(productId, options);
      return (await abortable(offersFor(tenant).read(productId), signal))?.offers ?? [];
    },
  };
};
