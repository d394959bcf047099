import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createKeyUsage } from '../../../storage/callers/key-usage.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const at = new Date('2026-11-21T10:20:30.400Z');

test('processes that count at the same time are added up, and each is told the sum', async () => {
  const usage = createKeyUsage(database.pool.sql);
  const use = (keyId: string, requests: number) => ({ keyId, requests, lastUsedAt: at });
  const sums = await Promise.all(
    Array.from({ length: 20 }, () => usage.add([use('jwt:b', 1), use('jwt:a', 2)].toSorted(() => Math.random() - 0.5))),
  );
  expect(Math.max(...sums.map((sum) => sum.get('jwt:a') ?? 0))).toBe(40);
  expect(await usage.add([use('jwt:b', 5)])).toEqual(new Map([['jwt:b', 25]]));
});

test('the last use is noted to the minute and never goes back', async () => {
  const { sql } = database.pool;
  const callers = createCallerStore(sql);
  const usage = createKeyUsage(sql);
  await callers.putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
  await callers.putKey({ id: 'key_1', customerId: 'acme', hash: Buffer.alloc(32), scopes: ['catalog'], label: 'one' });
  const noted = async () => (await sql`select last_used_at from api_key where id = 'key_1'`)[0]?.last_used_at;
  await usage.add([{ keyId: 'key_1', requests: 1, lastUsedAt: at }]);
  expect(await noted()).toEqual(new Date('2026-11-21T10:20:00Z'));
  await usage.add([{ keyId: 'key_1', requests: 1, lastUsedAt: new Date(at.getTime() - 3_600_000) }]);
  expect(await noted()).toEqual(new Date('2026-11-21T10:20:00Z'));
  expect(await callers.byKeyHash(Buffer.alloc(32))).toMatchObject({ allowance: { requestsToday: 2 } });
});

test('days long past are forgotten', async () => {
  const { sql } = database.pool;
  await sql`insert into api_key_usage select 'old', current_date - age, 1 from unnest('{92, 91, 90, 89}'::int[]) as age`;
  await createKeyUsage(sql).add([{ keyId: 'old', requests: 1, lastUsedAt: at }]);
  const kept = await sql`
    select current_date - day as age from api_key_usage where key_id = 'old' order by day`;
  expect(kept.map(({ age }) => age)).toEqual([90, 89, 0]);
});
