import { fromEventPattern } from 'rxjs';
import { followed } from '../../concurrency/followed.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import type { Teardown } from './teardown.ts';

/** What every process keeps in memory of the database, and puts in force as a whole. */
interface StoredState {
  /** Stands in the log when a read is late. */
  readonly what: string;
  /** Tells every process that it has changed; nothing is in it. */
  readonly subject: string;
  /** What was stored before the call is in force when it resolves. */
  readonly refresh: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** How often a process looks by itself: signals may be lost. */
const everyMs = 3_000;

/** Longer than two loads may take: the one that is running, and the one that waits for it. */
const deadlineMs = 25_000;

/**
 * Loads the state and follows its changes. Rejects when it cannot be read.
 *
 * @returns puts a change that has been stored in force here, and tells the other processes
 */
export const followStored = async (
  { bus, teardown }: { readonly bus: Bus; readonly teardown: Teardown },
  { what, subject, refresh, onError }: StoredState,
): Promise<() => Promise<void>> => {
  await refresh();
  const signals = fromEventPattern(
    (listener) => bus.onSignal(subject, listener),
    (_listener, unsubscribe: () => void) => unsubscribe(),
  );
  const following = followed({ what, read: refresh, deadlineMs, signals, everyMs, onError }).subscribe();
  teardown.add(what, async () => following.unsubscribe());
  return async () => {
    bus.signal(subject, new Uint8Array());
    // The change is stored already, so its author gets no failure: the next refresh applies it.
    await refresh().catch(onError);
  };
};
