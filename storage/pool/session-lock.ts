import { openPool, type Pool, run } from './pool.ts';

/** The statement of a lock never waits. */
const statementTimeoutMs = 5_000;

/** A right that at most one session of the whole database has. */
export interface SessionLock {
  /**
   * Takes or keeps the right; false while another session has it. Throws `unavailable` when the
   * database does not answer.
   */
  hold(): Promise<boolean>;
  /** Gives the right up and closes the session; `hold` opens another. */
  release(): Promise<void>;
}

/**
 * A lock that lives and dies with a session of its own, so that it is free again as soon as its
 * holder is gone, however that came about. The holder may not notice at once that it lost its
 * session: whatever the lock protects must bear two holders for a moment.
 */
export const sessionLock = (url: string, key: number): SessionLock => {
  let pool: Pool | undefined;
  /**
   * The server's process in which the lock was taken; another pid means another session, which has
   * no lock.
   */
  let holder = 0;
  return {
    hold: async () => {
      pool ??= openPool({
        url,
        maxConnections: 1,
        applicationName: 'offerstream lock',
        keepSessions: true,
        statementTimeoutMs,
      });
      const [row] = await run(pool.sql<{ session: number; held: boolean }[]>`
        select pg_backend_pid() as session,
          case when pg_backend_pid() = ${holder} then true else pg_try_advisory_lock(${key}) end as held`);
      holder = row?.held ? row.session : 0;
      return holder !== 0;
    },
    release: async () => {
      const closing = pool;
      pool = undefined;
      holder = 0;
      await closing?.close();
    },
  };
};
