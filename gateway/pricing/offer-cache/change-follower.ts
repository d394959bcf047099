import { withDeadline } from '../../../concurrency/deadline.ts';
import { createLatestLoad } from '../../../concurrency/latest-load.ts';
import type { ChangeMark, OfferChangeFeed, OfferChanges } from '../../../domain/offers/ports.ts';

/**
 * Follows what changes of offers, so that a cache need not check each offer. What was kept when the
 * last look was sent, and is not among what that look has brought, is as it was at that moment.
 *
 * Each look asks for what was committed since the one before. When the feed could not be asked for
 * half a minute, what was missed may have been deleted from it: everything is forgotten, and
 * following begins anew. Changes are deleted when they are a minute old, by any process that
 * follows; every other one has seen them by then or forgets everything.
 */
export interface ChangeFollower {
  /**
   * Looks at what has changed. What was committed before the call is followed when it resolves.
   * Rejects with what the store throws or the listener rejects with, `unavailable` when either
   * hangs; the next look then brings the same again.
   */
  catchUp(): Promise<void>;
  /** When the last look was sent that succeeded; -Infinity before the first. */
  followedAtMs(): number;
  /**
   * Deletes changes from the feed that everybody has seen. Rejects with what the store throws,
   * `unavailable` when it hangs.
   */
  forgetSeen(): Promise<void>;
}

/** The feed, and who listens. */
export interface ChangeFollowerOptions {
  readonly store: Pick<OfferChangeFeed, 'mark' | 'changesSince' | 'forget'>;
  /** Called with what has changed. */
  readonly onChanges: (changes: Pick<OfferChanges, 'offers' | 'credentials'>, signal: AbortSignal) => Promise<void>;
  /** Called when anything may have changed. */
  readonly onRestart: () => void;
  /** A clock that never goes back, in milliseconds. */
  readonly nowMs: () => number;
}

/** After a longer gap following begins anew. */
const maxGapMs = 30_000;
/** Changes are kept for so long: longer than any gap, and the time that a look takes, together. */
const changesKeptMs = 60_000;
/** The longest that one question to the feed may take, all that is read for its answer included. */
const deadlineMs = 5_000;

/** What a look has found: the mark to go on from, and whether anything may have changed. */
interface Found {
  readonly mark: ChangeMark;
  readonly isNew: boolean;
}

interface ChangeRead {
  readonly mark: ChangeMark;
  readonly sentAtMs: number;
}

/** Has not looked yet. */
export const createChangeFollower = (options: ChangeFollowerOptions): ChangeFollower => {
  const { store, onChanges, onRestart, nowMs } = options;
  let last: ChangeRead | undefined;
  /** Looks of the last minute and the one before it, the oldest first. */
  const past: ChangeRead[] = [];

  const begin = async (signal: AbortSignal): Promise<Found> => ({
    mark: await store.mark({ signal }),
    isNew: true,
  });

  const goOnFrom = async (before: ChangeMark, signal: AbortSignal): Promise<Found> => {
    const changes = await store.changesSince(before, { signal });
    signal.throwIfAborted();
    if (!changes.isCutShort) await onChanges(changes, signal);
    return { mark: changes.mark, isNew: changes.isCutShort };
  };

  const readChanges = async (signal: AbortSignal): Promise<() => void> => {
    const sentAtMs = nowMs();
    const isLost = last === undefined || sentAtMs - last.sentAtMs > maxGapMs;
    const { mark, isNew } = await (last === undefined || isLost ? begin(signal) : goOnFrom(last.mark, signal));
    return () => {
      if (isNew) onRestart();
      last = { mark, sentAtMs };
    };
  };

  return {
    catchUp: createLatestLoad({ what: 'changes of offers', deadlineMs, load: readChanges }),

    followedAtMs: () => last?.sentAtMs ?? Number.NEGATIVE_INFINITY,

    forgetSeen: async () => {
      if (last !== undefined && past.at(-1) !== last) past.push(last);
      const seen = past.findLast(({ sentAtMs }) => nowMs() - sentAtMs > changesKeptMs);
      if (seen === undefined) return;
      // Those before it are not needed any more, even when the store does not answer.
      past.splice(0, past.indexOf(seen));
      await withDeadline({ what: 'deletion of seen changes', ms: deadlineMs }, (signal) =>
        store.forget(seen.mark, { signal }),
      );
      past.splice(0, past.indexOf(seen) + 1);
    },
  };
};
