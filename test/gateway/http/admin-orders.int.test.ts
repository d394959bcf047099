import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefreshRequests } from '../../../storage/jobs/refresh-requests.ts';
import { testAdmin } from '../../support/admin.ts';
import { eventLog } from '../../support/event-log.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;
const announced: string[] = [];
let answering: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  const announce = async (supplierId: string) => {
    announced.push(supplierId);
    return new Set(answering);
  };
  edge = await startTestEdge(database.pool, { admin: testAdmin(database, { announce }), now: () => new Date() });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const send = async (method: string, path: string, body?: unknown, key = adminKey) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await edge.send(`/v1/admin/connectors/${path}`, { method, headers }, text);
  return { status: answer.status, body: JSON.parse(answer.body) };
};
const fieldsOf = ({ body }: Awaited<ReturnType<typeof send>>): string[] =>
  body.violations.map(({ field }: { field: string }) => field);
const events = async () => (await eventLog(database.pool.sql).read('connector', 'borealis')).map(({ event }) => event);

describe('an order', () => {
  it.each([
    ['POST', 'pause', { reason: 'inventory', ttl: '15m' }, { kind: 'pause', reason: 'inventory' }],
    [
      'PATCH',
      'workers',
      { max_concurrent_per_credential: 2, ttl: 'PT15M' },
      { kind: 'workers', max_concurrent_per_credential: 2 },
    ],
    [
      'PATCH',
      'rate-limits',
      { prices: { rate: 3, period: '500ms' }, stocks: { rate: 60, period: 'PT1M' }, ttl: '900s' },
      {
        kind: 'rates',
        rate_limits: { prices: { rate: 3, period: '500ms' }, stocks: { rate: 60, period: '1m' } },
      },
    ],
    ['PATCH', 'call-log', { ttl: '15m' }, { kind: 'call_log' }],
  ])('%s /%s is stored with its event, told to the connectors, and answered as it is stored', async (...row) => {
    const [method, path, sent, expected] = row;
    const before = { at: Date.now(), announced: announced.length, events: (await events()).length };
    const { status, body } = await send(method, `borealis/${path}`, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({ applied: false, order: { ...expected, by: 'key_admin' } });
    expect(body.connector.orders).toContainEqual(body.order);
    const untilMs = new Date(body.order.until).getTime() - 900_000;
    expect(untilMs).toBeGreaterThanOrEqual(before.at);
    expect(untilMs).toBeLessThanOrEqual(Date.now());
    expect(announced.slice(before.announced)).toEqual(['borealis']);
    expect((await events()).slice(before.events)).toMatchObject([
      { type: 'connector.ordered', by: 'key_admin', order: { kind: expected.kind }, until: body.order.until },
    ]);
  });

  it('given again takes the place of the earlier one', async () => {
    const given = { reason: 'the same', ttl: '1h' };
    await send('POST', 'borealis/pause', given);
    const { body } = await send('POST', 'borealis/pause', given);
    const pauses = body.connector.orders.filter(({ kind }: { kind: string }) => kind === 'pause');
    expect(pauses).toEqual([body.order]);
  });

  it('says when every process that works for one of the credentials has it in force', async () => {
    await database.pool.sql`
      insert into connector_lease (credential_id, owner, token, expires_at)
      select id, 'own_' || row_number() over (order by id), 1, now() + interval '1 minute'
      from credential where supplier_id = 'borealis' order by id limit 2`;
    const pause = { reason: 'heard', ttl: '1h' };
    answering = ['own_1', 'own_standby'];
    expect((await send('POST', 'borealis/pause', pause)).body.applied).toBe(false);
    answering = ['own_1', 'own_2'];
    const { body } = await send('POST', 'borealis/pause', pause);
    answering = [];
    await database.pool.sql`delete from connector_lease`;
    expect(body.applied).toBe(true);
    for (const credential of body.connector.credentials)
      expect(credential).toMatchObject({ state: 'paused', reason: 'heard', until: body.order.until });
  });

  it('of rates never raises what is configured, and the answer says what holds', async () => {
    const ttl = '1h';
    const limits = async (prices: object) =>
      (await send('PATCH', 'borealis/rate-limits', { prices, ttl })).body.connector.endpoints.prices;
    const { configured } = await limits({ rate: 1, period: '1m' });
    expect(await limits({ rate: 1, period: '1m' })).toEqual({
      configured,
      effective: [...configured, { rate: 1, period: '1m' }],
    });
    expect(await limits({ rate: 1_000_000, period: '1s' })).toEqual({ configured, effective: configured });
  });

  it('of a pause ends by resume, once; to resume again changes nothing', async () => {
    await send('POST', 'borealis/pause', { reason: 'short', ttl: '1h' });
    const before = (await events()).length;
    const { body } = await send('POST', 'borealis/resume');
    expect(body).toMatchObject({ applied: false, was_paused: true });
    expect(body.connector.credentials[0].state).toBe('active');
    expect((await send('POST', 'borealis/resume')).body).toMatchObject({ was_paused: false });
    expect((await events()).slice(before)).toEqual([
      { type: 'connector.order_ended', supplierId: 'borealis', order: 'pause', how: 'withdrawn' },
    ]);
  });
});

describe('a fetch that an operator asks for', () => {
  const wanted = () => createRefreshRequests(database.pool.sql).wanted('borealis');

  it('is wanted of every credential in use from now on, and told to the connectors', async () => {
    const before = { at: Date.now(), announced: announced.length };
    const { status, body } = await send('POST', 'borealis/fetch');
    expect(status).toBe(200);
    expect(body).toMatchObject({ applied: false, connector: { id: 'borealis' } });
    const since = await wanted();
    expect([...since.keys()].toSorted()).toEqual(body.credentials);
    expect(body.credentials.length).toBeGreaterThan(0);
    // The clock of the database may be a little behind.
    for (const at of since.values()) expect(at.getTime()).toBeGreaterThan(before.at - 1_000);
    expect(announced.slice(before.announced)).toEqual(['borealis']);
  });

  it('makes the parts due that are looked up one by one', async () => {
    const { sql } = database.pool;
    await sql`
      insert into lookup (credential_id, product_id, is_top, due_at)
      select (select min(id) from credential where supplier_id = 'borealis'), id, false, now() + interval '1 day'
      from product order by id limit 3`;
    await send('POST', 'borealis/fetch');
    const [row] = await sql<{ due: number }[]>`select count(*)::int as due from lookup where due_at <= now()`;
    expect(row?.due).toBe(3);
  });

  it('is refused where nobody could be asked', async () => {
    expect((await send('POST', 'none/fetch')).status).toBe(404);
    await database.pool.sql`update credential set disabled_at = now() where supplier_id = 'borealis'`;
    const refused = await send('POST', 'borealis/fetch');
    await database.pool.sql`update credential set disabled_at = null where supplier_id = 'borealis'`;
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('no credential') } });
  });
});

