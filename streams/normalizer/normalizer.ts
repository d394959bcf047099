import { every } from '../../concurrency/delay.ts';
import { isFailure, reasonOf } from '../../domain/errors.ts';
import { observationSubject } from '../../domain/events.ts';
import type { ApplyOutcome, ObservationStore } from '../../domain/ingestion/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { commonCause, enterTrace } from '../../telemetry/tracing.ts';
import type { Bus, ConsumerOptions, Delivery } from '../bus/bus.ts';
import { keepConsuming } from '../bus/delivery/keep-consuming.ts';
import { applyInHalves, outlast } from '../bus/delivery/outage.ts';
import { traceparentHeader } from '../codec/codec.ts';
import { messagingAttributes } from '../messaging-attributes.ts';
import { groupBySource, receive, type SourceGroup } from './receive.ts';

/**
 * The normalizer: writes what suppliers said into offers, views, history and events, through the
 * durable `normalizer`.
 *
 * A batch is applied at once. When it cannot be applied, because one observation in it is bad, it
 * is halved until the bad one stands alone and goes to the dead letters; all others are applied.
 * While the store does not answer, the batch in hand is tried again for as long as it takes, and
 * nothing else is taken up: a long outage costs a delivery or two and kills no message. The bus
 * hears no sign of life meanwhile, so that another process whose store answers gets the batch. A
 * message is settled after its transaction has committed, so a crash leads to a second delivery,
 * which changes nothing.
 */
export interface NormalizerOptions {
  readonly bus: Bus;
  readonly store: ObservationStore;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** How long a sign of life holds, in milliseconds; that of `normalizerConsumer` when left out. */
  readonly ackWaitMs?: number;
  /** Called after each transaction with what it changed. */
  readonly onApplied?: (outcome: ApplyOutcome) => void;
}

/**
 * The subject of the signal that names, as a JSON list of ids, the offers that a transaction has
 * changed.
 */
export const changedOffersSignal = 'state.offers';

/**
 * Batches are large: of 512 observations the database works a third less at each than of 128.
 * Deliveries are generous: bad observations are found by halving, so only a crash or a lost
 * connection uses them up.
 */
export const normalizerConsumer: ConsumerOptions = {
  stream: 'OBSERVATIONS',
  durable: 'normalizer',
  batch: 512,
  maxUnsettled: 2_048,
  ackWaitMs: 30_000,
  maxDeliveries: 20,
};

/** Dependencies of a consumer; while `stopping` is not aborted, outages are waited out. */
interface Consuming extends NormalizerOptions {
  readonly ackWaitMs: number;
  readonly stopping: AbortSignal;
}

/** Those of applying a batch. */
interface Applying extends Consuming {
  /** Told whether the store has answered last. */
  readonly noteAway: (isAway: boolean) => void;
}

/**
 * Starts the normalizer. `stop` lets the batch in hand finish, or gives it back when the store does
 * not answer.
 */
export const startNormalizer = (options: NormalizerOptions): { stop(): Promise<void> } => {
  const { bus, log, ackWaitMs = normalizerConsumer.ackWaitMs } = options;
  const stopping = new AbortController();
  const consumer = { ...normalizerConsumer, ackWaitMs };
  const handle = (batch: readonly Delivery[]) =>
    applyBatch(batch, { ...options, ackWaitMs, stopping: stopping.signal });
  const consuming = keepConsuming({ bus, consumer, handle, log });
  return {
    stop: async () => {
      stopping.abort();
      await consuming.stop();
    },
  };
};

const applyBatch = async (batch: readonly Delivery[], applying: Consuming): Promise<void> => {
  let isAway = false;
  const extendAckWait = (): void => {
    if (!isAway) for (const delivery of batch) delivery.working();
  };
  const noteAway = (away: boolean): void => {
    isAway = away;
  };
  const stopKeepingAlive = every(applying.ackWaitMs / 3, extendAckWait);
  try {
    const received = batch.map((each) => receive(each, (reason) => setAside(each, reason, applying.log)));
    for (const group of groupBySource(received.filter((each) => each !== undefined))) {
      await applyGroup(group, { ...applying, noteAway });
    }
  } finally {
    stopKeepingAlive();
  }
};

/** Applies what was published for one purpose, as work that the pages have caused. */
const applyGroup = (group: SourceGroup, applying: Applying): Promise<void> =>
  enterTrace(
    {
      name: 'apply observations',
      kind: 'consumer',
      ...commonCause(group.received.map(({ delivery }) => delivery.headers[traceparentHeader])),
      attributes: {
        supplier: group.supplierId,
        ...messagingAttributes(applying.bus, 'process', {
          destination: observationSubject,
          count: group.received.length,
          consumer: normalizerConsumer.durable,
        }),
      },
      context: { correlationId: group.context.correlationId, component: 'normalizer', layer: 'streams' },
    },
    (traceparent) => applyTraced({ ...group, context: { ...group.context, traceparent } }, applying),
  );

const isOutage = (error: unknown): boolean => isFailure(error, 'unavailable');

const applyTraced = async (group: SourceGroup, applying: Applying): Promise<void> => {
  const { store, metrics, log, stopping, noteAway } = applying;
  const labels = { supplier_id: group.supplierId };
  metrics.ingestion.stageDuration.observe({ ...labels, stage: 'parse' }, group.parseSeconds);
  const endNormalize = metrics.ingestion.stageDuration.startTimer({ ...labels, stage: 'normalize' });
  await applyInHalves(group.received, {
    isOutage,
    apply: async (part) => {
      const observations = part.map(({ observation }) => observation);
      const rules = { isOutage, stopping, onOutage: () => noteAway(true) };
      const outcome = await outlast(rules, () => store.apply(observations, group.context));
      noteAway(false);
      announce(outcome, applying);
      for (const { delivery } of part) delivery.ack();
    },
    refuse: ({ delivery, observation: { id, supplierId, supplierSku } }, error) =>
      setAside(delivery, reasonOf(error), log, {
        observation_id: id,
        supplier: supplierId,
        supplier_sku: supplierSku,
      }),
  });
  endNormalize();
};

const announce = (outcome: ApplyOutcome, { bus, onApplied }: Applying): void => {
  if (outcome.changedOfferIds.length > 0) {
    bus.signal(changedOffersSignal, Buffer.from(JSON.stringify(outcome.changedOfferIds)));
  }
  onApplied?.(outcome);
};

const setAside = (delivery: Delivery, reason: string, log: Logger, fields: object = {}): void => {
  delivery.term(reason);
  log.warn('ingestion.observation.rejected', { ...fields, sequence: delivery.sequence, reason });
};
