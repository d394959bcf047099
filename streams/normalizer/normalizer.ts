import { every, sleep } from '../../concurrency/delay.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { isFailure, reasonOf } from '../../domain/errors.ts';
import type { ApplyOutcome, ObservationStore } from '../../domain/ingestion/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { commonCause, enterTrace } from '../../telemetry/tracing.ts';
import type { Bus, ConsumerOptions, Delivery } from '../bus/bus.ts';
import { outagePauseMs } from '../bus/delivery/backoff.ts';
import { keepConsuming } from '../bus/delivery/keep-consuming.ts';
import { traceparentHeader } from '../codec/codec.ts';
import { groupBySource, type ReceivedObservation, receive, type SourceGroup } from './receive.ts';

/**
 * The normalizer: writes what suppliers said into offers, views, history and events, through the
 * durable `normalizer`.
 *
 * A batch is applied at once. When it cannot be applied, because one observation in it is bad, it
 * is halved until the bad one stands alone and goes to the dead letters; all others are applied.
 * While the store does not answer, the batch in hand is kept and tried again for as long as it
 * takes: a long outage costs no delivery and kills no message. A message is settled after its
 * transaction has committed, so a crash leads to a second delivery, which changes nothing.
 */
export interface NormalizerOptions {
  readonly bus: Bus;
  readonly store: ObservationStore;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Called after each transaction with what it changed. */
  readonly onApplied?: (outcome: ApplyOutcome) => void;
}

/**
 * The subject of the signal that names, as a JSON list of ids, the offers that a transaction has
 * changed.
 */
export const changedOffersSignal = 'state.offers';

/**
 * Deliveries are generous: bad observations are found by halving, so only a crash or a lost
 * connection uses them up.
 */
const consumer: ConsumerOptions = {
  stream: 'OBSERVATIONS',
  durable: 'normalizer',
  batch: 256,
  maxUnsettled: 1_024,
  ackWaitMs: 30_000,
  maxDeliveries: 20,
};

const backlogEveryMs = 5_000;
/** A measurement that takes longer is given up. */
const backlogDeadlineMs = 5_000;

/**
 * Starts the normalizer. `stop` lets the batch in hand finish, or gives it back when the store does
 * not answer.
 */
export const startNormalizer = (options: NormalizerOptions): { stop(): Promise<void> } => {
  const { bus, store, metrics, log } = options;
  const stopping = new AbortController();

  const announce = (outcome: ApplyOutcome): void => {
    if (outcome.changedOfferIds.length > 0) {
      bus.signal(changedOffersSignal, Buffer.from(JSON.stringify(outcome.changedOfferIds)));
    }
    options.onApplied?.(outcome);
  };

  const setAside = (delivery: Delivery, reason: string, fields: object): void => {
    delivery.term(reason);
    log.warn('ingestion.observation.rejected', { ...fields, sequence: delivery.sequence, reason });
  };

  /**
   * Applies, waiting out the store's outages. Throws what the store has against the observations,
   * or the outage at a stop.
   */
  const applyPatiently = async (
    { context }: SourceGroup,
    part: readonly ReceivedObservation[],
  ): Promise<ApplyOutcome> => {
    const observations = part.map(({ observation }) => observation);
    for (let failures = 1; ; failures += 1) {
      try {
        return await store.apply(observations, context);
      } catch (error) {
        const isOutage = isFailure(error, 'unavailable');
        if (!isOutage || stopping.signal.aborted) throw error;
        await sleep(outagePauseMs(failures), stopping.signal);
      }
    }
  };

  const applyOrHalve = async (group: SourceGroup, part: readonly ReceivedObservation[]): Promise<void> => {
    const [first, second] = part;
    if (first === undefined) return;
    try {
      announce(await applyPatiently(group, part));
      for (const { delivery } of part) delivery.ack();
    } catch (error) {
      if (isFailure(error, 'unavailable')) throw error;
      if (second === undefined) {
        const { id, supplierId, supplierSku } = first.observation;
        setAside(first.delivery, reasonOf(error), {
          observation_id: id,
          supplier: supplierId,
          supplier_sku: supplierSku,
        });
        return;
      }
      const middle = Math.ceil(part.length / 2);
      await applyOrHalve(group, part.slice(0, middle));
      await applyOrHalve(group, part.slice(middle));
    }
  };

  /** Applies what was published for one purpose, as work that the pages have caused. */
  const applyGroup = (group: SourceGroup): Promise<void> =>
    enterTrace(
      {
        name: 'apply observations',
        kind: 'consumer',
        ...commonCause(group.received.map(({ delivery }) => delivery.headers[traceparentHeader])),
        attributes: { supplier: group.supplierId, 'messaging.batch.message_count': group.received.length },
        context: { correlationId: group.context.correlationId, component: 'normalizer', layer: 'streams' },
      },
      (traceparent) => applyTraced({ ...group, context: { ...group.context, traceparent } }),
    );

  const applyTraced = async (group: SourceGroup): Promise<void> => {
    const labels = { supplier_id: group.supplierId };
    metrics.ingestion.stageDuration.observe({ ...labels, stage: 'parse' }, group.parseSeconds);
    const endNormalize = metrics.ingestion.stageDuration.startTimer({ ...labels, stage: 'normalize' });
    await applyOrHalve(group, group.received);
    endNormalize();
  };

  const handle = async (batch: readonly Delivery[]): Promise<void> => {
    const extendAckWait = (): void => {
      for (const delivery of batch) delivery.working();
    };
    const stopKeepingAlive = every(consumer.ackWaitMs / 3, extendAckWait);
    try {
      const received = batch.map((delivery) => receive(delivery, (reason) => setAside(delivery, reason, {})));
      for (const group of groupBySource(received.filter((each) => each !== undefined))) await applyGroup(group);
    } finally {
      stopKeepingAlive();
    }
  };

  const measureBacklog = async (): Promise<void> => {
    const lag = await bus.lag(consumer.stream, consumer.durable);
    metrics.ingestion.backlog.set({ supplier_id: 'all', stage: 'normalize' }, lag);
    metrics.ingestion.consumerLag.set({ consumer: consumer.durable }, lag);
  };
  // A bus that does not answer shows in its own signals; the gauge keeps its last value.
  const measuring = startPeriodic({
    what: 'backlog of observations',
    everyMs: backlogEveryMs,
    deadlineMs: backlogDeadlineMs,
    work: measureBacklog,
    onError: () => undefined,
  });

  const consuming = keepConsuming({ bus, consumer, handle, log });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([consuming.stop(), measuring.stop()]);
    },
  };
};
