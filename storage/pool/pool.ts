import type { Socket } from 'node:net';
import postgres from 'postgres';
import { withDeadline } from '../../concurrency/deadline.ts';
import type { ClientTlsFiles } from '../../domain/client-tls.ts';
import { readDatabaseUrl } from '../../domain/database-url.ts';
import { takeoverMs } from '../../domain/ingestion/lease-rules.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { withSpan } from '../../telemetry/tracing.ts';
import { type AfterCommit, gatherAfterCommit } from './after-commit.ts';
import { cancelAfterGrace } from './cancellation.ts';
import { type DetachedRows, detachRows } from './detach-rows.ts';
import { toFailure } from './failures.ts';
import { requestRole } from './request-role.ts';
import { overTls } from './secure-socket.ts';
import { requireSendable } from './sendable.ts';
import { type Address, createSockets, graceMs, type Sockets } from './silent-sockets.ts';
import { spreadClient } from './spread-client.ts';
import { type Sql, types } from './sql-types.ts';
import { statementText } from './statement-text.ts';
import { type StatementWatch, watchOf, watchStatements } from './statement-watch.ts';
import {
  type TransactionOptions,
  type TransactionSessions,
  transactionSessions,
  type Work,
} from './transaction-sessions.ts';

export type { AnySql, Sql, Transaction } from './sql-types.ts';

