import { type PeriodicWork, startPeriodic } from '../../concurrency/periodic.ts';
import type { AnalyticsQueries } from '../../domain/analytics/ports.ts';
import type { RecordQuotedPrice } from '../../domain/analytics/quoted-price.ts';
import type { AnalyticsErasure } from '../../domain/erasure/ports.ts';
import type { Pool } from '../../storage/pool/pool.ts';
import { nudgeConnectors } from '../../streams/connector-commands.ts';
import { startQuotedPricePublisher } from '../../streams/publishers/quoted-price-publisher.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { serveAdmin } from '../admin/resources.ts';
import { createAuthenticator } from '../auth/authenticator.ts';
import { createTokenVerifier } from '../auth/web-tokens.ts';
import { createDemandCounter } from '../catalog/demand-counter.ts';
import type { Config } from '../config/config.ts';
import { mountConsole } from '../console/mount-console.ts';
import { createUseCases } from '../create-use-cases.ts';
import { codeName } from '../errors/error-table.ts';
import { startGrpcServer } from '../grpc/server.ts';
import type { ListenerLimits, ListenerOptions } from '../http/listener.ts';
import { startMetricsServer } from '../http/metrics-server.ts';
import { startHttpServer } from '../http/server.ts';
import { tracedFetch } from '../outbound/traced-fetch.ts';
import { createAddressList, createCallerAddress } from '../protection/caller-address.ts';
import { createKeyLimiter, type KeyLimiter } from '../protection/key-limiter.ts';
import { startLoadShedder } from '../protection/load-shedder.ts';
import { type Certificates, openCertificates, type TlsFiles } from '../tls/certificates.ts';
import { adminUseCases } from './admin.ts';
import { priceHistoryOf } from './analytics.ts';
import { startAuditDesk } from './auditing.ts';
import { followCallers } from './connected-callers.ts';
import { enrichmentUseCases } from './enrichment.ts';
import { estimateUseCases } from './estimates.ts';
import { limitFailures } from './failed-authentications.ts';
import { newId } from './new-ids.ts';
import { partSources } from './parts.ts';
import type { PriceBasis } from './price-basis.ts';
import { followProfiles } from './profiles.ts';
import { storesWithDeadlines } from './stores.ts';
import type { Teardown } from './teardown.ts';
import { watchUseCases } from './watches.ts';
import { webhookUseCases } from './webhooks.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** Starts to note prices given for the analytical projection; undefined where none is kept. */
const startQuotedPrices = (
  surroundings: Pick<WorkerDependencies, 'bus' | 'metrics' | 'log' | 'teardown'> & {
    readonly analytics: AnalyticsQueries | undefined;
  },
): RecordQuotedPrice | undefined => {
  const { analytics, bus, metrics, log, teardown } = surroundings;
  if (analytics === undefined) return undefined;
  const publisher = startQuotedPricePublisher({ bus, metrics: metrics.analytics, log, newId: () => newId('pgv') });
  teardown.add('prices given', publisher.stop);
  return publisher.note;
};

/** Dependencies of the edges. */
export interface EdgeDependencies
  extends Pick<
    WorkerDependencies,
    | 'stores'
    | 'bus'
    | 'states'
    | 'knowledge'
    | 'outbound'
    | 'webhookOutbound'
    | 'metrics'
    | 'log'
    | 'redactor'
    | 'now'
    | 'teardown'
  > {
  /** Undefined where no analytical projection is kept. */
  readonly analytics: (AnalyticsQueries & AnalyticsErasure) | undefined;
  readonly pool: Pool;
}

/**
 * Where the process listens. Every process has HTTP, for its health and metrics; gRPC only one that
 * is a gateway.
 */
export interface Edges {
  readonly httpPort: number;
  readonly grpcPort: number | undefined;
  /** Undefined where the metrics are at the HTTP port. */
  readonly metricsPort: number | undefined;
}

/** How often what was priced is added to the demand of all processes. */
const demandFlushMs = 10_000;

/**
 * How often the requests of keys are added to the shared count; a quota can be exceeded by at most
 * that much.
 */
const usageFlushMs = 2_000;

