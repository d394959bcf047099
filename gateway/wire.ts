import { type DestinationStream, pino } from 'pino';
import { abortable } from '../concurrency/abortable.ts';
import { settlesWithin } from '../concurrency/delay.ts';
import { seedAliases } from '../domain/matching/known-aliases.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { readableLines } from '../telemetry/readable-lines.ts';
import { createRedactor } from '../telemetry/redaction.ts';
import { startTracing } from '../telemetry/tracing.ts';
import type { Config } from './config/config.ts';
import { secretsOf } from './config/config-secrets.ts';
import type { SealingKey } from './config/config-values.ts';
import { openAnalytics } from './wire/analytics.ts';
import { startArchiving } from './wire/archiving.ts';
import { startAuditUpkeep } from './wire/auditing.ts';
import { openBus } from './wire/bus.ts';
import { loadOrCreateSealingKey } from './wire/data-folder.ts';
import { type Database, openDatabase } from './wire/database.ts';
import { type RunningDemo, startDemo, startDemoServers } from './wire/demo.ts';
import { type EdgeDependencies, type Edges, startEdges } from './wire/edges.ts';
import { startFetchingRates } from './wire/fetched-rates.ts';
import { type CreatedFirstKeys, ensureFirstKeys } from './wire/first-keys.ts';
import { startSeriesAtZero } from './wire/initial-series.ts';
import { newContext } from './wire/new-ids.ts';
import { openOutbound, openWebhookOutbound } from './wire/outbound.ts';
import { startPriceBasis } from './wire/price-basis.ts';
import { startRetention } from './wire/retention.ts';
import { startSharedGauges } from './wire/shared-gauges.ts';
import { createStores } from './wire/stores.ts';
import { loadKnowledge } from './wire/suppliers.ts';
import { createTeardown } from './wire/teardown.ts';
import { tracingOptions } from './wire/tracing.ts';
import { createUnfitSecrets, lookAtSecrets } from './wire/unfit-secrets.ts';
import { createWorkStates } from './wire/work-states.ts';
import type { WorkerDependencies } from './wire/worker-dependencies.ts';
import { startWorkers } from './wire/workers.ts';

/**
 * The composition root: from a configuration to a running service and its end. Parts are made in
 * the order of their dependencies and each is registered to be stopped where it is made, so the end
 * is the start read backwards: the edges stop taking requests, ticks checkpoint, consumers drain,
 * then connections close and the embedded servers stop.
 */

/** Where the service logs: standard output, as text for who looks at it, or as JSON. */
const logStream = (format: Config['logFormat']): DestinationStream => {
  const isTerminal = process.stdout.isTTY === true;
  if (format === 'json' || (format === 'auto' && !isTerminal)) return pino.destination(1);
  // It knows NO_COLOR.
  const isColoured = isTerminal && process.stdout.hasColors();
  return readableLines(process.stdout, { isColoured });
};

/** A running service. */
export interface RunningService {
  readonly edges: Edges;
  /** Where its data is, in words without secrets. */
  readonly database: string;
  readonly bus: string;
  readonly demo: RunningDemo | undefined;
  /** The first keys that this start has made; undefined when it made none. */
  readonly madeKeys: CreatedFirstKeys | undefined;
  /** Resolves with the reason when the service cannot go on. */
  readonly broken: Promise<unknown>;
  /** Ends everything in good order. Never rejects. */
  stop(): Promise<void>;
}

const serviceName = 'offerstream';

/** What may be given in place of the real thing, for tests and benchmarks. */
export interface Overrides {
  readonly now?: () => Date;
  /**
   * Aborted when the start is to be given up: what has started is then stopped, whatever is being
   * waited for.
   */
  readonly asked?: AbortSignal;
  /** Whether a person reads standard error, so that keys may be shown there; left out: no. */
  readonly isTerminal?: boolean;
  /**
   * Tells people a line, such as what the start waits for. Given by the service alone: left out,
   * this is a program that works once, beside the service or without it. It fails where the service
   * would wait, and shares the embedded bus.
   */
  readonly say?: (line: string) => void;
}

