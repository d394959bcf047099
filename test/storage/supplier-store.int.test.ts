import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSealer } from '../../storage/sealing.ts';
import { createSupplierStore } from '../../storage/supplier-store.ts';
import { supplierStoreContract } from '../contract/supplier-store.contract.ts';
import { credentials, putBorealis } from '../support/observations.ts';
import { hoursBefore } from '../support/offers.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey, testSealer } from '../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

supplierStoreContract(async () => createSupplierStore(database.pool.sql, testSealer()));

describe('stored secrets', () => {
  const withKeys = (activeKeyId: string, ...keyIds: string[]) => {
    const keys = new Map(keyIds.map((id) => [id, testKey(Number(id.slice(1)))]));
    return createSupplierStore(database.pool.sql, createSealer({ activeKeyId, keys }));
  };
  const stored = () =>
    database.pool.sql<{ id: string; secret: string }[]>`select id, secret from credential order by id`;
  const secrets = credentials.map((each) => each.secret);
  const opened = async (store: ReturnType<typeof withKeys>) =>
    (await store.credentials('borealis')).map((each) => each.secret);
  beforeEach(() => putBorealis(withKeys('k1', 'k1')));

  test('are not readable in the database', async () => {
    for (const { secret } of await stored()) expect(secret).not.toContain('sesame');
  });

  test('do not open in the row of another credential', async () => {
    await database.pool.sql`
      update credential set secret = (select secret from credential where id = 'crd_acme') where id = 'crd_group'`;
    await expect(opened(withKeys('k1', 'k1'))).rejects.toMatchObject({
      kind: 'internal',
      internal: expect.stringContaining('crd_group'),
    });
  });

  test('are sealed anew under the active key when they are next read, after which the old key may go', async () => {
    expect(await opened(withKeys('k2', 'k1', 'k2'))).toEqual(secrets);
    for (const { secret } of await stored()) expect(secret).toMatch(/^k2\./);
    expect(await opened(withKeys('k2', 'k2'))).toEqual(secrets);
  });

  test('under a key that is missing fail with its id and are left as they are', async () => {
    const before = await stored();
    await expect(opened(withKeys('k2', 'k2'))).rejects.toMatchObject({ internal: expect.stringContaining('k1') });
    expect(await stored()).toEqual(before);
  });
});

test('configuring a credential again leaves its failure and its plan alone', async () => {
  const { sql } = database.pool;
  const store = createSupplierStore(sql, testSealer());
  await sql`update credential set failing_since = ${hoursBefore(1)}, next_tick_at = ${hoursBefore(-1)} where id = 'crd_acme'`;
  await putBorealis(store);
  expect((await store.credentials('borealis'))[0]).toMatchObject({ id: 'crd_acme', failingSince: hoursBefore(1) });
  const [row] = await sql`select next_tick_at from credential where id = 'crd_acme'`;
  expect(row?.next_tick_at).toEqual(hoursBefore(-1));
});
