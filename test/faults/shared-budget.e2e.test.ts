import { expect, it } from 'vitest';
import { spendTogether } from './shared-budget.scenario.ts';

// How much of it they use at best is for the long form: a machine that is busy with other tests may
// stall them here.
it('two processes on one credential stay inside its budget together, and use most of it', async () => {
  const report = await spendTogether({ durationMs: 10_000, outageMs: 0 });
  expect(report.busiest).toBeLessThanOrEqual(1);
  expect(report.utilisation).toBeGreaterThanOrEqual(0.7);
});

it('they stay inside it too while its store is killed and comes back, and go on meanwhile', async () => {
  const report = await spendTogether({ durationMs: 12_000, outageMs: 4_000 });
  expect(report.busiest).toBeLessThanOrEqual(1);
  expect(report.duringOutage).toBeGreaterThan(0);
  expect(report.fallbacks).toBeGreaterThan(0);
});
