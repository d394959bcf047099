import { beforeAll, describe, expect, it } from 'vitest';
import { type ReplicasOrder, type ReplicasReport, runReplicas } from './replicas.scenario.ts';

/** What the budget of the supplier's pages allows in any second, see its plug-in. */
const pagesOfSecond = 6;

/** What holds of three processes of which one is killed and another is stopped. */
export const replicasSuite = (order: ReplicasOrder): void => {
  describe('three processes, one killed and one stopped in the middle of a tick and of estimates', () => {
    let report: ReplicasReport;
    beforeAll(async () => {
      report = await runReplicas(order);
      process.stdout.write(`${JSON.stringify({ ...report, ledger: { ...report.ledger, lost: [], repeated: [] } })}\n`);
    }, 600_000);

    it('leave the tick and every estimate to the third, which brings them to their end', () => {
      expect(report.isDoneByThird).toBe(true);
      expect(report.writers).toBe(3);
      for (const { id, status } of report.estimates) expect(status, id).toBe('ready');
    });

    it('take a lease over only after it ran out, and write nothing under one that has passed on', () => {
      for (const { before, atMs } of report.handovers) {
        if (before !== undefined) expect(atMs).toBeGreaterThanOrEqual(before.untilMs);
      }
      expect(report.isEveryWriterOwner).toBe(true);
    });

    it('stay inside the budget of the supplier together', () => {
      expect(report.busiest).toBeLessThanOrEqual(pagesOfSecond);
    });

    it('do nothing twice: each observation, each event and each version of an estimate is there once', () => {
      expect(report.ledger).toMatchObject({ runs: 1, unfinished: 0, lost: [], repeated: [] });
      expect(report.ledger.published).toBe(report.ledger.events);
      for (const { id, versions } of report.estimates) {
        expect(versions, id).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
      }
    });
  });
};
