import { debounce } from '../../concurrency/delay.ts';

/** Watches whether an actor is idle. */
export interface IdleWatch {
  /** A turn has ended: the time starts again. */
  touch(): void;
  cancel(): void;
}

/**
 * Calls `stop` when there was no turn for the time and nothing keeps the actor busy. The check and
 * the stop are one step, so a message is either accepted before it, and then the actor is not idle,
 * or is answered `stopped`.
 *
 * @param isIdle asked when the time is over; when it says no, the time starts again
 */
export const watchIdle = (idleMs: number, isIdle: () => boolean, stop: () => void): IdleWatch => {
  const quiet = debounce(idleMs, () => {
    if (isIdle()) stop();
    else quiet.restart();
  });
  return { touch: quiet.restart, cancel: quiet.cancel };
};
