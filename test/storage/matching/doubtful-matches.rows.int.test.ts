import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { doubtfulMatches } from '../../../storage/matching/doubtful-matches.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows } from '../../support/stored-rows.ts';

describe('the rows of matches that somebody should look at', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['offer', 'product']));
  afterAll(() => database.close());

  it('are those of the levels that are asked for, from the latest on, in pages', async () => {
    const { sql } = database.pool;
    await putRows(sql, 'product', [{ id: 'prd_1', mpn: 'A' }]);
    const rows: readonly (readonly [string, string, Date | null])[] = [
      ['a', 'weak', noon],
      ['b', 'probable', noon],
      ['c', 'weak', fromNoon(1)],
      ['d', 'probable', fromNoon(-1)],
      ['e', 'weak', null],
      ['f', 'strong', noon],
      ['g', 'weak', noon],
    ];
    await putRows(
      sql,
      'offer',
      rows.map(([id, level, at]) => ({
        id,
        product_id: 'prd_1',
        match_confidence: level,
        match_strategy: 'heuristic',
        match_rule: 'score',
        match_evidence: {},
        matched_at: at,
      })),
    );
    type Asked = Parameters<ReturnType<typeof doubtfulMatches>>[0];
    const page = async (asked: Partial<Asked>) => {
      const all = { confidences: ['weak', 'probable'], after: undefined, limit: 9, ...asked } as Asked;
      return (await doubtfulMatches(sql)(all)).map(({ offerId }) => offerId).join('');
    };
    expect(await page({})).toBe('cgbad');
    expect(await page({ limit: 2 })).toBe('cg');
    expect(await page({ confidences: ['weak'] })).toBe('cga');
    expect(await page({ after: { matchedAt: noon, offerId: 'b' } })).toBe('ad');
    expect(await page({ after: { matchedAt: fromNoon(1), offerId: 'c' }, limit: 1 })).toBe('g');
  });
});
