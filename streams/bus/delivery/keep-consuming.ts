import { after, sleep } from '../../../concurrency/delay.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Bus, ConsumerOptions, Consumption } from '../bus.ts';
import { outagePauseMs } from './backoff.ts';
import type { BatchHandler } from './consumption.ts';

/** What to consume, and with what. */
export interface KeepConsumingOptions {
  readonly bus: Bus;
  readonly consumer: ConsumerOptions;
  readonly handle: BatchHandler;
  readonly log: Logger;
}

/**
 * A consumer that has held for so long is well, even when nothing came; longer than the longest
 * pause.
 */
const steadyMs = 10_000;

/**
 * Consumes until stopped: a bus that is away when the consumer is made, or a consumer that ends
 * with an error, is met by another try after a back-off. It grows with failures in a row: what was
 * received in between, or a consumer that has held for a while, makes the next failure a first one.
 * `stop` drains.
 */
export const keepConsuming = ({ bus, consumer, handle, log }: KeepConsumingOptions): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  let consumption: Consumption | undefined;
  let failures = 0;

  const noteSuccess = (): void => {
    failures = 0;
  };

  const handleBatch: BatchHandler = (batch) => {
    noteSuccess();
    return handle(batch);
  };

  const consumeOnce = async (): Promise<void> => {
    consumption = await bus.consume(consumer, handleBatch);
    const cancel = after(steadyMs, noteSuccess);
    try {
      if (stopping.signal.aborted) await consumption.drain();
      const error = await consumption.ended;
      if (error !== undefined) throw error;
    } finally {
      cancel();
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await consumeOnce();
      } catch (error) {
        failures += 1;
        log.warn('store.unavailable', { store: 'bus', durable: consumer.durable, err: error });
        await sleep(outagePauseMs(failures), stopping.signal);
      }
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await consumption?.drain();
      await running;
    },
  };
};
