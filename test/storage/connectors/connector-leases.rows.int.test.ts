import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConnectorLeases, holdLease } from '../../../storage/connectors/connector-leases.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;

/** Rows as they may stand; leases end some hours from now or have done so before. */
describe('the rows of leases of credentials', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await emptyTables(database.pool.sql, ['connector_lease', 'credential']);
    await put('credential', { id: 'crd_system' }, { id: 'crd_other' });
  });
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const leases = () => createConnectorLeases(database.pool.sql);
  const fromNow = (ms: number): Date => new Date(Date.now() + ms);
  const lease = (owner: string, ms: number, given: Row = {}): Row => ({
    credential_id: 'crd_system',
    owner,
    token: 5,
    expires_at: fromNow(ms),
    ...given,
  });
  /** Of each credential: its token, and for how many hours its lease holds. */
  const stored = async () => {
    const rows = await database.pool.sql<{ id: string; token: number; ms: number }[]>`
      select credential_id as id, token::int, extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as ms
      from connector_lease order by 1`;
    return rows.map(({ id, token, ms }) => [id, token, Math.round(ms / hour) + 0]);
  };

  it.each<[string, Row | undefined, Row, bigint | undefined]>([
    ['a free one', undefined, {}, 1n],
    ['one’s own', lease('own_1', hour), {}, 6n],
    ['one that is over', lease('own_2', -hour), {}, 6n],
    ["one of another's", lease('own_2', hour), {}, undefined],
    ['one of a disabled credential', undefined, { disabled_at: noon }, undefined],
    ['one of a credential without a secret', undefined, { secret: null }, undefined],
    ['one’s own of a disabled credential', lease('own_1', hour), { disabled_at: noon }, undefined],
  ])('are taken or not: %s', async (_, held, credential, token) => {
    await emptyTables(database.pool.sql, ['credential']);
    await put('credential', { id: 'crd_system', ...credential }, { id: 'crd_other', disabled_at: noon });
    if (held) await put('connector_lease', held);
    await put('connector_lease', lease('own_2', hour, { credential_id: 'crd_other' }));
    expect(await leases().acquire('crd_system', 'own_1', 4 * hour)).toBe(token);
    if (token !== undefined) expect(await stored()).toContainEqual(['crd_system', Number(token), 4]);
  });

  it.each([
    ['under the token', 5n, true],
    ['not under another', 4n, false],
  ])('are held, renewed and given up %s, and no others', async (_, token, isHeld) => {
    const before = [
      ['crd_other', 4, 2],
      ['crd_system', 5, 2],
    ];
    await put(
      'connector_lease',
      lease('own_1', 2 * hour),
      lease('own_1', 2 * hour, { credential_id: 'crd_other', token: 4 }),
    );
    const { sql } = database.pool;
    const hold = holdLease(sql, 'crd_system', token);
    if (isHeld) await hold;
    else await expect(hold).rejects.toMatchObject({ kind: 'conflict' });
    expect(await leases().renew('crd_system', token, 4 * hour)).toBe(isHeld);
    expect(await stored()).toEqual(
      isHeld
        ? [
            ['crd_other', 4, 2],
            ['crd_system', 5, 4],
          ]
        : before,
    );
    await leases().release('crd_system', token);
    expect(await stored()).toEqual(
      isHeld
        ? [
            ['crd_other', 4, 2],
            ['crd_system', 6, 0],
          ]
        : before,
    );
  });
});
