import { Observable, ReplaySubject, type Subscriber, share } from 'rxjs';
import { withDeadline } from '../../concurrency/deadline.ts';
import { every } from '../../concurrency/delay.ts';
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

const keyOf = (id: string, customerId: string): string => JSON.stringify([id, customerId]);

/** Creates the hub of a kind and begins to listen. */
export const createWatchHub = <State extends Watchable>({
  bus,
  kind,
  read,
  recheckMs,
  readWithinMs = 10_000,
  log,
}: WatchHubOptions<State>): WatchHub<State> => {
  /** How to look again, by id, for what is watched: one for each customer. */
  const looks = new Map<string, Set<() => void>>();
  const shared = new Map<string, Observable<State>>();
  const ends = new Set<() => void>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  const prefix = `state.${kind}.`;
  const unsubscribe = bus.onSignal(`${prefix}*`, (subject) => {
    for (const look of looks.get(subject.slice(prefix.length)) ?? []) look();
  });

  const noteFailure = (id: string, error: unknown): void => {
    const now = performance.now();
    if (now - loggedAt < logEveryMs) return;
    loggedAt = now;
    log.warn('watch.read.failed', { kind, id, err: error });
  };

  /** Calls back at every signal of an id, until the function that it returns is called. */
  const onSignalOf = (id: string, look: () => void): (() => void) => {
    const ofId = looks.get(id) ?? new Set();
    looks.set(id, ofId.add(look));
    return () => {
      ofId.delete(look);
      if (ofId.size === 0) looks.delete(id);
    };
  };

  /** Reads one thing for as long as anybody of a customer watches it. */
  const follow = (id: string, customerId: string, subscriber: Subscriber<State>): (() => void) => {
    let version = Number.NEGATIVE_INFINITY;
    let isReading = false;
    let isWanted = false;
    const tell = (state: State | undefined): void => {
      if (state !== undefined && state.version > version) {
        version = state.version;
        subscriber.next(state);
      }
      if (state === undefined || state.isFinal) subscriber.complete();
    };
    const look = async (): Promise<void> => {
      isWanted = true;
      if (isReading) return;
      isReading = true;
      while (isWanted && !subscriber.closed) {
        isWanted = false;
        try {
          tell(await withDeadline({ what: `reading of ${kind}`, ms: readWithinMs }, () => read(id, customerId)));
        } catch (error) {
          noteFailure(id, error);
        }
      }
      isReading = false;
    };
    const stopRechecking = every(recheckMs, () => void look());
    const end = (): void => subscriber.complete();
    const deafen = onSignalOf(id, () => void look());
    ends.add(end);
    void look();
    return () => {
      stopRechecking();
      deafen();
      ends.delete(end);
      shared.delete(keyOf(id, customerId));
    };
  };

  return {
    watch: (id, customerId) => {
      const key = keyOf(id, customerId);
      const present = shared.get(key);
      if (present !== undefined) return present;
      const states = new Observable<State>((subscriber) => follow(id, customerId, subscriber)).pipe(
        share({ connector: () => new ReplaySubject<State>(1), resetOnComplete: false }),
      );
      shared.set(key, states);
      return states;
    },
    close: () => {
      unsubscribe();
      for (const end of ends) end();
    },
  };
};
