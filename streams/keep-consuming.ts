import type { BatchHandler } from '../domain/bus/consumption.ts';
import type { Bus, ConsumerOptions, Consumption } from '../domain/ports.ts';
import type { Logger } from '../telemetry/logger.ts';
import { backoffMs, sleep } from './sleep.ts';

/** What to consume, and with what. */
export interface KeepConsumingOptions {
  readonly bus: Bus;
  readonly consumer: ConsumerOptions;
  readonly handle: BatchHandler;
  readonly log: Logger;
}

/**
 * Consumes until stopped: a bus that is away when the consumer is made, or a consumer that ends with an error, is met by
 * another try after a back-off. `stop` drains.
 */
export const keepConsuming = ({ bus, consumer, handle, log }: KeepConsumingOptions): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  let consumption: Consumption | undefined;

  const consumeOnce = async (): Promise<void> => {
    consumption = await bus.consume(consumer, handle);
    if (stopping.signal.aborted) await consumption.drain();
    const error = await consumption.ended;
    if (error !== undefined) throw error;
  };

  const run = async (): Promise<void> => {
    for (let failures = 1; !stopping.signal.aborted; failures += 1) {
      try {
        await consumeOnce();
      } catch (error) {
        log.warn('store.unavailable', { store: 'bus', durable: consumer.durable, err: error });
        await sleep(backoffMs(failures), stopping.signal);
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
