/**
 * One client over several connections, each of which is a client of postgres.js of its own.
 *
 * postgres.js (3.4.9) keeps the connections of a client in queues, and a queue grows with every
 * statement until it is empty for a moment. Where one connection is always idle, or all are always
 * busy, that moment never comes, and each statement searches all that those before it have left:
 * after 200,000 statements it costs more than twice as much as at first. With one connection
 * a client, its queues are empty in between.
 *
 * A statement goes to the connection with the fewest under way, of several such to one over which
 * the server has answered last, and of these to the one that got its work last: what has taken long
 * already takes longest. So no more connections are opened than are needed. One that cannot be made
 * again gets no other statement as long as another is idle, and one whose statement takes long none
 * as long as fewer than a hundred wait for another. One that a transaction keeps gets none as long
 * as there is another; nor does one whose latest statement waits to be sent or described, since
 * postgres.js sends nothing behind that, and the server may wait for a lock to describe it.
 */
import postgres from 'postgres';
import type { Sql } from './sql-types.ts';

/** What of a query of postgres.js is not in its types, checked by tests. */
interface SentQuery {
  /** Takes the query once it is awaited or executed; one function for all queries of a client. */
  handler: (query: SentQuery) => void;
  /** Asks the server to cancel it, over another connection; knows only what its own client sent. */
  canceller: unknown;
  resolve: (rows: unknown) => void;
  reject: (error: unknown) => void;
  /** Set once it was written to a connection. */
  readonly state?: object | null;
  /** Whether the server has yet to say what it takes. */
  readonly describeFirst?: boolean;
}

/** A connection, and what is done over it. */
interface Place {
  readonly sql: Sql;
  readonly handler: SentQuery['handler'];
  readonly canceller: unknown;
  /** Statements and transactions that have not ended. */
  underWay: number;
  /** Whether the server has answered the last statement that ended. */
  isUp: boolean;
  /** Whether a transaction keeps it to itself. */
  isKept: boolean;
  /** What was given to it last. */
  latest: SentQuery | undefined;
  /** Since when the server is at the statement that is the next to end, or nothing is under way. */
  sinceMs: number;
}

/** A statement takes long when it takes longer than that. */
const longMs = 50;
/** As many statements more count where one takes long. */
const longAsMany = 100;

const placeOf = (sql: Sql): Place => {
  // A query that is never awaited is never sent; it only shows how its client sends.
  const { handler, canceller } = sql`select` as unknown as SentQuery;
  return { sql, handler, canceller, underWay: 0, isUp: false, isKept: false, latest: undefined, sinceMs: 0 };
};

/** Whether what is given to it now would wait in this process. */
const isFull = ({ underWay, latest }: Place): boolean =>
  underWay > 0 && latest !== undefined && (!latest.state || latest.describeFirst === true);

const burdenOf = (place: Place, nowMs: number): number => {
  const { underWay, isUp, isKept, sinceMs } = place;
  if (isKept) return Number.MAX_VALUE;
  if (isFull(place)) return Number.MAX_SAFE_INTEGER;
  const takesLong = underWay > 0 && nowMs - sinceMs > longMs;
  return 2 * (underWay + (takesLong ? longAsMany : 0)) + (isUp ? 0 : 1);
};

const leastBusy = (places: readonly Place[]): Place => {
  const nowMs = performance.now();
  return places.reduce((least, place) => {
    const more = burdenOf(place, nowMs) - burdenOf(least, nowMs);
    return more < 0 || (more === 0 && place.sinceMs > least.sinceMs) ? place : least;
  });
};

/** Something more is under way over the place. */
const begin = (place: Place): void => {
  if (place.underWay === 0) place.sinceMs = performance.now();
  place.underWay += 1;
};

/** Something has ended. */
const end = (place: Place): void => {
  place.underWay -= 1;
  place.sinceMs = performance.now();
};

/** Whether the server has said so of a statement, and goes on with the connection. */
const isAnswer = (error: unknown): boolean => error instanceof postgres.PostgresError && error.severity === 'ERROR';

/** Sends a query over a place, which has it under way until it ends. */
const sendOver = (place: Place, query: SentQuery): void => {
  const { resolve, reject } = query;
  let isOver = false;
  const endOnce = (isAnswered: boolean): void => {
    if (isOver) return;
    isOver = true;
    place.isUp = isAnswered;
    end(place);
  };
  query.resolve = (rows) => {
    endOnce(true);
    resolve(rows);
  };
  query.reject = (error) => {
    endOnce(isAnswer(error));
    reject(error);
  };
  query.canceller = place.canceller;
  begin(place);
  place.latest = query;
  place.handler(query);
};

/** Runs what keeps a connection to itself, such as a transaction. */
const holding = async <Result>(place: Place, work: (sql: Sql) => Promise<Result>): Promise<Result> => {
  begin(place);
  place.isKept = true;
  try {
    return await work(place.sql);
  } finally {
    place.isKept = false;
    end(place);
  }
};

/**
 * Makes one client of several, of which each has at most one connection, to the same database. To
 * end it ends all of them.
 */
export const spreadClient = (clients: readonly [Sql, ...Sql[]]): Sql => {
  const [first] = clients;
  const places = clients.map(placeOf);
  const send = (query: SentQuery): void => sendOver(leastBusy(places), query);
  // What is only a part of a query has a handler too, which is never called.
  const through = <Made>(made: Made): Made => {
    if (made instanceof Promise) (made as unknown as SentQuery).handler = send;
    return made;
  };
  const own: Partial<Sql> = {
    unsafe: (...parts) => through(first.unsafe(...parts)),
    begin: ((...parts: Parameters<Sql['begin']>) =>
      holding(leastBusy(places), (sql) => sql.begin(...parts))) as Sql['begin'],
    end: async (options) => {
      await Promise.all(clients.map((sql) => sql.end(options)));
    },
  };
  return new Proxy(first, {
    apply: (live, self, parts) => through(Reflect.apply(live, self, parts)),
    get: (live, name) => Reflect.get(own, name) ?? Reflect.get(live, name),
  });
};