/** Longer than either count waits for its store. */
const flushDeadlineMs = 15_000;

/** Adds what is counted to its store now and then, and once more at the end. */
const startFlushing = (
  { flush, ...periodic }: Pick<PeriodicWork, 'what' | 'everyMs' | 'onError'> & { readonly flush: () => Promise<void> },
  part: string,
  teardown: Teardown,
): void => {
  const flushing = startPeriodic({ ...periodic, deadlineMs: flushDeadlineMs, work: flush });
  teardown.add(part, async () => {
    await flushing.stop();
    await flush().catch(periodic.onError);
  });
};

/** Starts to count and to limit the requests of keys. */
const startKeyLimits = (config: Config, { stores, metrics, log, now, teardown }: EdgeDependencies): KeyLimiter => {
  const limiter = createKeyLimiter({
    defaults: config.keyLimits,
    usage: stores.keyUsage,
    messagesPerRequest: config.messagesPerRequest,
    onRefused: (reason) => metrics.callers.refused.inc({ reason }),
    now,
  });
  const onError = (error: unknown): void => log.warn('usage.failed', { err: error });
  const { flush } = limiter;
  startFlushing({ what: 'counting of requests by key', everyMs: usageFlushMs, flush, onError }, 'key usage', teardown);
  return limiter;
};

/** How often the files of certificates are looked at. */
const certificatesEveryMs = 10_000;

const openTls = (files: TlsFiles, log: Logger): Promise<Certificates> =>
  openCertificates({
    files,
    everyMs: certificatesEveryMs,
    onReloaded: () => log.info('tls.reloaded'),
    onFailed: (error) => log.warn('tls.reload.failed', { err: error }),
  });

/**
 * A connection over which nothing moves is kept for longer than any request may take to be
 * answered.
 */
const minIdleMs = 120_000;
const idleBeyondDeadlineMs = 30_000;

const limitsOf = ({ connectionsPerAddress, trustedProxies, defaultDeadlineMs }: Config): ListenerLimits => ({
  connectionsPerAddress,
  isTrusted: createAddressList(trustedProxies),
  idleMs: Math.max(minIdleMs, defaultDeadlineMs + idleBeyondDeadlineMs),
});

const openMetricsPort = async (
  { host, metricsPort: port, shutdownDeadlineMs }: Config,
  { metrics, log, now, teardown }: EdgeDependencies,
  { certificates, limits }: Pick<ListenerOptions, 'certificates' | 'limits'>,
): Promise<number | undefined> => {
  if (port === undefined) return undefined;
  const onRefused = () => metrics.callers.refused.inc({ reason: 'connections' });
  const server = await startMetricsServer({ host, port, certificates, limits, onRefused, metrics, log, now });
  teardown.add('metrics', () => server.stop(shutdownDeadlineMs));
  return server.port;
};

/** Starts to count what is priced as demand; called with the product of every priced offer. */
const startDemand = ({ stores, log, now, teardown }: EdgeDependencies): ((productId: string) => void) => {
  const demand = createDemandCounter(stores.demand);
  const flush = () => demand.flush(now());
  const onError = (error: unknown): void => log.warn('demand.failed', { err: error });
  startFlushing({ what: 'counting of demand', everyMs: demandFlushMs, flush, onError }, 'demand', teardown);
  return demand.count;
};

/** The use cases of callers over what stands. */
const callerUseCases = async (config: Config, surroundings: EdgeDependencies, basis: PriceBasis) => {
  const { stores, log, teardown } = surroundings;
  const { offerCache, visibility, priceBooks } = basis;
  const onPriced = startDemand(surroundings);
  const following = await followProfiles(stores.profiles, (error) => log.warn('profiles.failed', { err: error }));
  teardown.add('identity profiles', following.stop);
  return createUseCases({
    catalog: stores.catalog,
    offers: stores.offers,
    statements: stores.productStatements,
    alternates: stores.alternates,
    offerCache,
    answerBytes: config.offerMemoryBytes,
    priceBooks,
    onPriced,
    onQuoted: startQuotedPrices(surroundings),
    onItemError: (operation, kind) => surroundings.metrics.callers.itemErrors.inc({ operation, code: codeName(kind) }),
    visibility,
    profiles: following.profiles,
    zones: config.delivery.zones,
    defaultZone: config.delivery.defaultZone,
    parts: partSources({ stores, nudge: (supplierId) => nudgeConnectors(surroundings.bus, supplierId) }),
    priceHistory: stores.priceHistory,
    enrichment: enrichmentUseCases(surroundings, { offerCache, visibility }),
    estimates: estimateUseCases(surroundings, config, basis),
    webhooks: { ...webhookUseCases(surroundings), ...watchUseCases(surroundings, basis) },
    cursorKey: stores.cursorKey,
  });
};

