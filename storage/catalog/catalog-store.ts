/**
 * Canonical products and makers' aliases. Reads take no lock and answer from indexes
 * (`queries/search-products.ts`); writes are set-based and each call is one transaction with its
 * events (`statements/upsert-products.ts`, `statements/add-aliases.ts`).
 *
 * Database down: every method throws `Failure` of kind `unavailable`, and a write that failed wrote
 * nothing, unless the connection broke during the commit; doing it again is right in both cases,
 * because what is there already changes nothing.
 */
import type { LifecycleStatus, Product, Replacement } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import type { OnWrite } from '../event-log/event-store.ts';
import { withoutNulls } from '../pool/nullable-row.ts';
import { inTransaction, run, type Sql } from '../pool/pool.ts';
import { addAliases } from './add-aliases.ts';
import { type ProductRow, productColumns } from './product-row.ts';
import { countCategories, countProducts, productFilter, searchProducts } from './search-products.ts';
import { upsertProducts } from './upsert-products.ts';

/** Longer than any known chain; the rest of a longer one is left out. */
const longestChain = 32;

interface ReplacementRow extends Omit<Replacement, 'lifecycle'> {
  readonly lifecycle: LifecycleStatus | null;
}

/**
 * What replaces a product, nearest first. Writers close no circle; one that is there all the same
 * ends where it began.
 */
export const replacementsOf = async (sql: Sql, id: string, options?: ReadOptions): Promise<readonly Replacement[]> => {
  const rows = await run(
    sql<ReplacementRow[]>`
      with recursive chain (id, replaced_by, place, seen) as (
        select id, replaced_by, 0, array[id] from product where id = ${id}
        union all
        select product.id, product.replaced_by, place + 1, seen || product.id
        from chain join product on product.id = chain.replaced_by
        where place < ${longestChain} and product.id <> all(seen)
      )
      select product.id, manufacturer, mpn, lifecycle from chain join product using (id) where place > 0 order by place`,
    options,
  );
  return rows.map(({ lifecycle, ...row }) => ({ ...row, lifecycle: lifecycle ?? undefined }));
};

/** A product that passes; or where none does, how far was looked. */
type WalkedRow = { readonly lookedTo: string | null; readonly looked: number } & (ProductRow | { readonly id: null });

/**
 * Looks at the products behind an id, in the order of ids, and gives those that satisfy the query.
 * A fixed number is looked at, however few satisfy it: a statement that looked on until enough do
 * could go through the whole catalogue.
 */
const walkProducts = async (
  sql: Sql,
  query: Parameters<CatalogStore['walk']>[0],
  { afterId, limit }: { readonly afterId: string | undefined; readonly limit: number },
  options: ReadOptions,
): ReturnType<CatalogStore['walk']> => {
  const filter = await productFilter(sql, query, options);
  const rows = await run(
    sql<WalkedRow[]>`
      with walked as materialized (
        select * from product where id > ${afterId ?? ''} order by id limit ${limit}
      ), passed as (
        select product.* from walked as product, (select ${filter}::catalogue_filter as filter) as asked
        where passes(id, profile_id, lifecycle, characteristics, quantities, category, filter)
          and ((filter).makers is null or manufacturer_key = any((filter).makers))
      )
      select extent.*, product.*
      from (select max(id) as "lookedTo", count(*)::int as looked from walked) as extent
      left join (select ${sql.unsafe(productColumns)} from passed as product) as product on true
      order by product.id`,
    options,
  );
  const [first] = rows;
  return {
    products: rows.flatMap(({ lookedTo: _, looked: __, ...row }) =>
      row.id === null ? [] : [withoutNulls<Product>(row)],
    ),
    lookedTo: first === undefined || first.looked < limit ? undefined : (first.lookedTo ?? undefined),
  };
};

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