/** How to reach a database. */
export interface PoolOptions {
  /**
   * `postgres://user:password@host:port/database?sslmode=verify-full`; `domain/database-url.ts `
   * reads the TLS of it.
   */
  readonly url: string;
  /**
   * Connections kept at most: half of them for transactions, half of the others for single
   * statements that serve requests, the rest for other single statements, and one of each at least.
   */
  readonly maxConnections: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /**
   * A statement that runs longer is ended by the server; 30 s when left out, 0 for no limit. A
   * server that says nothing for so long and a grace time counts as one that died.
   */
  readonly statementTimeoutMs?: number;
  /**
   * Keeps a connection for as long as it lives instead of renewing it now and then, and has the
   * server notice within half a minute that this side is gone: for what hangs on a session, such as
   * a lock.
   */
  readonly keepSessions?: boolean;
  /** Called with the time that each transaction waited for its connection. */
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
const usualStatementTimeoutMs = 30_000;
/** For who may take any time over a statement, as migrations, the archive and tools do. */
const patientIdleTimeoutMs = 60_000;

/** Seconds, but for the count of unanswered probes. */
const sessionKeepalive = { tcp_keepalives_idle: 15, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

/**
 * Seconds until the next attempt to connect: doubling from 50 ms to one second, so that a recovery
 * is noticed soon.
 */
const reconnectDelaySeconds = (attempt: number): number => Math.min(1, 0.05 * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Seconds that a close waits for what runs. */
const closeTimeoutSeconds = 5;

/** The transactions of every pool, by the client that the pool gives out. */
const transactionsOf = new WeakMap<Sql, TransactionSessions>();

/** The clients for single statements that serve requests, in the same way. */
const requestClientOf = new WeakMap<Sql, Sql>();

/**
 * Opens a pool. Connects at the first statement, and again by itself whenever the database comes
 * back.
 */
export const openPool = (options: PoolOptions): Pool => {
  const forTransactions = Math.max(1, Math.floor(options.maxConnections / 2));
  const timeoutMs = options.statementTimeoutMs ?? usualStatementTimeoutMs;
  const single = options.maxConnections - forTransactions;
  const forRequests = Math.max(1, Math.floor(single / 2));
  const openWatched = (connections: number, role?: string): Sql => {
    const sockets = createSockets();
    const openOne = (): Sql => openClient(options, sockets, { role });
    const client = spreadClient([openOne(), ...Array.from({ length: connections - 1 }, openOne)]);
    if (timeoutMs > 0) watchStatements(client, sockets, timeoutMs);
    return client;
  };
  const sql = openWatched(Math.max(1, single - forRequests));
  const requests = openWatched(forRequests, requestRole);
  requestClientOf.set(sql, requests);
  const transactions = transactionSessions((onEnd, own) => openClient(options, own, { onEnd }), {
    limit: forTransactions,
    silenceMs: timeoutMs > 0 ? timeoutMs + graceMs : Number.POSITIVE_INFINITY,
    // A statement that waits for what a frozen process has locked may be given up once.
    limitMs: timeoutMs > 0 ? timeoutMs + takeoverMs : 0,
    onSession: options.onConnection,
  });
  transactionsOf.set(sql, transactions);
  return {
    sql,
    isHealthy: () => answersInTime(sql),
    close: async () => {
      const timeout = closeTimeoutSeconds;
      await Promise.all([sql.end({ timeout }), requests.end({ timeout }), transactions.close(timeout)]);
    },
  };
};

/**
 * Who a client speaks as, other than the user of the URL; and who is told of the end of a
 * connection.
 */
interface ClientOptions {
  readonly role?: string | undefined;
  readonly onEnd?: () => void;
}

/** Makes a client of at most one connection. */
const openClient = (options: PoolOptions, sockets: Sockets, { role, onEnd }: ClientOptions): Sql => {
  const { url, tls } = readDatabaseUrl(options.url);
  const statementTimeoutMs = options.statementTimeoutMs ?? usualStatementTimeoutMs;
  return postgres(url, {
    ...{ socket: tls === undefined ? sockets.open : opensTls(sockets, tls) },
    // Of the driver, which takes it from the environment too. Ours stands in the socket.
    ssl: false,
    max: 1,
    connect_timeout: 5,
    backoff: reconnectDelaySeconds,
    ...(options.keepSessions ? { max_lifetime: null } : {}),
    ...(onEnd === undefined ? {} : { onclose: onEnd }),
    types,
    fetch_types: false,
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName ?? 'offerstream',
      statement_timeout: statementTimeoutMs,
      // What a process that has gone silent holds locked keeps no other from taking its work over.
      idle_in_transaction_session_timeout: statementTimeoutMs === 0 ? patientIdleTimeoutMs : takeoverMs,
      TimeZone: 'UTC',
      ...(role === undefined ? {} : { role }),
      ...(options.keepSessions ? sessionKeepalive : {}),
    },
  });
};

/** Opens sockets with TLS in them; those to a path are of this machine and have none. */
const opensTls =
  ({ open }: Sockets, tls: ClientTlsFiles) =>
  (address: Address): Promise<Socket> | Socket => {
    const socket = open(address);
    return socket.host === undefined ? socket : overTls(socket, socket.host, tls);
  };

/**
 * The client of a pool for single statements that serve requests, which `storage/pool/tenant.ts`
 * makes; `sql` is the pool's own. For anything else than the client of an open pool it throws.
 */
export const requestClient = (sql: Sql): Sql => {
  const client = requestClientOf.get(sql);
  if (client === undefined) throw new TypeError('a statement for a request needs the client of an open pool');
  return client;
};

const answersInTime = (sql: Sql): Promise<boolean> =>
  withDeadline({ what: 'postgres', ms: healthTimeoutMs }, (signal) => run(sql`select 1`, { signal })).then(
    () => true,
    () => false,
  );

/**
 * Runs one statement. When the signal is aborted it rejects with the signal's reason at once, and
 * the statement is cancelled in the database. Throws `Failure` of kind `unavailable` when the
 * database does not answer, whether it is down or hangs, and at once when too many statements wait
 * already.
 */
export const run = async <Rows extends readonly postgres.MaybeRow[]>(
  query: postgres.PendingQuery<Rows>,
  { signal }: ReadOptions = {},
): Promise<DetachedRows<Rows>> => {
  signal?.throwIfAborted();
  requireSendable(query);
  const watch = watchOf(query);
  try {
    return detachRows(
      await withSpan(statementSpan(query), () =>
        signal === undefined && watch === undefined ? query : abortableQuery(query, watch, signal),
      ),
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

/**
 * The query's result, or a rejection as soon as the signal is aborted or the server is given up.
 */
const abortableQuery = async <Rows extends readonly postgres.MaybeRow[]>(
  query: postgres.PendingQuery<Rows>,
  watch: StatementWatch | undefined,
  signal: AbortSignal | undefined,
): Promise<postgres.RowList<Rows>> => {
  const { promise, resolve, reject } = Promise.withResolvers<postgres.RowList<Rows>>();
  const giveUp = (reason: unknown): void => {
    const callOff = cancelAfterGrace(query);
    query.then(callOff, callOff);
    reject(reason);
  };
  const onAbort = (): void => giveUp(signal?.reason);
  const unwatch = watch?.begin(query, giveUp);
  signal?.addEventListener('abort', onAbort, { once: true });
  query.then(resolve, reject);
  try {
    return await promise;
  } finally {
    unwatch?.();
    signal?.removeEventListener('abort', onAbort);
  }
};

/**
 * Runs `work` in a transaction that commits when it resolves and rolls back when it throws. Throws
 * `Failure` of kind `unavailable` when the database does not answer, the session ended, or two
 * transactions collided: nothing was written then, unless the connection broke during the commit
 * itself, or the last statement that it was sent behind (`last-statement.ts`).
 * `mayBeSilent`: for statements that the server is allowed to take any time for.
 */
export const inTransaction = async <Result>(
  sql: Sql,
  work: Work<Result>,
  options: TransactionOptions = {},
): Promise<Result> => {
  const transactions = transactionsOf.get(sql);
  if (transactions === undefined) throw new TypeError('a transaction needs the client of an open pool');
  let acts: readonly AfterCommit[] = [];
  const gathering: Work<Result> = (transaction) => {
    acts = gatherAfterCommit(transaction);
    return work(transaction);
  };
  try {
    const result = await withSpan(transactionSpan, () => transactions.run(gathering, options));
    for (const act of acts) act(sql);
    return result;
  } catch (error) {
    throw toFailure(error);
  }
};
