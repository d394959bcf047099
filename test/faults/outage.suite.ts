import { beforeAll, describe, expect, it } from 'vitest';
import { growthOf } from './outage/memory.ts';
import { type OutageOrder, type OutageReport, runOutage } from './outage.scenario.ts';

/** An outage, and how much of it is left out of the judgement of memory. */
export interface OutageSuite extends OutageOrder {
  readonly warmUpMs: number;
}

const words = { nats: 'NATS is killed', postgres: 'PostgreSQL is frozen' } as const;
const recoveryMs = 10_000;
/** Of a heap that is collected when it pleases V8. */
const allowedGrowth = 1.25;
/** Lines a second, of whatever event, beside those of requests. */
const allowedLines = 5;

/** Calls that were answered as the service's failure, or not at all. */
const callsThatFailed = (answers: OutageReport['answers']): number =>
  Object.entries(answers).reduce((sum, [status, calls]) => (status === '0' || status >= '500' ? sum + calls : sum), 0);

/** What holds of an outage of any length. */
export const outageSuite = ({ of, outageMs, warmUpMs }: OutageSuite): void => {
  describe(`a service under load whose ${words[of]} for ${outageMs / 1_000} s`, () => {
    let report: OutageReport;
    beforeAll(async () => {
      report = await runOutage({ of, outageMs });
      const { memory, lost, repeated, unfinished, ...figures } = report;
      const shown = { ...figures, growth: growthOf(memory, warmUpMs), last: memory.at(-1) };
      process.stdout.write(`${JSON.stringify(shown)}\n`);
    }, outageMs + 480_000);

    it('holds no more memory at the end of the outage than at its beginning', () => {
      const growth = growthOf(report.memory, warmUpMs);
      expect(growth.heap).toBeLessThan(allowedGrowth);
      expect(growth.resident).toBeLessThan(allowedGrowth);
    });

    it('is ready within ten seconds of its end, and has stored a fresh observation', () => {
      expect(report.readyMs).toBeLessThan(recoveryMs);
      expect(report.freshMs).toBeLessThan(recoveryMs);
    });

    it('has stored everything that its supplier answered in finished runs, each once', () => {
      expect(report.observations).toBeGreaterThan(0);
      expect(report.answered).toBeGreaterThanOrEqual(report.observations);
      expect(report.lost).toEqual([]);
      expect(report.repeated).toEqual([]);
    });

    it('brings every job and estimate that it accepted to its end', () => {
      expect(report.accepted).toBeGreaterThan(0);
      expect(report.unfinished).toEqual([]);
    });

    it('is the same process still, and said little while it waited', () => {
      expect(report.isSame).toBe(true);
      expect(report.complaints).toEqual([]);
      const { 'request.completed': _, 'request.failed': failed = 0, ...others } = report.lines;
      const count = Object.values(others).reduce((sum, each) => sum + each, 0);
      expect(count).toBeLessThan((outageMs / 1_000) * allowedLines + 100);
      expect(failed).toBeLessThanOrEqual(callsThatFailed(report.answers));
    });
  });
};
