import { startFactFollower, startMatcher, startRematcher } from '../../actors/guardian.ts';
import type { ApplyOutcome } from '../../domain/ingestion/ports.ts';
import { startNormalizer } from '../../streams/normalizer/normalizer.ts';
import { startOutboxRelay } from '../../streams/outbox-relay/outbox-relay.ts';
import { startProjection } from '../../streams/projection/projection.ts';
import type { Config } from '../config/config.ts';
import { startActorSystem } from './actor-system.ts';
import { startEnrichmentJobs } from './enrichment.ts';
import { openEstimateSteps } from './estimate-process/open-steps.ts';
import { startEstimates } from './estimates.ts';
import { startIngesting } from './ingesting.ts';
import { matchPolicy } from './matching.ts';
import { newContext, newId } from './new-ids.ts';
import type { PriceBasis } from './price-basis.ts';
import { startWatches } from './watches.ts';
import { startDeliveries, startNotices } from './webhooks.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/**
 * Starts what this process does in the background: as `worker` the relay, the matcher and the
 * normalizer, as `ingest` what opens secrets and calls others: the connectors, and the deliveries
 * of webhooks. Stopped in the opposite order: nothing new is fetched,
 * then what was fetched is worked off.
 */
export const startWorkers = async (
  config: Config,
  surroundings: WorkerDependencies,
  basis: PriceBasis,
): Promise<void> => {
  const { stores, analytics, bus, metrics, log, now, teardown, isAlone } = surroundings;
  // Before the actors, so that it ends after they have let go of it.
  const steps = openEstimateSteps(config, surroundings);
  const system = startActorSystem(surroundings);
  teardown.add('actors', () => system.stop(config.shutdownDeadlineMs));
  if (config.roles.has('worker')) {
    const relay = startOutboxRelay({ bus, outbox: stores.outbox, metrics, log });
    teardown.add('outbox relay', relay.stop);
    const matching = { store: stores.matches, policy: matchPolicy, metrics, log, newContext, now };
    const matcher = startMatcher(system, matching);
    startFactFollower(system, { statements: stores.productStatements, log, newContext });
    startRematcher(system, {
      ...matching,
      runs: stores.rematches,
      // The owner of an embedded database is the same after a restart, and need not wait for its
      // own lease to end.
      owner: isAlone ? 'sole' : newId('own'),
      periodicMs: config.rematchMs,
    });
    const onApplied = ({ createdOfferIds }: ApplyOutcome): void => {
      if (createdOfferIds.length > 0) matcher.tell({ kind: 'nudge' });
    };
    // One: two that share the durable take batches half as large, and the database works more.
    const normalizer = startNormalizer({ bus, store: stores.observations, metrics, log, onApplied });
    teardown.add('normalizer', normalizer.stop);
  }
  if (config.roles.has('worker') && analytics !== undefined) {
    const projection = startProjection({ bus, writer: analytics, metrics, log });
    teardown.add('analytical projection', projection.stop);
  }
  if (config.roles.has('worker')) {
    await startEnrichmentJobs(config, system, surroundings);
    startEstimates(config, system, { ...surroundings, ...basis, steps });
    startNotices(system, surroundings);
    startWatches(config, system, surroundings, basis);
  }
  if (config.roles.has('ingest')) {
    startIngesting(config, system, surroundings);
    startDeliveries(system, surroundings);
  }
};
