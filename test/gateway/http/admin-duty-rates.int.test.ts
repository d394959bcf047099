import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxDutyRates } from '../../../domain/pricing/duties/duty-rate.ts';
import { testAdmin } from '../../support/admin.ts';
import { testAudit } from '../../support/audit.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;
let changes = 0;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  const onPricingChange = async () => {
    changes += 1;
  };
  const audit = testAudit(database);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database, { onPricingChange }), audit: audit.desk });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

beforeEach(() => database.pool.sql`delete from duty_rate`.then(() => undefined));

const send = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json', ...more };
  const answer = await edge.send(`/v1/admin/duty-rates${path}`, { method, headers }, JSON.stringify(body));
  return { status: answer.status, etag: answer.headers.etag, body: JSON.parse(answer.body) };
};

const circuits = { destination: 'US', hts_prefix: '8542', country_of_origin: 'CN', rate: '0.25' };

describe('import duties', () => {
  it('are stated, read, changed and removed, each change told once', async () => {
    const before = changes;
    const made = await send('PUT', '/us-ic', { ...circuits, rate: '0.2500' });
    expect(made).toMatchObject({ status: 200, body: { id: 'us-ic', version: 1, ...circuits } });
    const read = await send('GET', '/us-ic');
    expect(read).toMatchObject({ status: 200, body: made.body, etag: made.etag });
    const until = { valid_until: '2027-01-01T00:00:00.000Z' };
    const changed = await send('PUT', '/us-ic', { ...circuits, ...until }, { 'if-match': String(read.etag) });
    expect(changed).toMatchObject({ status: 200, body: { version: 2, ...until } });
    const late = await send('PUT', '/us-ic', circuits, { 'if-match': String(read.etag) });
    expect(late.status).toBe(412);
    expect((await send('DELETE', '/us-ic')).body).toEqual({ id: 'us-ic' });
    expect((await send('GET', '/us-ic')).status).toBe(404);
    expect((await send('DELETE', '/us-ic')).status).toBe(404);
    expect(changes - before).toBe(3);
  });

  it('for the same goods at the same time are refused, also of two that come at once', async () => {
    const next = { valid_from: '2027-01-01T00:00:00Z' };
    const answers = await Promise.all([send('PUT', '/one', circuits), send('PUT', '/other', circuits)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { country_of_origin: _, ...anywhere } = circuits;
    expect((await send('PUT', '/any', anywhere)).status).toBe(200);
    expect((await send('PUT', '/later', { ...circuits, ...next })).status).toBe(409);
    const kept = answers[0]?.status === 200 ? '/one' : '/other';
    expect((await send('PUT', kept, { ...circuits, valid_until: next.valid_from })).status).toBe(200);
    expect((await send('PUT', '/later', { ...circuits, ...next })).status).toBe(200);
  });

  it('are listed page by page, in the order of their ids', async () => {
    for (const [id, prefix] of [
      ['two', '8541'],
      ['one', '8542'],
      ['three', '8543'],
    ] as const)
      await send('PUT', `/${id}`, { ...circuits, hts_prefix: prefix });
    const first = await send('GET', '?limit=2');
    const second = await send('GET', `?limit=2&cursor=${first.body.next_cursor}`);
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(ids).toEqual(['one', 'three', 'two']);
    expect(second.body.next_cursor).toBeUndefined();
  });

  it.each([
    ['destination', { destination: 'MOON' }],
    ['hts_prefix', { hts_prefix: '8' }],
    ['hts_prefix', { hts_prefix: '85.42' }],
    ['country_of_origin', { country_of_origin: 'China' }],
    ['rate', { rate: '25%' }],
    ['rate', { rate: '-0.1' }],
    ['rate', { rate: 0.25 }],
    ['valid_from', { valid_from: 'today' }],
    ['valid_until', { valid_from: '2027-01-01T00:00:00Z', valid_until: '2027-01-01T00:00:00Z' }],
    ['note', { note: 'x' }],
  ])('with a %s that is none are refused by its name', async (field, wrong) => {
    const { status, body } = await send('PUT', '/wrong', { ...circuits, ...wrong });
    expect(status).toBe(400);
    expect(body.violations.map((each: { field: string }) => each.field)).toEqual([field]);
  });

  it('are no more than can be kept in mind', async () => {
    await send('PUT', '/any', { destination: 'US', hts_prefix: '8542', rate: '0.2' });
    await database.pool.sql`
      insert into duty_rate (id, version, destination, hts_prefix, rate)
      select 'full-' || at, 1, 'EU', lpad(at::text, 10, '0'), 0
      from generate_series(1, ${maxDutyRates} - (select count(*)::int from duty_rate)) as at`;
    expect(await send('PUT', '/too-many', { ...circuits, hts_prefix: '90' })).toMatchObject({ status: 409 });
    expect((await send('PUT', '/any', { destination: 'US', hts_prefix: '8542', rate: '0.1' })).status).toBe(200);
    expect((await send('GET', '/too-many')).status).toBe(404);
  });
});
