import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../ops/embedded/postgres.ts';
import { openPool, type Pool } from '../storage/pool/pool.ts';
import { migrate } from '../storage/schema/migrate.ts';

/**
 * Runs `work` on a migrated database of a fresh embedded server, as durable as the service's own,
 * and throws it away after.
 */
export const withScratchPostgres = async <Result>(
  maxConnections: number,
  work: (pool: Pool, url: string) => Promise<Result>,
): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'offerstream-bench-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir });
  const pool = openPool({ url: server.url, maxConnections });
  try {
    await migrate(pool.sql);
    return await work(pool, server.url);
  } finally {
    await pool.close();
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
};
