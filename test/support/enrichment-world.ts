import { randomBytes } from 'node:crypto';
import type { JobKinds } from '../../actors/enrichment/job-kind.ts';
import { rebuildSupplyChain } from '../../actors/enrichment/jobs/rebuild-supply-chain.ts';
import { refreshCharacteristics } from '../../actors/enrichment/jobs/refresh-characteristics.ts';
import type { SupervisorDependencies } from '../../actors/enrichment/supervisor.ts';
import { startEnrichment } from '../../actors/guardian.ts';
import { createActorSystem } from '../../actors/runtime/system.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import type { LanguageModel } from '../../domain/enrichment/characteristic-ports.ts';
import { isFinal } from '../../domain/enrichment/job.ts';
import type { EnrichmentJobs, EnrichmentQueue } from '../../domain/enrichment/ports.ts';
import { randomId } from '../../domain/ids.ts';
import { createEnrichmentUseCases } from '../../gateway/enrichment/create-enrichment-use-cases.ts';
import type { EnrichmentUseCases } from '../../gateway/enrichment/use-cases.ts';
import { createCursors } from '../../gateway/request/paging.ts';
import type { RequestContext } from '../../gateway/request/request-context.ts';
import { workContext } from '../../gateway/wire/new-ids.ts';
import { createWorkStates } from '../../gateway/wire/work-states.ts';
import { createCallerStore } from '../../storage/callers/caller-store.ts';
import { createCharacteristicStore } from '../../storage/catalog/characteristic-store.ts';
import { createEnrichmentJobStore } from '../../storage/jobs/enrichment-job-store.ts';
import { createEnrichmentQueue } from '../../storage/jobs/enrichment-queue.ts';
import { createRefreshRequests } from '../../storage/jobs/refresh-requests.ts';
import { createOfferTraces } from '../../storage/offers/offer-traces.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { createWatchHub } from '../../streams/watch/watch-hub.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';
import { recordingObserver } from '../actors/runtime/harness.ts';
import { untraced } from './event-samples.ts';
import { fillMarket } from './market.ts';
import { testNats } from './nats.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { recordingLogger } from './recording-logger.ts';

/** Enrichment jobs over a real database and bus, with the market in it, and two customers. */
export interface EnrichmentWorld {
  readonly database: TestDatabase;
  readonly bus: Bus;
  readonly jobs: EnrichmentJobs;
  readonly queue: EnrichmentQueue;
  readonly useCases: EnrichmentUseCases;
  readonly metrics: Metrics;
  /** Starts to work on jobs; returns how to stop. */
  work(changes?: Partial<SupervisorDependencies>): () => Promise<void>;
  close(): Promise<void>;
}

/** A customer as it calls. */
const customer = (id: string): Caller => ({
  keyId: `key_${id}`,
  customerId: id,
  groupIds: [],
  scopes: ['enrichment'],
  deliveryZone: undefined,
});

/** The context of a call. */
export const callOf = (customerId: string, signal = new AbortController().signal): RequestContext => ({
  caller: customer(customerId),
  ...untraced,
  signal,
  now: () => new Date(),
});

/** Makes the world, with a language model if one is given. */
export const enrichmentWorld = async (model?: LanguageModel): Promise<EnrichmentWorld> => {
  const [database, nats] = await Promise.all([testDatabase(), testNats()]);
  const { sql } = database.pool;
  const log = recordingLogger();
  const bus = await connectJetStream({ url: nats.url, replicas: 1, log });
  await fillMarket(database.pool);
  for (const id of ['acme', 'globex']) await createCallerStore(sql).putCustomer({ id, name: id, groupIds: [] });
  const jobs = createEnrichmentJobStore(sql);
  const queue = createEnrichmentQueue(sql);
  const metrics = createMetrics('test');
  const { jobs: states } = createWorkStates(bus);
  const hub = createWatchHub({
    changes: states,
    isFinal,
    read: (id, customerId) => jobs.job(id, { customerId }),
    shownTo: (job) => (isFinal(job) ? undefined : job),
    recheckMs: 500,
    log,
  });
  const useCases = createEnrichmentUseCases({
    jobs,
    watch: hub.watch,
    beforeFinal: async () => undefined,
    onChange: states.signal,
    onQueued: () => bus.signal('enrichment.queued', new Uint8Array()),
    newId: () => randomId('job', randomBytes(13)),
    cursors: createCursors(Buffer.alloc(32, 3)),
    metrics: metrics.enrichment,
  });
  const kinds: JobKinds = {
    discovery: undefined,
    refresh_observation: undefined,
    refresh_characteristics: refreshCharacteristics({
      requests: createRefreshRequests(sql),
      position: () => bus.position('OBSERVATIONS', 'normalizer'),
      nudge: () => undefined,
      now: () => new Date(),
      characteristics: createCharacteristicStore(sql),
      model,
      newContext: workContext,
    }),
    rebuild_supply_chain: rebuildSupplyChain({ traces: createOfferTraces(sql), now: () => new Date() }),
  };
  return {
    database,
    bus,
    jobs,
    queue,
    useCases,
    metrics,
    work: (changes = {}) => {
      const { observer } = recordingObserver();
      const system = createActorSystem({ now: () => new Date(), random: Math.random, observer });
      const owner = randomId('own', randomBytes(13));
      startEnrichment(system, {
        queue,
        kinds,
        owner,
        publish: states.publish,
        newContext: workContext,
        metrics,
        log,
        now: () => new Date(),
        ...changes,
      });
      return () => system.stop(5_000);
    },
    close: async () => {
      hub.close();
      await bus.close();
      await Promise.all([nats.close(), database.close()]);
    },
  };
};
