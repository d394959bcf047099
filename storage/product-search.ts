/**
 * Product search on PostgreSQL. The work is done by database functions (migration 13), whose comments say how: one statement for a
 * page, whose time depends on the length of the page and hardly on how many products match.
 *
 * Every product has one rank for a query, so a mark (rank, id) stays a place between products while products come and go:
 *
 *     1             the number, separators apart      (1.5SMC6.8CA for 1.5smc-6.8ca)
 *     0.95          the number in letters and digits  (1.5SMC6.8CA for 15SMC68CA)
 *     0.9 to 0.5    a number that begins with it, falling with the length; within a length in the order of numbers
 *     0.45          a number that holds it; this and what follows in the order of ids
 *     0.35          a number that is one slip away
 *     0.25          all words
 *
 * Database down: both methods throw `Failure` of kind `unavailable`. A signal that is aborted cancels the statement.
 */
import { mpnCompact, mpnKey } from '../domain/identity.ts';
import type { ReadOptions } from '../domain/ports.ts';
import { countedAtMost, type Facet, type FacetCount, facetValuesAtMost } from '../domain/search/facets.ts';
import type { ProductFilters } from '../domain/search/filters.ts';
import { matchKindOf } from '../domain/search/match-kind.ts';
import type { ProductSearch } from '../domain/search/ports.ts';
import { run, type Sql } from './pool.ts';
import { keysOfMaker } from './statements/makers.ts';
import { type ProductRow, productColumns, storedProduct } from './statements/product-row.ts';

/** Creates the search on a migrated database. A text without a letter or digit finds nothing. */
export const createProductSearch = (sql: Sql): ProductSearch => ({
  search: async (query, after, limit, options = {}) => {
    const compact = mpnCompact(query.text);
    if (compact === '') return [];
    const filter = filterOf(sql, query, await makerKeys(sql, query, options));
    const statement = sql<(ProductRow & { readonly rank: number })[]>`
      select ${sql.unsafe(productColumns)}, rank
      from search_products(
        ${query.text}, ${compact}, ${mpnKey(query.text)}, ${after?.rank ?? null}, ${after?.id ?? null}, ${filter}, ${limit}
      ) with ordinality as found (id, rank, place)
      join product using (id)
      order by place`;
    const rows = await run(statement, options);
    return rows.map((row) => ({
      ...storedProduct(row),
      relevance: row.rank,
      matchKind: matchKindOf(row.rank),
      mark: { rank: row.rank, id: row.id },
    }));
  },

  facets: async (query, facets, options = {}) => {
    const counts: FacetCount[][] = facets.map(() => []);
    const compact = mpnCompact(query.text);
    if (compact === '' || facets.length === 0) return { facets: counts, counted: 0, atLeast: false };
    const filter = filterOf(sql, query, await makerKeys(sql, query, options));
    const statement = sql<CountRow[]>`
      with found as materialized (
        select product.* from products_found(
          ${query.text}, ${compact}, ${mpnKey(query.text)}, ${filter}, ${countedAtMost + 1}
        ) as found_id join product on id = found_id limit ${countedAtMost + 1}
      ),
      valued as (${eachFacet(sql, facets)}),
      counted as (
        select facet, value, count(*)::int as count, row_number() over (partition by facet order by count(*) desc, value) as place
        from valued where value is not null group by facet, value
      )
      select -1 as facet, null as value, count(*)::int as count, 0 as place from found
      union all select facet, value, count, place from counted where place <= ${facetValuesAtMost}
      order by facet, place`;
    let total = 0;
    for (const { facet, value, count } of await run(statement, options)) {
      if (value === null) total = count;
      else counts[facet]?.push({ value, count });
    }
    return { facets: counts, counted: Math.min(total, countedAtMost), atLeast: total > countedAtMost };
  },
});

/** A count of one value; the row without a value counts all products. */
interface CountRow {
  readonly facet: number;
  readonly value: string | null;
  readonly count: number;
}

const makerKeys = async (
  sql: Sql,
  { manufacturer }: ProductFilters,
  options: ReadOptions,
): Promise<readonly string[] | null> =>
  manufacturer === undefined ? null : await keysOfMaker(sql, manufacturer, options);

const filterOf = (sql: Sql, filters: ProductFilters, makers: readonly string[] | null) => {
  const { profileId, lifecycles = [], characteristics = {}, inStockFor } = filters;
  const having = Object.keys(characteristics).length > 0 ? JSON.stringify(characteristics) : null;
  return sql`row(
    ${profileId ?? null}::text, ${makers && [...makers]}::text[], ${lifecycles.length > 0 ? [...lifecycles] : null}::text[],
    ${having}::text::jsonb, ${inStockFor !== undefined}::boolean, ${inStockFor?.customerId ?? null}::text,
    ${inStockFor ? [...inStockFor.groupIds] : null}::text[]
  )::product_filter`;
};

const columnOf: Readonly<Record<Extract<Facet, { kind: 'field' }>['field'], string>> = {
  manufacturer: 'manufacturer',
  identity_profile_id: 'profile_id',
  lifecycle: 'lifecycle',
};

const eachFacet = (sql: Sql, facets: readonly Facet[]) =>
  facets
    .map((facet, at) => {
      const value = facet.kind === 'field' ? sql(columnOf[facet.field]) : sql`characteristics ->> ${facet.name}`;
      return sql`select ${at}::int as facet, ${value} as value from found`;
    })
    .reduce((all, each) => sql`${all} union all ${each}`);
