/**
 * The client of one transaction: it sends statements while the transaction is under way, and knows
 * which of them made it fail.
 *
 * The client that postgres.js reserves goes on sending after it was released: within the next
 * transaction of the connection, or on the session that follows. So statements pass through a
 * handler of their own, which refuses what comes late. Of statements that were sent together, the
 * one that failed has its own error and the others that the transaction is aborted; whose error the
 * work hears first is chance.
 */
import postgres from 'postgres';
import { unavailable } from '../../domain/errors.ts';
import { requireSendable } from './sendable.ts';
import type { Sql, Transaction } from './sql-types.ts';

/** A session's connection, which no other statement shares until it is released. */
export type Connection = Awaited<ReturnType<Sql['reserve']>>;

/** The client that the work of a transaction is given, and what the transaction knows of it. */
export interface TransactionClient {
  readonly client: Transaction;
  /** Refuses each statement from now on that was not sent yet. */
  end(): void;
  /** The error to tell: what made the transaction fail, where this one only says that it did. */
  causeOf(error: unknown): unknown;
}

/** What of a query of postgres.js is not in its types, checked by tests. */
interface SentQuery {
  /** Takes the query once it is awaited or executed. */
  handler: (query: SentQuery) => void;
  reject: (error: unknown) => void;
}

/** The server passes over a statement, since one before it has failed. */
const aborted = '25P02';

const isAborted = (error: unknown): boolean => error instanceof postgres.PostgresError && error.code === aborted;

/** Makes the client of a transaction; `hasEnded` says whether the session has. */
export const transactionClient = (connection: Connection, hasEnded: () => boolean): TransactionClient => {
  let isOver = false;
  let cause: postgres.PostgresError | undefined;

  const sentBy = (handler: SentQuery['handler']) => (query: SentQuery) => {
    const { reject } = query;
    try {
      if (isOver || hasEnded()) throw unavailable('postgres: the transaction is over', 1_000);
      requireSendable(query);
    } catch (error) {
      return reject(error);
    }
    query.reject = (error) => {
      if (cause === undefined && error instanceof postgres.PostgresError && !isAborted(error)) cause = error;
      reject(error);
    };
    handler(query);
  };
  // All queries of a connection have one handler; what is only a part of a query has it too.
  const send = sentBy((connection`` as unknown as SentQuery).handler);
  const through = <Made>(made: Made): Made => {
    if (made instanceof Promise) (made as unknown as SentQuery).handler = send;
    return made;
  };
  const unsafe: Connection['unsafe'] = (...parts) => through(connection.unsafe(...parts));

  return {
    client: new Proxy(connection as unknown as Transaction, {
      apply: (live, self, parts) => through(Reflect.apply(live, self, parts)),
      get: (live, name) => (name === 'unsafe' ? unsafe : Reflect.get(live, name)),
    }),
    end: () => {
      isOver = true;
    },
    causeOf: (error) => (cause !== undefined && isAborted(error) ? cause : error),
  };
};
