import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerOfWatch } from '../../../gateway/webhooks/observe-watched.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it.each([
  ['a web token', 'jwt:issuer', ['gold']],
  ['a key', 'key_acme', ['gold', 'silver']],
])('looks at a watch that %s made in groups that the customer is in now', async (_what, keyId, groups) => {
  const { sql } = database.pool;
  const callers = createCallerStore(sql);
  const customers = createCustomerStore(sql);
  const watcher = { customerId: 'acme', keyId, groupIds: ['gold', 'platinum'] };
  const put = (groupIds: readonly string[]) => callers.putCustomer({ id: 'acme', name: 'acme', groupIds });
  await put(['gold', 'silver']);
  expect((await callerOfWatch(watcher, customers)).groupIds).toEqual(groups);
  await put([]);
  expect((await callerOfWatch(watcher, customers)).groupIds).toEqual([]);
});
