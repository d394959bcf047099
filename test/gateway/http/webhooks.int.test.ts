import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../domain/callers/caller.ts';
import { randomId } from '../../../domain/ids.ts';
import { secretBytes, webhookSecret } from '../../../domain/webhooks/signature.ts';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import { outboundRefusal, readOutboundRules } from '../../../gateway/outbound/outbound-rules.ts';
import { createCursors } from '../../../gateway/request/paging.ts';
import { createWebhookUseCases } from '../../../gateway/webhooks/create-webhook-use-cases.ts';
import type { WatchUseCases } from '../../../gateway/webhooks/watch-use-cases.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { refusingUseCases, startTestEdge, type TestEdge } from '../../support/http-edge.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { type WebhookWorld, webhookWorld } from '../../support/webhook-world.ts';

const keys = {
  acme: 'os_acmeacmeacmeacmeacmeacmeacmeacme',
  globex: 'os_globexglobexglobexglobexglobexgl',
  estimator: 'os_estimatorestimatorestimatorestim',
};

const url = 'https://shop.example/hooks';

let world: WebhookWorld;
let edge: TestEdge;
let receiver: WebhookReceiver;

beforeAll(async () => {
  world = await webhookWorld();
  receiver = await startWebhookReceiver();
  const { sql } = world.database.pool;
  const put = (name: keyof typeof keys, customerId: string, scopes: readonly Scope[]) =>
    createCallerStore(sql).putKey({ id: `key_${name}`, customerId, hash: keyHash(keys[name]), scopes, label: name });
  await put('acme', 'acme', ['webhooks', 'estimate', 'enrichment']);
  await put('globex', 'globex', ['webhooks', 'estimate', 'enrichment']);
  await put('estimator', 'acme', ['webhooks', 'estimate']);
  const rules = readOutboundRules([receiver.url], 'WEBHOOKS_ALLOW');
  if (rules === undefined) throw new Error('these are no rules');
  edge = await startTestEdge(world.database.pool, {
    useCases: {
      ...refusingUseCases,
      // Of watches nothing is asked here.
      webhooks: {
        ...({} as WatchUseCases),
        ...createWebhookUseCases({
          endpoints: world.endpoints,
          deliveries: world.log,
          refusalOf: (given) => outboundRefusal(given, rules),
          onDeliveries: () => undefined,
          newId: (prefix) => randomId(prefix, randomBytes(13)),
          newSecret: () => webhookSecret(randomBytes(secretBytes)),
          cursors: createCursors(Buffer.alloc(32, 3)),
        }),
      },
    },
  });
});
afterAll(async () => {
  await edge.stop();
  await receiver.close();
  await world.close();
});

const ask = async (
  method: string,
  path: string,
  { key = keys.acme, body, headers = {} }: { key?: string; body?: object; headers?: Record<string, string> } = {},
) => {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await edge.send(
    path,
    { method, headers: { 'x-api-key': key, ...json, ...headers } },
    body && JSON.stringify(body),
  );
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.body) };
};

const create = (given: object = {}, options: { key?: string; headers?: Record<string, string> } = {}) =>
  ask('POST', '/v1/webhooks', { ...options, body: { url, event_types: ['estimate.ready'], ...given } });

const violations = (body: { violations?: readonly { field: string; description: string }[] }) =>
  body.violations?.map(({ field, description }) => [field, description]);

describe('registering an endpoint', () => {
  it('answers with a secret that is shown this once', async () => {
    const { status, headers, body } = await create({ description: 'web shop' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`/v1/webhooks/${body.id}`);
    expect(Buffer.from(body.secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const seen = await ask('GET', `/v1/webhooks/${body.id}`);
    expect(seen.body).toEqual(body.webhook);
    expect(seen.body).toMatchObject({
      url,
      description: 'web shop',
      status: 'enabled',
      event_types: ['estimate.ready'],
    });
    expect(JSON.stringify(seen.body)).not.toContain('whsec_');
    const [row] = await world.database.pool.sql`select * from webhook_endpoint where id = ${body.id}`;
    expect(JSON.stringify(row)).not.toContain(body.secret.slice(6));
  });

  it('gives the same one for the same Idempotency-Key, without its secret, and refuses another request', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await create({}, { headers });
    const again = await create({}, { headers });
    expect([again.status, again.body.id, again.body.secret]).toEqual([201, first.body.id, undefined]);
    expect((await create({ description: 'another' }, { headers })).status).toBe(422);
  });

  it.each([
    [{ url: 'http://shop.example/' }, 'must be an https URL, unless WEBHOOKS_ALLOW lists its origin'],
    [
      { url: 'https://127.0.0.1/' },
      'must not be a private, loopback or otherwise special address, unless WEBHOOKS_ALLOW lists it',
    ],
    [
      { url: 'https://169.254.169.254/latest' },
      'must not be a private, loopback or otherwise special address, unless WEBHOOKS_ALLOW lists it',
    ],
    [{ url: 'https://user:secret@shop.example/' }, 'must have no user, password or fragment'],
    [{ url: 'shop' }, 'must be an http or https URL'],
  ])('refuses %j', async (given, why) => {
    const { status, body } = await create(given);
    expect([status, violations(body)]).toEqual([400, [['url', why]]]);
  });

  it('names what else is wrong', async () => {
    expect(violations((await create({ event_types: [] })).body)).toEqual([
      ['event_types', 'must name at least one type'],
    ]);
    expect(violations((await create({ event_types: ['offer.repriced'] })).body)?.[0]?.[0]).toBe('event_types');
    expect(violations((await create({ colour: 'red' })).body)).toEqual([['colour', 'is not a known field']]);
  });

  it('needs the scope of what is to be told', async () => {
    const asked = { event_types: ['enrichment_job.completed'] };
    const refused = await create(asked, { key: keys.estimator });
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'the type enrichment_job.completed needs the scope enrichment',
    ]);
  });

  it('is refused beyond so many, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => create({}, { key: keys.globex })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    const page = await ask('GET', '/v1/webhooks?limit=15', { key: keys.globex });
    const cursor = encodeURIComponent(page.body.next_cursor.token);
    const rest = await ask('GET', `/v1/webhooks?limit=15&cursor=${cursor}`, { key: keys.globex });
    expect([page.body.items.length, rest.body.items.length, rest.body.next_cursor]).toEqual([15, 5, undefined]);
  });
});

