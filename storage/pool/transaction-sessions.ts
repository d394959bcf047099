/**
 * Transactions, each on a connection that no other statement shares.
 *
 * postgres.js goes on sending a transaction's statements after the connection has ended: the
 * process ends with an uncaught error, or the statement runs on the next session, outside any
 * transaction. Its connection may also never work again. So every connection for transactions is a
 * client of its own, which reports its end; from then on
 *
 * - the transaction is rejected at once with `Failure` of kind `unavailable`;
 * - statements that its work still makes are refused (`transaction-client.ts`), and neither commit
 *   nor rollback is sent (the server has rolled back);
 * - the client is thrown away, and the next transaction opens another.
 *
 * A transaction's first statement is sent right behind its `begin`, whose answer is not waited for:
 * every transaction waits for the server once less. `commit` is sent right behind a statement that
 * is the last one (`last-statement.ts`). A session reads only unless a transaction says otherwise,
 * so what is sent on it outside of one, whatever the cause, writes nothing.
 */
import { createCapacity } from '../../concurrency/capacity.ts';
import { after } from '../../concurrency/delay.ts';
import { Failure, unavailable } from '../../domain/errors.ts';
import { onLastStatement } from './last-statement.ts';
import { createSockets, type Sockets } from './silent-sockets.ts';
import type { Sql, Transaction } from './sql-types.ts';
import { type Connection, transactionClient } from './transaction-client.ts';

/** What is done in a transaction. */
export type Work<Result> = (transaction: Transaction) => Promise<Result>;

/** How a transaction is run. */
export interface TransactionOptions {
  /** Whether the server may say nothing for any time; left out: no. */
  readonly mayBeSilent?: boolean;
}

/** A bounded number of connections, each for one transaction at a time. */
export interface TransactionSessions {
  /**
   * Runs the work in a transaction, after those that wait already when every connection is taken.
   * Throws `unavailable` when none is free in time, and at once when very many wait already.
   */
  run<Result>(work: Work<Result>, options: TransactionOptions): Promise<Result>;
  /** Waits up to so long for what runs, then lets go of every connection. */
  close(timeoutSeconds: number): Promise<void>;
}

/**
 * Makes a client of at most one connection that calls back whenever its connection ends. It
 * connects at the first statement.
 */
export type OpenClient = (onEnd: () => void, sockets: Sockets) => Sql;

interface Session {
  readonly sql: Sql;
  readonly sockets: Sockets;
  hasEnded: boolean;
  /**
   * After how long the server ends a transaction of it, 0: it does not; undefined: the session has
   * had none.
   */
  limitMs: number | undefined;
  /** Rejects the transaction that runs, if any. */
  onEnd: (() => void) | undefined;
}

const openSession = (openClient: OpenClient): Session => {
  const sockets = createSockets();
  const session: Session = {
    sql: openClient(() => {
      session.hasEnded = true;
      session.onEnd?.();
    }, sockets),
    sockets,
    hasEnded: false,
    limitMs: undefined,
    onEnd: undefined,
  };
  return session;
};

/**
 * Has the server refuse writes outside of transactions, and end transactions after so long. No
 * other timeout of it counts while it waits for the rest of a message, of a process that was frozen
 * while it sent one. PostgreSQL before 17 has no such limit, and goes without.
 */
const prepareSession = async (session: Session, limitMs: number): Promise<void> => {
  if (session.limitMs === limitMs) return;
  await session.sql`
    select set_config('default_transaction_read_only', 'on', false), (
      select set_config('transaction_timeout', ${String(limitMs)}, false)
      where current_setting('transaction_timeout', true) is not null)`;
  session.limitMs = limitMs;
};

/** What the server says to `commit`: `ROLLBACK` where a statement before it has failed. */
type CommitAnswer = Promise<{ readonly command: string }>;

/**
 * Commits what was done, unless that was sent already, or rolls back where the work failed. Behind
 * a last statement that has failed, `commit` has rolled back.
 */
const endTransaction = async <Result>(
  connection: Connection,
  { begun, committed }: { readonly begun: Promise<unknown>; readonly committed: CommitAnswer | undefined },
  outcome: PromiseSettledResult<Result>,
): Promise<Result> => {
  await begun.catch((cause: unknown) => {
    throw unavailable('postgres: the transaction did not begin', 1_000, cause);
  });
  if (outcome.status === 'rejected') {
    await (committed ?? connection.unsafe('rollback'));
    throw outcome.reason;
  }
  const { command } = await (committed ?? connection.unsafe('commit'));
  if (command !== 'COMMIT') {
    throw new Failure('internal', 'nothing was written', { internal: 'a statement of the transaction had failed' });
  }
  return outcome.value;
};

