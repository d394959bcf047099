import type { Transaction } from '../pool/pool.ts';

/**
 * For a `from`, after rows `given` with an `offer_id`: the product of each of these offers and the
 * confidence of its match, as `matched`; its `product_id` is null where it has none.
 *
 * `offset 0` has each offer looked up by its id, before it is asked whether it has a product. In a
 * first import the statistics are from before any offer had one; the planner then takes the index
 * of those that have one for empty, and would read all of it for a few.
 */
export const productOfOffer = (sql: Transaction) => sql`
  cross join lateral (
    select product_id, match_confidence from offer where id = given.offer_id offset 0
  ) as matched`;