describe('a bad order is 400, names the field and changes nothing', () => {
  const rate = { rate: 1, period: '1m' };
  it.each([
    ['POST', 'pause', '{"reason":', ['body']],
    ['POST', 'pause', [], ['body']],
    ['POST', 'pause', {}, ['reason', 'ttl']],
    ['POST', 'pause', { reason: ' ', ttl: '1h' }, ['reason']],
    ['POST', 'pause', { reason: 'a\u0000b', ttl: '1h' }, ['reason']],
    ['POST', 'pause', { reason: 'x'.repeat(501), ttl: '1h' }, ['reason']],
    ['POST', 'pause', { reason: 7, ttl: 3_600 }, ['reason', 'ttl']],
    ['POST', 'pause', { reason: 'x', ttl: '999ms' }, ['ttl']],
    ['POST', 'pause', { reason: 'x', ttl: '30d1s' }, ['ttl']],
    ['POST', 'pause', { reason: 'x', ttl: 'soon' }, ['ttl']],
    ['POST', 'pause', { reason: 'x', ttl: 'P1M' }, ['ttl']],
    ['POST', 'pause', { reason: 'x', ttl: '1h', forever: true }, ['forever']],
    ['PATCH', 'workers', {}, ['max_concurrent_per_credential', 'ttl']],
    ['PATCH', 'workers', { max_concurrent_per_credential: 0, ttl: '1h' }, ['max_concurrent_per_credential']],
    ['PATCH', 'workers', { max_concurrent_per_credential: 1.5, ttl: '1h' }, ['max_concurrent_per_credential']],
    ['PATCH', 'workers', { max_concurrent_per_credential: '2', ttl: '1h' }, ['max_concurrent_per_credential']],
    ['PATCH', 'call-log', {}, ['ttl']],
    ['PATCH', 'call-log', { ttl: '31d' }, ['ttl']],
    ['PATCH', 'call-log', { ttl: '1h', level: 'debug' }, ['level']],
    ['PATCH', 'rate-limits', { prices: rate }, ['ttl']],
    ['PATCH', 'rate-limits', { ttl: '1h' }, ['body']],
    ['PATCH', 'rate-limits', { prices: 5, ttl: '1h' }, ['prices']],
    ['PATCH', 'rate-limits', { prices: {}, ttl: '1h' }, ['prices.rate', 'prices.period']],
    ['PATCH', 'rate-limits', { prices: { rate: 0, period: '1m' }, ttl: '1h' }, ['prices.rate']],
    ['PATCH', 'rate-limits', { prices: { rate: 1, period: '99ms' }, ttl: '1h' }, ['prices.period']],
    ['PATCH', 'rate-limits', { prices: { ...rate, burst: 2 }, ttl: '1h' }, ['prices.burst']],
    ['PATCH', 'rate-limits', { prices: rate, search: rate, more: rate, ttl: '1h' }, ['search', 'more']],
    ['PATCH', 'rate-limits', { constructor: rate, ttl: '1h' }, ['constructor']],
  ])('%s /%s %j', async (method, path, body, fields) => {
    const before = await send('GET', 'borealis');
    const answer = await send(method, `borealis/${path}`, body);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(fields);
    expect((await send('GET', 'borealis')).body.orders).toEqual(before.body.orders);
  });

  it('naming the endpoints that exist', async () => {
    const { body } = await send('PATCH', 'borealis/rate-limits', { search: rate, ttl: '1h' });
    expect(body.violations[0].description).toContain('session, warehouses, catalogue, prices, stocks');
  });
});

