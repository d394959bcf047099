import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Pool } from '../storage/pool.ts';
import type { Counts, Ports } from './edge-servers.ts';
import { fillMarket } from './market.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

/** As `npm start` runs the service; the bare servers share the process and have it too. */
const execArgv = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--max-old-space-size=1024',
  '--no-allocation-site-pretenuring',
];

/** The servers, from outside. */
interface RunningEdges extends Ports {
  /** What the policed ones have done since this was last asked. */
  counts(): Promise<Counts>;
}

/**
 * Runs `work` beside the edges and the bare servers, which run in a child process over a filled scratch database; `fill` puts
 * more into it.
 */
export const withEdges = <Result>(
  work: (edges: RunningEdges) => Promise<Result>,
  fill: (pool: Pool) => Promise<void> = async () => undefined,
): Promise<Result> =>
  withScratchPostgres(8, async (pool, url) => {
    await fillMarket(pool);
    await fill(pool);
    const servers = fork(new URL('./edge-servers.ts', import.meta.url), [url], { execArgv });
    const counts = async (): Promise<Counts> => {
      servers.send('counts');
      const [counted] = (await once(servers, 'message')) as [Counts];
      return counted;
    };
    try {
      const [ports] = (await once(servers, 'message')) as [Ports];
      return await work({ ...ports, counts });
    } finally {
      servers.kill();
      await once(servers, 'exit');
    }
  });
