import { arrayLiteral } from '../pool/array-literal.ts';
import type { Transaction } from '../pool/pool.ts';
import { productOfOffer } from './product-of-offer.ts';

/** Which products are due to follow what their sources state. */

/** Whether any is: nobody waits for a lock while none is. */
export const isAnyDue = async (sql: Transaction): Promise<boolean> => {
  const [waiting] = await sql`
    (select from product_statement_due limit 1)
    union all (select from product_category_due limit 1)
    union all (select from product_contradiction_due limit 1)`;
  return waiting !== undefined;
};

/**
 * Takes those of which a source says something else than before, then those that a new kind of fact
 * waits for; so many at most.
 */
export const takeDue = async (sql: Transaction, limit: number): Promise<readonly string[]> => {
  const changed = await sql<{ id: string }[]>`
    delete from product_statement_due where product_id in (
      select product_id from product_statement_due order by due_at limit ${limit} for update skip locked)
    returning product_id as id`;
  const waiting = await sql<{ id: string }[]>`
    delete from product_category_due where product_id in (
      select product_id from product_category_due limit ${limit - changed.length} for update skip locked)
    returning product_id as id`;
  const unlooked = await sql<{ id: string }[]>`
    delete from product_contradiction_due where product_id in (
      select product_id from product_contradiction_due
      limit ${limit - changed.length - waiting.length} for update skip locked)
    returning product_id as id`;
  return [...new Set([...changed, ...waiting, ...unlooked].map(({ id }) => id))];
};

/** Notes products as due whose offers are described otherwise; unmatched offers have none. */
export const noteDescribed = (sql: Transaction, offerIds: readonly string[]) => sql`
  insert into product_statement_due (product_id)
  select distinct product_id
  from unnest(${arrayLiteral(offerIds)}::text[]) as given (offer_id) ${productOfOffer(sql)}
  where product_id is not null and match_confidence <> 'weak'
  order by product_id
  on conflict do nothing`;

/** Notes products as due that have got an offer or lost one. */
export const noteMatched = (sql: Transaction, productIds: readonly string[]) => sql`
  insert into product_statement_due (product_id)
  select distinct id from unnest(${arrayLiteral(productIds)}::text[]) as product (id) order by id
  on conflict do nothing`;
