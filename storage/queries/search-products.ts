/**
 * Product search: exact part numbers first, then numbers that begin with what was typed, shorter ones first, then products that
 * hold all of the words.
 *
 * Every product has one rank for a query, whatever else is stored, so a mark (rank, id) stays a place between products while
 * products come and go:
 *
 *     1             the number, separators apart      (1.5SMC6.8CA for 1.5smc-6.8ca)
 *     0.95          the number in letters and digits  (1.5SMC6.8CA for 15SMC68CA)
 *     0.9 to 0.5    a number that begins with it, falling with the length; within a length in the order of numbers
 *     0.25          all words; in the order of ids
 *
 * The work is done by the database function `search_products` (migration 2), whose comments say how: one statement, whose time
 * depends on the length of the page and hardly on how many products match.
 */
import type { FoundProduct } from '../../domain/catalog.ts';
import { mpnCompact, mpnKey } from '../../domain/identity.ts';
import type { ProductQuery, ReadOptions, SearchMark } from '../../domain/ports.ts';
import { run, type Sql } from '../pool.ts';
import { keysOfMaker } from '../statements/makers.ts';
import { type ProductRow, productColumns, storedProduct } from '../statements/product-row.ts';

/** A product that was found, with the mark after which the next page begins when it is the last. */
export type Found = FoundProduct & { readonly mark: SearchMark };

/** Up to `limit` products after the mark, best first. A text without a letter or digit finds nothing. */
export const searchProducts = async (
  sql: Sql,
  query: ProductQuery,
  { after, limit }: { readonly after: SearchMark | undefined; readonly limit: number },
  options: ReadOptions,
): Promise<readonly Found[]> => {
  const compact = mpnCompact(query.text);
  if (compact === '') return [];
  const makerKeys = query.manufacturer === undefined ? null : await keysOfMaker(sql, query.manufacturer, options);
  const statement = sql<(ProductRow & { readonly rank: number })[]>`
    select ${sql.unsafe(productColumns)}, rank
    from search_products(
      ${query.text}, ${compact}, ${mpnKey(query.text)}, ${after?.rank ?? null}, ${after?.id ?? null},
      ${query.profileId ?? null}, ${makerKeys}, ${limit}
    ) with ordinality as found (id, rank, place)
    join product using (id)
    order by place`;
  const rows = await run(statement, options);
  return rows.map((row) => ({ ...storedProduct(row), relevance: row.rank, mark: { rank: row.rank, id: row.id } }));
};
