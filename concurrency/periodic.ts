import { withDeadline } from './deadline.ts';
import { after } from './delay.ts';

/** Work that is done again and again. */
export interface PeriodicWork {
  /** What is done; stands in the log when it is late. */
  readonly what: string;
  /** From the end of one time to the start of the next, in milliseconds. */
  readonly everyMs: number;
  /** Whether the first time is now; left out: after an interval. */
  readonly isDueNow?: boolean;
  /**
   * The longest that one time may take, in milliseconds; then its signal is aborted and it has
   * failed.
   */
  readonly deadlineMs: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Work that is done again and again, while it is. */
export interface Periodic {
  /**
   * Nothing is begun afterwards. Aborts the signal of what is under way and waits for its end, but
   * no longer than its deadline; work that must be finished does not heed the signal.
   */
  stop(): Promise<void>;
}

/**
 * Does the work again and again, an interval apart, whatever fails. One time begins only after the
 * one before has ended or has overrun its deadline, so work that hangs costs one interval and one
 * deadline, never the work itself.
 */
export const startPeriodic = (periodic: PeriodicWork): Periodic => {
  const { what, everyMs, isDueNow = false, deadlineMs, work, onError } = periodic;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const plan = (waitMs: number) =>
    after(waitMs, () => {
      running = once();
    });
  const once = async (): Promise<void> => {
    try {
      await withDeadline({ what, ms: deadlineMs }, (late) => work(AbortSignal.any([late, stopping.signal])));
    } catch (error) {
      if (!stopping.signal.aborted) onError(error);
    }
    if (!stopping.signal.aborted) cancel = plan(everyMs);
  };
  let cancel = plan(isDueNow ? 0 : everyMs);
  return {
    stop: async () => {
      stopping.abort(new Error('stopped'));
      cancel();
      await running;
    },
  };
};
