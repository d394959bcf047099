/**
 * A signal for one waiter: one side waits, the other notifies. A notification without a waiter is
 * kept for the next wait.
 */
export interface WakeSignal {
  notify(): void;
  /** Resolves at the next notification or after this many milliseconds. */
  wait(ms: number): Promise<void>;
}

/** Waits; resolves early when the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Makes a signal for one waiter. */
export const createWakeSignal = (sleep: Sleep): WakeSignal => {
  let rung = false;
  let abort: AbortController | undefined;
  return {
    notify: () => {
      rung = true;
      abort?.abort();
    },
    wait: async (ms) => {
      if (!rung) {
        abort = new AbortController();
        await sleep(ms, abort.signal);
        abort = undefined;
      }
      rung = false;
    },
  };
};
