import type { EstimateSteps } from '../../actors/estimate/steps.ts';
import { startEstimateSupervisor, startEstimateSweep, startLiveEstimates } from '../../actors/guardian.ts';
import type { ActorSystem } from '../../actors/runtime/handle.ts';
import { isFinal } from '../../domain/estimate/estimate.ts';
import { nudgeConnectors } from '../../streams/connector-commands.ts';
import { changedOffersSignal } from '../../streams/normalizer/normalizer.ts';
import { createWatchHub } from '../../streams/watch/watch-hub.ts';
import type { Config } from '../config/config.ts';
import { createEstimateUseCases } from '../estimates/create-estimate-use-cases.ts';
import type { EstimateUseCases } from '../estimates/use-cases.ts';
import { createCursors } from '../request/paging.ts';
import { onCallersChanged } from './caller-signals.ts';
import { newId, workContext } from './new-ids.ts';
import type { PriceBasis } from './price-basis.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Tells every supervisor that there is something to work on; nothing is in it. */
const queuedSignal = 'estimate.queued';

/** How often an estimate that is watched is read without a signal. */
const recheckMs = 5_000;

/** Time for everything about an estimate from the claim on. */
const limitMs = 60_000;

/** Starts to work on estimates, and to keep those up to date that somebody looks at. */
export const startEstimates = (
  { estimates: { liveMs } }: Pick<Config, 'estimates'>,
  system: ActorSystem,
  surroundings: Pick<WorkerDependencies, 'stores' | 'bus' | 'states' | 'metrics' | 'log' | 'now' | 'teardown'> &
    Pick<PriceBasis, 'onBasisChange'> & { readonly steps: EstimateSteps },
): void => {
  const { stores, steps, bus, states, metrics, log, now, teardown } = surroundings;
  const { estimateQueue: queue } = stores;
  const supervisor = startEstimateSupervisor(system, {
    queue,
    steps,
    lookUps: { wants: stores.partWants, nudge: (supplierId) => nudgeConnectors(bus, supplierId) },
    owner: newId('own'),
    limitMs,
    liveMs,
    publish: states.estimates.publish,
    signal: states.estimates.signal,
    newContext: workContext,
    metrics: metrics.estimates,
    log,
    now,
  });
  const onDue = (ms: number): void => void supervisor.tell({ kind: 'poll_in', ms });
  const live = startLiveEstimates(system, { queue, onDue, log });
  const sweep = startEstimateSweep(system, { queue, liveMs, onDue, log });
  const basisChanged = (): void => void sweep.tell({ kind: 'basis_changed' });
  const unsubscribes = [
    bus.onSignal(queuedSignal, () => void supervisor.tell({ kind: 'poll' })),
    bus.onSignal(changedOffersSignal, (_subject, payload) => {
      const offerIds: string[] = JSON.parse(Buffer.from(payload).toString());
      live.tell({ kind: 'changed', offerIds });
    }),
    surroundings.onBasisChange(basisChanged),
    onCallersChanged(bus, (customerIds) => void sweep.tell({ kind: 'customers_changed', customerIds })),
  ];
  // Signals of changes were lost while no process worked on estimates.
  basisChanged();
  teardown.add('estimate signals', async () => {
    for (const stop of unsubscribes) stop();
  });
};

/** The operations over estimates. */
export const estimateUseCases = (
  { stores, bus, states, log, teardown }: Pick<WorkerDependencies, 'stores' | 'bus' | 'states' | 'log' | 'teardown'>,
  { delivery: { zones }, estimates: { liveMs } }: Pick<Config, 'estimates' | 'delivery'>,
  { visibility }: Pick<PriceBasis, 'visibility'>,
): EstimateUseCases => {
  const { estimates, catalog, offers, offersOfProducts, orderTerms, suppliersInReach } = stores;
  const onQueued = (): void => bus.signal(queuedSignal, new Uint8Array());
  const hub = createWatchHub({
    changes: states.estimates,
    isFinal,
    read: async (id, customerId) => {
      if (await estimates.markViewed(id, customerId, liveMs)) onQueued();
      return estimates.estimate(id, customerId);
    },
    shownTo: (estimate, customerId) => (estimate.customerId === customerId ? estimate : undefined),
    recheckMs,
    log,
  });
  teardown.add('estimate watches', async () => hub.close());
  return createEstimateUseCases({
    estimates,
    watch: hub.watch,
    onChange: states.estimates.signal,
    onQueued,
    newId: () => newId('est'),
    zones,
    products: catalog.products,
    offers,
    offersOfProducts,
    orderTerms,
    suppliersInReach,
    visibility,
    liveMs,
    cursors: createCursors(stores.cursorKey),
  });
};
