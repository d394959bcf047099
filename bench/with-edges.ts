import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Pool } from '../storage/pool/pool.ts';
import { startOptions } from '../test/support/start-options.ts';
import type { Counts, Ports } from './edge-servers.ts';
import { fillMarket } from './market.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

/** The servers, from outside. */
interface RunningEdges extends Ports {
  /** What the policed ones have done since this was last asked. */
  counts(): Promise<Counts>;
  /** The database that they run over, and its server's address. */
  readonly sql: Pool['sql'];
  readonly url: string;
}

/**
 * Runs `work` beside the edges and the bare servers, which run in a child process over the database
 * of the pool; `settings` are variables of its environment.
 */
export const besideEdges = async <Result>(
  { sql }: Pool,
  url: string,
  work: (edges: RunningEdges) => Promise<Result>,
  settings: NodeJS.ProcessEnv = {},
): Promise<Result> => {
  const env = { ...process.env, ...settings };
  // The bare servers share the process and have them too.
  const servers = fork(new URL('./edge-servers.ts', import.meta.url), [url], { execArgv: [...startOptions], env });
  const counts = async (): Promise<Counts> => {
    servers.send('counts');
    const [counted] = (await once(servers, 'message')) as [Counts];
    return counted;
  };
  try {
    const [ports] = (await once(servers, 'message')) as [Ports];
    return await work({ ...ports, counts, sql, url });
  } finally {
    servers.kill();
    await once(servers, 'exit');
  }
};

/** The same over a filled scratch database; `fill` puts more into it. */
export const withEdges = <Result>(
  work: (edges: RunningEdges) => Promise<Result>,
  fill: (pool: Pool) => Promise<void> = async () => undefined,
): Promise<Result> =>
  withScratchPostgres(8, async (pool, url) => {
    await fillMarket(pool);
    await fill(pool);
    return besideEdges(pool, url, work);
  });
