import { singleDelay } from '../../concurrency/delay.ts';
import { loopTurn } from '../../concurrency/turns.ts';
import type { QuotedPrice, RecordQuotedPrice } from '../../domain/analytics/quoted-price.ts';
import { isFailure } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Bus, OutgoingMessage } from '../bus/bus.ts';
import { createOutageLog, outlast } from '../bus/delivery/outage.ts';
import { encodeQuotedPrices } from '../codec/codec.ts';

/**
 * The way of prices given from the process that answered to the bus.
 *
 * An answer is noted in memory and never waits. Notes leave in batches, a message each, when a
 * batch is full or its first note has grown old; a message that may have been stored is sent again
 * under its id, so that it counts once. While the bus is away, notes wait up to a bound; what comes
 * beyond it is dropped and counted, and what a crash finds in memory is lost without being counted.
 * Prices given are for analysis: that some are missing hurts less than that a single answer waits.
 */
export interface QuotedPricePublisherOptions {
  readonly bus: Pick<Bus, 'publish'>;
  readonly metrics: Pick<Metrics['analytics'], 'givenPricesDropped'>;
  readonly log: Logger;
  /** Makes the id of a batch, another one each time. */
  readonly newId: () => string;
  /** Left out: 250 a message, a second, and 20,000 that wait. */
  readonly limits?: QuotedPriceLimits;
}

/**
 * How many prices are put into a message, how long the first waits for the others, and how many may
 * wait for the bus.
 */
export interface QuotedPriceLimits {
  readonly count: number;
  readonly ageMs: number;
  readonly held: number;
}

/** A running publisher. */
export interface QuotedPricePublisher {
  readonly note: RecordQuotedPrice;
  /** Publishes what is held; when the bus does not take it, it is dropped and counted. */
  stop(): Promise<void>;
}

const sizeOf = (batches: readonly (readonly QuotedPrice[])[]): number =>
  batches.reduce((sum, batch) => sum + batch.length, 0);

const isOutage = (error: unknown): boolean => isFailure(error, 'unavailable');

const usualLimits: QuotedPriceLimits = { count: 250, ageMs: 1_000, held: 20_000 };

/** Sends batches one after another; says how many prices it has not sent yet. */
const createSender = ({ bus, metrics, log, newId }: QuotedPricePublisherOptions) => {
  const stopping = new AbortController();
  const waiting: (readonly QuotedPrice[])[] = [];
  let held = 0;
  let publishing: Promise<void> | undefined;
  const { noteOutage, noteAnswer } = createOutageLog('bus', log);

  const drop = (prices: number, error: unknown): void => {
    metrics.givenPricesDropped.inc(prices);
    log.warn('analytics.prices.dropped', { price_count: prices, err: error });
  };

  /**
   * Publishes until the bus has it. Throws what the bus refuses, and any failure once it is to end.
   */
  const publish = async (message: OutgoingMessage): Promise<void> => {
    const rules = { isOutage, onOutage: noteOutage, stopping: stopping.signal };
    await outlast(rules, () => bus.publish([message]));
    noteAnswer();
  };

  const publishAll = async (): Promise<void> => {
    // The answer that fills a batch does not wait for its encoding.
    await loopTurn();
    for (let prices = waiting.shift(); prices !== undefined; prices = waiting.shift()) {
      try {
        await publish(encodeQuotedPrices({ id: newId(), prices }));
      } catch (error) {
        drop(prices.length, error);
        // At the end, what waits behind it has no better chance.
        if (stopping.signal.aborted) for (const others of waiting.splice(0)) drop(others.length, error);
      }
      held = sizeOf(waiting);
    }
    publishing = undefined;
  };

  return {
    held: () => held,
    send: (batch: readonly QuotedPrice[]): void => {
      waiting.push(batch);
      held += batch.length;
      publishing ??= publishAll();
    },
    /** Sends no longer than the bus takes it at once. */
    stop: () => stopping.abort(),
    idle: async () => publishing,
  };
};

/** Starts with nothing held. */
export const startQuotedPricePublisher = (options: QuotedPricePublisherOptions): QuotedPricePublisher => {
  const { metrics, limits = usualLimits } = options;
  const sender = createSender(options);
  let gathering: QuotedPrice[] = [];

  const seal = (): void => {
    ageing.cancel();
    if (gathering.length === 0) return;
    sender.send(gathering);
    gathering = [];
  };
  const ageing = singleDelay(limits.ageMs, seal);

  return {
    note: (price) => {
      if (sender.held() + gathering.length >= limits.held) {
        metrics.givenPricesDropped.inc();
        return;
      }
      if (gathering.push(price) >= limits.count) seal();
      else ageing.start();
    },
    stop: async () => {
      sender.stop();
      seal();
      await sender.idle();
    },
  };
};
