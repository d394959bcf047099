import { debounce } from '../concurrency/delay.ts';

/**
 * How a process learns that it is to stop. The first SIGTERM or SIGINT aborts the signal, and what
 * has begun is ended in good order; a second one ends the process at once, with status 1, and so
 * does the time when the end takes too long.
 */
export interface StopSignals {
  /** Aborted by the first signal. */
  readonly asked: AbortSignal;
  /**
   * From now on the end may take so long, in milliseconds, from the moment that it is asked for.
   */
  limitEnd(timeMs: number): void;
}

/** What an end may take before a process knows its configuration. */
const unconfiguredMs = 10_000;

/** Listens from now on, for the life of the process. */
export const listenForStop = (): StopSignals => {
  const controller = new AbortController();
  let endMs = unconfiguredMs;
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(1);
    debounce(endMs, () => process.exit(1));
    controller.abort(new Error('the process was asked to stop'));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return {
    asked: controller.signal,
    limitEnd: (timeMs) => {
      endMs = timeMs;
    },
  };
};