/** What stands before anything is served: stores, bus, demo suppliers, and how to end them. */
export interface ServiceFoundation {
  readonly surroundings: WorkerDependencies & EdgeDependencies;
  readonly database: string;
  readonly bus: string;
  readonly demo: RunningDemo | undefined;
  readonly broken: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Ends a start that failed or was given up. A start that was given up may still be at work: it
 * finds closed what it stands on, and what it starts all the same, such as a server of its own, is
 * stopped when it is there in time. Later ones end with the process, which they are tethered to.
 */
const endStart = async (starting: Promise<unknown>, stop: () => Promise<void>, timeMs: number): Promise<void> => {
  await stop();
  const through = starting.catch(() => undefined);
  if (await settlesWithin(through, timeMs, new AbortController().signal)) await stop();
};

/** The log, the metrics and the teardown of a service, and how to end it. */
const openGround = (config: Config) => {
  const redactor = createRedactor();
  for (const secret of secretsOf(config)) redactor.register(secret);
  const log = createLogger({
    service: serviceName,
    level: config.logLevel,
    stream: logStream(config.logFormat),
    redactor,
  });
  const teardown = createTeardown();
  const stopParts = () => teardown.run((part, error) => log.error('service.part.failed', { part, err: error }));
  return {
    redactor,
    log,
    metrics: createMetrics(serviceName),
    teardown,
    stopParts,
    stop: async (): Promise<void> => {
      log.info('service.stopping');
      await stopParts();
      log.info('service.stopped');
    },
  };
};

/**
 * Opens what a service stands on, and throws the reason once it is not wanted any more. Plug-ins
 * come first: where one cannot be loaded, the schema stays as it is.
 */
const layFoundation = async (
  config: Config,
  { now = () => new Date(), asked = new AbortController().signal, say }: Overrides,
  { redactor, log, metrics, teardown, stop }: ReturnType<typeof openGround>,
): Promise<ServiceFoundation> => {
  const broken = Promise.withResolvers<unknown>();
  const knowledge = await loadKnowledge(config);
  const tracing = await startTracing(await tracingOptions(serviceName, config.tracing));
  teardown.add('tracing', tracing.shutdown);
  const patience = { waitMs: say ? config.startWaitMs : 0, log, say: say ?? (() => undefined), asked };
  const startingDemo = config.demo && startDemoServers(config.demo, teardown);
  const database = await openDatabase(config, { teardown, log, metrics, patience });
  asked.throwIfAborted();
  const keys = await sealingKeys(config, database);
  const unfit = createUnfitSecrets(log);
  const { bindingOf } = knowledge;
  const stores = createStores(database, { ...config, keys, metrics, bindingOf, onUnfitSecret: unfit.onUnfit });
  if (say) await lookAtSecrets(config, { ...stores, unfit, say });
  const onTaken = say && broken.resolve;
  const { bus, description } = await openBus(config, { database, log, teardown, patience, onTaken });
  asked.throwIfAborted();
  const analytics = await openAnalytics(config, { metrics, teardown });
  const context = newContext();
  await seedAliases(stores.catalog, context);
  const demo = startingDemo && (await startDemo(startingDemo, { ...stores, context, teardown, log, now }));
  asked.throwIfAborted();
  const outbound = openOutbound(config, { demo, log, teardown });
  const { pool, url: databaseUrl, isEmbedded: isAlone } = database;
  const common = { metrics, log, redactor, now, teardown, onFatal: broken.resolve };
  return {
    surroundings: {
      ...common,
      stores,
      analytics,
      pool,
      databaseUrl,
      isAlone,
      bus,
      states: createWorkStates(bus),
      knowledge,
      outbound,
      webhookOutbound: openWebhookOutbound(config, { log, teardown }),
    },
    database: isAlone ? `PostgreSQL of its own in ${config.dataDir}` : 'PostgreSQL at DATABASE_URL',
    bus: description,
    demo,
    broken: broken.promise,
    stop,
  };
};

/**
 * Lays the foundation and builds on it. When a part cannot be started, or the start is given up,
 * those before it are stopped and the error is thrown; for a start that was given up that is the
 * signal's reason.
 */
export const withFoundation = async <Built>(
  config: Config,
  overrides: Overrides,
  build: (foundation: ServiceFoundation) => Promise<Built>,
): Promise<Built> => {
  const ground = openGround(config);
  const { log, stopParts } = ground;
  const { asked } = overrides;
  const starting = layFoundation(config, overrides, ground).then(build);
  try {
    return await abortable(starting, asked);
  } catch (error) {
    if (error !== asked?.reason) log.error('service.failed', { err: error });
    log.info('service.stopping');
    await endStart(starting, stopParts, config.shutdownDeadlineMs / 2);
    log.info('service.stopped');
    throw error;
  }
};

/**
 * The given keys, else the one in the data folder; none for a worker among others, which has
 * nothing to do with secrets.
 */
const sealingKeys = async (config: Config, { isEmbedded }: Database): Promise<readonly SealingKey[]> => {
  if (config.sealingKeys !== undefined) return config.sealingKeys;
  if (!isEmbedded && !config.roles.has('gateway') && !config.roles.has('ingest')) return [];
  return [{ id: '1', key: await loadOrCreateSealingKey(config.dataDir) }];
};

/**
 * Starts the service. When a part cannot be started, those before it are stopped and the error is
 * thrown.
 */
export const startService = (config: Config, overrides: Overrides = {}): Promise<RunningService> =>
  withFoundation(config, overrides, async (foundation) => {
    const { surroundings, bus } = foundation;
    startSeriesAtZero(surroundings.metrics);
    startSharedGauges(surroundings);
    const basis = await startPriceBasis(config, surroundings);
    await startWorkers(config, surroundings, basis);
    if (config.roles.has('worker')) {
      startArchiving(config, surroundings);
      startAuditUpkeep(config, surroundings);
      startRetention(config, surroundings);
      startFetchingRates(config, surroundings);
    }
    const edges = await startEdges(config, surroundings, basis);
    // Last, because what they are is told once, at the end of a start. Only a gateway has callers.
    const isTerminal = overrides.isTerminal === true;
    const madeKeys = config.roles.has('gateway')
      ? await ensureFirstKeys(config, { ...surroundings, isTerminal })
      : undefined;
    const { httpPort: http_port, grpcPort: grpc_port, metricsPort: metrics_port } = edges;
    surroundings.log.info('service.started', { http_port, grpc_port, metrics_port, bus });
    return { ...foundation, edges, madeKeys };
  });
