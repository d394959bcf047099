import { beforeAll, describe, expect, it } from 'vitest';
import { type KilledRematchReport, runKilledRematch } from './killed-rematch.scenario.ts';

/**
 * What holds of a rematch of any size whose service is killed halfway, with the time that 99 of 100
 * prices may take meanwhile.
 */
export const killedRematchSuite = (offers: number, deadlineMs: number, p99Ms: number): void => {
  describe(`a new alias over ${offers} offers, whose rematch is killed halfway`, () => {
    let report: KilledRematchReport;

    beforeAll(async () => {
      report = await runKilledRematch(offers, deadlineMs);
      process.stdout.write(`${JSON.stringify(report)}\n`);
    }, 4 * deadlineMs);

    it('goes on at its cursor and looks at each offer once', () => {
      expect(report.run.cursorAfter >= report.run.cursorAtKill).toBe(true);
      // The market has two more that were decided.
      expect(report.run.lookedAt).toBeLessThanOrEqual(offers + 2);
      expect(report.run.lookedAt).toBeGreaterThanOrEqual(offers);
    });

    it('ends as if everything had been decided from scratch, with one event for each match that it changed', () => {
      expect(report).toMatchObject({ matched: offers / 2, differences: 0 });
      // The market has two events of its own.
      expect(report.events).toBe(offers / 2 + 2);
    });

    it('lets prices be answered all the while', () => {
      expect(report.prices.failed).toBe(0);
      expect(report.prices.asked).toBeGreaterThan(10);
      expect(report.prices.p99Ms).toBeLessThan(p99Ms);
    });
  });
};
