/** The longest delay that a Node timer takes; a longer one would fire at once. 24.8 days. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * Calls `fire` once after the delay, however long that is, and returns a function that prevents it.
 *
 * @param delayMs a negative delay counts as none, an infinite one never ends
 * @throws RangeError when the delay is not a number
 */
export const after = (delayMs: number, fire: () => void): (() => void) => {
  if (Number.isNaN(delayMs)) throw new RangeError('a delay must be a number of milliseconds');
  let timer: NodeJS.Timeout;
  const wait = (remainingMs: number): void => {
    const stepMs = Math.min(remainingMs, longestTimerMs);
    timer = setTimeout(() => (remainingMs > stepMs ? wait(remainingMs - stepMs) : fire()), stepMs);
  };
  wait(delayMs);
  return () => clearTimeout(timer);
};

/**
 * Waits for work, but no longer than a time, and not at all once `cutShort` is aborted. Leaves no timer or listener behind.
 *
 * @returns whether the work ended; when not, it goes on and nobody looks at its result
 * @throws what the work rejects with while it is waited for
 */
export const endsWithin = (work: Promise<unknown>, timeMs: number, cutShort: AbortSignal): Promise<boolean> => {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const giveUp = () => resolve(false);
  const cancelTimer = after(timeMs, giveUp);
  cutShort.addEventListener('abort', giveUp);
  // A turn of the loop later, so that work which needs no waiting still counts as ended.
  if (cutShort.aborted) setImmediate(giveUp);
  work.then(() => resolve(true), reject);
  return promise.finally(() => {
    cancelTimer();
    cutShort.removeEventListener('abort', giveUp);
  });
};
