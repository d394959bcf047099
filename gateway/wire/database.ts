import { startEmbeddedPostgres } from '../../ops/embedded/postgres.ts';
import { migrate } from '../../storage/migrate.ts';
import { openPool, type Pool } from '../../storage/pool.ts';
import type { Config } from '../config.ts';
import type { Teardown } from './teardown.ts';

/** The database of the service. */
export interface Database {
  readonly pool: Pool;
  /** Holds the password. */
  readonly url: string;
  readonly isEmbedded: boolean;
}

/** Takes the configured PostgreSQL or starts one of its own, and brings its schema up to date. */
export const openDatabase = async (config: Config, teardown: Teardown): Promise<Database> => {
  const { url: configured, poolSize } = config.database;
  const url = configured ?? (await startOwn(config.dataDir, teardown));
  const pool = openPool({ url, maxConnections: poolSize });
  teardown.add('database connections', pool.close);
  await migrate(pool.sql);
  return { pool, url, isEmbedded: configured === undefined };
};

const startOwn = async (dataDir: string, teardown: Teardown): Promise<string> => {
  const server = await startEmbeddedPostgres({ dataDir });
  teardown.add('embedded PostgreSQL', server.stop);
  return server.url;
};
