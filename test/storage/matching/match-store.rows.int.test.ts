import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMatchStore } from '../../../storage/matching/match-store.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

describe('the rows of offers that the matcher reads', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await putRows(database.pool.sql, 'supplier', [{ id: 'borealis', name: 'Borealis' }]);
    await putRows(database.pool.sql, 'product', [{ id: 'prd_1', mpn: 'A' }]);
  });
  beforeEach(() => emptyTables(database.pool.sql, ['offer']));
  afterAll(() => database.close());

  const store = () => createMatchStore(database.pool.sql);
  const offers = (rows: Readonly<Record<string, Row>>) =>
    putRows(
      database.pool.sql,
      'offer',
      Object.entries(rows).map(([id, row]) => ({ id, supplier_sku: id, ...row })),
    );

  it('wait while they are undecided and have something to be matched by, the oldest first', async () => {
    await offers({
      c: { mpn: 'A' },
      b: { description: 'a resistor' },
      a: { mpn: 'A', description: 'a resistor' },
      before: { mpn: 'A', created_at: fromNoon(-1) },
      after: { mpn: 'A', created_at: fromNoon(1) },
      nameless: { manufacturer: 'Maker' },
      decided: { mpn: 'A', matched_at: noon },
    });
    const backlog = async (limit: number) => (await store().backlog(limit)).map(({ offerId }) => offerId).join(' ');
    expect(await backlog(9)).toBe('before a b c after');
    expect(await backlog(3)).toBe('before a b');
    expect([await store().backlogSize(9), await store().backlogSize(3)]).toEqual([5, 3]);
  });

  const product = { product_id: 'prd_1', mpn: 'A' };
  it.each<[string, Row, object]>([
    ['undecided', { mpn: 'A' }, { backlog: 1 }],
    ['undecided, with nothing to be matched by', {}, {}],
    ['decided as no product', { mpn: 'A', matched_at: noon }, { orphans: 1 }],
    ['decided as no product, with nothing to be matched by', { matched_at: noon }, { orphans: 1 }],
    ['decided weakly', { ...product, matched_at: noon, match_confidence: 'weak' }, { doubtful: 1 }],
    ['decided as probable', { ...product, matched_at: noon, match_confidence: 'probable' }, { doubtful: 1 }],
    ['decided strongly', { ...product, matched_at: noon, match_confidence: 'strong' }, {}],
    ['weak that is to be decided again', { ...product, match_confidence: 'weak' }, { backlog: 1 }],
  ])('are counted by what becomes of them: one %s', async (_, row, counted) => {
    await offers({ one: row });
    expect(await store().sizes()).toEqual({ backlog: 0, orphans: 0, doubtful: 0, ...counted });
  });
});
