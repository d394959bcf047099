import { withDeadline } from './deadline.ts';

/** State that is loaded as a whole, again and again. */
export interface LatestLoad {
  /** What is loaded; stands in the log when it is late. */
  readonly what: string;
  /** The longest that one load may take, in milliseconds. */
  readonly deadlineMs: number;
  /**
   * Reads, and returns what puts the result in force; that is called at once, or never when the
   * load was too late or failed. So a late answer cannot take the place of a newer one.
   */
  readonly load: (signal: AbortSignal) => Promise<() => void>;
}

/**
 * Makes the function that loads. It resolves when a load that began after the call is in force, so
 * a caller that has stored a change sees it after the call. One load runs at a time; all who call
 * meanwhile share the next. A load that hangs fails at its deadline and the next one begins.
 *
 * The function rejects with `unavailable` at the deadline, otherwise with what the load throws.
 */
export const createLatestLoad = ({ what, deadlineMs, load }: LatestLoad): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const once = async (): Promise<void> => {
    try {
      const putInForce = await withDeadline({ what, ms: deadlineMs }, load);
      putInForce();
    } finally {
      running = undefined;
    }
  };
  const begin = (): Promise<void> => {
    next = undefined;
    running = once();
    return running;
  };
  return () => {
    if (running === undefined) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
};
