import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../ops/embedded/postgres.ts';
import { openPool } from '../../storage/pool/pool.ts';
import { migrate } from '../../storage/schema/migrate.ts';
import { eventually } from './eventually.ts';
import type { TestDatabase } from './postgres.ts';
import { isRunning, isStopped, processTree, signalTree } from './processes.ts';

/** A migrated database on a server of a test file's own, which may be killed. */
export interface OwnPostgres extends TestDatabase {
  /** Kills the server as a crash would: SIGKILL, nothing said to anyone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and cluster, and resolves when it takes connections. */
  restart(): Promise<void>;
  /** Makes it hang, every session with it: it keeps its connections and says nothing. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** Starts the server in a folder of its own. */
export const ownPostgres = async (): Promise<OwnPostgres> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'offerstream-own-'));
  await chmod(dataDir, 0o711);
  let server = await startEmbeddedPostgres({ dataDir });
  const { url } = server;
  const pool = openPool({ url, maxConnections: 4, applicationName: 'observer' });
  await migrate(pool.sql);
  return {
    url,
    pool,
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      await eventually(async () => !(await isRunning(server.pid)));
    },
    restart: async () => {
      server = await startEmbeddedPostgres({ dataDir, port: Number(new URL(url).port) });
    },
    freeze: async () => {
      await signalTree(server.pid, 'SIGSTOP');
      const all = await processTree(server.pid);
      await eventually(async () => !(await Promise.all(all.map(isStopped))).includes(false));
    },
    thaw: () => signalTree(server.pid, 'SIGCONT'),
    close: async () => {
      await pool.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
