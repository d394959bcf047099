import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller, Scope } from '../../../domain/callers/caller.ts';
import { defaultKeyLimits } from '../../../domain/callers/key-limits.ts';
import type { ApiKeyStore } from '../../../domain/callers/ports.ts';
import { manageApiKeys } from '../../../gateway/admin/api-keys/manage.ts';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import { generateKey } from '../../../gateway/wire/first-keys.ts';
import { createApiKeyStore } from '../../../storage/callers/api-key-store.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { storeKeys } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});
afterAll(() => database.close());

const of = { customerId: 'acme', keyId: 'key_narrowed' };
const change = { by: 'key_admin', context: { correlationId: 'cor_1', traceparent: undefined } };
const properties = (scopes: readonly Scope[]) => ({
  label: 'x',
  scopes,
  expiresAt: undefined,
  limits: defaultKeyLimits,
});

it('a key that is narrowed while a lesser key changes its label does not get back what was taken from it', async () => {
  const store = createApiKeyStore(database.pool.sql);
  await store.create({ ...of, ...properties(['admin']), hash: keyHash(generateKey()) }, change);
  // Somebody else takes admin from the key between the reading and the writing.
  const narrowing: ApiKeyStore = {
    ...store,
    update: async (...args) => {
      await store.update(of, properties(['admin:read']), change, () => undefined);
      return store.update(...args);
    },
  };
  const keys = manageApiKeys({
    customers: createCustomerStore(database.pool.sql),
    apiKeys: narrowing,
    newKeyId: () => 'key_none',
    newSecret: generateKey,
    onSecret: () => undefined,
    announceCallers: () => undefined,
  });
  const caller: Caller = {
    keyId: 'key_desk',
    customerId: 'acme',
    groupIds: [],
    scopes: ['admin:keys'],
    deliveryZone: undefined,
  };
  const context = { caller, ...change.context, signal: new AbortController().signal, now: () => new Date() };
  const wishes = { label: 'y', scopes: undefined, expiresAt: undefined, limits: undefined };
  await expect(keys.updateKey({ ...of, ...wishes }, context)).rejects.toMatchObject({ kind: 'permission_denied' });
});
