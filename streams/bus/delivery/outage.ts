import { sleep } from '../../../concurrency/delay.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { outagePauseMs } from './backoff.ts';

/** How an outage of a dependency is told from a refusal, and for how long it is waited out. */
export interface OutageRules {
  readonly isOutage: (error: unknown) => boolean;
  /** Called with each failure that is an outage. */
  readonly onOutage?: (error: unknown) => void;
  /** Once it is aborted, an outage is thrown. */
  readonly stopping: AbortSignal;
}

/** Does the work, again while there is an outage. Throws refusals, and the outage at a stop. */
export const outlast = async <T>({ isOutage, onOutage, stopping }: OutageRules, work: () => Promise<T>): Promise<T> => {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      onOutage?.(error);
      if (stopping.aborted) throw error;
      await sleep(outagePauseMs(failures), stopping);
    }
  }
};

/** Logs an outage once, and its end. */
export const createOutageLog = (store: string, log: Logger) => {
  let isAway = false;
  return {
    noteOutage: (error: unknown): void => {
      if (!isAway) log.warn('store.unavailable', { store, err: error });
      isAway = true;
    },
    noteAnswer: (): void => {
      if (isAway) log.info('store.recovered', { store });
      isAway = false;
    },
  };
};

/** How a batch is applied, and what becomes of an item that is refused. */
export interface Halving<T> {
  readonly apply: (part: readonly T[]) => Promise<void>;
  readonly isOutage: (error: unknown) => boolean;
  readonly refuse: (item: T, error: unknown) => void;
}

/**
 * Applies a batch at once, or halved until what is refused stands alone. Throws outages, which say
 * nothing of the batch.
 */
export const applyInHalves = async <T>(batch: readonly T[], halving: Halving<T>): Promise<void> => {
  const [first, second] = batch;
  if (first === undefined) return;
  try {
    await halving.apply(batch);
  } catch (error) {
    if (halving.isOutage(error)) throw error;
    if (second === undefined) return halving.refuse(first, error);
    const middle = Math.ceil(batch.length / 2);
    await applyInHalves(batch.slice(0, middle), halving);
    await applyInHalves(batch.slice(middle), halving);
  }
};
