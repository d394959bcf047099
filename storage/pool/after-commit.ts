import type { AnySql, Sql } from './sql-types.ts';

/** What is done with the client of the pool once a transaction has committed; it must not throw. */
export type AfterCommit = (sql: Sql) => void;

/** What is to be done, by the client of the transaction that is under way. */
const pending = new WeakMap<AnySql, AfterCommit[]>();

/** Gathers what is to be done after the transaction; the caller does it once that has committed. */
export const gatherAfterCommit = (transaction: AnySql): readonly AfterCommit[] => {
  const acts: AfterCommit[] = [];
  pending.set(transaction, acts);
  return acts;
};

/** Has something done once the transaction has committed, and nothing when it is rolled back. */
export const afterCommit = (transaction: AnySql, act: AfterCommit): void => {
  const acts = pending.get(transaction);
  if (acts === undefined) throw new TypeError('only a transaction of a pool can tell of its commit');
  acts.push(act);
};
