import { arrayLiteral } from '../pool/array-literal.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';

/** The first number of these advisory locks; arbitrary, and no other's (`customer-lock.ts`). */
const lockClass = 745_120_053;

/**
 * Marks the transaction as one that writes offers of the suppliers, until its end. Writers hold
 * each other up in nothing; they wait for `awaitWriters` of one of theirs alone. Locks are taken in
 * one order, so that nobody waits in a circle. What is read of the suppliers after it is what
 * `awaitWriters` found stored.
 */
export const joinWriters = (transaction: Transaction, supplierIds: readonly string[]): Promise<unknown> =>
  run(transaction`
    select pg_advisory_xact_lock_shared(${lockClass}::int, key)
    from (
      select distinct hashtext(id) as key from unnest(${arrayLiteral(supplierIds)}::text[]) as id order by key offset 0
    ) as supplier`);

/**
 * Returns when every transaction has ended that writes offers of the supplier and began to before
 * the call. Writers of other suppliers, and all readers, go on meanwhile.
 */
export const awaitWriters = (sql: Sql, supplierId: string): Promise<void> =>
  inTransaction(sql, async (transaction) => {
    await run(transaction`select pg_advisory_xact_lock(${lockClass}::int, hashtext(${supplierId}))`);
  });
