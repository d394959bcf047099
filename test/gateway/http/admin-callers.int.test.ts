import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { eventLog } from '../../support/event-log.ts';
import { eventually } from '../../support/eventually.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;
/** An edge of another process, which hears of no change. */
let deafEdge: TestEdge;
const secrets: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  const auth = createAuthenticator({ callers: createCallerStore(database.pool.sql), now: () => new Date() });
  const admin = testAdmin(database, { announceCallers: auth.forget, onSecret: (secret) => void secrets.push(secret) });
  edge = await startTestEdge(database.pool, { admin, auth });
  deafEdge = await startTestEdge(database.pool);
});
afterAll(async () => {
  await edge.stop();
  await deafEdge.stop();
  await database.close();
});

const send = async (method: string, path: string, body?: unknown, key = adminKey) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await edge.send(`/v1/admin/${path}`, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const customer = async (id: string) => {
  expect((await send('POST', 'customers', { id, name: `${id} Ltd` })).status).toBe(201);
  return `customers/${id}`;
};

const newKey = { label: 'web shop', scopes: ['pricing', 'catalog'] };

/** The status that a key gets where it is known, `unimplemented`, or where it is not. */
const statusWith = async (key: string, at = edge): Promise<number> =>
  (await at.send('/v1/products/prd_1', { headers: { 'x-api-key': key } })).status;
const known = 501;
const unknown = 401;

describe('customers and groups', () => {
  it('say where they are when they are created, and so do their keys', async () => {
    const post = async (path: string, body: object) => {
      const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
      const answer = await edge.send(`/v1/admin/${path}`, { method: 'POST', headers }, JSON.stringify(body));
      return { status: answer.status, location: answer.headers.location, body: JSON.parse(answer.body) };
    };
    const created = await post('customers', { id: 'located', name: 'Located' });
    expect(created).toMatchObject({ status: 201, location: '/v1/admin/customers/located' });
    const key = await post('customers/located/keys', newKey);
    expect(key).toMatchObject({ status: 201, location: `/v1/admin/customers/located/keys/${key.body.key.id}` });
    expect((await send('PUT', 'customer-groups/located', { name: 'Located' })).status).toBe(200);
  });

  it('are created, changed, put together and taken apart again', async () => {
    expect((await send('PUT', 'customer-groups/gold', { name: 'Gold' })).body).toEqual({
      id: 'gold',
      name: 'Gold',
      member_count: 0,
    });
    const created = await send('POST', 'customers', {
      id: 'initech',
      name: 'Initech',
      delivery_zone: 'US',
      currency: 'CHF',
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      id: 'initech',
      name: 'Initech',
      delivery_zone: 'US',
      currency: 'CHF',
      groups: [],
    });
    expect((await send('PUT', 'customer-groups/gold/members/initech')).body.groups).toEqual(['gold']);
    expect((await send('GET', 'customers?group=gold')).body.items).toHaveLength(1);
    const updated = await send('PATCH', 'customers/initech', { name: 'Initech Ltd', delivery_zone: null });
    expect(updated.body).toMatchObject({ name: 'Initech Ltd', groups: ['gold'] });
    expect(updated.body).not.toHaveProperty('delivery_zone');
    expect(updated.body.currency).toBe('CHF');
    const without = await send('PATCH', 'customers/initech', { currency: null });
    expect(without.body).not.toHaveProperty('currency');
    expect((await send('DELETE', 'customer-groups/gold/members/initech')).body.groups).toEqual([]);
    expect((await send('GET', 'customers/initech')).body).toEqual({ ...without.body, groups: [] });
  });

  it('get an id of their own where none is given', async () => {
    expect((await send('POST', 'customers', { name: 'Anonymous' })).body.id).toMatch(/^cus_/);
  });

  it('are listed page by page, each once, while others come in', async () => {
    for (let at = 0; at < 7; at += 1) await customer(`paged-${at}`);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await send('GET', `customers?q=PAGED&limit=3&cursor=${cursor}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor ?? '';
      await customer(`a-paged-${seen.length}`);
    } while (cursor !== '');
    expect(seen.filter((id) => id.startsWith('paged'))).toEqual(Array.from({ length: 7 }, (_, at) => `paged-${at}`));
    await send('PUT', 'customer-groups/a-first', { name: 'First' });
    const { body } = await send('GET', 'customer-groups?limit=1');
    expect(body.items).toEqual([{ id: 'a-first', name: 'First', member_count: 0 }]);
  });

  it.each([
    ['POST', 'customers', { name: 'x', delivery_zone: 'MARS' }, 'delivery_zone'],
    ['POST', 'customers', { name: 'x', currency: 'francs' }, 'currency'],
    ['POST', 'customers', { id: '../x', name: 'x' }, 'id'],
    ['POST', 'customers', { name: ' ' }, 'name'],
    ['POST', 'customers', { name: 'x', colour: 'red' }, 'colour'],
    ['PATCH', 'customers/acme', { name: 7 }, 'name'],
    ['PUT', 'customer-groups/a b', { name: 'x' }, 'group'],
    ['GET', 'customers?limit=9999', undefined, 'limit'],
    ['GET', 'customers?cursor=abc', undefined, 'cursor'],
    ['POST', 'customers/acme/keys', { label: 'x', scopes: ['fly'] }, 'scopes.0'],
    ['POST', 'customers/acme/keys', { label: 'x', scopes: [] }, 'scopes'],
    ['POST', 'customers/acme/keys', { ...newKey, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['POST', 'customers/acme/keys', { ...newKey, limits: { requests_per_second: 0 } }, 'limits.requests_per_second'],
    ['POST', 'customers/acme/keys/key_full/rotate', { overlap: 'soon' }, 'overlap'],
  ])('%s %s with %j is refused with the field that is wrong', async (method, path, body, field) => {
    const answer = await send(method, encodeURI(path), body);
    expect(answer.status).toBe(400);
    expect(answer.body.violations.map((violation: { field: string }) => violation.field)).toEqual([field]);
  });

  it.each([
    ['GET', 'customers/nobody', 404],
    ['PATCH', 'customers/nobody', 404],
    ['GET', 'customers/nobody/keys', 404],
    ['PUT', 'customer-groups/none/members/acme', 404],
    ['POST', 'customers/acme/keys/none/revoke', 404],
    ['POST', 'customers/acme/keys/key_admin/revoke', 409],
  ])('%s %s is answered with %i', async (method, path, status) => {
    expect((await send(method, path, method === 'GET' ? undefined : {})).status).toBe(status);
  });

  it('are for operators only', async () => {
    expect((await send('GET', 'customers', undefined, fullKey)).status).toBe(403);
    expect((await send('POST', 'customers/acme/keys', newKey, fullKey)).status).toBe(403);
  });
});

describe('an API key', () => {
  it('is shown once, in no list, event or log line', async () => {
    const path = await customer('shown');
    const { status, body } = await send('POST', `${path}/keys`, { ...newKey, limits: { burst: 3 } });
    expect(status).toBe(201);
    expect(body.key).toMatchObject({
      ...newKey,
      scopes: ['catalog', 'pricing'],
      status: 'active',
      limits: { burst: 3 },
    });
    expect(await statusWith(body.secret)).toBe(known);
    expect(secrets).toContain(body.secret);
    const events = await eventLog(database.pool.sql).read('api_key', body.key.id);
    const everything = [(await send('GET', `${path}/keys`)).body, events.map(({ event }) => event), edge.logged];
    expect(everything[1]).toHaveLength(1);
    expect(JSON.stringify(everything)).not.toContain(body.secret.slice(3));
    expect(events[0]?.event).toMatchObject({ by: 'key_admin' });
  });

  it('that is rotated works with both secrets for as long as was asked for', async () => {
    const path = await customer('rotating');
    const { body: first } = await send('POST', `${path}/keys`, newKey);
    const rotate = (overlap: string) => send('POST', `${path}/keys/${first.key.id}/rotate`, { overlap });
    const { body: second } = await rotate('1h');
    expect(second.key).toMatchObject({ id: first.key.id, previous_secret_until: expect.any(String) });
    expect([await statusWith(first.secret), await statusWith(second.secret)]).toEqual([known, known]);
    const { body: third } = await rotate('0s');
    expect([await statusWith(second.secret), await statusWith(third.secret)]).toEqual([unknown, known]);
  });

  it('that is revoked stops at once where that is heard of, and within two seconds where it is not', async () => {
    const path = await customer('revoked');
    const { body } = await send('POST', `${path}/keys`, newKey);
    expect([await statusWith(body.secret), await statusWith(body.secret, deafEdge)]).toEqual([known, known]);
    const revoked = await send('POST', `${path}/keys/${body.key.id}/revoke`);
    expect(revoked.body).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
    expect(await statusWith(body.secret)).toBe(unknown);
    await eventually(async () => (await statusWith(body.secret, deafEdge)) === unknown);
  });

  it('has its scopes, expiry and limits changed one by one', async () => {
    const path = await customer('changing');
    const { body } = await send('POST', `${path}/keys`, { ...newKey, limits: { burst: 3, streams: 2 } });
    const key = `${path}/keys/${body.key.id}`;
    expect((await send('PATCH', key, { limits: { burst: null } })).body.limits).toEqual({ streams: 2 });
    expect((await send('PATCH', key, { scopes: ['pricing'] })).body).toMatchObject({ scopes: ['pricing'] });
    expect(await statusWith(body.secret)).toBe(403);
    const { body: expiring } = await send('PATCH', key, { expires_at: '2099-01-01T00:00:00+02:00' });
    expect(expiring).toMatchObject({
      expires_at: '2098-12-31T22:00:00.000Z',
      label: 'web shop',
      limits: { streams: 2 },
    });
    expect((await send('PATCH', key, { expires_at: null })).body).not.toHaveProperty('expires_at');
  });
});
