import { expect, it } from 'vitest';
import { spendTogether } from './shared-budget.scenario.ts';

it('two processes on one credential stay inside its budget together, and use 95 % of it', async () => {
  const report = await spendTogether({ durationMs: 60_000, outageMs: 0 });
  expect(report.busiest).toBeLessThanOrEqual(1);
  expect(report.utilisation).toBeGreaterThanOrEqual(0.95);
});

it('they stay inside it too while its store is killed and comes back, and go on meanwhile', async () => {
  const report = await spendTogether({ durationMs: 60_000, outageMs: 20_000 });
  expect(report.busiest).toBeLessThanOrEqual(1);
  expect(report.duringOutage).toBeGreaterThan(0);
  expect(report.fallbacks).toBeGreaterThan(0);
});
