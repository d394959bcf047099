/**
 * The last statement of a transaction: `commit` is sent right behind it, and its answer is not
 * waited for, so that the transaction waits for the server once less. Where the statement fails,
 * the server rolls back, whatever was sent behind. It knows nothing of one that was never sent, as
 * one with a value that cannot be written; so `commit` follows only what was.
 */
import type postgres from 'postgres';
import type { AnySql } from './sql-types.ts';

/** Sends the commit of the transaction that is under way, by its client. */
const commits = new WeakMap<AnySql, () => void>();

/** Has `commit` called once the last statement of the transaction of this client has been sent. */
export const onLastStatement = (transaction: AnySql, commit: () => void): void => {
  commits.set(transaction, commit);
};

/**
 * A query of postgres.js as its types do not tell, checked by tests: `onexecute` is called once all
 * of it was written to the connection, and neither when that failed nor when the server has to
 * describe the statement first.
 */
interface WrittenQuery {
  readonly options: { onexecute?: () => boolean };
}

/**
 * Sends a statement and the commit behind it. What the transaction does next must not fail, since
 * it cannot be rolled back any more, and sends no other statement. Outside of a transaction it is a
 * statement like any other.
 */
export const asLastStatement = <Rows extends readonly postgres.MaybeRow[]>(
  sql: AnySql,
  query: postgres.PendingQuery<Rows>,
): postgres.PendingQuery<Rows> => {
  const commit = commits.get(sql);
  if (commit === undefined) return query;
  commits.delete(sql);
  let isSent = false;
  const commitOnce = (): boolean => {
    if (!isSent) commit();
    isSent = true;
    return true;
  };
  (query as unknown as WrittenQuery).options.onexecute = commitOnce;
  // One that was described first is committed before its caller goes on.
  query.then(commitOnce, () => undefined);
  return query;
};
