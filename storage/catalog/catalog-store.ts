/**
 * Canonical products and makers' aliases. Reads take no lock and answer from indexes
 * (`queries/search-products.ts`); writes are set-based and each call is one transaction with its
 * events (`statements/upsert-products.ts`, `statements/add-aliases.ts`).
 *
 * Database down: every method throws `Failure` of kind `unavailable`, and a write that failed wrote
 * nothing, unless the connection broke during the commit; doing it again is right in both cases,
 * because what is there already changes nothing.
 */
import type { Product } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { OnWrite } from '../event-log/event-store.ts';
import { withoutNulls } from '../pool/nullable-row.ts';
import { inTransaction, run, type Sql } from '../pool/pool.ts';
import { addAliases } from './add-aliases.ts';
import { type ProductRow, productColumns } from './product-row.ts';
import { replacementsOf } from './replacement-chain.ts';
import { countCategories, countProducts, searchProducts } from './search-products.ts';
import { upsertProducts } from './upsert-products.ts';
import { walkProducts } from './walk-products.ts';

/** Creates the store on a migrated database; `onWrite` counts the events that it appends. */
export const createCatalogStore = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): CatalogStore => ({
  product: async (id, options) => {
    const [row] = await run(
      sql<ProductRow[]>`select ${sql.unsafe(productColumns)} from product where id = ${id}`,
      options,
    );
    return row && withoutNulls<Product>(row);
  },
  replacements: (id, options) => replacementsOf(sql, id, options),
  products: async (ids, options) => {
    if (ids.length === 0) return [];
    const rows = await run(
      sql<ProductRow[]>`select ${sql.unsafe(productColumns)} from product
        where id = any(array(select unnest(${[...ids]}::text[])))`,
      options,
    );
    return rows.map(withoutNulls<Product>);
  },
  search: (query, after, limit, options = {}) => searchProducts(sql, query, { after, limit }, options),
  categories: (options = {}) => countCategories(sql, options),
  count: (query, facets, options = {}) => countProducts(sql, query, facets, options),
  walk: (query, afterId, limit, options = {}) => walkProducts(sql, query, { afterId, limit }, options),
  upsert: async (drafts, observedAt, context) => {
    const { created, updated } = await inTransaction(sql, (transaction) =>
      upsertProducts(transaction, { drafts, observedAt, context, onWrite, origin: 'catalogue' }),
    );
    return { created, updated };
  },
  addAliases: (rows, source, context) => addAliases(sql, { rows, source, context, onWrite }),
});
