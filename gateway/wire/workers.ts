import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createBackPressure } from '../../actors/connector/back-pressure.ts';
import { startConnectors, startMatcher } from '../../actors/guardian.ts';
import type { ActorSystem } from '../../actors/runtime/handle.ts';
import { objectiveMs } from '../../domain/freshness.ts';
import { randomId } from '../../domain/ids.ts';
import type { ApplyOutcome, Bus } from '../../domain/ports.ts';
import { onConnectorCommands } from '../../streams/connector-commands.ts';
import { startNormalizer } from '../../streams/normalizer.ts';
import { createObservationPublisher } from '../../streams/observation-publisher.ts';
import { startOutboxRelay } from '../../streams/outbox-relay.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Redactor } from '../../telemetry/redaction.ts';
import { currentTraceparent } from '../../telemetry/tracing.ts';
import type { Config } from '../config.ts';
import { startActorSystem } from './actor-system.ts';
import { startPeriodic } from './periodic.ts';
import type { Stores } from './stores.ts';
import { clientOf } from './suppliers.ts';
import type { Teardown } from './teardown.ts';

/** What the background stands on. */
export interface WorkerSurroundings {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly redactor: Redactor;
  /** Whether the database is this process's own, so that nobody else can work on it. */
  readonly isAlone: boolean;
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
  if (config.roles.has('ingest')) startIngesting(config, system, surroundings);
};

/** Look-ups of top parts come often enough for the younger of the two objectives, with half of it to spare. */
const lookupIntervals = { topMs: objectiveMs.stock / 2, otherMs: 24 * 3_600_000 };

/** How long a lease on a credential holds: a dead process's credentials move within that time. */
const leaseTtlMs = 10_000;

/** Starts the connectors, and obeys what operators tell them. */
const startIngesting = (config: Config, system: ActorSystem, surroundings: WorkerSurroundings): void => {
  const { stores, bus, metrics, log, now, redactor, isAlone, teardown } = surroundings;
  const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal });
  const suppliers = startConnectors(system, {
    ...stores,
    publish: createObservationPublisher({ bus, metrics }),
    metrics,
    log,
    now,
    clientOf,
    onSecret: redactor.register,
    newContext: () => ({ correlationId: randomId('cor', randomBytes(13)), traceparent: currentTraceparent() }),
    newRunId: () => randomId('run', randomBytes(13)),
    newNonce: () => randomBytes(16).toString('hex'),
    random: Math.random,
    pause,
    awaitRoom: createBackPressure({
      backlog: () => bus.lag('OBSERVATIONS', 'normalizer'),
      limit: mostWaiting,
      pause,
    }),
    // Whoever owns the database is the same after a restart, and need not wait for its own lease to end.
    ownership: { owner: isAlone ? 'sole' : randomId('own', randomBytes(13)), ttlMs: leaseTtlMs },
    intervals: config.intervals,
    lookupIntervals,
    workers: config.workersPerCredential,
  });
  const deaf = onConnectorCommands(bus, (supplierId) =>
    suppliers.ask<void>((replyTo) => ({ kind: 'reload', supplierId, replyTo }), { timeoutMs: commandTimeoutMs }),
  );
  teardown.add('connector commands', async () => deaf());
  const ranking = startPeriodic({
    everyMs: rankEveryMs,
    work: () => stores.demand.rank(topProducts, now()),
    onError: (error) => log.warn('demand.failed', { err: error }),
  });
  teardown.add('demand ranking', ranking.stop);
};

/** The most wanted products, which are looked up before all others. */
const topProducts = 1_000;

const rankEveryMs = 60_000;

/** How long a command may take to be in force in this process. */
const commandTimeoutMs = 10_000;
