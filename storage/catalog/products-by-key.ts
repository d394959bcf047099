import { arrayLiteral } from '../pool/array-literal.ts';
import type { AnySql } from '../pool/pool.ts';

// `offset 0` keeps each key a look into the index, also while the statistics of a catalogue that
// was just filled are missing.

/** Products of these number keys: the columns of each, with the `key` that it was found by. */
export const productsByNumber = <Row>(sql: AnySql, columns: string, keys: readonly string[]) => sql<
  (Row & { readonly key: string })[]
>`
  select key, product.* from unnest(${arrayLiteral(keys)}::text[]) as given (key), lateral (
    select ${sql.unsafe(columns)} from product where mpn_key = given.key offset 0
  ) product`;

/** The same by compact numbers, as they stand in texts. */
export const productsByToken = <Row>(sql: AnySql, columns: string, tokens: readonly string[]) => sql<
  (Row & { readonly key: string })[]
>`
  select key, product.* from unnest(${arrayLiteral(tokens)}::text[]) as given (key), lateral (
    select ${sql.unsafe(columns)} from product
    where length(mpn_compact) = length(given.key) and mpn_compact = given.key collate "C"
    offset 0
  ) product`;
