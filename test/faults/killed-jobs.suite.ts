import { beforeAll, describe, expect, it } from 'vitest';
import { seedOfRun } from '../support/random.ts';
import { type KilledJobsReport, runKilledJobs } from './killed-jobs.scenario.ts';

/** How many jobs the suite runs, and how long they may take. */
export interface KilledJobsSuite {
  readonly jobs: number;
  readonly kills: number;
  readonly deadlineMs: number;
}

/** What holds of any number of running jobs, however often their service is killed. */
export const killedJobsSuite = ({ jobs, kills, deadlineMs }: KilledJobsSuite): void => {
  const seed = seedOfRun();

  describe(`${jobs} running jobs whose service is killed ${kills} times (SEED=${seed})`, () => {
    let report: KilledJobsReport;
    beforeAll(
      async () => {
        report = await runKilledJobs({ jobs, kills, seed }, deadlineMs);
        process.stdout.write(`${JSON.stringify(report)}\n`);
      },
      deadlineMs + (kills + 2) * 60_000,
    );

    it('all end, each once', () => {
      expect(report.running[0]).toBeGreaterThan(0);
      expect(report.failed).toBe(0);
      expect(report.completed).toBe(jobs);
      expect(report.endings).toBe(jobs);
    });

    it('never show a progress that is less than before', () => {
      expect(report.falls).toEqual([]);
      expect(report.looks).toBeGreaterThan(kills);
    });

    it("keep to the supplier's budget across the restarts", () => {
      expect(report.busiestPeriod).toBe(1);
    });
  });
};
