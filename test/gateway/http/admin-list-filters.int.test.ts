import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAdmin } from '../../support/admin.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** Lists of what operators have set, narrowed down. */

let database: TestDatabase;
let edge: TestEdge;

const send = async (method: string, to: string, body?: object) => {
  const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
  const answer = await edge.send(`/v1/admin/${to}`, { method, headers }, body && JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const listed = async (list: string, field = 'id'): Promise<readonly string[]> => {
  const { status, body } = await send('GET', list);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map((item: Readonly<Record<string, string>>) => item[field]);
};

const rules = [
  { id: 'r-gold', name: 'Gold 100% off', applies_to: { groups: ['gold'] }, condition: 'quantity >= 500' },
  { id: 'r-acme', name: 'ACME only', applies_to: { customers: ['acme'], suppliers: ['borealis'] }, enabled: false },
  { id: 'r-tax', name: 'Levy', action: { kind: 'tax', percent: '19' } },
];

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
  const action = { kind: 'percent_discount', percent: '5' };
  for (const rule of rules) expect((await send('POST', 'pricing-rules', { action, ...rule })).status).toBe(201);
  const policy = { label: 'Acme', target: 'product', effect: 'deny', condition: 'caller.customer == "acme"' };
  const others = { label: 'Borealis', target: 'offer', effect: 'allow', condition: 'supplier.id == "borealis"' };
  await send('POST', 'visibility-policies', policy);
  expect((await send('POST', 'visibility-policies', { ...others, enabled: false })).status).toBe(201);
  await database.pool.sql`
    insert into webhook_endpoint
      (id, customer_id, url, description, event_types, secret, created_at, disabled_at, disabled_why)
    select 'whk_' || n, 'acme', 'https://shop.example/hook' || n, 'Shop ' || n, array['estimate.ready'],
      '', now(), case when n = 2 then now() end, case when n = 2 then 'by_operator' end
    from generate_series(1, 2) as n`;
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

it.each([
  ['', ['r-acme', 'r-gold', 'r-tax']],
  ['kind=tax', ['r-tax']],
  // As a form sends it of which one field alone was filled in.
  ['q=&kind=tax&customer=&group=&supplier=&enabled=', ['r-tax']],
  ['group=gold', ['r-gold']],
  ['customer=acme', ['r-acme']],
  ['customer=acm', []],
  ['supplier=borealis', ['r-acme']],
  ['enabled=true', ['r-gold', 'r-tax']],
  ['enabled=false', ['r-acme']],
  ['q=acme', ['r-acme']],
  ['q=100%25', ['r-gold']],
  ['q=QUANTITY', ['r-gold']],
  ['q=_', []],
  ['kind=percent_discount&enabled=true', ['r-gold']],
])('pricing rules are narrowed down by %s', async (query, ids) => {
  expect(await listed(`pricing-rules?${query}`)).toEqual(ids);
});

it('a cursor goes with what was asked for', async () => {
  const first = (await send('GET', 'pricing-rules?enabled=true&limit=1')).body;
  expect(first.items[0].id).toBe('r-gold');
  const next = `cursor=${encodeURIComponent(first.next_cursor)}`;
  expect(await listed(`pricing-rules?enabled=true&limit=1&${next}`)).toEqual(['r-tax']);
  expect((await send('GET', `pricing-rules?limit=1&${next}`)).status).toBe(400);
});

it.each([
  ['', ['Acme', 'Borealis']],
  ['target=offer', ['Borealis']],
  ['effect=deny', ['Acme']],
  ['enabled=false', ['Borealis']],
  ['q=BOREALIS', ['Borealis']],
  ['q=caller.customer', ['Acme']],
  ['target=price', []],
])('policies are narrowed down by %s', async (query, labels) => {
  expect([...(await listed(`visibility-policies?${query}`, 'label'))].sort()).toEqual(labels);
});

it.each([
  ['q=ELECTRONIC', ['electronic-component']],
  ['characteristic=Resistance', ['electronic-component']],
  ['characteristic=taste', []],
  ['q=fish', []],
])('profiles are narrowed down by %s', async (query, ids) => {
  expect(await listed(`identity-profiles?${query}`)).toEqual(ids);
});

it.each([
  ['customer=acme', ['whk_1', 'whk_2']],
  ['customer=globex', []],
  ['status=disabled', ['whk_2']],
  ['status=enabled', ['whk_1']],
  ['q=HOOK2', ['whk_2']],
  ['q=shop+1', ['whk_1']],
])('endpoints of customers are narrowed down by %s', async (query, ids) => {
  expect(await listed(`webhooks?${query}`)).toEqual(ids);
});

it.each([
  ['pricing-rules?kind=gift', 'kind'],
  ['pricing-rules?enabled=maybe', 'enabled'],
  ['pricing-rules?q=a&q=b', 'q'],
  ['visibility-policies?target=moon', 'target'],
  ['visibility-policies?effect=hide', 'effect'],
  ['webhooks?status=tired', 'status'],
])('%s is refused by its field', async (list, field) => {
  const { status, body } = await send('GET', list);
  expect(status).toBe(400);
  expect(body.violations.map((each: { readonly field: string }) => each.field)).toEqual([field]);
});