it('is moved, and its secret rotated, by nobody who may not ask what it is told', async () => {
  const { body } = await create({ event_types: ['enrichment_job.completed'] });
  const path = `/v1/webhooks/${body.id}`;
  const theirs = { key: keys.estimator };
  const elsewhere = 'https://elsewhere.example/hooks';
  const refused = await Promise.all([
    ask('PATCH', path, { ...theirs, body: { url: elsewhere } }),
    ask('PATCH', path, { ...theirs, body: { url: elsewhere, event_types: ['estimate.ready'] } }),
    ask('POST', `${path}/rotate`, { ...theirs, body: { overlap: '0s' } }),
  ]);
  expect(refused.map(({ status, body: { detail } }) => [status, detail])).toEqual(
    Array(3).fill([403, 'the type enrichment_job.completed needs the scope enrichment']),
  );
  expect((await ask('GET', path)).body).toEqual(body.webhook);
  expect((await ask('PATCH', path, { ...theirs, body: { description: 'theirs' } })).status).toBe(200);
  expect((await ask('PATCH', path, { body: { url: elsewhere } })).body.url).toBe(elsewhere);
});

it('does not exist for another customer', async () => {
  const { body } = await create();
  const path = `/v1/webhooks/${body.id}`;
  const theirs = { key: keys.globex };
  const asked = await Promise.all([
    ask('GET', path, theirs),
    ask('PATCH', path, { ...theirs, body: { enabled: false } }),
    ask('DELETE', path, theirs),
    ask('POST', `${path}/rotate`, { ...theirs, body: { overlap: '0s' } }),
    ask('POST', `${path}/test`, theirs),
    ask('GET', `${path}/deliveries`, theirs),
    ask('POST', `${path}/replay`, theirs),
    ask('POST', `${path}/deliveries/msg_1/replay`, theirs),
  ]);
  expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(404));
  expect((await ask('GET', path)).body.status).toBe('enabled');
});

it('is tried, changed, disabled, enabled, rotated and removed', async () => {
  const { body } = await create({ url: `${receiver.url}/hook` });
  const path = `/v1/webhooks/${body.id}`;
  const test = await ask('POST', `${path}/test`);
  await world.pass(60_000);
  expect(receiver.received.at(-1)).toMatchObject({
    id: test.body.delivery_id,
    payload: { type: 'webhook.test', data: { webhook_id: body.id } },
  });
  const { body: log } = await ask('GET', `${path}/deliveries`);
  expect(log.items).toEqual([
    expect.objectContaining({
      id: test.body.delivery_id,
      type: 'webhook.test',
      status: 'delivered',
      attempt_count: 1,
      attempts: [expect.objectContaining({ number: 1, outcome: 'answered', status: 204 })],
    }),
  ]);
  expect((await ask('POST', `${path}/deliveries/${test.body.delivery_id}/replay`)).status).toBe(404);

  const disabled = await ask('PATCH', path, { body: { enabled: false, event_types: ['estimate.error'] } });
  expect(disabled.body).toMatchObject({
    status: 'disabled',
    disabled_reason: 'by_customer',
    event_types: ['estimate.error'],
  });
  expect((await ask('POST', `${path}/test`)).status).toBe(409);
  expect((await ask('PATCH', path, { body: { enabled: true } })).body.status).toBe('enabled');

  const rotated = await ask('POST', `${path}/rotate`, { body: { overlap: '1h' } });
  expect(rotated.body.secret).not.toBe(body.secret);
  expect(rotated.body.webhook.previous_secret_until).toBeDefined();
  expect(violations((await ask('POST', `${path}/rotate`, { body: { overlap: '8d' } })).body)?.[0]?.[0]).toBe('overlap');

  expect((await ask('DELETE', path)).body).toEqual({ webhook_id: body.id });
  expect((await ask('GET', path)).status).toBe(404);
});

it('is rotated once under a key, however often that is asked', async () => {
  const path = `/v1/webhooks/${(await create()).body.id}`;
  const rotate = (overlap: string) =>
    ask('POST', `${path}/rotate`, { body: { overlap }, headers: { 'idempotency-key': 'one form' } });
  const first = await rotate('1h');
  const again = await rotate('1h');
  expect(first.body.secret).toMatch(/^whsec_/);
  expect([again.status, again.body]).toEqual([200, { id: first.body.id, webhook: first.body.webhook }]);
  expect((await rotate('2h')).status).toBe(422);
});
