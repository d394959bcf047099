import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Ports } from './edge-servers.ts';
import { fillMarket } from './market.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

/** As `npm start` runs the service; the bare servers share the process and have it too. */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=32', '--max-old-space-size=1024'];

/** Runs `work` beside the edges and the bare servers, which run in a child process over a filled scratch database. */
export const withEdges = <Result>(work: (ports: Ports) => Promise<Result>): Promise<Result> =>
  withScratchPostgres(8, async (pool, url) => {
    await fillMarket(pool);
    const servers = fork(new URL('./edge-servers.ts', import.meta.url), [url], { execArgv });
    try {
      const [ports] = (await once(servers, 'message')) as [Ports];
      return await work(ports);
    } finally {
      servers.kill();
      await once(servers, 'exit');
    }
  });
