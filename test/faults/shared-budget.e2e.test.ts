import { expect, it } from 'vitest';
import { spendTogether } from './shared-budget.scenario.ts';

// How much of it they use at best is for the long form: a machine that is busy with other tests may
// stall them here, and the supplier. Then all eight calls that can be under way come at once, late.
const atMost = 1.08;

it('two processes on one credential stay inside its budget together, and use more than the half of one', async () => {
  const report = await spendTogether({ durationMs: 10_000, outageMs: 0 });
  expect(report.busiest).toBeLessThanOrEqual(atMost);
  expect(report.utilisation).toBeGreaterThan(0.5);
});

it('they stay inside it too although the clock of one is ten minutes ahead of the other', async () => {
  const report = await spendTogether({ durationMs: 10_000, outageMs: 0, aheadMs: 600_000 });
  expect(report.busiest).toBeLessThanOrEqual(atMost);
  expect(report.utilisation).toBeGreaterThan(0.5);
});

it('they stay inside it too while its store is killed and comes back, and go on meanwhile', async () => {
  const report = await spendTogether({ durationMs: 12_000, outageMs: 4_000 });
  expect(report.busiest).toBeLessThanOrEqual(atMost);
  expect(report.duringOutage).toBeGreaterThan(0);
  expect(report.fallbacks).toBeGreaterThan(0);
});
