import type { ChangeMark, KeptOfferStore, OfferChanges } from '../../domain/ports.ts';

/**
 * Follows what changes of offers, so that whoever keeps them need not ask of each. What was kept when the last look was sent, and is
 * not among what that look has brought, is as it was at that moment.
 *
 * Each look asks for what was committed since the one before. When the feed could not be asked for half a minute, what was missed
 * may have been deleted from it: everything is forgotten, and following begins anew. Changes are deleted when they are a minute
 * old, by any process that follows; every other one has seen them by then or forgets everything.
 */
export interface ChangeFollower {
  /**
   * Looks at what has changed. What was committed before the call is followed when it resolves. Rejects with what the store throws or
   * the listener rejects with; the next look then brings the same again.
   */
  catchUp(): Promise<void>;
  /** When the last look was sent that succeeded; -Infinity before the first. */
  followedAtMs(): number;
  /** Deletes changes from the feed that everybody has seen. Rejects with what the store throws. */
  forgetSeen(): Promise<void>;
}

/** The feed, and who listens. */
export interface ChangeFollowerOptions {
  readonly store: Pick<KeptOfferStore, 'mark' | 'changesSince' | 'forget'>;
  /** Told what has changed. */
  readonly onChanges: (changes: Pick<OfferChanges, 'offers' | 'credentials'>) => Promise<void>;
  /** Told that anything may have changed. */
  readonly onRestart: () => void;
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs: () => number;
}

/** After a longer gap following begins anew. */
const maxGapMs = 30_000;
/** Changes are kept for so long: longer than any gap, and the time that a look takes, together. */
const keptMs = 60_000;
const deadlineMs = 5_000;

interface Look {
  readonly mark: ChangeMark;
  readonly sentAtMs: number;
}

/** Has not looked yet. */
export const createChangeFollower = (options: ChangeFollowerOptions): ChangeFollower => {
  const { store, onChanges, onRestart, nowMs } = options;
  let last: Look | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  /** Looks of the last minute and the one before it, the oldest first. */
  const past: Look[] = [];

  const begin = async (signal: AbortSignal): Promise<ChangeMark> => {
    const mark = await store.mark({ signal });
    onRestart();
    return mark;
  };

  const goOnFrom = async (before: ChangeMark, signal: AbortSignal): Promise<ChangeMark> => {
    const changes = await store.changesSince(before, { signal });
    if (changes.isCutShort) onRestart();
    else await onChanges(changes);
    return changes.mark;
  };

  const look = async (): Promise<void> => {
    const sentAtMs = nowMs();
    const signal = AbortSignal.timeout(deadlineMs);
    const isLost = last === undefined || sentAtMs - last.sentAtMs > maxGapMs;
    const mark = await (last === undefined || isLost ? begin(signal) : goOnFrom(last.mark, signal));
    last = { mark, sentAtMs };
  };

  const run = (): Promise<void> => {
    running = look().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    // A look that is under way may have been sent before the change that the caller knows of, so it waits for the next one.
    catchUp: () => {
      if (running === undefined) return run();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return run();
        });
      return next;
    },

    followedAtMs: () => last?.sentAtMs ?? Number.NEGATIVE_INFINITY,

    forgetSeen: async () => {
      if (last !== undefined && past.at(-1) !== last) past.push(last);
      const seen = past.findLast(({ sentAtMs }) => nowMs() - sentAtMs > keptMs);
      if (seen === undefined) return;
      await store.forget(seen.mark, { signal: AbortSignal.timeout(deadlineMs) });
      past.splice(0, past.indexOf(seen) + 1);
    },
  };
};
