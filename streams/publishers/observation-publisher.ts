import { observationSubject } from '../../domain/events.ts';
import type { PublishObservations } from '../../domain/ingestion/ports.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { withSpan } from '../../telemetry/tracing.ts';
import type { Bus } from '../bus/bus.ts';
import { encodeObservation } from '../codec/codec.ts';
import { messagingAttributes } from '../messaging-attributes.ts';

/** Dependencies of the publisher. */
export interface ObservationPublisherDependencies {
  readonly bus: Bus;
  readonly metrics: Metrics;
}

/**
 * Makes the way of one process to put what a credential saw on the bus, in order. It resolves when
 * the bus has stored all of it, after which a checkpoint may move, and rejects with `unavailable`
 * when it has not: publish the same observations again, those that were stored count once.
 */
export const createObservationPublisher =
  ({ bus, metrics }: ObservationPublisherDependencies): PublishObservations =>
  async (observations, credential, context) => {
    const endEmit = metrics.ingestion.stageDuration.startTimer({ supplier_id: credential.supplierId, stage: 'emit' });
    await withSpan(
      {
        name: 'publish observations',
        kind: 'producer',
        attributes: () => ({
          supplier: credential.supplierId,
          ...messagingAttributes(bus, 'send', { destination: observationSubject, count: observations.length }),
        }),
      },
      () => bus.publish(observations.map((observation) => encodeObservation(observation, credential, context))),
    );
    endEmit();
    const labels = { supplier_id: credential.supplierId, scope: credential.scope };
    metrics.ingestion.observationsEmitted.inc(labels, observations.length);
  };
