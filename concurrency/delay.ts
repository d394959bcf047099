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

/** A delay of which at most one is under way. */
export interface SingleDelay {
  /** Begins it; changes nothing when it is under way. */
  start(): void;
  cancel(): void;
}

/** Calls `fire` each time that the delay has passed since it was started. */
export const singleDelay = (delayMs: number, fire: () => void): SingleDelay => {
  let cancelTimer: (() => void) | undefined;
  return {
    start: () => {
      cancelTimer ??= after(delayMs, () => {
        cancelTimer = undefined;
        fire();
      });
    },
    cancel: () => {
      cancelTimer?.();
      cancelTimer = undefined;
    },
  };
};

/** A delay that can be begun anew, which costs next to nothing. */
export interface RestartableDelay {
  /** The whole delay counts from now. */
  restart(): void;
  cancel(): void;
}

/**
 * Calls `fire` once when the delay has passed since it was begun for the last time, without keeping
 * the process alive. It may be begun anew after it has fired, too.
 *
 * @param delayMs one that is longer than a timer takes counts as the longest, 24.8 days
 */
export const debounce = (delayMs: number, fire: () => void): RestartableDelay => {
  const timer = setTimeout(fire, Math.min(delayMs, longestTimerMs)).unref();
  return { restart: () => timer.refresh(), cancel: () => clearTimeout(timer) };
};

/**
 * Calls `tick` again and again, so many milliseconds apart, without keeping the process alive, and
 * returns a function that ends it. For what is done within the call; `periodic.ts` is for the rest.
 */
export const every = (intervalMs: number, tick: () => void): (() => void) => {
  const timer = setInterval(tick, intervalMs).unref();
  return () => clearInterval(timer);
};

/**
 * Waits for work, but no longer than a time, and not at all once `cutShort` is aborted, where it is
 * given. Leaves no timer or listener behind.
 *
 * @returns whether the work ended; when not, it continues and its result is ignored
 * @throws what the work rejects with while it is waited for
 */
export const settlesWithin = (work: Promise<unknown>, timeMs: number, cutShort?: AbortSignal): Promise<boolean> => {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const giveUp = () => resolve(false);
  const cancelTimer = after(timeMs, giveUp);
  cutShort?.addEventListener('abort', giveUp);
  // A turn of the loop later, so that work which needs no waiting still counts as ended.
  if (cutShort?.aborted) setImmediate(giveUp);
  work.then(() => resolve(true), reject);
  return promise.finally(() => {
    cancelTimer();
    cutShort?.removeEventListener('abort', giveUp);
  });
};

/** Waits for the time, however long; resolves early when the signal is aborted. Never rejects. */
export const sleep = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = after(delayMs, end);
    signal.addEventListener('abort', end);
  });
