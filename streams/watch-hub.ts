import { Observable, ReplaySubject, type Subscriber, share } from 'rxjs';
import type { Bus } from '../domain/ports.ts';
import type { Logger } from '../telemetry/logger.ts';

/**
 * Watches over what changes while somebody looks: estimates, jobs. Whoever changes one stores it, then signals
 * `state.{kind}.{id}`; every process with watchers hears of it and reads the store.
 *
 * What a watcher gets: the present state first, then newer and newer versions, never one it had before, and the final one always;
 * then the watch completes. Versions in between may be left out: signals that come while the store is read cause one more reading,
 * not one each. All watchers of one id in a process share its readings, and one that comes later gets the latest state at once.
 *
 * Signals may be lost, so what is watched is also read again now and then, which bounds how late a watcher can be. Store down:
 * the watch goes on and is late by as long. Bus down: late by one such interval.
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
  /** The states of one thing. Completes at once, without any, when there is no such thing. */
  watch(id: string): Observable<State>;
  /** Ends every watch, as if it had completed. */
  close(): void;
}

/** What a hub stands on. */
export interface WatchHubOptions<State> {
  readonly bus: Pick<Bus, 'onSignal'>;
  /** The second word of the signals' subject. */
  readonly kind: string;
  /** The present state; undefined when there is no such thing. */
  readonly read: (id: string) => Promise<State | undefined>;
  /** How often it is read without a signal. */
  readonly recheckMs: number;
  readonly log: Pick<Logger, 'warn'>;
}

/** The signal that a thing has changed; its payload says nothing. */
export const signalChange = (bus: Pick<Bus, 'signal'>, kind: string, id: string): void =>
  bus.signal(`state.${kind}.${id}`, new Uint8Array());

/** Creates the hub of a kind and begins to listen. */
export const createWatchHub = <State extends Watchable>({
  bus,
  kind,
  read,
  recheckMs,
  log,
}: WatchHubOptions<State>): WatchHub<State> => {
  /** How to look again, by id, for what is watched. */
  const looks = new Map<string, () => void>();
  const shared = new Map<string, Observable<State>>();
  const ends = new Set<() => void>();
  const prefix = `state.${kind}.`;
  const deaf = bus.onSignal(`${prefix}*`, (subject) => looks.get(subject.slice(prefix.length))?.());

  /** Reads one thing for as long as anybody watches it. */
  const follow = (id: string, subscriber: Subscriber<State>): (() => void) => {
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
          tell(await read(id));
        } catch (error) {
          log.warn('watch.read.failed', { kind, id, err: error });
        }
      }
      isReading = false;
    };
    const timer = setInterval(look, recheckMs);
    const end = (): void => subscriber.complete();
    looks.set(id, look);
    ends.add(end);
    void look();
    return () => {
      clearInterval(timer);
      looks.delete(id);
      ends.delete(end);
      shared.delete(id);
    };
  };

  return {
    watch: (id) => {
      const present = shared.get(id);
      if (present !== undefined) return present;
      const states = new Observable<State>((subscriber) => follow(id, subscriber)).pipe(
        share({ connector: () => new ReplaySubject<State>(1), resetOnComplete: false }),
      );
      shared.set(id, states);
      return states;
    },
    close: () => {
      deaf();
      for (const end of ends) end();
    },
  };
};
