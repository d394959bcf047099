import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAdmin } from '../../support/admin.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;
let changes = 0;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  const admin = testAdmin(database, {
    onPolicyChange: async () => {
      changes += 1;
    },
  });
  edge = await startTestEdge(database.pool, { admin });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const path = '/v1/admin/visibility-policies';

const send = async (method: string, to = '', body?: unknown, key = adminKey) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await edge.send(`${path}${to}`, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const draft = {
  label: 'Acme does not see Yageo',
  target: 'product',
  effect: 'deny',
  condition: 'caller.customer == "acme" && product.manufacturer == "Yageo"',
};

const create = async (given: object = {}) => (await send('POST', '', { ...draft, ...given })).body;

describe('visibility policies', () => {
  it('are created with a version, read, changed from the version that was read, and removed', async () => {
    const before = changes;
    const created = await send('POST', '', { ...draft, priority: 5, valid_until: '2030-01-01T01:00:00+01:00' });
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.body).toEqual({
      ...draft,
      id,
      version: 1,
      priority: 5,
      valid_until: '2030-01-01T00:00:00.000Z',
      enabled: true,
    });
    expect((await send('GET', `/${id}`)).body).toEqual(created.body);
    const update = { ...draft, effect: 'mask', masked_fields: ['description'], enabled: false, expected_version: 1 };
    const updated = await send('PUT', `/${id}`, update);
    expect(updated).toMatchObject({
      status: 200,
      body: { version: 2, masked_fields: ['description'], enabled: false },
    });
    expect(await send('PUT', `/${id}`, update)).toMatchObject({ status: 409 });
    expect((await send('GET')).body.items).toContainEqual(updated.body);
    expect(await send('DELETE', `/${id}?expected_version=1`)).toMatchObject({ status: 409 });
    expect(await send('DELETE', `/${id}?expected_version=2`)).toMatchObject({ status: 200, body: { id } });
    expect(await send('GET', `/${id}`)).toMatchObject({ status: 404 });
    expect(changes - before).toBe(3);
  });

  it.each([
    ['condition', 'line 1, column 21', { condition: 'caller.customer ==  ' }],
    ['condition', 'line 2, column', { condition: 'true &&\n  product.colour == "red"' }],
    ['condition', 'but a condition gives bool', { condition: '1 + 1' }],
    ['condition', 'Unknown variable: offer', { condition: 'offer.id == "x"' }],
    ['masked_fields', 'must be one or more of description', { effect: 'mask' }],
    ['masked_fields', 'must be one or more of description', { effect: 'mask', masked_fields: ['stock'] }],
    ['masked_fields.0', 'must be one of', { effect: 'mask', masked_fields: ['colour'] }],
    ['valid_until', 'must be later', { valid_from: '2026-01-02T00:00:00Z', valid_until: '2026-01-01T00:00:00Z' }],
    ['priority', 'must be a whole number', { priority: 1.5 }],
    ['target', 'must be one of product', { target: 'warehouse' }],
    ['effect', 'must be one of allow', { effect: 'hide' }],
    ['label', 'must be text', { label: ' ' }],
  ])('with a %s that is not acceptable are refused: %s', async (field, text, given) => {
    const { status, body } = await send('POST', '', { ...draft, ...given });
    expect(status).toBe(400);
    expect(body.violations).toMatchObject([{ field }]);
    expect(body.violations[0].description).toContain(text);
  });

  it('are not removed without the version that was read', async () => {
    const { status, body } = await send('DELETE', '/vis_1');
    expect(status).toBe(400);
    expect(body.violations).toMatchObject([{ field: 'expected_version' }]);
  });

  it('are not_found under an id that nobody has', async () => {
    expect(await send('GET', '/vis_1')).toMatchObject({ status: 404 });
    expect(await send('PUT', '/vis_1', { ...draft, expected_version: 1 })).toMatchObject({ status: 404 });
    expect(await send('DELETE', '/vis_1?expected_version=1')).toMatchObject({ status: 404 });
  });

  it('are for operators only', async () => {
    expect((await send('GET', '', undefined, fullKey)).status).toBe(403);
  });
});

describe('a dry run', () => {
  const asAcme = { customer_id: 'acme' };
  const tried = async (policy: object, more: object = {}) => {
    const targets = { product_ids: [resistorId(3), 'prd_nothing'], offer_ids: [sharedOffer] };
    return send('POST', '/dry-run', { policy: { ...draft, ...policy }, caller: asAcme, ...targets, ...more });
  };

  it('tells what would be hidden, by which policy, and changes nothing', async () => {
    const { status, body } = await tried({});
    expect(status).toBe(200);
    expect(body.targets).toMatchObject([
      { kind: 'product', id: resistorId(3), before: { visible: true }, after: { visible: false, hidden_by: 'draft' } },
      { kind: 'product', id: 'prd_nothing', known: false },
      { kind: 'offer', id: sharedOffer, before: { visible: true }, after: { visible: false, hidden_by: 'draft' } },
    ]);
    expect((await send('GET')).body.items).toEqual([]);
  });

  it('tells of another caller what that one would see', async () => {
    const { body } = await tried({}, { caller: { customer_id: 'globex' } });
    expect(body.targets).toMatchObject([{ after: { visible: true } }, {}, { after: { visible: true } }]);
  });

  it('tells of the price from each source, and of masks', async () => {
    const condition = 'source.scope == "customer"';
    const { body } = await tried({ target: 'price', condition, effect: 'mask', masked_fields: ['amounts'] });
    expect(body.targets[2].after).toEqual({
      visible: true,
      masked_fields: [],
      prices: expect.arrayContaining([
        { scope: 'customer', credential_label: 'acme at borealis', visible: true, masked_fields: ['amounts'] },
        { scope: 'system', credential_label: 'house account', visible: true, masked_fields: [] },
      ]),
    });
  });

  it('tells which conditions could not be told of a target', async () => {
    const { body } = await tried({ condition: 'product.description == "x"' });
    expect(body.targets[0]).toMatchObject({ after: { visible: false }, undecided: ['draft'] });
  });

  it('puts the draft in the place of the policy that it replaces', async () => {
    const { id } = await create();
    const { body } = await tried({ condition: 'false' }, { replaces: id });
    expect(body.targets[0]).toMatchObject({ before: { visible: false, hidden_by: id }, after: { visible: true } });
    await send('DELETE', `/${id}?expected_version=1`);
    expect(await tried({}, { replaces: id })).toMatchObject({ status: 404 });
  });

  it('names the field of the draft that is refused', async () => {
    const { status, body } = await tried({ condition: 'product.' });
    expect(status).toBe(400);
    expect(body.violations).toMatchObject([{ field: 'policy.condition' }]);
  });
});
