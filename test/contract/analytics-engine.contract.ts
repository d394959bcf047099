import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnalyticsEngine } from '../../storage/analytics/engine.ts';

/** An engine with an empty store. */
export interface EngineFixture {
  readonly engine: AnalyticsEngine;
  close(): Promise<void>;
}

const lines = (rows: readonly object[]): Uint8Array =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** What every analytical engine must do. */
export const analyticsEngineContract = (open: () => Promise<EngineFixture>): void => {
  describe('analytics engine', () => {
    let fixture: EngineFixture;
    let engine: AnalyticsEngine;
    beforeAll(async () => {
      fixture = await open();
      engine = fixture.engine;
      await engine.run('drop table if exists sample');
      await engine.run(
        "create table sample (id String, at DateTime64(3, 'UTC'), stock Nullable(UInt64), price Decimal(38, 12)) engine = MergeTree order by id",
      );
    });
    afterAll(() => fixture?.close());

    test('rows come back as they were inserted: null is null, decimals keep their digits, 64-bit numbers are numbers', async () => {
      await engine.insert(
        'sample',
        lines([
          { id: 'a', at: '2026-03-01 12:00:00.250', stock: 9_007_199_254_740_991, price: '0.000000000001' },
          { id: "it's\n", at: '2026-03-01 12:00:00.250', price: '123456789012345678.5' },
        ]),
      );
      const statement =
        'select id, toUnixTimestamp64Milli(at) as at, stock, toString(price) as price from sample order by id';
      const at = Date.parse('2026-03-01T12:00:00.250Z');
      expect(await engine.read(statement, {})).toEqual([
        { id: 'a', at, stock: 9_007_199_254_740_991, price: '0.000000000001' },
        { id: "it's\n", at, stock: null, price: '123456789012345678.5' },
      ]);
    });

    test('parameters are values and never part of the statement', async () => {
      const id = "x' or '1' = '1";
      const statement =
        "select {id:String} as id, {count:UInt32} as count, 'b' in {ids:Array(String)} as isIn, toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) as at";
      const parameters = { id, count: 7, ids: ['a', 'b'], at: '2026-03-01 12:00:00.001' };
      expect(await engine.read(statement, parameters)).toEqual([
        { id, count: 7, isIn: 1, at: Date.parse('2026-03-01T12:00:00.001Z') },
      ]);
    });

    test('a row that cannot be read is invalid, and none of its batch is stored', async () => {
      const rows = lines([{ id: 'good' }, { id: 'bad', at: 'yesterday' }]);
      await expect(engine.insert('sample', rows)).rejects.toMatchObject({ kind: 'invalid_argument' });
      expect(await engine.read("select id from sample where id in ('good', 'bad')", {})).toEqual([]);
    });

    test('what the engine cannot do otherwise is unavailable, with its words for the log only', async () => {
      const failure = engine.read('select nothing from nowhere', {});
      await expect(failure).rejects.toMatchObject({
        kind: 'unavailable',
        internal: expect.stringContaining('nowhere'),
      });
      await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining('nowhere') });
    });

    test('a reader that gives up is let go at once', async () => {
      const given = new AbortController();
      let isAnswered = false;
      const whole = engine.read('select sleep(3)', {}).finally(() => {
        isAnswered = true;
      });
      const reading = engine.read('select sleep(3)', {}, { signal: given.signal });
      given.abort();
      await expect(reading).rejects.toBeDefined();
      expect(isAnswered).toBe(false);
      await whole;
    });
  });
};
