import { every } from '../../concurrency/delay.ts';
import { projectedSubjects } from '../../domain/analytics/event-row.ts';
import type { AnalyticsWriter } from '../../domain/analytics/ports.ts';
import { reasonOf } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Bus, ConsumerOptions, Delivery } from '../bus/bus.ts';
import { keepConsuming } from '../bus/delivery/keep-consuming.ts';
import { streamSubjects } from '../bus/delivery/topology.ts';
import { type BatchLimits, createBatches } from './batches.ts';
import { readMessage } from './read-message.ts';
import { createRowWriting, type DeliveredRows, setAside } from './write-rows.ts';

/**
 * The analytical projection: what travels on the bus becomes rows, through durables of its own,
 * which begin with everything that the streams still hold.
 *
 * Messages are gathered into batches, because the engine takes ten thousand rows about as fast as
 * ten. A message is acknowledged after its rows are on disk, so it is delivered again after a crash
 * anywhere, and its rows, written again, count once by the id of the message. Any number of
 * processes may project at a time. While the engine is away, batches in hand wait and pulling
 * stops; the bus keeps what comes meanwhile, as long as its streams hold it. While the bus is away,
 * nothing comes. Nothing else in the service waits for the projection.
 */
export interface ProjectionOptions {
  readonly bus: Bus;
  readonly writer: AnalyticsWriter;
  readonly metrics: Metrics;
  readonly log: Logger;
  /**
   * Messages to a batch, and how old one grows. Left out: as many as make about 5,000 rows, or a
   * second.
   */
  readonly limits?: BatchLimits;
}

/** Of messages with a row each, and of messages with hundreds. */
const singles: BatchLimits = { count: 5_000, ageMs: 1_000 };
const hundreds: BatchLimits = { count: 20, ageMs: 1_000 };

/**
 * Room for a batch that is written, one that is gathered and what is on its way. What is held is
 * kept alive, so the wait is only how soon another process gets what a dead one had. Only crashes
 * use up deliveries.
 */
const reading = { batch: 500, maxUnsettled: 15_000, ackWaitMs: 10_000, maxDeliveries: 1_000 } as const;
const readingLarge = { ...reading, batch: 20, maxUnsettled: 60, limits: hundreds } as const;

interface ProjectedStream extends ConsumerOptions {
  readonly limits: BatchLimits;
}

/** What it reads. */
export const projectionConsumers: readonly ProjectedStream[] = [
  { ...reading, stream: 'OBSERVATIONS', durable: 'analytics-observations', limits: singles },
  { ...readingLarge, stream: 'CONFIRMATIONS', durable: 'analytics-confirmations' },
  { ...reading, stream: 'EVENTS', durable: 'analytics-events', subjects: projectedSubjects, limits: singles },
  { ...readingLarge, stream: 'PRICES', durable: 'analytics-prices' },
];

/**
 * Starts projecting. `stop` writes what is in hand, or gives it back while the engine does not
 * answer.
 */
export const startProjection = (options: ProjectionOptions): { stop(): Promise<void> } => {
  const running = projectionConsumers.map((consumer) => startConsumer(consumer, options));
  return {
    stop: async () => {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
};

const startConsumer = (
  { limits: usualLimits, ...consumer }: ProjectedStream,
  options: ProjectionOptions,
): { stop(): Promise<void> } => {
  const { bus, writer, metrics, log, limits = usualLimits } = options;
  const stopping = new AbortController();
  const write = createRowWriting({ writer, metrics: metrics.analytics, log, stopping: stopping.signal });
  const batches = createBatches<DeliveredRows>(limits, write);

  // From zero, so that the first error is a rise.
  for (const topic of consumer.subjects ?? streamSubjects[consumer.stream])
    metrics.analytics.ingestionErrors.inc({ topic }, 0);

  const receive = (delivery: Delivery): readonly DeliveredRows[] => {
    try {
      const projected = readMessage(delivery);
      if (projected !== undefined) return [{ delivery, projected }];
      delivery.ack();
    } catch (error) {
      setAside(delivery, reasonOf(error), { metrics: metrics.analytics, log });
    }
    return [];
  };

  const stopKeepingAlive = every(consumer.ackWaitMs / 3, () => {
    for (const { delivery } of batches.held()) delivery.working();
  });
  const consuming = keepConsuming({ bus, consumer, log, handle: (batch) => batches.add(batch.flatMap(receive)) });
  return {
    stop: async () => {
      stopping.abort();
      const stopped = consuming.stop();
      await batches.flush();
      await stopped;
      await batches.flush();
      stopKeepingAlive();
    },
  };
};
