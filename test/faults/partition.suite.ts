import { beforeAll, describe, expect, it } from 'vitest';
import { deadlineMs, type PartitionOrder, type PartitionReport, runPartition } from './partition.scenario.ts';

/** For the way of an answer on a busy machine; what hangs takes longer than a statement, 30 s. */
const slackMs = 20_000;

/** What holds of a process that loses its way to PostgreSQL, beside one that does not. */
export const partitionSuite = (order: PartitionOrder): void => {
  describe('one of two processes loses its way to PostgreSQL in the middle of a tick', () => {
    let report: PartitionReport;
    beforeAll(async () => {
      report = await runPartition(order);
      process.stdout.write(`${JSON.stringify({ ...report, ledger: { ...report.ledger, lost: [], repeated: [] } })}\n`);
    }, 200_000 + order.atLeastMs);

    it('answers every request within its deadline, as unavailable where it cannot answer', () => {
      for (const { status, tookMs } of report.behind) {
        expect(tookMs).toBeLessThan(deadlineMs + slackMs);
        expect([503, 504]).toContain(status);
      }
    });

    it('says that it is not ready, and why', () => {
      expect(report.readiness).toMatchObject({ dependencies: { database: false } });
    });

    it('does not disturb the callers of the other process', () => {
      for (const { status } of report.beside) expect(status).toBeLessThan(300);
    });

    it('leaves its lease to the other one only after it ran out, and writes nothing under it later', () => {
      for (const { before, atMs } of report.handovers) {
        if (before !== undefined) expect(atMs).toBeGreaterThanOrEqual(before.untilMs);
      }
      expect(report.isEveryWriterOwner).toBe(true);
    });

    it('leaves the tick to the other one while it cannot write it', () => {
      expect(report.isGoneOnBeside).toBe(true);
    });

    it('leaves nothing lost and nothing done twice once the way is there again', () => {
      const { ledger } = report;
      expect(ledger).toMatchObject({ runs: 1, unfinished: 0, lost: [], repeated: [] });
      expect(ledger.expected).toBeGreaterThan(0);
      expect(ledger.published).toBe(ledger.events);
    });
  });
};
