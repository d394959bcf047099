import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArchiver } from '../../../storage/archive/archiver.ts';
import { restoreArchive } from '../../../storage/archive/restore.ts';
import { verifyMonth } from '../../../storage/archive/verify-month.ts';
import { openPool } from '../../../storage/pool/pool.ts';
import { eventLog } from '../../support/event-log.ts';
import { later, oldEvents, oldMonths } from './old-events.ts';

/** What the heap may grow by, however many events there are. */
const maxHeapGrowthBytes = 200_000_000;

/** So many events of so many aggregates into files and back. */
export const roundTrip = (events: number, aggregates: number): void => {
  test(`${events} archived and restored events are the same to the letter, in bounded memory`, async () => {
    const old = await oldEvents(events, aggregates);
    const { url, pool } = old.database;
    const patient = openPool({ url, maxConnections: 2, statementTimeoutMs: 0 });
    try {
      const store = eventLog(pool.sql);
      const before = await old.digest();
      const stream = await store.read('product', 'prd_5');
      let highestHeap = 0;
      const heapBefore = process.memoryUsage().heapUsed;
      const watching = setInterval(() => {
        highestHeap = Math.max(highestHeap, process.memoryUsage().heapUsed);
      }, 20);

      const { directory } = old;
      expect(await runArchiver({ url, directory, afterMonths: 12 }, later)).toMatchObject({
        months: oldMonths.map((partition) => ({ kind: 'archived', partition })),
      });
      expect(await old.digest()).toBe('0 ');
      for (const month of oldMonths) expect(await verifyMonth(join(directory, month))).toEqual([]);
      const restored = await restoreArchive({ sql: patient.sql, url, directory }, { keptUntil: later });
      clearInterval(watching);

      expect(restored.reduce((sum, month) => sum + month.events, 0)).toBe(events);
      expect(await old.digest()).toBe(before);
      expect(await store.read('product', 'prd_5')).toEqual(stream);
      expect(highestHeap - heapBefore).toBeLessThan(maxHeapGrowthBytes);
    } finally {
      await patient.close();
      await old.close();
    }
  });
};
