import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteObserved } from '../../../storage/catalog/observed-products.ts';
import { createProductDemand } from '../../../storage/catalog/product-demand.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const week = 7 * 24 * hour;

/** Rows as they may stand at noon, those at a bound exactly there and one millisecond beside it. */
describe('the rows of products that are asked for and seen', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['lookup', 'offer', 'product', 'product_demand']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const demand = () => createProductDemand(database.pool.sql);

  it.each([
    ['halves in a week and grows by what is new', week, 3, week],
    ['grows by what is new at once', 0, 5, 0],
    ['does not grow by a clock that is behind', -week, 5, 0],
  ])('have a demand that %s', async (_, ms, score, scoredAt) => {
    await put('product', { id: 'prd_1', mpn: 'A' });
    await put('product_demand', { product_id: 'prd_1', score: 4 });
    await demand().add(
      new Map([
        ['prd_1', 1],
        ['prd_unknown', 1],
      ]),
      fromNoon(ms),
    );
    const rows = await database.pool.sql`select product_id as id, score, scored_at as at from product_demand`;
    expect(rows).toEqual([{ id: 'prd_1', score, at: fromNoon(scoredAt) }]);
  });

  it('are top that are marked or asked for most by now, as far as there are places', async () => {
    const demands: readonly (readonly [string, Row])[] = [
      ['marked', { score: 0, is_marked: true }],
      ['most', { score: 8 }],
      ['most_a_week_ago', { score: 12, scored_at: fromNoon(-week) }],
      ['forgotten', { score: 0 }],
    ];
    await put('product_demand', ...demands.map(([id, row]) => ({ product_id: id, ...row })));
    const lookups: readonly (readonly [string, Row])[] = [
      ['marked', { is_top: true, due_at: fromNoon(9) }],
      ['most', { due_at: fromNoon(9) }],
      ['most_a_week_ago', { is_top: true, due_at: fromNoon(9) }],
      ['forgotten', { due_at: fromNoon(9) }],
    ];
    await put('lookup', ...lookups.map(([id, row]) => ({ product_id: id, ...row })));
    await put('lookup', { product_id: 'most', credential_id: 'crd_other', due_at: fromNoon(-9) });
    const stored = async () => {
      const rows = await database.pool.sql<{ id: string; top: boolean; due: Date }[]>`
        select product_id as id, is_top as top, due_at as due from lookup order by product_id, credential_id`;
      return rows.map(({ id, top, due }) => [id, top, due.getTime() - noon.getTime()]);
    };
    expect(await demand().rank(2, noon)).toBe(2);
    expect(await stored()).toEqual([
      ['forgotten', false, 9],
      ['marked', true, 9],
      ['most', true, -9],
      ['most', true, 0],
      ['most_a_week_ago', false, 9],
    ]);
    expect(await demand().rank(9, noon)).toBe(3);
    expect((await stored()).filter(([, top]) => top).map(([id]) => id)).toEqual([
      'marked',
      'most',
      'most',
      'most_a_week_ago',
    ]);
  });

  it.each<[string, Row, Row, boolean]>([
    ['never seen before', {}, {}, true],
    ['seen at the end of the hour before', { observed_at: fromNoon(-1) }, {}, true],
    ['seen in the same hour', { observed_at: noon }, {}, false],
    ['seen later', { observed_at: fromNoon(hour) }, {}, false],
    ['of a weak match', {}, { match_confidence: 'weak' }, false],
    ['of another offer', {}, { id: 'ofr_9' }, false],
    ['of no offer', {}, { product_id: null }, false],
  ])('are noted as seen with their offer or not: one %s', async (_, product, offer, isNoted) => {
    await put('product', { id: 'prd_1', mpn: 'A', ...product }, { id: 'prd_2', mpn: 'B' });
    await put('offer', { id: 'ofr_1', product_id: 'prd_1', match_confidence: 'exact', ...offer });
    await put('offer', { id: 'ofr_2', product_id: 'prd_2', match_confidence: 'exact' });
    const seen = [-9, 0, -5].map((ms) => ({ offerId: 'ofr_1', at: fromNoon(ms) }));
    await inTransaction(database.pool.sql, (transaction) => noteObserved(transaction, seen));
    const rows = await database.pool.sql`select observed_at as at from product order by id`;
    expect(rows).toEqual([{ at: isNoted ? noon : (product.observed_at ?? null) }, { at: null }]);
  });
});
