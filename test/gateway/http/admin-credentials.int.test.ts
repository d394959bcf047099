import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, resistorId } from '../../support/market.ts';
import { borealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

/** In every value that must never be seen again. */
const mark = 'MARKED';
const secret = (name: string) => ({ login: `${mark}-login-${name}`, password: `${mark}-password-${name}` });

let database: TestDatabase;
let edge: TestEdge;
const registered: string[] = [];
const answers: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  const onSecret = (value: string) => void registered.push(value);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database, { onSecret }), maxBodyBytes: 100_000 });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

beforeEach(async () => {
  const { sql } = database.pool;
  await sql`delete from credential where id = any(${['crd_second', 'crd_new', 'crd_nexar']})`;
  await sql`delete from supplier where id <> 'borealis'`;
});
afterEach(() => {
  expect(answers.join('\n')).not.toContain(mark);
  expect(edge.logged.join('\n')).not.toContain(mark);
});

const send = async (method: string, path: string, body?: unknown) => {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const answer = await edge.send(`/v1/admin/${path}`, { method, headers }, JSON.stringify(body));
  answers.push(answer.body);
  return { status: answer.status, body: JSON.parse(answer.body) };
};
const path = 'connectors/borealis/credentials';
const addSecond = () =>
  send('POST', path, {
    id: 'crd_second',
    scope: 'customer',
    owner_id: 'acme',
    label: 'second account',
    secret: secret('second'),
  });
const inUse = async () =>
  new Map(
    (await createSupplierStore(database.pool.sql, testSealer()).credentials(borealis)).map((each) => [each.id, each]),
  );

