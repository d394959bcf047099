import { sleep } from '../../concurrency/delay.ts';
import { isFailure, reasonOf } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';

/** A store that a start waits for. */
export interface AwaitedStore {
  /** As operators know it. */
  readonly name: string;
  /** The variable that says where it is. */
  readonly setting: string;
}

/** How long a start waits for each store, and who is told. */
export interface Patience {
  /** In milliseconds; 0: not at all. */
  readonly waitMs: number;
  readonly log: Logger;
  /** Tells people a line. */
  readonly say: (line: string) => void;
  /** Aborted when the start is given up. */
  readonly asked: AbortSignal;
}

const firstPauseMs = 250;
const longestPauseMs = 2_000;

/** From one line to the next while the reason stays the same. */
const sayEveryMs = 60_000;

/**
 * Opens a store. While it does not answer it is tried again, and what is waited for is said: at
 * first, whenever the reason is another, and once a minute. Throws the last error when the time is
 * over, every error but `unavailable` at once, and the signal's reason when the start is given up.
 */
export const awaitStore = async <Opened>(
  { name, setting }: AwaitedStore,
  { waitMs, log, say, asked }: Patience,
  open: () => Promise<Opened>,
): Promise<Opened> => {
  const begun = performance.now();
  let said = { reason: '', at: begun };
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await open();
    } catch (error) {
      const now = performance.now();
      if (!isFailure(error, 'unavailable') || now - begun >= waitMs) throw error;
      const reason = reasonOf(error);
      if (reason !== said.reason || now - said.at >= sayEveryMs) {
        said = { reason, at: now };
        log.warn('service.waiting', { store: name, waitedMs: Math.round(now - begun), reason });
        say(`waiting for ${name} (${setting}): ${reason}`);
      }
      await sleep(Math.min(pauseMs, waitMs - (now - begun)), asked);
      asked.throwIfAborted();
    }
  }
};
