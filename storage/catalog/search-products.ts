/**
 * Product search: exact part numbers first, then numbers that begin with what was typed, shorter
 * ones first, then numbers that hold it somewhere else, then products that hold all of the words.
 * Where none of that finds anything, numbers that differ from what was typed by one typing error.
 *
 * Every product has one rank for a query, so a mark (rank, id) stays a place between products while
 * products come and go:
 *
 *     1             the number, separators apart      (1.5SMC6.8CA for 1.5smc-6.8ca)
 *     0.95          the number in letters and digits  (1.5SMC6.8CA for 15SMC68CA)
 *     0.9 to 0.5    a number that begins with it, falling with the length; then in their order
 *     0.45          a number that holds it, three letters and digits at least; in the order of ids
 *     0.25          all words; in the order of ids
 *     0.2 to 0      a number one typing error away, the likelier errors first; in the order of ids
 *
 * Without a text there is nothing to rank: what passes the filter is listed in the order of ids.
 *
 * The work is done by the database functions of migrations 15 and 21, whose comments say how: one
 * statement a page, and a second one when the first finds nothing at all; their time depends on the
 * length of the page and hardly on how many products match.
 */
import type { FoundProduct, MatchKind, Product } from '../../domain/catalog/catalog.ts';
import { mpnCompact, mpnKey } from '../../domain/catalog/identity.ts';
import {
  type CatalogStore,
  characteristicFacet,
  type ProductQuery,
  type SearchCounts,
  type SearchFacet,
  type SearchMark,
} from '../../domain/catalog/ports.ts';
import { typingErrors } from '../../domain/search/typing-errors.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql } from '../pool/pool.ts';
import { manufacturerKeys } from './manufacturers.ts';
import { weightedDemand } from './product-demand.ts';
import { type ProductRow, productColumns } from './product-row.ts';

/** A product that was found, with the mark after which the next page begins when it is the last. */
export type Found = FoundProduct & { readonly mark: SearchMark };

/** The highest rank of numbers with a typing error. */
const similarRank = 0.2;

/** What a product of this rank was found by. */
const kindOf = (rank: number): MatchKind => {
  if (rank === 1) return 'exact';
  if (rank === 0.95) return 'without_punctuation';
  if (rank >= 0.5) return 'prefix';
  if (rank === 0.45) return 'fragment';
  return rank > similarRank ? 'words' : 'similar';
};

/** A row of what was found. */
type FoundRow = ProductRow & Pick<FoundProduct, 'isInStock' | 'demand'> & { readonly rank: number };

const toFound = ({ rank, isInStock, demand, ...row }: FoundRow, matchKind = kindOf(rank)): Found => ({
  ...withoutNulls<Product>(row),
  relevance: rank,
  isInStock,
  demand,
  matchKind,
  mark: { rank, id: row.id },
});

/** Where a page begins and how long it may be. */
interface Page {
  readonly after: SearchMark | undefined;
  readonly limit: number;
}

/** A query as the database functions take it. */
interface Asked {
  readonly phrase: string;
  readonly compact: string;
  /** A literal of the type `catalogue_filter`. */
  readonly filter: string;
}

/**
 * Quotes and backslashes are doubled inside a composite literal, whose fields may hold anything.
 */
const composite = (fields: readonly (string | null)[]): string =>
  `(${fields.map((field) => (field === null ? '' : `"${field.replaceAll(/["\\]/g, '$&$&')}"`)).join(',')})`;

/** Whose credentials' observations the viewer may see, as `is_in_stock` writes them. */
const ownersOf = ({ customerId, groupIds }: NonNullable<ProductQuery['inStockFor']>): readonly string[] => [
  'system:',
  `customer:${customerId}`,
  ...groupIds.map((id) => `group:${id}`),
];

/** Bounds as `is_within` takes them. */
const mapped = (ranges: NonNullable<ProductQuery['ranges']>): Readonly<Record<string, readonly (number | null)[]>> =>
  Object.fromEntries(Object.entries(ranges).map(([name, { from, to }]) => [name, [from ?? null, to ?? null]]));

