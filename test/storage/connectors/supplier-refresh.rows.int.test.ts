import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteSupplierRefresh } from '../../../storage/connectors/supplier-refresh.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows } from '../../support/stored-rows.ts';

const minute = 60_000;

/** Rows of refreshes that were asked for some minutes ago; the cool-down is of ten. */
describe('the rows of refreshes of whole suppliers', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await putRows(database.pool.sql, 'supplier', [{ id: 'borealis', name: 'Borealis' }]);
  });
  beforeEach(() => emptyTables(database.pool.sql, ['supplier_refresh']));
  afterAll(() => database.close());

  const asked = (minutesAgo: number, id = 'borealis') =>
    putRows(database.pool.sql, 'supplier_refresh', [
      { supplier_id: id, asked_at: new Date(Date.now() - minutesAgo * minute) },
    ]);
  const note = () =>
    inTransaction(database.pool.sql, (transaction) => noteSupplierRefresh(transaction, 'borealis', 10 * minute));
  const minutesAgo = async () => {
    const rows = await database.pool.sql<{ id: string; at: Date }[]>`
      select supplier_id as id, asked_at as at from supplier_refresh order by 1`;
    return rows.map(({ id, at }) => [id, Math.round((Date.now() - at.getTime()) / minute)]);
  };

  it('are noted where none was asked for, or not within the cool-down', async () => {
    await asked(3, 'cetus');
    await note();
    expect(await minutesAgo()).toEqual([
      ['borealis', 0],
      ['cetus', 3],
    ]);
    await emptyTables(database.pool.sql, ['supplier_refresh']);
    await asked(11);
    await note();
    expect(await minutesAgo()).toEqual([['borealis', 0]]);
  });

  it('are refused within the cool-down, with the time that is left of it', async () => {
    await asked(3);
    const refusal = await note().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: 'exhausted', retryAfterMs: expect.any(Number) });
    const { message, retryAfterMs } = refusal as { message: string; retryAfterMs: number };
    const seconds = Number(/(\d+) s ago/.exec(message)?.[1]);
    expect([Math.round(seconds / 60), Math.round(retryAfterMs / minute)]).toEqual([3, 7]);
    expect(await minutesAgo()).toEqual([['borealis', 3]]);
  });
});
