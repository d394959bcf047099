import { beforeAll, describe, expect, it } from 'vitest';
import { seedOfRun } from '../support/random.ts';
import { type KilledTickReport, runKilledTick } from './killed-tick.scenario.ts';

/** Which tick the suite runs, and how long it may take. */
export interface KilledTickSuite {
  readonly products: number;
  readonly kills: number;
  /** From one kill to the next. */
  readonly deadlineMs: number;
}

/** What holds of a catalogue tick of any size, however often its service is killed. */
export const killedTickSuite = ({ products, kills, deadlineMs }: KilledTickSuite): void => {
  const seed = seedOfRun();

  describe(`a catalogue tick over ${products} products whose service is killed ${kills} times (SEED=${seed})`, () => {
    let report: KilledTickReport;

    beforeAll(
      async () => {
        report = await runKilledTick({ products, kills, seed }, deadlineMs);
        process.stdout.write(`${JSON.stringify(report)}\n`);
      },
      deadlineMs * (kills + 2),
    );

    it('has every observation of every page once, and each offer whole', () => {
      const { skus } = report;
      expect(report).toMatchObject({ ticks: 1, lost: 0, repeated: 0, offers: skus, complete: skus, undecided: 0 });
    });

    it('counts each page once', () => {
      const pages = 1 + 3 * Math.ceil(report.skus / 500);
      expect(report.counters).toMatchObject({ item_count: report.skus, page_count: pages });
    });

    it('has published each event once', () => {
      expect(report.publishedEvents).toBe(report.events);
    });

    it('shows operators a progress that never falls', () => {
      expect(report.falls).toEqual([]);
      // At least once in each life.
      expect(report.looks).toBeGreaterThan(kills);
    });
  });
};
