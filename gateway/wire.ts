import { seedAliases } from '../domain/matching/known-aliases.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createRedactor } from '../telemetry/redaction.ts';
import { startTracing } from '../telemetry/tracing.ts';
import type { Config } from './config.ts';
import { openAnalytics } from './wire/analytics.ts';
import { startArchiving } from './wire/archiving.ts';
import { openBus } from './wire/bus.ts';
import { type FirstKeys, keptSealingKey } from './wire/data-folder.ts';
import { openDatabase } from './wire/database.ts';
import { type RunningDemo, startDemo } from './wire/demo.ts';
import { type EdgeSurroundings, type Edges, startEdges } from './wire/edges.ts';
import { ensureFirstKeys } from './wire/first-keys.ts';
import { newContext } from './wire/new-ids.ts';
import { startPriceBasis } from './wire/price-basis.ts';
import { createStores } from './wire/stores.ts';
import type { WorkerSurroundings } from './wire/surroundings.ts';
import { createTeardown } from './wire/teardown.ts';
import { startWorkers } from './wire/workers.ts';

/**
 * The composition root: from a configuration to a running service and its end. Parts are made in the order of their
 * dependencies and each is registered to be stopped where it is made, so the end is the start read backwards: the edges stop
 * taking requests, ticks checkpoint, consumers drain, then connections close and the embedded servers stop.
 */

/** A running service. */
export interface RunningService {
  readonly edges: Edges;
  /** Where its data is, in words without secrets. */
  readonly database: string;
  readonly bus: string;
  readonly demo: RunningDemo | undefined;
  /** The first keys, where there are any to show. */
  readonly firstKeys: FirstKeys | undefined;
  /** Resolves with the reason when the service cannot go on. */
  readonly broken: Promise<unknown>;
  /** Ends everything in good order. Never rejects. */
  stop(): Promise<void>;
}

const serviceName = 'offerstream';

/** What may be given in place of the real thing, for tests and benchmarks. */
export interface Overrides {
  readonly now?: () => Date;
}

/** What stands before anything is served: stores, bus, demo suppliers, and how to end them. */
export interface Foundation {
  readonly surroundings: WorkerSurroundings & EdgeSurroundings;
  readonly database: string;
  readonly bus: string;
  readonly demo: RunningDemo | undefined;
  readonly firstKeys: FirstKeys | undefined;
  readonly broken: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Lays the foundation and builds on it. When a part cannot be started, those before it are stopped and the error is thrown.
 */
export const withFoundation = async <Built>(
  config: Config,
  overrides: Overrides,
  build: (foundation: Foundation) => Promise<Built>,
): Promise<Built> => {
  const now = overrides.now ?? (() => new Date());
  const redactor = createRedactor();
  const log = createLogger({ service: serviceName, level: config.logLevel, redactor });
  const metrics = createMetrics(serviceName);
  const teardown = createTeardown();
  const broken = Promise.withResolvers<unknown>();
  const stop = async (): Promise<void> => {
    log.info('service.stopping');
    await teardown.run((part, error) => log.error('service.part.failed', { part, err: error }));
    log.info('service.stopped');
  };

  try {
    const tracing = await startTracing({ service: serviceName, ...config.tracing });
    teardown.add('tracing', tracing.shutdown);
    const database = await openDatabase(config, { teardown, log, metrics });
    const keys = config.sealingKeys ?? [{ id: '1', key: await keptSealingKey(config.dataDir) }];
    const stores = createStores(database, { keys, metrics, priceJumpFactor: config.priceJumpFactor });
    const { bus, description } = await openBus(config, { database, log, teardown });
    const analytics = openAnalytics(config, { metrics, teardown, onSecret: redactor.register });
    const startContext = newContext();
    await seedAliases(stores.catalog, startContext);
    // Only a gateway has callers; of several processes that start at once, only it may make keys.
    const firstKeys = config.roles.has('gateway')
      ? await ensureFirstKeys(config, stores, database.isEmbedded)
      : undefined;
    const demo =
      config.demo === undefined
        ? undefined
        : await startDemo(config.demo, { ...stores, context: startContext, teardown });
    const { pool, isEmbedded: isAlone } = database;
    const surroundings = {
      stores,
      analytics,
      pool,
      databaseUrl: database.url,
      isAlone,
      bus,
      metrics,
      log,
      redactor,
      now,
      teardown,
      onFatal: broken.resolve,
    };
    return await build({
      surroundings,
      database: isAlone ? `PostgreSQL of its own in ${config.dataDir}` : 'PostgreSQL at DATABASE_URL',
      bus: description,
      demo,
      firstKeys,
      broken: broken.promise,
      stop,
    });
  } catch (error) {
    log.error('service.failed', { err: error });
    await stop();
    throw error;
  }
};

/** Starts the service. When a part cannot be started, those before it are stopped and the error is thrown. */
export const startService = (config: Config, overrides: Overrides = {}): Promise<RunningService> =>
  withFoundation(config, overrides, async (foundation) => {
    const { surroundings, bus } = foundation;
    const basis = await startPriceBasis(config, surroundings);
    await startWorkers(config, surroundings, basis);
    if (config.roles.has('worker')) startArchiving(config, surroundings);
    const edges = await startEdges(config, surroundings, basis);
    const { httpPort: http_port, grpcPort: grpc_port } = edges;
    surroundings.log.info('service.started', { http_port, grpc_port, bus });
    return { ...foundation, edges };
  });
