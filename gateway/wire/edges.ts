import { defaultProfile } from '../../domain/catalog.ts';
import type { Bus } from '../../domain/ports.ts';
import type { Pool } from '../../storage/pool.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Redactor } from '../../telemetry/redaction.ts';
import { createAuthenticator } from '../auth.ts';
import type { Config } from '../config.ts';
import { startGrpcServer } from '../grpc/server.ts';
import { startHttpServer } from '../http/server.ts';
import { createUseCases } from '../usecases/create-use-cases.ts';
import { createDemandCounter } from '../usecases/demand-counter.ts';
import { createOfferCache } from '../usecases/offer-cache.ts';
import { adminUseCases } from './admin.ts';
import { startPeriodic } from './periodic.ts';
import type { Stores } from './stores.ts';
import type { Teardown } from './teardown.ts';
import { startVisibility } from './visibility.ts';

/** What the edges stand on. */
export interface EdgeSurroundings {
  readonly stores: Stores;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly now: () => Date;
  readonly teardown: Teardown;
}

/** Where the process listens. Every process has HTTP, for its health and metrics; gRPC only one that is a gateway. */
export interface Edges {
  readonly httpPort: number;
  readonly grpcPort: number | undefined;
}

/** How often what was priced is added to the demand of all processes. */
const demandFlushMs = 10_000;

const demandFailed =
  (log: Logger) =>
  (error: unknown): void =>
    log.warn('demand.failed', { err: error });

/** Starts the edges over one set of use cases. Prices are cached until the normalizer says that their offers changed. */
export const startEdges = async (config: Config, surroundings: EdgeSurroundings): Promise<Edges> => {
  const { stores, pool, bus, metrics, log, now, teardown } = surroundings;
  const offerCache = createOfferCache({ store: stores.offers });
  const deaf = bus.onSignal('state.offers', (_subject, payload) =>
    offerCache.invalidate(JSON.parse(Buffer.from(payload).toString()) as string[]),
  );
  teardown.add('offer signals', async () => deaf());
  const { visibility, onPolicyChange } = await startVisibility(surroundings);
  const demand = createDemandCounter(stores.demand);
  const flush = () => demand.flush(now());
  const flushing = startPeriodic({ everyMs: demandFlushMs, work: flush, onError: demandFailed(log) });
  teardown.add('demand', async () => {
    await flushing.stop();
    await flush().catch(demandFailed(log));
  });
  const useCases = createUseCases({
    catalog: stores.catalog,
    offers: stores.offers,
    offerCache,
    onPriced: demand.count,
    visibility,
    profiles: [defaultProfile],
    zones: config.delivery.zones,
    cursorKey: stores.cursorKey,
  });
  const authenticator = createAuthenticator({ callers: stores.callers, now });

  const grpc = config.roles.has('gateway')
    ? await startGrpcServer({ useCases, authenticator, metrics, log, config, now })
    : undefined;
  if (grpc !== undefined) teardown.add('gRPC', () => grpc.stop(config.shutdownDeadlineMs));
  const http = await startHttpServer({
    useCases,
    admin: adminUseCases({ ...surroundings, onPolicyChange }),
    auth: authenticator,
    metrics,
    log,
    now,
    readiness: async () => {
      const [database, messageBus] = await Promise.all([pool.isHealthy(), bus.isHealthy()]);
      return { database, bus: messageBus };
    },
    maxBodyBytes: config.maxBodyBytes,
    deadlineMs: config.defaultDeadlineMs,
    host: config.host,
    port: config.httpPort,
  });
  teardown.add('HTTP', () => http.stop(config.shutdownDeadlineMs));
  return { httpPort: http.port, grpcPort: grpc?.port };
};
