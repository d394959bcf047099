import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeAlias, restoreProducts } from '../../../storage/catalog/change-alias.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

describe('the rows that a change of a spelling touches', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['manufacturer', 'manufacturer_alias', 'product', 'rematch_run']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);

  it('tell who asked for the run that waits for it, and for no other', async () => {
    await put('manufacturer', { key: 'MAKER', name: 'Maker' });
    await put('manufacturer_alias', { alias_key: 'MKR', manufacturer_key: 'MAKER', alias: 'MKR' });
    await database.pool.sql`select setval(pg_get_serial_sequence('rematch_run', 'id'), 1000)`;
    await put(
      'rematch_run',
      { id: 1, trigger: 'alias_changed', started_at: noon },
      { id: 2, trigger: 'periodic' },
      { id: 3, trigger: 'alias_changed' },
    );
    await removeAlias(database.pool.sql, 'MKR', { by: 'key_1', context: untraced, onWrite: undefined });
    const rows = await database.pool.sql`select id::int, requested_by as by from rematch_run order by id`;
    expect(rows).toEqual([
      { id: 1, by: null },
      { id: 2, by: null },
      { id: 3, by: 'key_1' },
    ]);
  });

  const twin: Row = { id: 'prd_twin', mpn: 'A', manufacturer_key: 'MKR' };
  it.each<[string, Row, Row | undefined, boolean]>([
    ['goes back', {}, undefined, true],
    ['stays that is there already', { manufacturer_key: 'MKR', manufacturer: 'MKR as written' }, undefined, false],
    ['stays where the spelling has its number', {}, twin, false],
    ['goes back beside another number', {}, { ...twin, mpn: 'B' }, true],
    ['goes back beside another profile', {}, { ...twin, profile_id: 'other' }, true],
    ['goes back beside another maker', {}, { ...twin, manufacturer_key: 'OTHER' }, true],
  ])('are those of products under it: one %s', async (_, product, other, isMoved) => {
    const before = { id: 'prd_1', mpn: 'A', manufacturer_key: 'MAKER', manufacturer: 'Maker', ...product };
    await put('product', before, { id: 'prd_2', mpn: 'C', manufacturer_key: 'MAKER' }, ...(other ? [other] : []));
    await inTransaction(database.pool.sql, (transaction) =>
      restoreProducts(transaction, [{ id: 'prd_1', manufacturer: { key: 'MKR', name: 'Mkr' } }]),
    );
    const rows = await database.pool.sql`
      select id, manufacturer_key as key, manufacturer as name from product where id in ('prd_1', 'prd_2') order by id`;
    expect(rows).toEqual([
      isMoved
        ? { id: 'prd_1', key: 'MKR', name: 'Mkr' }
        : { id: 'prd_1', key: before.manufacturer_key, name: before.manufacturer },
      { id: 'prd_2', key: 'MAKER', name: 'Maker' },
    ]);
  });
});
