import { startPeriodic } from '../../concurrency/periodic.ts';
import { topProducts } from '../../domain/catalog/most-wanted.ts';
import { jobTypes } from '../../domain/enrichment/job-type.ts';
import type { JobCount } from '../../domain/enrichment/ports.ts';
import type { CredentialUsage, SupplierSurvey, TopFreshness } from '../../domain/ingestion/ports.ts';
import { supplierHeader } from '../../streams/codec/codec.ts';
import { normalizerConsumer } from '../../streams/normalizer/normalizer.ts';
import { projectionConsumers } from '../../streams/projection/projection.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/**
 * Gauges of what all processes share: queues, backlogs and ages, read from the database and the bus
 * by every process whatever its role. So they go on when the process that works on a queue is gone,
 * which is when somebody looks at them, and a restart or a second process changes nothing. Alerts
 * take the greatest. A store that does not answer shows in its own signals; the gauges keep their
 * last values.
 */

/** Soon enough for an alert that holds for minutes. */
const everyMs = 10_000;

/** The longest that one reading may take. */
const deadlineMs = 30_000;

/** Waiting observations that are told apart by supplier; connectors stop at a quarter of it. */
const maxCounted = 20_000;

/** Starts to read them. */
export const startSharedGauges = (
  surroundings: Pick<WorkerDependencies, 'stores' | 'bus' | 'metrics' | 'analytics' | 'now' | 'teardown'>,
): void => {
  const { stores, bus, metrics, analytics, now, teardown } = surroundings;
  const { ingestion, matching, enrichment, eventStore } = metrics;
  const { stream, durable } = normalizerConsumer;
  const showWaiting = waitingShown(ingestion);
  const consumers = [normalizerConsumer, ...(analytics === undefined ? [] : projectionConsumers)];
  const readings: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>> = {
    'the outbox': async () => {
      const { unpublished, parked, oldestAgeSeconds } = await stores.outbox.stats();
      eventStore.outboxUnpublished.set(unpublished);
      eventStore.outboxParked.set(parked);
      eventStore.outboxLag.set(oldestAgeSeconds);
    },
    'the lag of consumers': async () => {
      for (const { stream, durable } of consumers) {
        ingestion.consumerLag.set({ consumer: durable }, await bus.lag(stream, durable));
      }
    },
    'what waits for the normalizer': async () =>
      showWaiting((await bus.lagBy({ stream, durable, header: supplierHeader, atMost: maxCounted })) ?? new Map()),
    'pending jobs': async (signal) => showJobs(enrichment, await stores.jobCounts.pending({ signal })),
    'offers to match': async (signal) => {
      const { backlog, orphans } = await stores.matches.sizes({ signal });
      matching.backlog.set(backlog);
      matching.orphans.set(orphans);
    },
    'the lag of suppliers': async (signal) => showSuppliers(ingestion, await stores.ingestionSurvey.survey({ signal })),
    'the use of rate budgets': async (signal) => showUsage(ingestion, await stores.ingestionSurvey.usage({ signal })),
    'the freshness of the most wanted': async () =>
      showTopFreshness(ingestion, await stores.topFreshness.measure(topProducts, now())),
  };
  for (const [what, work] of Object.entries(readings)) {
    const reading = startPeriodic({ what, everyMs, isDueNow: true, deadlineMs, work, onError: () => undefined });
    teardown.add(`gauges of ${what}`, reading.stop);
  }
};

const showJobs = ({ inFlight, waiting }: Metrics['enrichment'], counts: readonly JobCount[]): void => {
  const byType = new Map(counts.map((count) => [count.type, count]));
  for (const type of jobTypes) {
    inFlight.set({ type }, byType.get(type)?.running ?? 0);
    waiting.set({ type }, byType.get(type)?.waiting ?? 0);
  }
};

/**
 * Shows what waits for the normalizer by supplier; those of which nothing waits any more are back
 * at 0. Messages that another build has published without their supplier are of `unknown`.
 */
const waitingShown = ({ backlog }: Metrics['ingestion']) => {
  let shown: readonly string[] = [];
  return (waiting: ReadonlyMap<string, number>): void => {
    const now = new Map([...waiting].map(([supplier, count]) => [supplier || 'unknown', count]));
    for (const supplier_id of [...shown, ...now.keys()])
      backlog.set({ supplier_id, stage: 'normalize' }, now.get(supplier_id) ?? 0);
    shown = [...now.keys()];
  };
};

/** A supplier without live credentials has no lag: its series ends. */
const showSuppliers = ({ lag, backlog }: Metrics['ingestion'], suppliers: readonly SupplierSurvey[]): void => {
  lag.reset();
  for (const { supplierId: supplier_id, lagSeconds, waitingParts } of suppliers) {
    backlog.set({ supplier_id, stage: 'fetch' }, waitingParts);
    // It begins at 0 before anything waits.
    backlog.inc({ supplier_id, stage: 'normalize' }, 0);
    if (lagSeconds !== null) lag.set({ supplier_id }, lagSeconds);
  }
};

/** A credential that is disabled uses nothing: its series ends. */
const showUsage = ({ usageRatio }: Metrics['ingestion'], credentials: readonly CredentialUsage[]): void => {
  usageRatio.reset();
  for (const { credentialId: credential_id, used } of credentials) usageRatio.set({ credential_id }, used);
};

/** A kind of data that was never observed has no oldest: its gauge shows nothing rather than 0. */
const showTopFreshness = (
  { topOffers, topOffersStale, topOldest }: Metrics['ingestion'],
  freshness: readonly TopFreshness[],
): void => {
  for (const { data, offers, stale, oldestSeconds } of freshness) {
    topOffers.set({ data }, offers);
    topOffersStale.set({ data }, stale);
    if (oldestSeconds === undefined) topOldest.remove({ data });
    else topOldest.set({ data }, oldestSeconds);
  }
};
