import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultKeyLimits } from '../../../domain/callers/key-limits.ts';
import type { ApiKeyStore, CallerStore, KeyProperties } from '../../../domain/callers/ports.ts';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import { createApiKeyStore } from '../../../storage/callers/api-key-store.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let store: ApiKeyStore;
let callers: CallerStore;
beforeAll(async () => {
  database = await testDatabase();
  store = createApiKeyStore(database.pool.sql);
  callers = createCallerStore(database.pool.sql);
  await callers.putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
});
afterAll(() => database.close());

const change = { by: 'key_operator', context: untraced };
const of = (keyId: string) => ({ customerId: 'acme', keyId });
const properties: KeyProperties = {
  label: 'web shop',
  scopes: ['catalog', 'pricing'],
  expiresAt: undefined,
  limits: defaultKeyLimits,
};

const create = (keyId: string, given: Partial<KeyProperties> = {}) =>
  store.create({ ...of(keyId), ...properties, ...given, hash: keyHash(`secret of ${keyId}`) }, change);

const anyKey = (): void => undefined;

const knownBy = async (secret: string) => (await callers.byKeyHash(keyHash(secret)))?.keyId;

const events = async (keyId: string) =>
  (await eventLog(database.pool.sql).read('api_key', keyId)).map(({ event }) => event);

test('a created key works at once, with limits of its own, and its event holds no secret', async () => {
  const limits = { requestsPerSecond: 5, burst: 10, requestsPerDay: 3_000_000_000, streams: undefined };
  await create('key_new', { limits });
  expect(await callers.byKeyHash(keyHash('secret of key_new'))).toMatchObject({
    keyId: 'key_new',
    allowance: { limits, requestsToday: 0 },
  });
  expect(await store.get(of('key_new'))).toMatchObject({ status: 'active', label: 'web shop', limits });
  expect(await events('key_new')).toEqual([
    {
      type: 'api_key.created',
      ...of('key_new'),
      label: 'web shop',
      scopes: ['catalog', 'pricing'],
      by: 'key_operator',
    },
  ]);
  await expect(
    store.create({ customerId: 'nobody', keyId: 'key_x', ...properties, hash: keyHash('x') }, change),
  ).rejects.toMatchObject({ kind: 'not_found', message: 'customer "nobody" not found' });
});

test('after a rotation both secrets work until the overlap ends, and of earlier ones none', async () => {
  await create('key_rotated');
  await store.rotate(of('key_rotated'), { hash: keyHash('second'), overlapMs: 60_000 }, change, anyKey);
  expect([await knownBy('secret of key_rotated'), await knownBy('second')]).toEqual(['key_rotated', 'key_rotated']);
  await store.rotate(of('key_rotated'), { hash: keyHash('third'), overlapMs: 0 }, change, anyKey);
  expect([await knownBy('secret of key_rotated'), await knownBy('second'), await knownBy('third')]).toEqual([
    undefined,
    undefined,
    'key_rotated',
  ]);
  expect((await store.get(of('key_rotated')))?.previousUntil).toBeUndefined();
  expect((await events('key_rotated')).map(({ type }) => type)).toEqual([
    'api_key.created',
    'api_key.rotated',
    'api_key.rotated',
  ]);
});

test('a revoked key stays revoked: neither its secrets work nor can it be changed or rotated', async () => {
  await create('key_revoked');
  await store.rotate(of('key_revoked'), { hash: keyHash('newer'), overlapMs: 60_000 }, change, anyKey);
  await store.revoke(of('key_revoked'), change);
  await store.revoke(of('key_revoked'), change);
  expect([await knownBy('secret of key_revoked'), await knownBy('newer')]).toEqual([undefined, undefined]);
  expect(await store.get(of('key_revoked'))).toMatchObject({ status: 'revoked', revokedAt: expect.any(Date) });
  await expect(store.update(of('key_revoked'), properties, change, anyKey)).rejects.toMatchObject({
    kind: 'failed_precondition',
  });
  await expect(
    store.rotate(of('key_revoked'), { hash: keyHash('again'), overlapMs: 0 }, change, anyKey),
  ).rejects.toMatchObject({ kind: 'failed_precondition' });
  expect((await events('key_revoked')).filter(({ type }) => type === 'api_key.revoked')).toHaveLength(1);
});

