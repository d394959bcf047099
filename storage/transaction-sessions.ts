/**
 * Transactions, each on a connection that no other statement shares.
 *
 * postgres.js goes on sending a transaction's statements after the connection has ended: the process ends with an uncaught
 * error, or the statement runs on the next session, outside any transaction. Its connection may also never work again. So every
 * connection for transactions is a client of its own, which reports its end; from then on
 *
 * - the transaction is rejected at once with `Failure` of kind `unavailable`;
 * - statements that its work still makes are refused, and neither commit nor rollback is sent (the server has rolled back);
 * - the client is thrown away, and the next transaction opens another.
 *
 * A statement is to be awaited where it is made: one made before the end and awaited after it cannot be refused.
 */
import postgres from 'postgres';
import { unavailable } from '../domain/errors.ts';
import type { Sql, Transaction } from './sql-types.ts';

/** What is done in a transaction. */
export type Work<Result> = (transaction: Transaction) => Promise<Result>;

/** A bounded number of connections, each for one transaction at a time. */
export interface TransactionSessions {
  /** Runs the work in a transaction, after those that wait already when every connection is taken. */
  run<Result>(work: Work<Result>): Promise<Result>;
  /** Waits up to so long for what runs, then lets go of every connection. */
  close(timeoutSeconds: number): Promise<void>;
}

/** Makes a client of at most one connection that calls back whenever its connection ends. It connects at the first statement. */
export type OpenClient = (onEnd: () => void) => Sql;

interface Session {
  readonly sql: Sql;
  hasEnded: boolean;
  /** Rejects the transaction that runs, if any. */
  onEnd: (() => void) | undefined;
}

const openSession = (openClient: OpenClient): Session => {
  const session: Session = {
    sql: openClient(() => {
      session.hasEnded = true;
      session.onEnd?.();
    }),
    hasEnded: false,
    onEnd: undefined,
  };
  return session;
};

/** A client that was closed before its first use: it never connects, and rejects every statement with CONNECTION_ENDED. */
const refusing = postgres({ max: 1 });
void refusing.end();

/** The transaction's client until its session has ended; then one that refuses. */
const guarded = (transaction: Transaction, session: Session): Transaction =>
  new Proxy(transaction, {
    apply: (live, self, parts) => Reflect.apply(session.hasEnded ? refusing : live, self, parts),
    get: (live, name) => Reflect.get(session.hasEnded ? refusing : live, name),
  });

const inSession = async <Result>(session: Session, work: Work<Result>): Promise<Result> => {
  const ended = Promise.withResolvers<never>();
  session.onEnd = () => ended.reject(unavailable('postgres: the session ended within a transaction', 1_000));
  const transacted = session.sql.begin(async (transaction) => {
    const [outcome] = await Promise.allSettled([work(guarded(transaction, session))]);
    // Never settles: anything else would have postgres.js send a commit or a rollback.
    if (session.hasEnded) await ended.promise.catch(() => new Promise(() => undefined));
    if (outcome.status === 'rejected') throw outcome.reason;
    return { result: outcome.value };
  });
  try {
    return (await Promise.race([transacted, ended.promise])).result;
  } finally {
    session.onEnd = undefined;
  }
};

/** How many sessions there are, and who is told how long a transaction waited for one. */
export interface SessionOptions {
  readonly limit: number;
  readonly onSession?: ((waitedMs: number) => void) | undefined;
}

/** Makes room for so many transactions at a time. */
export const transactionSessions = (
  openClient: OpenClient,
  { limit, onSession = () => undefined }: SessionOptions,
): TransactionSessions => {
  const sessions = new Set(Array.from({ length: limit }, () => openSession(openClient)));
  const idle = [...sessions];
  const waiting: ((session: Session) => void)[] = [];
  let isClosed = false;

  const acquire = (): Promise<Session> => {
    const { promise, resolve } = Promise.withResolvers<Session>();
    const session = idle.pop();
    if (session === undefined) waiting.push(resolve);
    else resolve(session);
    return promise;
  };
  const release = (session: Session): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(session);
    else next(session);
  };
  /** The session itself, or a fresh one in its place when it has ended. */
  const renewed = (session: Session): Session => {
    if (!session.hasEnded || isClosed) return session;
    void session.sql.end({ timeout: 0 });
    sessions.delete(session);
    const fresh = openSession(openClient);
    sessions.add(fresh);
    return fresh;
  };

  return {
    run: async (work) => {
      const askedAtMs = performance.now();
      const session = renewed(await acquire());
      onSession(performance.now() - askedAtMs);
      try {
        return await inSession(session, work);
      } finally {
        release(session);
      }
    },
    close: async (timeoutSeconds) => {
      isClosed = true;
      await Promise.all(Array.from(sessions, ({ sql }) => sql.end({ timeout: timeoutSeconds })));
    },
  };
};