const transact = async <Result>(session: Session, work: Work<Result>): Promise<Result> => {
  const connection = await session.sql.reserve();
  const begun = connection.unsafe('begin read write').execute();
  // They are waited for at the end.
  begun.catch(() => undefined);
  let committed: CommitAnswer | undefined;
  const { client, end, causeOf } = transactionClient(connection, () => session.hasEnded);
  onLastStatement(client, () => {
    committed = client.unsafe('commit').execute();
    committed.catch(() => undefined);
  });
  const settled = async (): Promise<Result> => work(client);
  const [outcome] = await Promise.allSettled([settled()]);
  end();
  // Never settles: neither commit nor rollback may be sent.
  if (session.hasEnded) await new Promise(() => undefined);
  try {
    return await endTransaction(connection, { begun, committed }, outcome);
  } catch (error) {
    throw causeOf(error);
  } finally {
    if (!session.hasEnded) connection.release();
  }
};

/** How long a transaction may take. */
interface Limits {
  /** After how long without a word of the server this side gives up. */
  readonly silenceMs: number;
  /** After how long the server ends it; 0: it does not. */
  readonly limitMs: number;
}

/** Runs the work, and ends the session when the server says nothing for the time. */
const inSession = async <Result>(
  session: Session,
  work: Work<Result>,
  { silenceMs, limitMs }: Limits,
): Promise<Result> => {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  session.onEnd = () => reject(unavailable('postgres: the session ended within a transaction', 1_000));
  prepareSession(session, limitMs)
    .then(() => transact(session, work))
    .then(resolve, reject);
  const stopWatching = session.sockets.closeIfSilentFor(silenceMs);
  try {
    return await promise;
  } finally {
    stopWatching();
    session.onEnd = undefined;
  }
};

/** How many sessions there are, and the listener for waiting times of transactions. */
export interface SessionOptions {
  readonly limit: number;
  /**
   * A server that sends nothing for this long within a transaction hangs; requests for a session
   * then stop waiting.
   */
  readonly silenceMs: number;
  /** After how long the server ends a transaction that may not be silent; 0: it does not. */
  readonly limitMs: number;
  readonly onSession?: ((waitedMs: number) => void) | undefined;
}

/** How many transactions may wait for a session. */
const mayWait = { count: 1_000, bytes: 0 } as const;

/** Sessions of which each is with one transaction at a time. */
const createSessionPool = (openClient: OpenClient, limit: number, silenceMs: number) => {
  const sessions = new Set(Array.from({ length: limit }, () => openSession(openClient)));
  const idle = [...sessions];
  const waiting = new Set<(session: Session) => void>();
  const room = createCapacity(mayWait);

  const queue = (): Promise<Session> => {
    if (!room.tryReserve(1, 0)) throw unavailable('postgres: too many transactions wait', 1_000);
    const { promise, resolve, reject } = Promise.withResolvers<Session>();
    waiting.add(resolve);
    const cancelTimer = after(silenceMs, () => {
      waiting.delete(resolve);
      reject(unavailable('postgres: no connection was free for a transaction in time', 1_000));
    });
    return promise.finally(() => {
      cancelTimer();
      room.release(1, 0);
    });
  };

  return {
    /** A session that is free, or becomes so in time. */
    acquire: async (): Promise<Session> => idle.pop() ?? queue(),
    release: (session: Session): void => {
      const [next] = waiting;
      if (next === undefined) {
        idle.push(session);
        return;
      }
      waiting.delete(next);
      next(session);
    },
    /** A fresh session in the place of one that has ended. */
    replace: (session: Session): Session => {
      void session.sql.end({ timeout: 0 });
      sessions.delete(session);
      const fresh = openSession(openClient);
      sessions.add(fresh);
      return fresh;
    },
    close: async (timeoutSeconds: number): Promise<void> => {
      await Promise.all(Array.from(sessions, ({ sql }) => sql.end({ timeout: timeoutSeconds })));
    },
  };
};

/** Makes room for so many transactions at a time. */
export const transactionSessions = (
  openClient: OpenClient,
  { limit, silenceMs, limitMs, onSession = () => undefined }: SessionOptions,
): TransactionSessions => {
  const pool = createSessionPool(openClient, limit, silenceMs);
  let isClosed = false;

  return {
    run: async (work, { mayBeSilent = false }) => {
      const askedAtMs = performance.now();
      const acquired = await pool.acquire();
      const session = acquired.hasEnded && !isClosed ? pool.replace(acquired) : acquired;
      onSession(performance.now() - askedAtMs);
      try {
        // postgres.js would connect again, and never answer.
        if (session.hasEnded) throw unavailable('postgres: the pool is closed', 1_000);
        const limits = mayBeSilent ? { silenceMs: Number.POSITIVE_INFINITY, limitMs: 0 } : { silenceMs, limitMs };
        return await inSession(session, work, limits);
      } finally {
        pool.release(session);
      }
    },
    close: async (timeoutSeconds) => {
      isClosed = true;
      await pool.close(timeoutSeconds);
    },
  };
};
