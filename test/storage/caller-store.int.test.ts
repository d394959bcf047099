import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallerStore } from '../../storage/caller-store.ts';
import { callerStoreContract } from '../contract/caller-store.contract.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

callerStoreContract(async () => {
  const { sql } = database.pool;
  return {
    store: createCallerStore(sql),
    revoke: async (keyId) => {
      await sql`update api_key set revoked_at = now() where id = ${keyId}`;
    },
    expire: async (keyId, at) => {
      await sql`update api_key set expires_at = ${at} where id = ${keyId}`;
    },
  };
});

test('the use of a key is noted once an hour', async () => {
  const { sql } = database.pool;
  const store = createCallerStore(sql);
  const hash = createHash('sha256').update('noted').digest();
  await store.putCustomer({ id: 'globex', name: 'Globex', groupIds: [] });
  await store.putKey({ id: 'key_noted', customerId: 'globex', hash, scopes: ['catalog'], label: 'noted' });
  const noted = async () => (await sql`select last_used_at from api_key where id = 'key_noted'`)[0]?.last_used_at;

  expect(await noted()).toBeNull();
  await store.byKeyHash(hash);
  const first = await noted();
  expect(first).toBeInstanceOf(Date);
  await store.byKeyHash(hash);
  expect(await noted()).toEqual(first);
  await sql`update api_key set last_used_at = now() - interval '61 minutes' where id = 'key_noted'`;
  await store.byKeyHash(hash);
  expect((await noted()).getTime()).toBeGreaterThanOrEqual(first.getTime());
});
