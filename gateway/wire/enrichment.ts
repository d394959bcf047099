import { discovery } from '../../actors/enrichment/jobs/discovery.ts';
import { rebuildSupplyChain } from '../../actors/enrichment/jobs/rebuild-supply-chain.ts';
import { refreshCharacteristics } from '../../actors/enrichment/jobs/refresh-characteristics.ts';
import { refreshObservation } from '../../actors/enrichment/jobs/refresh-observation.ts';
import { startEnrichment } from '../../actors/guardian.ts';
import type { ActorSystem } from '../../actors/runtime/handle.ts';
import type { LanguageModel } from '../../domain/enrichment/characteristic-ports.ts';
import { type EnrichmentJob, isFinal } from '../../domain/enrichment/job.ts';
import { nudgeConnectors } from '../../streams/connector-commands.ts';
import { createWatchHub } from '../../streams/watch/watch-hub.ts';
import type { Config } from '../config/config.ts';
import { createEnrichmentUseCases } from '../enrichment/create-enrichment-use-cases.ts';
import { expectedCosts } from '../enrichment/expected-costs.ts';
import { hiddenTarget } from '../enrichment/hidden-target.ts';
import type { EnrichmentUseCases } from '../enrichment/use-cases.ts';
import { visibleChanges } from '../enrichment/visible-changes.ts';
import { tracedFetch } from '../outbound/traced-fetch.ts';
import type { OfferCache } from '../pricing/offer-cache/offer-cache.ts';
import { createCursors } from '../request/paging.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { newId, workContext } from './new-ids.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Tells every supervisor that a job was queued; nothing is in it. */
const queuedSignal = 'enrichment.queued';

/** How often a job that is watched is read without a signal. */
const recheckMs = 2_000;

/** The language model that is configured; its client is loaded only then, because it is large. */
const languageModel = async (
  { languageModel: settings }: Pick<Config, 'languageModel'>,
  { stores, metrics, log, now, outbound: { fetch } }: WorkerDependencies,
): Promise<LanguageModel | undefined> => {
  if (settings === undefined) return undefined;
  const { createOpenAiModel } = await import('../../actors/enrichment/language-model/open-ai-model.ts');
  return createOpenAiModel(settings, {
    budget: stores.tokenBudget,
    metrics: metrics.languageModel,
    log,
    now,
    fetch: tracedFetch(fetch),
  });
};

/** Starts to work on enrichment jobs. */
export const startEnrichmentJobs = async (
  config: Pick<Config, 'languageModel'>,
  system: ActorSystem,
  surroundings: WorkerDependencies,
): Promise<void> => {
  const { stores, bus, states, metrics, log, now, teardown } = surroundings;
  const asking = {
    requests: stores.refreshes,
    position: () => bus.position('OBSERVATIONS', 'normalizer'),
    nudge: (supplierId: string) => nudgeConnectors(bus, supplierId),
    now,
  };
  const supervisor = startEnrichment(system, {
    queue: stores.enrichmentQueue,
    kinds: {
      discovery: discovery({
        ...asking,
        wants: stores.partWants,
        requesters: stores.enrichmentQueue.requesters,
      }),
      refresh_observation: refreshObservation(asking),
      refresh_characteristics: refreshCharacteristics({
        ...asking,
        characteristics: stores.characteristics,
        model: await languageModel(config, surroundings),
        newContext: workContext,
      }),
      rebuild_supply_chain: rebuildSupplyChain({ traces: stores.traces, now }),
    },
    owner: newId('own'),
    publish: states.jobs.publish,
    newContext: workContext,
    metrics,
    log,
    now,
  });
  const unsubscribe = bus.onSignal(queuedSignal, () => void supervisor.tell({ kind: 'poll' }));
  teardown.add('enrichment signals', async () => unsubscribe());
};

/**
 * The operations over enrichment jobs. Whenever this process shows that a job has ended, it has
 * caught up with what has changed of offers, so that a price that is asked for next is made from
 * what the job has brought.
 */
export const enrichmentUseCases = (
  surroundings: Pick<WorkerDependencies, 'stores' | 'bus' | 'states' | 'metrics' | 'log' | 'teardown'>,
  { offerCache, visibility }: { readonly offerCache: OfferCache; readonly visibility: Visibility },
): EnrichmentUseCases => {
  const { stores, bus, states, metrics, log, teardown } = surroundings;
  const { enrichmentJobs: jobs } = stores;
  const beforeFinal = async (job: EnrichmentJob): Promise<void> => {
    if (!isFinal(job)) return;
    await offerCache.catchUp().catch(() => offerCache.clear());
  };
  const hub = createWatchHub({
    changes: states.jobs,
    isFinal,
    read: async (id, customerId) => {
      const job = await jobs.job(id, { customerId });
      if (job !== undefined) await beforeFinal(job);
      return job;
    },
    // Of what a job came to, each customer is told what it may see.
    shownTo: (job) => (isFinal(job) ? undefined : job),
    recheckMs,
    log,
  });
  teardown.add('job watches', async () => hub.close());
  return createEnrichmentUseCases({
    jobs,
    isHidden: hiddenTarget(visibility, stores.offers),
    seenBy: visibleChanges(visibility, stores.catalog, stores.offers),
    expectedCosts: expectedCosts(stores.partWants, visibility),
    watch: hub.watch,
    beforeFinal,
    onChange: states.jobs.signal,
    onQueued: () => bus.signal(queuedSignal, new Uint8Array()),
    newId: () => newId('job'),
    cursors: createCursors(stores.cursorKey),
    metrics: metrics.enrichment,
  });
};
