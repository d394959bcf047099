import { arrayLiteral } from '../pool/array-literal.ts';
import type { Transaction } from '../pool/pool.ts';

/** An arbitrary number that no other lock uses. */
const lockKey = 7_200_201;

/**
 * Keeps a product and its replacement from being written by two transactions that do not see each
 * other: who names replacements or moves products works alone, who only creates products works
 * beside others of that kind. To be called before anything else is locked.
 */
export const lockReplacements = (sql: Transaction, mode: 'alone' | 'beside others') =>
  mode === 'alone'
    ? sql`select pg_advisory_xact_lock(${lockKey})`
    : sql`select pg_advisory_xact_lock_shared(${lockKey})`;

/**
 * Products that name a replacement which is known, with that replacement: products of `ids`
 * themselves, and any product that waited for one of `ids`.
 */
const candidates = (sql: Transaction, ids: string) => sql`
  select product.id as id, replacement.id as by_id
  from product join product replacement
    on replacement.mpn_key = product.replaced_by_mpn_key
    and replacement.manufacturer_key = product.manufacturer_key and replacement.profile_id = product.profile_id
  where product.replaced_by is null and product.id <> replacement.id and product.id = any(${ids}::text[])
  union
  select product.id, replacement.id
  -- Read first: while the statistics are young, an index of makers and ids would be searched for all
  -- ids once for each product that waits.
  from (
    select id, mpn_key, manufacturer_key, profile_id from product where id = any(${ids}::text[]) offset 0
  ) replacement join product
    on product.replaced_by_mpn_key = replacement.mpn_key
    and product.manufacturer_key = replacement.manufacturer_key and product.profile_id = replacement.profile_id
    and product.replaced_by is null and product.replaced_by_mpn_key is not null
  where product.id <> replacement.id`;

/**
 * Points products to the product that replaces them, as far as both are known, starting from
 * products that are new or newly name a replacement. Returns the ids of the products that it
 * changed. A replacement that would close a circle is left out. Needs `lockReplacements`: beside
 * others suffices where nothing is named, because a new product that names no replacement closes no
 * circle.
 */
export const resolveReplacements = async (
  sql: Transaction,
  productIds: readonly string[],
): Promise<readonly string[]> => {
  const ids = arrayLiteral(productIds);
  const [found] = await sql`select from (${candidates(sql, ids)}) as candidate limit 1`;
  if (found === undefined) return [];
  const rows = await sql<{ id: string }[]>`
    with recursive candidate as materialized (${candidates(sql, ids)}),
    -- Every product that is reached from a candidate; "union" drops what was reached before, so it ends on a circle too.
    reached (start, id) as (
      select id, by_id from candidate
      union
      select reached.start, coalesce(candidate.by_id, product.replaced_by)
      from reached join product on product.id = reached.id left join candidate on candidate.id = reached.id
      where coalesce(candidate.by_id, product.replaced_by) is not null
    )
    update product set replaced_by = candidate.by_id, updated_at = now()
    from candidate
    where product.id = candidate.id
      and not exists (select from reached where reached.start = candidate.id and reached.id = candidate.id)
    returning product.id`;
  return rows.map((row) => row.id);
};
