import { createCapacity } from '../../concurrency/capacity.ts';
import { after } from '../../concurrency/delay.ts';
import { unavailable } from '../../domain/errors.ts';
import type { Sockets } from './silent-sockets.ts';
import type { Sql } from './sql-types.ts';

/** Watches that statements of one client end. */
export interface StatementWatch {
  /**
   * Calls back with `unavailable` when the statement has got no connection in the server's time for
   * statements, or no answer in that and a grace time. Returns how to call that off, which must be
   * done when the statement ends.
   *
   * @throws Failure `unavailable` when too many statements are under way already
   */
  begin(query: object, giveUp: (reason: unknown) => void): () => void;
}

/**
 * The parts of a postgres.js query that say whose it is and where; not in its types, checked by
 * tests.
 */
interface QueryPlace {
  /**
   * The function of its client that takes queries: one for each client, another for each
   * transaction.
   */
  readonly handler: object;
  /** Set once the query was written to a connection. */
  readonly state?: object | null;
}

/** Statements of a client that are running or wait for a connection. */
const mayWait = { count: 5_000, bytes: 0 } as const;

const watches = new WeakMap<object, StatementWatch>();

const placeOf = (query: object): QueryPlace => query as QueryPlace;

/**
 * The watch over the client of a query; undefined in a transaction, whose session is watched as a
 * whole.
 */
export const watchOf = (query: object): StatementWatch | undefined => watches.get(placeOf(query).handler);

/** Watches the statements of a client from now on. */
export const watchStatements = (sql: Sql, sockets: Sockets, timeoutMs: number): void => {
  const room = createCapacity(mayWait);
  const begin = (query: object, giveUp: (reason: unknown) => void): (() => void) => {
    if (!room.tryReserve(1, 0)) throw unavailable('postgres: too many statements wait', 1_000);
    let cancel = after(timeoutMs, () => {
      if (!placeOf(query).state) giveUp(unavailable('postgres: no connection was free in time', 1_000));
      else cancel = sockets.closeSilent(() => giveUp(unavailable('postgres: the server does not answer', 1_000)));
    });
    return () => {
      cancel();
      room.release(1, 0);
    };
  };
  // A query that is never awaited is never sent; it only shows whose queries these are.
  watches.set(placeOf(sql`select`).handler, { begin });
};
