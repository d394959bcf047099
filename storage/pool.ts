import postgres from 'postgres';
import type { ReadOptions } from '../domain/ports.ts';
import { cancelSoon } from './cancellation.ts';
import { toFailure } from './failures.ts';

/**
 * The types that differ from what postgres.js does by default. `int8` is always a bigint, so that no value ever loses digits:
 * a count is written `count(*)::int`. `numeric` stays text. `timestamptz` is a Date, milliseconds being all that it holds;
 * `date` and `timestamp` stay text, because a Date would put them into this machine's time zone.
 */
const types = {
  bigint: postgres.BigInt,
  date: {
    to: 1184,
    from: [1184],
    serialize: (value: Date) => value.toISOString(),
    parse: (text: string) => new Date(text),
  },
  local: { to: 25, from: [1082, 1114], serialize: (text: string) => text, parse: (text: string) => text },
};

interface Types extends Record<string, unknown> {
  bigint: bigint;
  date: Date;
  local: string;
}

/** A client over a pool of connections. */
export type Sql = postgres.Sql<Types>;

/** A client bound to one transaction. */
export type Transaction = postgres.TransactionSql<Types>;

/** Either of the two: for a statement that may run inside a transaction or on its own. */
export type AnySql = postgres.ISql<Types>;

/** How to reach a database. */
export interface PoolOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Connections kept at most. */
  readonly maxConnections: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** A statement that runs longer is ended by the server; 30 s when left out, 0 for no limit. */
  readonly statementTimeoutMs?: number;
  /**
   * Keeps a connection for as long as it lives instead of renewing it now and then, and has the server notice within half a
   * minute that this side is gone: for what hangs on a session, such as a lock.
   */
  readonly keepSessions?: boolean;
}

/** The connections of one process to its database. */
export interface Pool {
  readonly sql: Sql;
  /** Whether the database answers within a second. */
  isHealthy(): Promise<boolean>;
  /** Waits up to five seconds for what runs, then lets go of every connection. */
  close(): Promise<void>;
}

const healthTimeoutMs = 1_000;

/** Seconds, but for the count of unanswered probes. */
const sessionKeepalive = { tcp_keepalives_idle: 15, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

/** Seconds until the next attempt to connect: doubling from 50 ms to one second, so that a recovery is noticed soon. */
const reconnectDelaySeconds = (attempt: number): number => Math.min(1, 0.05 * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Opens a pool. Connects at the first statement, and again by itself whenever the database comes back. */
export const openPool = (options: PoolOptions): Pool => {
  const sql = postgres(options.url, {
    max: options.maxConnections,
    connect_timeout: 5,
    backoff: reconnectDelaySeconds,
    ...(options.keepSessions ? { max_lifetime: null } : {}),
    types,
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName ?? 'offerstream',
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      // A transaction whose owner has gone silent must not hold its locks for ever.
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
      ...(options.keepSessions ? sessionKeepalive : {}),
    },
  });
  return {
    sql,
    isHealthy: () => answersInTime(sql),
    close: () => sql.end({ timeout: 5 }),
  };
};

const answersInTime = async (sql: Sql): Promise<boolean> => {
  const answer = sql`select 1`.then(
    () => true,
    () => false,
  );
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, healthTimeoutMs, false);
  const healthy = await Promise.race([answer, tooLate]);
  clearTimeout(timer);
  return healthy;
};

/**
 * Runs one statement. When the signal is aborted it rejects with the signal's reason at once, and the statement is cancelled in
 * the database. Throws `Failure` of kind `unavailable` when the database does not answer.
 */
export const run = async <Rows extends readonly postgres.MaybeRow[]>(
  query: postgres.PendingQuery<Rows>,
  { signal }: ReadOptions = {},
): Promise<postgres.RowList<Rows>> => {
  signal?.throwIfAborted();
  try {
    return await (signal === undefined ? query : orAborted(query, signal));
  } catch (error) {
    throw signal?.aborted ? signal.reason : toFailure(error);
  }
};

/** The query's result, or a rejection as soon as the signal is aborted. */
const orAborted = async <Rows extends readonly postgres.MaybeRow[]>(
  query: postgres.PendingQuery<Rows>,
  signal: AbortSignal,
): Promise<postgres.RowList<Rows>> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => {
    const callOff = cancelSoon(query);
    query.then(callOff, callOff);
    reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([query, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/**
 * Runs `work` in a transaction that commits when it resolves and rolls back when it throws. Throws `Failure` of kind
 * `unavailable` when the database does not answer or two transactions collided: nothing was written then, unless the connection
 * broke during the commit itself.
 */
export const inTransaction = async <Result>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => {
  try {
    const outcome = await sql.begin(async (transaction) => ({ result: await work(transaction) }));
    return outcome.result;
  } catch (error) {
    throw toFailure(error);
  }
};