/** A literal of the type `catalogue_filter`. */
export const productFilter = async (
  sql: Sql,
  query: Omit<ProductQuery, 'text'>,
  options: ReadOptions,
): Promise<string> => {
  const { profileId, manufacturer, lifecycles, category, characteristics, inStockFor: viewer, ranges } = query;
  const keys = manufacturer === undefined ? undefined : await manufacturerKeys(sql, manufacturer, options);
  return composite([
    profileId ?? null,
    keys === undefined ? null : arrayLiteral(keys),
    lifecycles === undefined ? null : arrayLiteral(lifecycles),
    characteristics === undefined ? null : JSON.stringify(characteristics),
    viewer === undefined ? null : arrayLiteral(ownersOf(viewer)),
    ranges === undefined ? null : JSON.stringify(mapped(ranges)),
    category ?? null,
  ]);
};

/**
 * The query as the database takes it; undefined for a text without a letter or digit, which finds
 * nothing.
 */
const asked = async (
  sql: Sql,
  { text, ...query }: ProductQuery & { readonly text: string },
  options: ReadOptions,
): Promise<Asked | undefined> => {
  const compact = mpnCompact(text);
  if (compact === '') return undefined;
  return { phrase: text, compact, filter: await productFilter(sql, query, options) };
};

/** What decides among equals, of the products of one page. */
const standing = (sql: Sql, { stockFor }: Pick<ProductQuery, 'stockFor'>) => sql`
  ${stockFor === undefined ? sql`false` : sql`is_in_stock(product.id, ${arrayLiteral(ownersOf(stockFor))}::text[])`}
    as "isInStock",
  coalesce((
    select ${weightedDemand(sql)} from product_demand as known where product_id = product.id and score > 0
  ), 0)::float8 as demand`;

/** The call that finds ids and ranks by numbers and words, for a `from`. */
const foundAsTyped = (sql: Sql, { phrase, compact, filter }: Asked, { after, limit }: Page) => sql`
  search_products(
    ${phrase}, ${compact}, ${mpnKey(phrase)}, ${after?.rank ?? null}, ${after?.id ?? null},
    ${filter}::catalogue_filter, ${limit}
  ) with ordinality as found (id, rank, place)`;

/** The same for numbers with a typing error. */
const foundBySimilarity = (sql: Sql, { compact, filter }: Asked, { after, limit }: Page) => {
  const variants = typingErrors(compact);
  return sql`
    products_by_variant(
      ${arrayLiteral(variants.map(({ text }) => text))}::text[],
      ${arrayLiteral(variants.map(({ likelihood }) => likelihood * similarRank))}::float8[],
      ${after?.rank ?? null}, ${after?.id ?? null}, ${filter}::catalogue_filter, ${limit}
    ) with ordinality as found (id, rank, place)`;
};

const isAmongSimilar = (after: SearchMark | undefined): boolean => after !== undefined && after.rank <= similarRank;

/**
 * The products of a category, in the order of ids: a range of the index for each path at or below
 * it, so that a rare category is not looked for among all products.
 */
const listedInCategory = (sql: Sql, filter: string, { after, limit }: Page) => sql`
  (
    select each.id, 0::float8 as rank, row_number() over (order by each.id) as place
    from (select ${filter}::catalogue_filter as filter offset 0) as asked,
      categories_within((filter).category) as path,
      lateral (
        select id from product
        where category = path and id > ${after?.id ?? ''}
          and passes(id, profile_id, lifecycle, characteristics, quantities, category, filter)
        order by id limit ${limit}
      ) as each
    order by each.id limit ${limit}
  ) as found`;

/** The products that pass a filter, for a `from`; their order is that of the primary key. */
const listedById = (sql: Sql, filter: string, { after, limit }: Page) => sql`
  (
    select id, 0::float8 as rank, row_number() over (order by id) as place
    from product, (select ${filter}::catalogue_filter as filter) as asked
    where id > ${after?.id ?? ''}
      and ((filter).makers is null or manufacturer_key = any((filter).makers))
      and passes(id, profile_id, lifecycle, characteristics, quantities, category, filter)
    order by id limit ${limit}
  ) as found`;

/** The products that pass the filter of a query. */
const listed = async (sql: Sql, query: Omit<ProductQuery, 'text'>, page: Page, options: ReadOptions) => {
  const filter = await productFilter(sql, query, options);
  const { category, manufacturer } = query;
  return { found: (category && !manufacturer ? listedInCategory : listedById)(sql, filter, page) };
};

const listProducts = async (
  sql: Sql,
  query: Omit<ProductQuery, 'text'>,
  page: Page,
  options: ReadOptions,
): Promise<readonly Found[]> => {
  const { found } = await listed(sql, query, page, options);
  const rows = await run(
    sql<FoundRow[]>`
      select ${sql.unsafe(productColumns)}, rank, ${standing(sql, query)}
      from ${found} join product using (id) order by place`,
    options,
  );
  return rows.map((row) => toFound(row, 'listed'));
};

