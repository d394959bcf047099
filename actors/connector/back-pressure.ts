import { withDeadline } from '../../concurrency/deadline.ts';
import { backoffMs } from '../../domain/backoff.ts';
import { isFailure } from '../../domain/errors.ts';

/**
 * Keeps connectors from running ahead of what is written: before a page is fetched, the
 * observations that still wait to be applied must be few. A normalizer that is slow or away thus
 * slows fetching down and finally stops it; the supplier's data is not lost by that, only asked for
 * later, and then it is younger.
 *
 * A page that can wait has room when hardly anything waits to be applied or to be matched: look-ups
 * that nobody waits for give way to a walk that is being written, and the prices and stocks of a
 * walk to its parts becoming products. They cannot wait for ever: whoever asks says when it
 * presses, and is asked again and again.
 *
 * While the bus is away there is no room. Pages wait here until it is back instead of failing, so
 * that an outage of ours is not taken for one of the supplier, and its end is noticed within
 * seconds.
 */

/** Limits of back-pressure. */
export interface BackPressureOptions {
  /**
   * Observations published and not yet applied. Rejects with `unavailable` when the bus does not
   * say; that is waited out.
   */
  readonly backlog: () => Promise<number>;
  /** The most that may wait when a page is fetched. */
  readonly limit: number;
  /** Offers applied and not yet matched, counted up to so many. */
  readonly unmatched: (atMost: number) => Promise<number>;
  /** The most of both that may wait when a page is fetched that can wait. */
  readonly patientLimit: number;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1, so that credentials do not ask as one when the bus is back. */
  readonly random: () => number;
}

/** A page that is to be fetched. */
export interface WaitingPage {
  /** Whether it cannot wait; left out: it cannot. What it rejects with is passed on. */
  readonly isPressing?: (() => Promise<boolean>) | undefined;
  /** Told whether the page is kept waiting by more than it gives way to by itself. */
  readonly onHeldUp?: (isHeldUp: boolean) => void;
}

/**
 * Resolves when there is room for another page; rejects with the signal's reason when aborted, and
 * for a fault of ours.
 */
export type AwaitCapacity = (signal: AbortSignal, page?: WaitingPage) => Promise<void>;

const lookAgainMs = 50;

/** Of a page that can wait: whether it presses is a question to the store. */
const patientLookAgainMs = 1_000;

/** How long the bus may take to tell the backlog. */
const lookDeadlineMs = 15_000;

/** Pauses while the bus is away. */
const away = { initialMs: 250, maxMs: 2_000 } as const;

/** Makes the gate that every page passes first. */
export const createBackPressure = (options: BackPressureOptions): AwaitCapacity => {
  const { backlog, limit, unmatched, patientLimit, pause, random } = options;
  const readLag = (owner: AbortSignal): Promise<number> =>
    withDeadline({ what: 'the backlog of observations', ms: lookDeadlineMs, owner }, backlog);

  /** Undefined while the bus is away. */
  const tryReadLag = async (owner: AbortSignal): Promise<number | undefined> => {
    try {
      return await readLag(owner);
    } catch (error) {
      if (owner.aborted || !isFailure(error, 'unavailable')) throw error;
      return undefined;
    }
  };

  const awaitRoom: AwaitCapacity = async (signal, { isPressing, onHeldUp } = {}) => {
    const isCalm = async (waiting: number): Promise<boolean> =>
      waiting <= patientLimit && waiting + (await unmatched(patientLimit + 1)) <= patientLimit;
    const hasRoom = async (waiting: number): Promise<boolean> =>
      waiting <= limit && (isPressing === undefined || (await isCalm(waiting)) || (await isPressing()));
    const againMs = isPressing === undefined ? lookAgainMs : patientLookAgainMs;
    for (let failures = 0; ; ) {
      const waiting = await tryReadLag(signal);
      if (waiting !== undefined && (await hasRoom(waiting))) return;
      onHeldUp?.(waiting === undefined || waiting > limit);
      failures = waiting === undefined ? failures + 1 : 0;
      await pause(failures === 0 ? againMs : backoffMs(failures, away, random()), signal);
    }
  };
  return awaitRoom;
};
