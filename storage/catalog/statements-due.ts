import type { Transaction } from '../pool/pool.ts';

/** Which products are due to follow what their sources state. */

/** Whether any is: nobody waits for a lock while none is. */
export const isAnyDue = async (sql: Transaction): Promise<boolean> => {
  const [waiting] = await sql`
    (select from product_statement_due limit 1) union all (select from product_category_due limit 1)`;
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
  return [...new Set([...changed, ...waiting].map(({ id }) => id))];
};
