import { startPeriodic } from '../../concurrency/periodic.ts';
import { dayMs } from '../../domain/duration.ts';
import { startEmbeddedPostgres } from '../../ops/embedded/postgres.ts';
import { openPool, type Pool, run } from '../../storage/pool/pool.ts';
import { requireRequestRole } from '../../storage/pool/tenant.ts';
import { prepareSchema } from '../../storage/schema/migrate.ts';
import { ensurePartitions } from '../../storage/schema/partitions.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Config } from '../config/config.ts';
import { awaitStore, type Patience } from './await-store.ts';
import type { Teardown } from './teardown.ts';

/** The database of the service. */
export interface Database {
  readonly pool: Pool;
  /** Holds the password. */
  readonly url: string;
  readonly isEmbedded: boolean;
}

/** The longest that making partitions may take. */
const partitionsDeadlineMs = 60_000;

/** What the opening of the database needs besides the configuration. */
export interface DatabaseDependencies {
  readonly teardown: Teardown;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** How it waits for a server that does not answer. */
  readonly patience: Patience;
}

/**
 * Takes the configured PostgreSQL or starts one of its own, brings its schema up to date, and makes
 * the partitions of the months to come every day.
 */
export const openDatabase = async (
  config: Config,
  { teardown, log, metrics, patience }: DatabaseDependencies,
): Promise<Database> => {
  const { url: configured, poolSize } = config.database;
  const url = configured ?? (await startOwn(config.dataDir, teardown));
  const pool = openPool({
    url,
    maxConnections: poolSize,
    onConnection: (waitedMs) => metrics.database.connectionWait.observe(waitedMs / 1_000),
  });
  teardown.add('database connections', pool.close);
  await awaitStore({ name: 'PostgreSQL', setting: 'DATABASE_URL' }, patience, () => run(pool.sql`select 1`));
  const newer = await prepareSchema(pool.sql, config.database);
  if (newer.length > 0) log.warn('schema.newer', { migrations: newer });
  await requireRequestRole(pool.sql);
  teardown.add('partitioning', startPartitioning(pool, log));
  return { pool, url, isEmbedded: configured === undefined };
};

const startOwn = async (dataDir: string, teardown: Teardown): Promise<string> => {
  const server = await startEmbeddedPostgres({ dataDir });
  teardown.add('embedded PostgreSQL', server.stop);
  return server.url;
};

/** Makes partitions every day. Returns how to stop, which waits for what is at work. */
const startPartitioning = ({ sql }: Pool, log: Logger): (() => Promise<void>) => {
  // Partitions are made months ahead, so a day that fails is made up for by the next.
  const { stop } = startPeriodic({
    what: 'partitions',
    everyMs: dayMs,
    deadlineMs: partitionsDeadlineMs,
    work: () => ensurePartitions(sql),
    onError: (error) => log.warn('store.partitions.failed', { err: error }),
  });
  return stop;
};