/**
 * Up to `limit` products after the mark, best first. A text without a letter or digit finds
 * nothing; without a text, what passes the filter is listed.
 */
export const searchProducts = async (
  sql: Sql,
  { text, ...query }: ProductQuery,
  page: Page,
  options: ReadOptions,
): Promise<readonly Found[]> => {
  if (text === undefined) return listProducts(sql, query, page, options);
  const question = await asked(sql, { text, ...query }, options);
  if (question === undefined) return [];
  const read = async (found: typeof foundAsTyped): Promise<readonly Found[]> => {
    const rows = await run(
      sql<FoundRow[]>`
        select ${sql.unsafe(productColumns)}, rank, ${standing(sql, query)}
        from ${found(sql, question, page)} join product using (id) order by place`,
      options,
    );
    return rows.map((row) => toFound(row));
  };
  if (isAmongSimilar(page.after)) return read(foundBySimilarity);
  const products = await read(foundAsTyped);
  return products.length === 0 && page.after === undefined ? read(foundBySimilarity) : products;
};

/** Products that are counted at most. */
const countedAtMost = 10_000;

/** Values told of each facet at most. */
const valuesAtMost = 50;

/** Ids with their places, for a `from`. */
type Ranked = ReturnType<typeof listedById>;

/** A product counts in every category that it is in; paths are few, products many. */
const byCategory = (sql: Sql) => sql`
  union all
  select 'category', value, sum(times)::int
  from (select category, count(*) as times from counted where category is not null group by category) as own,
    unnest(category_and_above(category)) as value
  group by value`;

/** Counts the products of a page of one more than are counted at most. */
const countPage = async (
  sql: Sql,
  found: Ranked,
  facets: readonly SearchFacet[],
  options: ReadOptions,
): Promise<SearchCounts> => {
  const rows = await run(
    sql<{ facet: SearchFacet | null; value: string | null; count: number }[]>`
      with page as materialized (select id, place from ${found}),
      counted as materialized (
        select profile_id, manufacturer, lifecycle, category, characteristics
        from page join product using (id) where place <= ${countedAtMost}
      )
      select null as facet, null as value, count(*)::int as count from page
      union all
      select * from (
        select facet, value, count(*)::int as count
        from counted, unnest(${arrayLiteral(facets)}::text[]) as facet, lateral (
          select case facet
            when 'manufacturer' then manufacturer
            when 'lifecycle_status' then lifecycle
            when 'identity_profile_id' then profile_id
            when 'category' then null
            else characteristics ->> substr(facet, ${characteristicFacet.length + 1}::int)
          end as value
        ) as each
        where value is not null
        group by facet, value
        ${facets.includes('category') ? byCategory(sql) : sql``}
        order by count desc, value
      ) as by_value`,
    options,
  );
  const all = rows.find(({ facet }) => facet === null)?.count ?? 0;
  return {
    counted: Math.min(all, countedAtMost),
    isCapped: all > countedAtMost,
    facets: facets.map((facet) => ({
      facet,
      values: rows
        .filter((row) => row.facet === facet)
        .slice(0, valuesAtMost)
        .flatMap(({ value, count: times }) => (value === null ? [] : [{ value, count: times }])),
    })),
  };
};

/** How many products have each category as their own. */
export const countCategories = async (sql: Sql, options: ReadOptions): ReturnType<CatalogStore['categories']> => {
  const rows = await run(
    sql<{ category: string; count: number }[]>`
      select category, count(*)::int as count from product where category is not null group by category`,
    options,
  );
  return rows.map(({ category, count }) => [category, count]);
};

/** Counts what a search finds by each facet. */
export const countProducts = async (
  sql: Sql,
  { text, ...query }: ProductQuery,
  facets: readonly SearchFacet[],
  options: ReadOptions,
): Promise<SearchCounts> => {
  const page = { after: undefined, limit: countedAtMost + 1 };
  if (text === undefined) return countPage(sql, (await listed(sql, query, page, options)).found, facets, options);
  const question = await asked(sql, { text, ...query }, options);
  if (question === undefined)
    return { counted: 0, isCapped: false, facets: facets.map((facet) => ({ facet, values: [] })) };
  const counts = await countPage(sql, foundAsTyped(sql, question, page), facets, options);
  return counts.counted === 0 ? countPage(sql, foundBySimilarity(sql, question, page), facets, options) : counts;
};