test('a change of rights is an event, and an expired key is shown as such', async () => {
  await create('key_changed');
  const expiresAt = new Date(Date.now() - 1_000);
  await store.update(
    of('key_changed'),
    { ...properties, label: 'other', scopes: ['catalog'], expiresAt },
    change,
    anyKey,
  );
  expect(await store.get(of('key_changed'))).toMatchObject({ status: 'expired', label: 'other', expiresAt });
  expect((await events('key_changed')).at(-1)).toMatchObject({
    type: 'api_key.changed',
    scopes: ['catalog'],
    expiresAt: expiresAt.toISOString(),
  });
});

test('a key works and is rotated until it expires, and not from then on', async () => {
  await create('key_expiring', { expiresAt: new Date(Date.now() + 60_000) });
  await store.rotate(of('key_expiring'), { hash: keyHash('expiring'), overlapMs: 60_000 }, change, anyKey);
  expect([await knownBy('expiring'), await knownBy('secret of key_expiring')]).toEqual([
    'key_expiring',
    'key_expiring',
  ]);
  expect((await store.get(of('key_expiring')))?.status).toBe('active');
  await store.update(of('key_expiring'), { ...properties, expiresAt: new Date(Date.now() - 1) }, change, anyKey);
  expect([await knownBy('expiring'), await knownBy('secret of key_expiring')]).toEqual([undefined, undefined]);
  await expect(
    store.rotate(of('key_expiring'), { hash: keyHash('again'), overlapMs: 0 }, change, anyKey),
  ).rejects.toMatchObject({ kind: 'failed_precondition', message: expect.stringContaining('has expired') });
});

test('a key counts the requests of today alone', async () => {
  await create('key_counted');
  await database.pool.sql`
    insert into api_key_usage values ('key_counted', current_date, 7), ('key_counted', current_date - 1, 90), ('key_other', current_date, 5)`;
  expect(await store.get(of('key_counted'))).toMatchObject({ requestsToday: 7 });
  expect(await callers.byKeyHash(keyHash('secret of key_counted'))).toMatchObject({ allowance: { requestsToday: 7 } });
});

test('keys are those of their customer alone, newest first', async () => {
  await callers.putCustomer({ id: 'globex', name: 'Globex', groupIds: [] });
  await create('key_mine');
  expect((await store.ofCustomer('acme'))[0]?.keyId).toBe('key_mine');
  expect(await store.ofCustomer('globex')).toEqual([]);
  expect(await store.get({ customerId: 'globex', keyId: 'key_mine' })).toBeUndefined();
  await expect(store.revoke({ customerId: 'globex', keyId: 'key_mine' }, change)).rejects.toMatchObject({
    kind: 'not_found',
  });
});

test('a key that its guard refuses, by the scopes that it has at that moment, stays as it is', async () => {
  await create('key_guarded', { scopes: ['admin'] });
  const seen: (readonly string[])[] = [];
  const guard = (scopes: readonly string[]) => {
    seen.push(scopes);
    throw new Error('not this one');
  };
  const before = await store.get(of('key_guarded'));
  await expect(
    store.rotate(of('key_guarded'), { hash: keyHash('guarded'), overlapMs: 0 }, change, guard),
  ).rejects.toThrow('not this one');
  await expect(store.update(of('key_guarded'), { ...properties, scopes: ['catalog'] }, change, guard)).rejects.toThrow(
    'not this one',
  );
  expect(seen).toEqual([['admin'], ['admin']]);
  expect(await store.get(of('key_guarded'))).toEqual(before);
  expect(await knownBy('secret of key_guarded')).toBe('key_guarded');
  expect(await events('key_guarded')).toHaveLength(1);
});
