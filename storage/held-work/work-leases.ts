/**
 * Leases on work that one process does at a time: the rows of a table with the columns `owner`,
 * `token` and `owned_until`. A process claims rows, renews its leases while it works on them, and
 * releases those that it gives up. A row whose lease ran out is claimed under the next token, and
 * what its former process still writes finds no row. Claims of one table follow one another, so
 * that limits hold whatever the number of processes.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import type postgres from 'postgres';
import { Failure } from '../../domain/errors.ts';
import { type AnySql, inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';

/** How a leased row is identified: its id and the fencing token of its lease. */
export interface WorkLease {
  readonly id: string;
  readonly token: number;
}

/** A table of work. */
export interface LeasedTable {
  readonly name: string;
  /** The condition of the rows that are worked on, as SQL. */
  readonly isUnderWay: string;
  /** An arbitrary number that no other lock uses. */
  readonly claimLock: number;
}

const leaseEnd = (sql: AnySql, ttlMs: number) => sql`clock_timestamp() + ${ttlMs} * interval '1 ms'`;

/** What an update sets to give rows to an owner. */
export const takenBy = (sql: AnySql, { owner, ttlMs }: { readonly owner: string; readonly ttlMs: number }) => sql`
  owner = ${owner}, token = token + 1, owned_until = ${leaseEnd(sql, ttlMs)}`;

/** Whether nobody holds the lease of a row. */
export const isUnleased = (sql: AnySql) => sql`(owned_until is null or owned_until <= clock_timestamp())`;

/** The row that a write under a lease has found. Throws `conflict` when there was none. */
export const leasedRow = <Row>([row]: readonly Row[], what: string): Row => {
  if (row === undefined) throw new Failure('conflict', `${what} has ended, gone or passed to another process`);
  return row;
};

/** Opens the leases of a table. */
export const createWorkLeases = (sql: Sql, { name, isUnderWay, claimLock }: LeasedTable) => {
  const setEnd = (held: readonly WorkLease[], end: postgres.Fragment) =>
    run(sql<{ id: string }[]>`
      update ${sql(name)} as work set owned_until = ${end}
      from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ token }) => token)}::int[]) as held (id, token)
      where work.id = held.id and work.token = held.token and (${sql.unsafe(isUnderWay)})
      returning work.id`);
  return {
    /** Runs the work in a transaction while nobody else claims. */
    claim: <Claimed>(work: (transaction: Transaction) => Promise<Claimed>): Promise<Claimed> =>
      inTransaction(sql, async (transaction) => {
        await transaction`select pg_advisory_xact_lock(${claimLock})`;
        return work(transaction);
      }),
    /** Keeps the leases for as long again; the ids of those that still are in force. */
    renew: async (held: readonly WorkLease[], ttlMs: number): Promise<readonly string[]> =>
      (await setEnd(held, leaseEnd(sql, ttlMs))).map(({ id }) => id),
    /**
     * Gives the leases up, so that another process may take them at once, or after the rest in
     * milliseconds.
     */
    release: async (held: readonly WorkLease[], restMs = 0): Promise<void> => {
      await setEnd(held, leaseEnd(sql, restMs));
    },
  };
};
