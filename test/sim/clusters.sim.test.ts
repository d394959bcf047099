import { describe, expect, it } from 'vitest';
import { seedOfRun } from '../support/random.ts';
import { type ClusterFault, clusterFaults, runCluster } from './cluster/cluster-world.ts';

/** Five hundred seeds of each kind by `npm run test:long`. */
const seeds = process.env.LONG === '1' ? 500 : 5;

/** Runs so many clusters, whose connectors must keep every promise. */
const expectPromisesKept = async (faultKinds: readonly ClusterFault[]): Promise<void> => {
  const first = seedOfRun();
  const totals = { calls: 0, ticks: 0, refreshes: 0, takeovers: 0 };
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { faults, calls, ticks, refreshes, takeovers } = await runCluster(seed, faultKinds);
    expect(faults, `SEED=${seed} does this again`).toEqual([]);
    totals.calls += calls;
    totals.ticks += ticks;
    totals.refreshes += refreshes;
    totals.takeovers += takeovers;
  }
  // What is never done cannot go wrong.
  expect(totals.calls).toBeGreaterThan(seeds * 50);
  expect(totals.ticks).toBeGreaterThan(seeds * 10);
  expect(totals.refreshes).toBeGreaterThan(seeds * 5);
  expect(totals.takeovers).toBeGreaterThan(0);
};

describe('connectors keep every promise', () => {
  it(
    'although processes are stopped for longer than their leases last',
    () => expectPromisesKept(['stopped']),
    600_000,
  );

  it(
    'although leases are lost while pages are in flight',
    () => expectPromisesKept(['cut_off', 'store_away', 'bus_hangs']),
    600_000,
  );

  it(
    'although the store and the bus hang and never answer',
    () => expectPromisesKept(['store_hangs', 'bus_hangs', 'weather']),
    600_000,
  );

  it('although processes die, and others take over in time', () => expectPromisesKept(['killed', 'leaves']), 600_000);

  it(
    'although operators pause them while pages are in flight',
    () => expectPromisesKept(['paused', 'weather']),
    600_000,
  );

  it('and asks nothing for a session between an order to pause and the end of the page', async () => {
    expect((await runCluster(97_011_682, ['paused', 'weather'])).faults).toEqual([]);
  });

  it('and renew a session within a probe without asking before the next one', async () => {
    expect((await runCluster(20_270_101, ['paused', 'weather'])).faults).toEqual([]);
  });

  it('although all of it happens at once', () => expectPromisesKept(clusterFaults), 600_000);

  it('and do the same again from the same seed', async () => {
    expect(await runCluster(7)).toEqual(await runCluster(7));
  }, 60_000);
});
