import type { Bus, PublishObservations } from '../domain/ports.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { encodeObservation } from './codec.ts';

/** Puts observations on the bus. */
export interface ObservationPublisher {
  /**
   * Publishes what one credential saw, in order. Resolves when the bus has stored all of it, after which a checkpoint may move.
   * Rejects with `unavailable` when it has not: publish the same observations again, those that were stored count once.
   */
  readonly publish: PublishObservations;
}

/** Makes the publisher of one process. */
export const createObservationPublisher = ({
  bus,
  metrics,
}: {
  readonly bus: Bus;
  readonly metrics: Metrics;
}): ObservationPublisher => ({
  publish: async (observations, credential, context) => {
    const endEmit = metrics.ingestion.stageDuration.startTimer({ supplier_id: credential.supplierId, stage: 'emit' });
    await bus.publish(observations.map((observation) => encodeObservation(observation, credential, context)));
    endEmit();
    const labels = { supplier_id: credential.supplierId, scope: credential.scope };
    metrics.ingestion.observationsEmitted.inc(labels, observations.length);
  },
});
