import { type Connectors, type ConsoleApi, documentOf, type SupplierOffers } from '../../api.ts';

/** Offers that drafts are tried on. */

/** Suppliers and offers of each that are tried. */
export const maxSuppliers = 5;
const offersOfEach = '20';

/** Some offers of some suppliers. */
export const someOffers = async (api: ConsoleApi): Promise<SupplierOffers['items']> => {
  const { connectors } = await api.get(documentOf<Connectors>(), '/v1/admin/connectors');
  const pages = await Promise.all(
    connectors.slice(0, maxSuppliers).map(({ id }) =>
      api.get(documentOf<SupplierOffers>(), `/v1/admin/suppliers/${encodeURIComponent(id)}/offers`, {
        limit: offersOfEach,
      }),
    ),
  );
  return pages.flatMap(({ items }) => items);
};
