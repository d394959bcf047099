import { startPeriodic } from '../../concurrency/periodic.ts';
import type { AnalyticsQueries } from '../../domain/analytics/ports.ts';
import type { AnalyticsErasure } from '../../domain/erasure/ports.ts';
import type { Pool } from '../../storage/pool/pool.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Redactor } from '../../telemetry/redaction.ts';
import { serveAdmin } from '../admin/operations.ts';
import { createTokenVerifier } from '../auth/web-tokens.ts';
import { createAuthenticator } from '../auth.ts';
import { createDemandCounter } from '../catalog/demand-counter.ts';
import type { Config } from '../config/config.ts';
import { createUseCases } from '../create-use-cases.ts';
import { startGrpcServer } from '../grpc/server.ts';
import type { ListenerLimits, ListenerOptions } from '../http/listener.ts';
import { startMetricsServer } from '../http/metrics-server.ts';
import { startHttpServer } from '../http/server.ts';
import { createAddressList, createCallerAddress } from '../protection/caller-address.ts';
import { createKeyLimiter, type KeyLimiter } from '../protection/key-limiter.ts';
import { startLoadShedder } from '../protection/load-shedder.ts';
import { type Certificates, openCertificates, type TlsFiles } from '../tls/certificates.ts';
import { adminUseCases } from './admin.ts';
import { startAuditDesk } from './auditing.ts';
import { followCallers } from './connected-callers.ts';
import { enrichmentUseCases } from './enrichment.ts';
import { estimateUseCases } from './estimates.ts';
import { limitFailures } from './failed-authentications.ts';
import type { Outbound } from './outbound.ts';
import type { PriceBasis } from './price-basis.ts';
import { followProfiles } from './profiles.ts';
import { startQuotedPrices } from './quoted-prices.ts';
import { type Stores, storesWithDeadlines } from './stores.ts';
import type { Teardown } from './teardown.ts';

/** Dependencies of the edges. */
export interface EdgeDependencies {
  readonly stores: Stores;
  /** Undefined where no analytical projection is kept. */
  readonly analytics: (AnalyticsQueries & AnalyticsErasure) | undefined;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly outbound: Outbound;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly now: () => Date;
  readonly teardown: Teardown;
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

const demandFailed =
  (log: Logger) =>
  (error: unknown): void =>
    log.warn('demand.failed', { err: error });

/**
 * How often the requests of keys are added to the shared count; a quota can be exceeded by at most
 * that much.
 */
const usageFlushMs = 2_000;

/** Longer than either count waits for its store. */
const flushDeadlineMs = 15_000;

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
  const flushing = startPeriodic({
    what: 'counting of requests by key',
    everyMs: usageFlushMs,
    deadlineMs: flushDeadlineMs,
    work: limiter.flush,
    onError,
  });
  teardown.add('key usage', async () => {
    await flushing.stop();
    await limiter.flush().catch(onError);
  });
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

/** Starts the edges over one set of use cases. */
export const startEdges = async (config: Config, given: EdgeDependencies, basis: PriceBasis): Promise<Edges> => {
  const surroundings = { ...given, stores: storesWithDeadlines(given.stores) };
  const { offerCache, visibility, onPolicyChange, onPricingChange, priceBooks } = basis;
  const { stores, pool, bus, outbound, metrics, log, now, teardown } = surroundings;
  const demand = createDemandCounter(stores.demand);
  const flush = () => demand.flush(now());
  const flushing = startPeriodic({
    what: 'counting of demand',
    everyMs: demandFlushMs,
    deadlineMs: flushDeadlineMs,
    work: flush,
    onError: demandFailed(log),
  });
  teardown.add('demand', async () => {
    await flushing.stop();
    await flush().catch(demandFailed(log));
  });
  const following = await followProfiles(stores.profiles, (error) => log.warn('profiles.failed', { err: error }));
  teardown.add('identity profiles', following.stop);
  const useCases = createUseCases({
    catalog: stores.catalog,
    offers: stores.offers,
    offerCache,
    answerBytes: config.offerMemoryBytes,
    priceBooks,
    onPriced: demand.count,
    onQuoted: startQuotedPrices(surroundings),
    visibility,
    profiles: following.profiles,
    zones: config.delivery.zones,
    defaultZone: config.delivery.defaultZone,
    analytics: surroundings.analytics,
    enrichment: enrichmentUseCases(surroundings, { offerCache, visibility }),
    estimates: estimateUseCases(surroundings, config),
    cursorKey: stores.cursorKey,
  });
  const tokens =
    config.tokens &&
    createTokenVerifier({ rules: config.tokens, customers: stores.customers, fetch: outbound.fetch, now });
  const authenticator = createAuthenticator({
    callers: stores.callers,
    tokens,
    failures: limitFailures(config, surroundings),
    onRefused: (reason) => metrics.callers.authFailures.inc({ reason }),
    now,
  });
  const audit = startAuditDesk(surroundings);
  const callerAddress = createCallerAddress(config.trustedProxies);
  const limits = limitsOf(config);
  const limiter = startKeyLimits(config, surroundings);
  const connected = followCallers(surroundings, { tokens, authenticator, limiter });
  const shedder = startLoadShedder({ onRefused: () => metrics.callers.refused.inc({ reason: 'overload' }) });
  teardown.add('load shedder', async () => shedder.stop());
  const certificates = config.tls && (await openTls(config.tls, log));
  if (certificates !== undefined) teardown.add('certificates', certificates.stop);
  const common = { useCases, audit, callerAddress, connected, limiter, shedder, metrics, log, certificates, now };
  const grpc = config.roles.has('gateway')
    ? await startGrpcServer({ ...common, authenticator, bounds: limits, config })
    : undefined;
  if (grpc !== undefined) teardown.add('gRPC', () => grpc.stop(config.shutdownDeadlineMs));
  const http = await startHttpServer({
    ...common,
    serveAdmin: serveAdmin(
      adminUseCases({ ...surroundings, delivery: config.delivery, onPolicyChange, onPricingChange }),
    ),
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
    limits,
  });
  teardown.add('HTTP', () => http.stop(config.shutdownDeadlineMs));
  return {
    httpPort: http.port,
    grpcPort: grpc?.port,
    metricsPort: await openMetricsPort(config, surroundings, { certificates, limits }),
  };
};
