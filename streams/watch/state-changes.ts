import { defer, finalize, type Observable, Subject } from 'rxjs';
import type { Bus } from '../bus/bus.ts';

/**
 * Changes of things that are worked on: estimates, jobs. Whoever works on one stores its new state,
 * then publishes it: watchers in the same process get the state itself, from a subject of that
 * thing; those in others hear the signal `state.{kind}.{id}` with the new version, and read the
 * store. A signal without a version says that something may have changed. Signals may be lost.
 */

/** Something that is watched. */
export interface Watchable {
  readonly id: string;
  /** Grows with every change. */
  readonly version: number;
}

/** A change that was heard of. */
export interface StateChange<State> {
  /** Undefined: not said. */
  readonly version: number | undefined;
  /** Undefined: published in another process, or not by whoever works on it. */
  readonly state: State | undefined;
}

/** The changes of one kind of things in a process. */
export interface StateChanges<State extends Watchable> {
  /** The name of the kind, the second word of the signals' subject. */
  readonly kind: string;
  /** Publishes what has just been stored. */
  publish(state: State): void;
  /** Tells watchers in every process that there is another state, which they must read. */
  signal(id: string, version?: number): void;
  /** The changes of one thing, in whatever order they are heard of. */
  of(id: string): Observable<StateChange<State>>;
  /** Begins to hear of changes in other processes; returns how to stop. */
  listen(): () => void;
}

const versionIn = (payload: Uint8Array): number | undefined =>
  payload.length === 0 ? undefined : Number(Buffer.from(payload).toString());

/** Makes the changes of a kind over the bus. */
export const createStateChanges = <State extends Watchable>(
  bus: Pick<Bus, 'signal' | 'onSignal'>,
  kind: string,
): StateChanges<State> => {
  const subjects = new Map<string, Subject<StateChange<State>>>();
  const prefix = `state.${kind}.`;
  const signal = (id: string, version?: number): void =>
    bus.signal(prefix + id, Buffer.from(version === undefined ? '' : String(version)));
  return {
    kind,
    signal,
    publish: (state) => {
      const { id, version } = state;
      subjects.get(id)?.next({ version, state });
      signal(id, version);
    },
    of: (id) =>
      defer(() => {
        const ofId = subjects.get(id) ?? new Subject<StateChange<State>>();
        subjects.set(id, ofId);
        return ofId.pipe(finalize(() => !ofId.observed && subjects.delete(id)));
      }),
    listen: () =>
      bus.onSignal(`${prefix}*`, (subject, payload) =>
        subjects.get(subject.slice(prefix.length))?.next({ version: versionIn(payload), state: undefined }),
      ),
  };
};
