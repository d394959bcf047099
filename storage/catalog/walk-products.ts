import type { Product } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql } from '../pool/pool.ts';
import { type ProductRow, productColumns } from './product-row.ts';
import { productFilter } from './search-products.ts';

/** A product that passes; or where none does, how far was looked. */
type WalkedRow = { readonly lookedTo: string | null; readonly looked: number } & (ProductRow | { readonly id: null });

/**
 * Looks at the products behind an id, in the order of ids, and gives those that satisfy the query.
 * A fixed number is looked at, however few satisfy it: a statement that looked on until enough do
 * could go through the whole catalogue.
 */
export const walkProducts = async (
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
