import { expect, it } from 'vitest';
import { seedOfRun } from '../support/random.ts';
import { runBudgets } from './budgets-world.ts';

/** Two thousand seeds by `npm run test:long`. */
const seeds = process.env.LONG === '1' ? 2_000 : 15;

it('exceeds no budget in any window, across outages, fallbacks, kills, throttles and orders', async () => {
  const first = seedOfRun();
  const totals = { requests: 0, fallbacks: 0 };
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { faults, requests, fallbacks } = await runBudgets(seed, true);
    expect(faults, `SEED=${seed} does this again`).toEqual([]);
    totals.requests += requests;
    totals.fallbacks += fallbacks;
  }
  expect(totals.requests).toBeGreaterThan(seeds * 200);
  expect(totals.fallbacks).toBeGreaterThan(seeds);
}, 1_800_000);

it('uses 95 % of a budget and more at full demand when nothing goes wrong', async () => {
  const { faults, utilisation, fallbacks } = await runBudgets(1, false);
  expect(faults).toEqual([]);
  expect(utilisation).toBeGreaterThan(0.95);
  expect(utilisation).toBeLessThanOrEqual(1.05);
  expect(fallbacks).toBe(0);
});