/** What lets requests in: who is calling, how much they may ask for, and whether there is room. */
const openProtection = (config: Config, surroundings: EdgeDependencies) => {
  const { stores, outbound, metrics, now, teardown } = surroundings;
  const tokens =
    config.tokens &&
    createTokenVerifier({ rules: config.tokens, customers: stores.customers, fetch: tracedFetch(outbound.fetch), now });
  const authenticator = createAuthenticator({
    callers: stores.callers,
    tokens,
    failures: limitFailures(config, surroundings),
    onRefused: (reason) => metrics.callers.authFailures.inc({ reason }),
    now,
  });
  const audit = startAuditDesk(surroundings);
  const callerAddress = createCallerAddress(config.trustedProxies);
  const limiter = startKeyLimits(config, surroundings);
  const connected = followCallers(surroundings, { tokens, authenticator, limiter });
  const shedder = startLoadShedder({ onRefused: () => metrics.callers.refused.inc({ reason: 'overload' }) });
  teardown.add('load shedder', async () => shedder.stop());
  return { authenticator, audit, callerAddress, limiter, connected, shedder };
};

/** Starts the edges over one set of use cases. */
export const startEdges = async (config: Config, given: EdgeDependencies, basis: PriceBasis): Promise<Edges> => {
  const priceHistory = priceHistoryOf(given);
  const surroundings = { ...given, stores: { ...storesWithDeadlines(given.stores), priceHistory } };
  const { onPolicyChange, onPricingChange } = basis;
  const { pool, bus, metrics, log, now, teardown } = surroundings;
  const useCases = await callerUseCases(config, surroundings, basis);
  const { authenticator, ...protection } = openProtection(config, surroundings);
  const limits = limitsOf(config);
  const certificates = config.tls && (await openTls(config.tls, log));
  if (certificates !== undefined) teardown.add('certificates', certificates.stop);
  const common = { ...protection, useCases, metrics, log, certificates, now };
  const grpc = config.roles.has('gateway')
    ? await startGrpcServer({ ...common, authenticator, bounds: limits, config })
    : undefined;
  if (grpc !== undefined) teardown.add('gRPC', () => grpc.stop(config.shutdownDeadlineMs));
  const http = await startHttpServer({
    ...common,
    serveAdmin: serveAdmin(
      adminUseCases({ ...surroundings, delivery: config.delivery, onPolicyChange, onPricingChange }),
    ),
    serveConsole: config.roles.has('gateway')
      ? (app, edge) =>
          mountConsole(app, edge, {
            secret: surroundings.stores.cursorKey,
            showsComponents: config.demo !== undefined,
          })
      : undefined,
    auth: authenticator,
    hasMetrics: config.metricsPort === undefined,
    readiness: async () => {
      const [database, messageBus] = await Promise.all([pool.isHealthy(), bus.isHealthy()]);
      return { database, bus: messageBus };
    },
    maxBodyBytes: config.maxBodyBytes,
    maxUploadBytes: config.maxUploadBytes,
    deadlineMs: config.defaultDeadlineMs,
    host: config.host,
    port: config.httpPort,
    corsOrigins: config.corsOrigins,
    limits,
  });
  teardown.add('HTTP', () => http.stop(config.shutdownDeadlineMs));
  return {
    httpPort: http.port,
    grpcPort: grpc?.port,
    metricsPort: await openMetricsPort(config, surroundings, { certificates, limits }),
  };
};
