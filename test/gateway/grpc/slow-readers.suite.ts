import { expect, test } from 'vitest';
import { testDatabase } from '../../support/postgres.ts';
import { readBesideOthers, readWhile } from './slow-readers.scenario.ts';
import { insertProducts, openProducts, withService } from './stream-products.scenario.ts';

const readers = 20;
const products = 50_000;

/** What the others read of a stream at full speed, of which nothing waits for the slow ones. */
const othersRead = 2_000;

/**
 * All that the transport holds for twenty streams, and the garbage of those who read fast, is less.
 */
const maxGrowth = 96 * 1_024 * 1_024;

/**
 * Slow readers of all products, for so long, and how long the slowest answer of another may take:
 * one that waited for them would never come.
 */
export const slowReadersSuite = (seconds: number, slowestMs: number): void => {
  test(`${readers} readers of a message a second delay nobody else and cost bounded memory`, async ({ annotate }) => {
    const database = await testDatabase();
    try {
      await insertProducts(database.pool.sql, 0, products);
      const report = await withService(database, (service, client) =>
        readBesideOthers({
          pid: service.pid,
          open: () => openProducts(client),
          readers,
          seconds,
          minItems: seconds / 2,
          minOthers: seconds / 2,
          meanwhile: async () => {
            expect(await readWhile(openProducts(client), (items) => items < othersRead)).toBe(othersRead);
          },
        }),
      );
      await annotate(JSON.stringify(report));
      expect(report.minItems).toBeGreaterThanOrEqual(seconds / 2);
      expect(report.others).toBeGreaterThanOrEqual(seconds / 2);
      expect(report.othersSlowestMs).toBeLessThan(slowestMs);
      expect(report.residentPeak - report.residentBefore).toBeLessThan(maxGrowth);
    } finally {
      await database.close();
    }
  });
};
