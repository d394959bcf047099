import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createBackPressure } from '../../actors/connector/back-pressure.ts';
import { startConnectors, startMatcher } from '../../actors/guardian.ts';
import { randomId } from '../../domain/ids.ts';
import type { ApplyOutcome, Bus } from '../../domain/ports.ts';
import { startNormalizer } from '../../streams/normalizer.ts';
import { createObservationPublisher } from '../../streams/observation-publisher.ts';
import { startOutboxRelay } from '../../streams/outbox-relay.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { currentTraceparent } from '../../telemetry/tracing.ts';
import type { Config } from '../config.ts';
import { startActorSystem } from './actor-system.ts';
import type { Stores } from './stores.ts';
import { suppliersToRun } from './suppliers.ts';
import type { Teardown } from './teardown.ts';

/** What the background stands on. */
export interface WorkerSurroundings {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => Date;
  readonly teardown: Teardown;
  readonly onFatal: (error: unknown) => void;
}

/** Normalizers that share the durable: while the database works for one, the process works for the other. */
const normalizers = 2;

/** Observations that may wait for the normalizer while connectors go on: a few seconds of its work. */
const mostWaiting = 5_000;

/**
 * Starts what this process does in the background: as `worker` the relay, the matcher and the normalizer, as `ingest` the
 * connectors. Stopped in the opposite order: nothing new is fetched, then what was fetched is worked off.
 */
export const startWorkers = async (config: Config, surroundings: WorkerSurroundings): Promise<void> => {
  const { stores, bus, metrics, log, now, teardown } = surroundings;
  const system = startActorSystem(surroundings);
  teardown.add('actors', () => system.stop(config.shutdownDeadlineMs));
  if (config.roles.has('worker')) {
    const relay = startOutboxRelay({ bus, outbox: stores.outbox, metrics, log });
    teardown.add('outbox relay', relay.stop);
    const newContext = () => ({ correlationId: randomId('cor', randomBytes(13)), traceparent: currentTraceparent() });
    const matcher = startMatcher(system, { store: stores.matches, metrics, log, newContext, now });
    const onApplied = ({ createdOfferIds }: ApplyOutcome): void => {
      if (createdOfferIds.length > 0) matcher.tell({ kind: 'nudge' });
    };
    for (let writer = 1; writer <= normalizers; writer += 1) {
      const normalizer = startNormalizer({ bus, store: stores.observations, metrics, log, onApplied });
      teardown.add(`normalizer ${writer}`, normalizer.stop);
    }
  }
  if (config.roles.has('ingest')) {
    const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal });
    startConnectors(system, await suppliersToRun(stores.suppliers), {
      publish: createObservationPublisher({ bus, metrics }),
      ticks: stores.ticks,
      wanted: stores.wanted,
      metrics,
      log,
      now,
      newRunId: () => randomId('run', randomBytes(13)),
      newNonce: () => randomBytes(16).toString('hex'),
      pause,
      awaitRoom: createBackPressure({
        backlog: () => bus.lag('OBSERVATIONS', 'normalizer'),
        limit: mostWaiting,
        pause,
      }),
      tickIntervalMs: config.tickIntervalMs,
    });
  }
};