describe('credentials', () => {
  it('are added with a given id or a new one', async () => {
    const added = await addSecond();
    expect(added).toMatchObject({
      status: 201,
      body: {
        applied: false,
        credential: { id: 'crd_second', scope: 'customer', owner_id: 'acme', label: 'second account', state: 'active' },
      },
    });
    const other = await send('POST', path, { scope: 'system', label: 'house', secret: secret('house') });
    expect(other.body.credential).toMatchObject({ id: 'crd_new', scope: 'system' });
    expect((await inUse()).get('crd_second')?.secret).toEqual(secret('second'));
    expect((await inUse()).get('crd_new')?.ownerId).toBeUndefined();
    const { body } = await send('GET', path);
    expect(body.credentials.map(({ id }: { id: string }) => id)).toEqual([
      'crd_acme',
      'crd_globex',
      'crd_group',
      'crd_new',
      'crd_second',
      'crd_system',
    ]);
  });

  it('are rotated, disabled and enabled', async () => {
    await addSecond();
    expect(await send('PUT', `${path}/crd_second/secret`, { secret: secret('rotated') })).toMatchObject({
      status: 200,
    });
    expect((await inUse()).get('crd_second')?.secret).toEqual(secret('rotated'));
    const disabled = await send('POST', `${path}/crd_second/disable`);
    expect(disabled.body.credential).toMatchObject({ state: 'disabled', since: expect.any(String) });
    expect((await inUse()).has('crd_second')).toBe(false);
    expect((await send('POST', `${path}/crd_second/enable`)).body.credential.state).toBe('active');
    expect((await inUse()).has('crd_second')).toBe(true);
  });

  const good = { scope: 'system', label: 'x', secret: secret('bad') };
  it.each([
    ['nothing', {}, ['scope', 'label', 'secret']],
    ['an unknown scope', { ...good, scope: 'world' }, ['scope']],
    ['an owner of the system', { ...good, owner_id: 'acme' }, ['owner_id']],
    ['a customer without a name', { ...good, scope: 'customer' }, ['owner_id']],
    ['an id with a slash', { ...good, id: 'a/b' }, ['id']],
    ['a blank label', { ...good, label: ' ' }, ['label']],
    ['a secret in one text', { ...good, secret: `${mark}-text` }, ['secret']],
    ['an empty secret', { ...good, secret: {} }, ['secret']],
    ['a number in the secret', { ...good, secret: { login: 5 } }, ['secret.login']],
    ['a strange name in the secret', { ...good, secret: { 'a b': `${mark}-x` } }, ['secret']],
    ['a secret that the plug-in cannot use', { ...good, secret: { login: `${mark}-x` } }, ['secret']],
    ['an unknown field', { ...good, password: `${mark}-x` }, ['password']],
  ])('with %s are refused by the name of the field', async (_, body, fields) => {
    const answer = await send('POST', path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.violations.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it('say what the plug-in lacks', async () => {
    const { body } = await send('POST', path, { ...good, secret: { login: `${mark}-x` } });
    expect(body.detail).toBe('secret: the credential has no password');
  });

  it.each([
    ['a taken id', 409, 'POST', path, { ...good, id: 'crd_acme' }],
    ['an unknown supplier', 404, 'POST', 'connectors/nobody/credentials', good],
    ['an unknown credential to rotate', 404, 'PUT', `${path}/crd_x/secret`, { secret: secret('x') }],
    ['an unknown credential to disable', 404, 'POST', `${path}/crd_x/disable`, undefined],
    ['the credential of another supplier', 404, 'POST', 'connectors/other/credentials/crd_acme/disable', undefined],
  ])('%s is %i', async (_, status, method, at, body) => {
    expect((await send(method, at, body)).status).toBe(status);
  });

  it('are seen by nobody: not in an answer, a log line, an event or a row', async () => {
    await addSecond();
    await send('PUT', `${path}/crd_second/secret`, { secret: secret('rotated') });
    await send('POST', path, { ...good, scope: 'world' });
    expect(registered).toEqual(expect.arrayContaining([...Object.values(secret('second')), secret('rotated').login]));
    expect(answers.length).toBeGreaterThan(2);
    const { sql } = database.pool;
    const rows = [
      ...(await sql`select event::text as all from event`),
      ...(await sql`select credential::text as all from credential`),
    ];
    expect(rows.length).toBeGreaterThan(10);
    expect(JSON.stringify(rows)).not.toContain(mark);
  });
});

describe('suppliers', () => {
  const good = { name: 'Acme', plugin: 'demo-bulk', base_url: 'https://api.acme.example/v1' };

  it('keep the path of where they are in answers', async () => {
    for (const base_url of [good.base_url, 'https://api.acme.example:8443/a/b', 'https://api.acme.example']) {
      const { body } = await send('PUT', 'suppliers/acme', { ...good, base_url });
      expect(body.connector.base_url).toBe(base_url);
    }
  });

  it('are created and updated', async () => {
    const created = await send('PUT', 'suppliers/acme', {
      ...good,
      creates_products: true,
      route: { distributor: 'dist' },
    });
    expect(created).toMatchObject({
      status: 200,
      body: {
        applied: false,
        connector: { id: 'acme', creates_products: true, credentials: [] },
      },
    });
    const terms = {
      order_cost: { amount: '12.50', currency: 'EUR' },
      handling_days: 2,
      seller_kind: 'authorized',
      ships_from: 'DE',
    };
    const costly = await send('PUT', 'suppliers/acme', { ...good, ...terms });
    expect(costly.body.connector).toMatchObject({
      order_cost: { amount: '12.5', currency: 'EUR' },
      handling_days: 2,
      seller_kind: 'authorized',
      ships_from: 'DE',
    });
    const renamed = await send('PUT', 'suppliers/acme', { ...good, name: 'Acme Components' });
    expect(renamed.body.connector.order_cost).toBeUndefined();
    expect(renamed.body.connector.handling_days).toBeUndefined();
    const { body } = await send('GET', 'connectors');
    expect(body.connectors.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual([
      ['acme', 'Acme Components'],
      ['borealis', 'Borealis Components'],
    ]);
  });

  it('are read back as they are stored, in the form that they are put', async () => {
    const whole = {
      ...good,
      base_url: 'https://api.acme.example/v1/parts/',
      settings: { warehouses: ['north'], currency: 'EUR' },
      creates_products: true,
      route: { distributor: 'dist', warehouse_operators: { north: 'Hauler' } },
      order_cost: { amount: '12.5', currency: 'EUR', steps: [{ goods_from: '50', amount: '0' }] },
      handling_days: 2,
      seller_kind: 'broker',
      ships_from: 'US',
    };
    await send('PUT', 'suppliers/acme', whole);
    const read = await send('GET', 'suppliers/acme');
    expect(read).toEqual({ status: 200, body: whole });
    expect((await send('PUT', 'suppliers/acme', read.body)).status).toBe(200);
    expect((await send('GET', 'suppliers/none')).status).toBe(404);
  });

  it.each([
    ['an id that is no token', 'A.b', good, ['supplier']],
    ['an unknown plug-in', 'acme', { ...good, plugin: 'nobody' }, ['plugin']],
    ['no URL', 'acme', { ...good, base_url: 'acme' }, ['base_url']],
    ['a file', 'acme', { ...good, base_url: 'file:///etc/passwd' }, ['base_url']],
    ['plain http', 'acme', { ...good, base_url: 'http://api.acme.example' }, ['base_url']],
    ['a private address', 'acme', { ...good, base_url: 'https://10.0.0.5/v1' }, ['base_url']],
    ['the address of metadata', 'acme', { ...good, base_url: 'https://169.254.169.254' }, ['base_url']],
    ['a loopback address in other words', 'acme', { ...good, base_url: 'https://0x7f.1' }, ['base_url']],
    [
      'a private host to sign in at',
      'acme',
      { ...good, plugin: 'nexar', settings: { identityUrl: 'https://192.168.1.9' } },
      ['settings'],
    ],
    ['a password in the URL', 'acme', { ...good, base_url: 'https://a:b@acme.example' }, ['base_url']],
    ['a query in the URL', 'acme', { ...good, base_url: 'https://acme.example/?key=1' }, ['base_url']],
    [
      'an order cost below 0',
      'acme',
      { ...good, order_cost: { amount: '-1', currency: 'EUR' } },
      ['order_cost.amount'],
    ],
    [
      'an order cost in no currency',
      'acme',
      { ...good, order_cost: { amount: '1', currency: 'euro' } },
      ['order_cost.currency'],
    ],
    [
      'steps that do not rise',
      'acme',
      {
        ...good,
        order_cost: {
          amount: '5',
          currency: 'EUR',
          steps: [
            { goods_from: '50', amount: '2' },
            { goods_from: '50.0', amount: '-1' },
          ],
        },
      },
      ['order_cost.steps[1].goods_from', 'order_cost.steps[1].amount'],
    ],
    ['an order cost that is a number', 'acme', { ...good, order_cost: 5 }, ['order_cost']],
    ['a handling time of half a day', 'acme', { ...good, handling_days: 0.5 }, ['handling_days']],
    ['a kind of seller that there is not', 'acme', { ...good, seller_kind: 'unknown' }, ['seller_kind']],
    ['a country that is none', 'acme', { ...good, ships_from: 'USA' }, ['ships_from']],
    ['a handling time below 0', 'acme', { ...good, handling_days: -1 }, ['handling_days']],
    ['settings that are a list', 'acme', { ...good, settings: [] }, ['settings']],
    ['settings with a NUL', 'acme', { ...good, settings: { a: '\u0000' } }, ['settings.a']],
    ['an unknown field', 'acme', { ...good, secret: {} }, ['secret']],
    ['nothing', 'acme', {}, ['name', 'plugin', 'base_url']],
  ])('with %s are refused by the name of the field', async (_, id, body, fields) => {
    const answer = await send('PUT', `suppliers/${id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.violations.map(({ field }: { field: string }) => field)).toEqual(fields);
  });
});

describe('what an operator may not call', () => {
  it('is refused with the setting that allows it', async () => {
    const put = async (base_url: string) =>
      (await send('PUT', 'suppliers/acme', { name: 'Acme', plugin: 'demo-bulk', base_url })).body.detail;
    expect(await put('http://api.acme.example')).toBe(
      'base_url: must be an https URL, unless OUTBOUND_ALLOW lists its origin',
    );
    expect(await put('https://[::1]:8443')).toBe(
      'base_url: must not be a private, loopback or otherwise special address, unless OUTBOUND_ALLOW lists it',
    );
  });
});

describe('the mark of a product', () => {
  it('puts it among the most wanted until it is taken away', async () => {
    const { sql } = database.pool;
    const isMarked = async () =>
      (await sql`select is_marked from product_demand where product_id = ${resistorId(0)}`)[0]?.is_marked;
    const at = `products/${resistorId(0)}/mark`;
    expect(await send('PUT', at)).toEqual({ status: 200, body: { id: resistorId(0), marked: true } });
    expect(await isMarked()).toBe(true);
    expect(await send('DELETE', at)).toEqual({ status: 200, body: { id: resistorId(0), marked: false } });
    expect(await isMarked()).toBe(false);
    expect((await send('PUT', 'products/prd_nothing/mark')).status).toBe(404);
  });
});

describe('the progress of ingestion', () => {
  it('counts the offers of each supplier and those without attributes', async () => {
    const acme = { name: 'Acme', plugin: 'demo-bulk', base_url: 'https://api.acme.example/v1' };
    await send('PUT', 'suppliers/acme', acme);
    const { body } = await send('GET', 'ingestion');
    expect(body).toEqual({
      suppliers: [
        { supplier_id: 'acme', total: 0, backlog: 0, filled: 0, ticks: [] },
        { supplier_id: 'borealis', total: 2, backlog: 2, filled: 0, filled_share: 0, ticks: [] },
      ],
    });
  });
});

describe('another host', () => {
  const nexar = { name: 'Nexar', plugin: 'nexar', base_url: 'https://api.nexar.com' };
  const house = 'connectors/nexar/credentials/crd_nexar';
  const given = { secret: { clientId: `${mark}-id`, clientSecret: `${mark}-secret` } };
  const state = async () => (await send('GET', 'connectors/nexar')).body.credentials[0];

  it('that a plug-in signs in at detaches secrets too, until they are entered again', async () => {
    await send('PUT', 'suppliers/nexar', nexar);
    await send('POST', 'connectors/nexar/credentials', { id: 'crd_nexar', scope: 'system', label: 'house', ...given });
    expect(await state()).toMatchObject({
      state: 'active',
      secret_origins: ['https://api.nexar.com', 'https://identity.nexar.com'],
    });
    await send('PUT', 'suppliers/nexar', { ...nexar, name: 'Nexar Inc.', settings: { country: 'DE' } });
    expect(await state()).toMatchObject({ state: 'active' });
    await send('PUT', 'suppliers/nexar', { ...nexar, settings: { identityUrl: 'https://id.thief.example' } });
    const detached = await state();
    expect(detached).toMatchObject({ state: 'detached', since: expect.any(String) });
    expect(detached.reason).toMatch(/^secrets detached: .* enter the secret again$/);
    expect(detached).not.toHaveProperty('secret_origins');
    expect((await send('PUT', `${house}/secret`, given)).body.credential).toMatchObject({
      state: 'active',
      secret_origins: ['https://api.nexar.com', 'https://id.thief.example'],
    });
    const events = await database.pool.sql`
      select data from event where aggregate_type = 'supplier' and aggregate_id = 'nexar'`;
    expect(events.map(({ data }) => data)).toEqual([
      {
        supplierId: 'nexar',
        by: 'key_admin',
        from: { plugin: 'nexar', origins: ['https://api.nexar.com', 'https://identity.nexar.com'] },
        to: { plugin: 'nexar', origins: ['https://api.nexar.com', 'https://id.thief.example'] },
        detached: 1,
      },
    ]);
  });
});