describe('who may not, and what is not there', () => {
  const all = [
    ['GET', ''],
    ['GET', 'borealis'],
    ['POST', 'borealis/pause'],
    ['PATCH', 'borealis/workers'],
    ['PATCH', 'borealis/rate-limits'],
    ['PATCH', 'borealis/call-log'],
    ['POST', 'borealis/resume'],
    ['GET', 'borealis/credentials'],
    ['POST', 'borealis/credentials'],
    ['PUT', 'borealis/credentials/crd_acme/secret'],
    ['POST', 'borealis/credentials/crd_acme/disable'],
  ] as const;

  it.each(all)('%s /%s needs a key with the scope admin', async (method, path) => {
    const of = path === '' ? '../connectors' : path;
    expect((await send(method, of, undefined, fullKey)).status).toBe(403);
    expect((await send(method, of, undefined, 'os_wrongwrongwrongwrongwrongwrong')).status).toBe(401);
  });

  it.each([
    ['GET', 'nobody', undefined],
    ['POST', 'nobody/pause', { reason: 'x', ttl: '1h' }],
    ['PATCH', 'nobody/workers', { max_concurrent_per_credential: 1, ttl: '1h' }],
    ['PATCH', 'nobody/rate-limits', { prices: { rate: 1, period: '1m' }, ttl: '1h' }],
    ['PATCH', 'nobody/call-log', { ttl: '1h' }],
    ['POST', 'nobody/resume', undefined],
    ['GET', 'nobody/credentials', undefined],
  ])('%s /%s is 404', async (method, path, body) => {
    expect(await send(method, path, body)).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('nobody') },
    });
  });

  it('another method is 405', async () => {
    expect((await send('PUT', 'borealis/pause')).status).toBe(405);
  });

  it('every answer counts among the requests of the service admin', async () => {
    await send('POST', 'borealis/pause', { reason: 'counted', ttl: '1h' });
    await send('PATCH', 'borealis/rate-limits', { ttl: '1h' });
    const { body } = await edge.send('/metrics');
    expect(body).toMatch(/^admin_requests_total\{.*method="PauseConnector".*code="OK".*\} [1-9]/m);
    expect(body).toMatch(/^admin_errors_total\{.*method="LimitRates".*code="INVALID_ARGUMENT".*\} [1-9]/m);
  });
});
