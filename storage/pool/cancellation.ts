/**
 * Cancelling a statement of postgres.js when a caller gives up.
 *
 * PostgreSQL cancels by connection, not by statement: a request that arrives late stops whatever
 * the connection runs by then, and postgres.js pipelines statements of many callers over one
 * connection. Therefore a statement gets a grace time, in which nearly all of them end by
 * themselves, and is cancelled only while it is the one that its connection runs, or while it has
 * not been sent at all. The little that is left of the race shows to its victim as `unavailable`,
 * which it may try again.
 */
import { after } from '../../concurrency/delay.ts';

/**
 * The parts of a postgres.js query that say where it is; not in its types, checked by the tests of
 * this file.
 */
interface QueryProgress {
  /** Set once the query was written to a connection. */
  readonly state?: object | null;
  /** Whether its connection works on it now. */
  readonly active?: boolean;
  /**
   * Requests the cancellation; the public `cancel` does the same but drops the promise, so its
   * rejection cannot be handled.
   */
  readonly canceller?: ((query: unknown) => Promise<void>) | null;
}

const graceMs = 20;

/**
 * Cancels the statement when it is still at it after the grace time. Returns how to call that off.
 */
export const cancelAfterGrace = (query: object): (() => void) => {
  const progress: QueryProgress = query;
  const attempt = () => {
    const waitsBehindAnother = Boolean(progress.state) && progress.active !== true;
    if (waitsBehindAnother) callOff = after(graceMs, attempt);
    // A request that does not get through is as good as none: the caller has gone, and the time
    // limit ends the statement.
    else progress.canceller?.(query).catch(() => undefined);
  };
  let callOff = after(graceMs, attempt);
  return () => callOff();
};
