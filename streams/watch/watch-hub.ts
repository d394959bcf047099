import {
  defer,
  distinctUntilChanged,
  filter,
  finalize,
  map,
  merge,
  type Observable,
  ReplaySubject,
  Subject,
  share,
  startWith,
  takeUntil,
  takeWhile,
  tap,
  throttleTime,
} from 'rxjs';
import { followed } from '../../concurrency/followed.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { StateChanges, Watchable } from './state-changes.ts';

/**
 * Follows what changes while callers watch: estimates, jobs. A state that is published in this
 * process is shown as it is; of any other change the store is read (`state-changes.ts`).
 *
 * What a watcher gets: the present state first, then newer and newer versions, never one it had
 * before, and the final one always; then the watch completes. Versions in between may be left out:
 * changes that come while the store is read cause one more reading, not one each. A customer's
 * watchers of one id in a process share its readings, and one that comes later gets the latest
 * state at once.
 *
 * Signals may be lost, so what is watched is also read again now and then, which bounds how late a
 * watcher can be. Store down: the watch goes on and is late by as long, also when the store hangs;
 * that it fails is logged at most once a minute. Bus down: late by one such interval, but for what
 * is published in this process.
 */

/** Watches over one kind of things. */
export interface WatchHub<State> {
  /**
   * The states of one thing as a customer sees it. Completes at once, without any, when there is no
   * such thing for it.
   */
  watch(id: string, customerId: string): Observable<State>;
  /** Ends every watch, as if it had completed. */
  close(): void;
}

/** Dependencies of a hub. */
export interface WatchHubOptions<State extends Watchable> {
  readonly changes: Pick<StateChanges<State>, 'kind' | 'of' | 'listen'>;
  /** Whether a state is the last one. */
  readonly isFinal: (state: State) => boolean;
  /** The present state as the customer sees it; undefined when there is no such thing for it. */
  readonly read: (id: string, customerId: string) => Promise<State | undefined>;
  /**
   * A published state as the customer sees it; undefined: that is only known to the store. Asked
   * for customers for whom the thing was read before.
   */
  readonly shownTo: (state: State, customerId: string) => State | undefined;
  /** How often it is read without a signal. */
  readonly recheckMs: number;
  /** The longest that a reading may take. Left out: 10 s. */
  readonly readWithinMs?: number | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

/** In an outage every watch fails at every reading. */
const logEveryMs = 60_000;

/** Follows one thing for as long as anybody of a customer watches it. */
const follow = <State extends Watchable>(
  { changes, isFinal, read, shownTo, recheckMs, readWithinMs = 10_000 }: WatchHubOptions<State>,
  id: string,
  customerId: string,
  onError: (error: unknown) => void,
): Observable<State> =>
  defer(() => {
    let shown = 0;
    const news = changes.of(id).pipe(
      filter(({ version = Number.POSITIVE_INFINITY }) => version > shown),
      map(({ state }) => (shown === 0 ? undefined : state && shownTo(state, customerId))),
      share(),
    );
    const stored = followed({
      what: `reading of ${changes.kind}`,
      read: () => read(id, customerId),
      deadlineMs: readWithinMs,
      signals: news.pipe(
        filter((state) => state === undefined),
        startWith(undefined),
      ),
      everyMs: recheckMs,
      onError,
    });
    return merge(news.pipe(filter((state) => state !== undefined)), stored).pipe(
      takeWhile((state) => state !== undefined && !isFinal(state), true),
      filter((state) => state !== undefined),
      distinctUntilChanged((before, after) => after.version <= before.version),
      tap(({ version }) => {
        shown = version;
      }),
    );
  });

/** Creates the hub of a kind and begins to listen. */
export const createWatchHub = <State extends Watchable>(options: WatchHubOptions<State>): WatchHub<State> => {
  const { changes, log } = options;
  const { kind } = changes;
  const shared = new Map<string, Observable<State>>();
  const closed = new Subject<void>();
  const unsubscribe = changes.listen();

  const failures = new Subject<{ readonly id: string; readonly error: unknown }>();
  failures.pipe(throttleTime(logEveryMs)).subscribe(({ id, error }) => {
    log.warn('watch.read.failed', { kind, id, err: error });
  });

  return {
    watch: (id, customerId) => {
      const key = JSON.stringify([id, customerId]);
      const present = shared.get(key);
      if (present !== undefined) return present;
      const states = follow(options, id, customerId, (error) => failures.next({ id, error })).pipe(
        takeUntil(closed),
        finalize(() => shared.delete(key)),
        share({ connector: () => new ReplaySubject<State>(1), resetOnComplete: false }),
      );
      shared.set(key, states);
      return states;
    },
    close: () => {
      unsubscribe();
      closed.next();
      failures.complete();
    },
  };
};
