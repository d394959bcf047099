import { reasonOf } from '../../../domain/errors.ts';
import type { Consumption, Delivery } from '../bus.ts';
import { retryDelayMs, type SettleableDelivery } from './settlement.ts';

/**
 * The loop of every consumer, whatever carries its messages: one batch after another, a throw naks
 * what it left, a drain waits for what is in hand. Adapters supply a source of batches.
 */

/** Where an adapter's batches come from. */
export interface BatchSource {
  /**
   * The next batch; waits for one. Undefined once the source is stopped. A rejection ends the
   * consumption with that error.
   */
  next(): Promise<readonly SettleableDelivery[] | undefined>;
  /** Stops pulling and makes a waiting `next` resolve undefined. */
  stop(): Promise<void>;
  /**
   * Resolves when everything handed over is settled, or when the bus would deliver the rest again
   * anyway.
   */
  settled(): Promise<unknown>;
  /** Lets go; called once after everything else. */
  close(): Promise<void>;
}

/** Handles one batch. */
export type BatchHandler = (batch: readonly Delivery[]) => Promise<void>;

const deliverBatch = async (
  batch: readonly SettleableDelivery[],
  handle: BatchHandler,
  onHandlerError: (error: unknown) => void,
): Promise<void> => {
  try {
    await handle(batch);
  } catch (error) {
    const reason = reasonOf(error);
    for (const delivery of batch) {
      if (!delivery.isSettled()) delivery.nak(retryDelayMs(delivery.attempt), reason);
    }
    onHandlerError(error);
  }
};

/** Starts the loop over a source. */
export const startConsumption = (
  source: BatchSource,
  handle: BatchHandler,
  onHandlerError: (error: unknown) => void,
): Consumption => {
  const run = async (): Promise<Error | undefined> => {
    try {
      for (let batch = await source.next(); batch !== undefined; batch = await source.next()) {
        if (batch.length > 0) await deliverBatch(batch, handle, onHandlerError);
      }
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(reasonOf(error));
    }
  };
  const ended = run().then(async (error) => {
    await source.settled();
    await source.close();
    return error;
  });
  return {
    ended,
    drain: async () => {
      await source.stop();
      await ended;
    },
  };
};

/** Counts what is handed over and not yet settled. */
export interface InFlight {
  take(count: number): void;
  settle(): void;
  /** Resolves the next time that nothing is in hand; at once when nothing is. */
  empty(): Promise<void>;
}

/** Starts at nothing in hand. */
export const countInFlight = (): InFlight => {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    take: (taken) => {
      count += taken;
    },
    settle: () => {
      count -= 1;
      if (count > 0) return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    empty: () => (count <= 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
  };
};
