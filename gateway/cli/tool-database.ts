import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../ops/embedded/postgres.ts';
import { openPool, type Pool } from '../../storage/pool/pool.ts';
import type { Config } from '../config/config.ts';

/** The database of a command that is run beside the service or without it. */
export interface ToolDatabase {
  readonly pool: Pool;
  /** Holds the password. */
  readonly url: string;
  /** Lets go of it, and stops the embedded server if it was started for this. */
  close(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, else that of the service that runs on DATA_DIR, else the
 * embedded one there, started for as long as it is open. `name` is shown in `pg_stat_activity`;
 * statements take as long as they take.
 */
export const openToolDatabase = async (config: Config, name: string): Promise<ToolDatabase> => {
  const found = await openRunningDatabase(config, name);
  if (found !== undefined) return found;
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir });
  const own = opener(name)(server.url);
  return {
    pool: own,
    url: server.url,
    close: async () => {
      await own.close();
      await server.stop();
    },
  };
};

const opener =
  (name: string) =>
  (url: string): Pool =>
    openPool({ url, maxConnections: 3, applicationName: name, statementTimeoutMs: 0 });

/** The same without starting one: undefined where neither DATABASE_URL nor a service names any. */
export const openRunningDatabase = async (
  { database, dataDir }: Config,
  name: string,
): Promise<ToolDatabase | undefined> => {
  const open = opener(name);
  const found =
    database.url === undefined ? await joinRunning(dataDir, open) : { pool: open(database.url), url: database.url };
  return found && { ...found, close: found.pool.close };
};

/** The database of a service that runs on the folder; undefined when none answers. */
const joinRunning = async (
  dataDir: string,
  open: (url: string) => Pool,
): Promise<Pick<ToolDatabase, 'pool' | 'url'> | undefined> => {
  const text = await readFile(join(dataDir, 'connection.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { url }: { url: string } = JSON.parse(text);
  const pool = open(url);
  if (await pool.isHealthy()) return { pool, url };
  await pool.close();
  return undefined;
};
