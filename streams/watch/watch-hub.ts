import {
  defer,
  distinctUntilChanged,
  filter,
  finalize,
  type Observable,
  ReplaySubject,
  Subject,
  share,
  startWith,
  takeUntil,
  takeWhile,
  throttleTime,
} from 'rxjs';
import { followed } from '../../concurrency/followed.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Bus } from '../bus/bus.ts';

/**
 * Follows what changes while callers watch: estimates, jobs. The process that changes one stores
 * it, then signals `state.{kind}.{id}`; every process with watchers hears of it and reads the
 * store.
 *
 * What a watcher gets: the present state first, then newer and newer versions, never one it had
 * before, and the final one always; then the watch completes. Versions in between may be left out:
 * signals that come while the store is read cause one more reading, not one each. A customer's
 * watchers of one id in a process share its readings, and one that comes later gets the latest
 * state at once.
 *
 * Signals may be lost, so what is watched is also read again now and then, which bounds how late a
 * watcher can be. Store down: the watch goes on and is late by as long, also when the store hangs;
 * that it fails is logged at most once a minute. Bus down: late by one such interval.
 */

/** Something that is watched. */
export interface Watchable {
  /** Grows with every change. */
  readonly version: number;
  /** Whether this is the last one. */
  readonly isFinal: boolean;
}

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
export interface WatchHubOptions<State> {
  readonly bus: Pick<Bus, 'onSignal'>;
  /** The second word of the signals' subject. */
  readonly kind: string;
  /** The present state as the customer sees it; undefined when there is no such thing for it. */
  readonly read: (id: string, customerId: string) => Promise<State | undefined>;
  /** How often it is read without a signal. */
  readonly recheckMs: number;
  /** The longest that a reading may take. Left out: 10 s. */
  readonly readWithinMs?: number | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

/** In an outage every watch fails at every reading. */
const logEveryMs = 60_000;

/** The signal that a thing has changed; its payload says nothing. */
export const signalChange = (bus: Pick<Bus, 'signal'>, kind: string, id: string): void =>
  bus.signal(`state.${kind}.${id}`, new Uint8Array());

/** The signals of each id that is watched: only the watches of that id look at one. */
const followSignals = (bus: Pick<Bus, 'onSignal'>, kind: string) => {
  const changes = new Map<string, Subject<void>>();
  const prefix = `state.${kind}.`;
  const unsubscribe = bus.onSignal(`${prefix}*`, (subject) => changes.get(subject.slice(prefix.length))?.next());
  const changesOf = (id: string): Observable<void> =>
    defer(() => {
      const ofId = changes.get(id) ?? new Subject<void>();
      changes.set(id, ofId);
      return ofId.pipe(finalize(() => !ofId.observed && changes.delete(id)));
    });
  return { changesOf, unsubscribe };
};

/** Creates the hub of a kind and begins to listen. */
export const createWatchHub = <State extends Watchable>(options: WatchHubOptions<State>): WatchHub<State> => {
  const { bus, kind, read, recheckMs, readWithinMs = 10_000, log } = options;
  const shared = new Map<string, Observable<State>>();
  const closed = new Subject<void>();
  const { changesOf, unsubscribe } = followSignals(bus, kind);

  const failures = new Subject<{ readonly id: string; readonly error: unknown }>();
  failures.pipe(throttleTime(logEveryMs)).subscribe(({ id, error }) => {
    log.warn('watch.read.failed', { kind, id, err: error });
  });

  /** Reads one thing for as long as anybody of a customer watches it. */
  const follow = (id: string, customerId: string): Observable<State> =>
    followed({
      what: `reading of ${kind}`,
      read: () => read(id, customerId),
      deadlineMs: readWithinMs,
      signals: changesOf(id).pipe(startWith(undefined)),
      everyMs: recheckMs,
      onError: (error) => failures.next({ id, error }),
    }).pipe(
      takeWhile((state) => state?.isFinal === false, true),
      filter((state) => state !== undefined),
      distinctUntilChanged((before, after) => after.version <= before.version),
      takeUntil(closed),
    );

  return {
    watch: (id, customerId) => {
      const key = JSON.stringify([id, customerId]);
      const present = shared.get(key);
      if (present !== undefined) return present;
      const states = follow(id, customerId).pipe(
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
