import { expect, it } from 'vitest';
import { seedOfRun } from '../support/random.ts';
import { runCluster } from './connectors-world.ts';

/** Two thousand seeds by `npm run test:long`. */
const seeds = process.env.LONG === '1' ? 2_000 : 60;

it('keeps every promise of connectors through hours of outages, throttles, kills and pauses', () => {
  const first = seedOfRun();
  const totals = { requests: 0, finishedTicks: 0, hours: 0 };
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { faults, requests, finishedTicks, simulatedHours } = runCluster(seed);
    expect(faults, `SEED=${seed} does this again`).toEqual([]);
    totals.requests += requests;
    totals.finishedTicks += finishedTicks;
    totals.hours += simulatedHours;
  }
  // What is never asked cannot go wrong.
  expect(totals.requests).toBeGreaterThan(seeds * 100);
  expect(totals.finishedTicks).toBeGreaterThan(seeds * 10);
}, 600_000);

it('does the same again from the same seed', () => {
  expect(runCluster(7)).toEqual(runCluster(7));
});
