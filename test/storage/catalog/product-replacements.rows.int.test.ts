import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replacementsOf } from '../../../storage/catalog/catalog-store.ts';
import { resolveReplacements } from '../../../storage/catalog/product-replacements.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

describe('the rows of products that replace each other', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['product']));
  afterAll(() => database.close());

  const products = (...rows: readonly Row[]) => putRows(database.pool.sql, 'product', rows);
  /** A product that names the number of its replacement. */
  const naming = (id: string, number: string, given: Row = {}): Row => ({
    id,
    mpn: id,
    replaced_by_mpn: number,
    replaced_by_mpn_key: number,
    ...given,
  });
  const resolved = (...ids: readonly string[]) =>
    inTransaction(database.pool.sql, (transaction) => resolveReplacements(transaction, ids));
  const stored = async () => {
    const rows = await database.pool.sql<{ id: string; by: string }[]>`
      select id, replaced_by as by from product where replaced_by is not null order by id`;
    return Object.fromEntries(rows.map(({ id, by }) => [id, by]));
  };

  it.each<[string, readonly Row[], Readonly<Record<string, string>>]>([
    ['of its maker and profile', [naming('old', 'new'), { id: 'new', mpn: 'new' }], { old: 'new' }],
    ['not of another maker', [naming('old', 'new'), { id: 'new', mpn: 'new', manufacturer_key: 'OTHER' }], {}],
    ['not of another profile', [naming('old', 'new'), { id: 'new', mpn: 'new', profile_id: 'other' }], {}],
    ['not under another number', [naming('old', 'new'), { id: 'new', mpn: 'newer' }], {}],
    [
      'not one that names none',
      [
        { id: 'old', mpn: 'old' },
        { id: 'new', mpn: 'new' },
      ],
      {},
    ],
    ['not another than it has', [naming('old', 'new', { replaced_by: 'x' }), { id: 'new', mpn: 'new' }], { old: 'x' }],
    ['not itself', [naming('old', 'old'), { id: 'new', mpn: 'new' }], {}],
    ['none in a circle of two', [naming('old', 'new'), naming('new', 'old')], {}],
    [
      'none that would close a circle',
      [
        naming('old', 'new'),
        { id: 'new', mpn: 'new', replaced_by: 'third' },
        { id: 'third', mpn: 'third', replaced_by: 'old' },
      ],
      { new: 'third', third: 'old' },
    ],
    [
      'the next of a chain',
      [naming('old', 'new'), naming('new', 'third'), { id: 'third', mpn: 'third' }],
      { old: 'new', new: 'third' },
    ],
  ])('are found for the one that names them: %s', async (_, rows, expected) => {
    for (const id of ['old', 'new']) {
      await emptyTables(database.pool.sql, ['product']);
      await products(...rows);
      const before = await stored();
      const changed = [...(await resolved('old', 'new'))].toSorted();
      expect(await stored()).toEqual(expected);
      expect(changed).toEqual(
        Object.keys(expected)
          .filter((each) => !(each in before))
          .toSorted(),
      );
      // From either end alone, no more is found, and a pair is found whole.
      await emptyTables(database.pool.sql, ['product']);
      await products(...rows);
      await resolved(id);
      if (rows.length === 2) expect(await stored()).toEqual(expected);
    }
  });

  it('are found for those alone that are asked about', async () => {
    await products(naming('old', 'new'), { id: 'new', mpn: 'new' }, naming('older', 'newer'), {
      id: 'newer',
      mpn: 'newer',
    });
    expect(await resolved('old')).toEqual(['old']);
    expect(await resolved('newer')).toEqual(['older']);
    expect(await resolved()).toEqual([]);
  });

  it.each([
    ['a chain', ['a', 'b', 'c'], undefined, ['b', 'c']],
    ['a circle, which ends where it began', ['a', 'b', 'c'], 'a', ['b', 'c']],
  ])('are followed along %s', async (_, ids, last, expected) => {
    await products(...ids.map((id, at) => ({ id, mpn: id, replaced_by: ids[at + 1] ?? last })));
    expect((await replacementsOf(database.pool.sql, 'a')).map(({ id }) => id)).toEqual(expected);
  });

  it('are followed for 32 of a longer chain, the nearest first', async () => {
    const ids = Array.from({ length: 35 }, (_, at) => `p${99 - at}`);
    await products(...ids.map((id, at) => ({ id, mpn: id, replaced_by: ids[at + 1] })));
    expect((await replacementsOf(database.pool.sql, 'p99')).map(({ id }) => id)).toEqual(ids.slice(1, 33));
  });
});
