import postgres from 'postgres';
import type { ReadOptions } from '../domain/ports.ts';
import { withSpan } from '../telemetry/tracing.ts';
import { cancelSoon } from './cancellation.ts';
import { toFailure } from './failures.ts';
import { type Sql, types } from './sql-types.ts';
import { statementText } from './statement-text.ts';
import { type Taken, takeRows } from './take-rows.ts';
import { type TransactionSessions, transactionSessions, type Work } from './transaction-sessions.ts';

export type { AnySql, Sql, Transaction } from './sql-types.ts';

/** How to reach a database. */
export interface PoolOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Connections kept at most: half of them for transactions, the others for single statements, and one of each at least. */
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
  /** Told how long each transaction waited for its connection. */
  readonly onConnection?: (waitedMs: number) => void;
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

/** Seconds that a close waits for what runs. */
const closeTimeoutSeconds = 5;

/** The transactions of every pool, by the client that the pool gives out. */
const transactionsOf = new WeakMap<Sql, TransactionSessions>();

/** Opens a pool. Connects at the first statement, and again by itself whenever the database comes back. */
export const openPool = (options: PoolOptions): Pool => {
  const forTransactions = Math.max(1, Math.floor(options.maxConnections / 2));
  const sql = openClient(options, Math.max(1, options.maxConnections - forTransactions));
  const transactions = transactionSessions((onEnd) => openClient(options, 1, onEnd), {
    limit: forTransactions,
    onSession: options.onConnection,
  });
  transactionsOf.set(sql, transactions);
  return {
    sql,
    isHealthy: () => answersInTime(sql),
    close: async () => {
      await Promise.all([sql.end({ timeout: closeTimeoutSeconds }), transactions.close(closeTimeoutSeconds)]);
    },
  };
};

const openClient = (options: PoolOptions, maxConnections: number, onEnd?: () => void): Sql =>
  postgres(options.url, {
    max: maxConnections,
    connect_timeout: 5,
    backoff: reconnectDelaySeconds,
    ...(options.keepSessions ? { max_lifetime: null } : {}),
    ...(onEnd === undefined ? {} : { onclose: onEnd }),
    types,
    fetch_types: false,
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
): Promise<Taken<Rows>> => {
  signal?.throwIfAborted();
  try {
    return takeRows(
      await withSpan(statementSpan(query), () => (signal === undefined ? query : orAborted(query, signal))),
    );
  } catch (error) {
    throw signal?.aborted ? signal.reason : toFailure(error);
  }
};

const database = { 'db.system.name': 'postgresql' };

const transactionSpan = {
  name: 'postgres transaction',
  kind: 'client',
  attributes: () => ({ ...database, 'db.operation.name': 'transaction' }),
} as const;

const statementSpan = (query: object) =>
  ({
    name: 'postgres',
    kind: 'client',
    attributes: () => ({ ...database, 'db.query.text': statementText(query) }),
  }) as const;

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
 * `unavailable` when the database does not answer, the session ended, or two transactions collided: nothing was written then,
 * unless the connection broke during the commit itself.
 */
export const inTransaction = async <Result>(sql: Sql, work: Work<Result>): Promise<Result> => {
  const transactions = transactionsOf.get(sql);
  if (transactions === undefined) throw new TypeError('a transaction needs the client of an open pool');
  try {
    return await withSpan(transactionSpan, () => transactions.run(work));
  } catch (error) {
    throw toFailure(error);
  }
};
