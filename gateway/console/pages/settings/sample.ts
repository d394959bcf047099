import { type ConsoleApi, documentOf } from '../../api.ts';

/** Offers that drafts are tried on. */

/** An offer of a supplier, as operators have it listed. */
export interface SupplierOffer {
  readonly offer_id: string;
  readonly product_id?: string;
}

/** Suppliers and offers of each that are tried. */
export const maxSuppliers = 5;
const offersOfEach = '20';

/** Some offers of some suppliers. */
export const someOffers = async (api: ConsoleApi): Promise<readonly SupplierOffer[]> => {
  const { connectors } = await api.get(
    documentOf<{ connectors: readonly { readonly id: string }[] }>(),
    '/v1/admin/connectors',
  );
  const pages = await Promise.all(
    connectors
      .slice(0, maxSuppliers)
      .map(({ id }) =>
        api.get(
          documentOf<{ items: readonly SupplierOffer[] }>(),
          `/v1/admin/suppliers/${encodeURIComponent(id)}/offers`,
          { limit: offersOfEach },
        ),
      ),
  );
  return pages.flatMap(({ items }) => items);
};
