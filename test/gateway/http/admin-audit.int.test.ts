import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../domain/audit/record.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import { createOutbox } from '../../../storage/event-log/outbox.ts';
import { createWebhookEndpoints } from '../../../storage/webhooks/endpoint-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { type TestAudit, testAudit } from '../../support/audit.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced, updated } from '../../support/event-samples.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
let edge: TestEdge;
let audit: TestAudit;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  audit = testAudit(database);
  edge = await startTestEdge(database.pool, {
    admin: testAdmin(database),
    audit: audit.desk,
    maxBodyBytes: 100_000,
  });
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const send = async (method: string, path: string, body?: unknown, key = adminKey, others: object = {}) => {
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    'x-correlation-id': 'cor-of-the-test',
    ...others,
  };
  const answer = await edge.send(path, { method, headers }, JSON.stringify(body));
  return { status: answer.status, text: answer.body, headers: answer.headers };
};

/** What is recorded meanwhile; of whom was turned away before, nothing. */
const recordsOf = async (work: () => Promise<unknown>): Promise<readonly AuditRecord[]> => {
  await audit.flush();
  const before = (await audit.records()).length;
  await work();
  return (await audit.records()).slice(before);
};

const secret = { login: 'SECRET-login', password: 'SECRET-password' };
const rule = { name: 'Gold', applies_to: { groups: ['gold'] }, action: { kind: 'percent_discount', percent: '5' } };
const policy = { label: 'Nobody', target: 'product', effect: 'deny', condition: 'caller.customer == "nobody"' };
const supplier = {
  name: 'Borealis',
  plugin: 'demo-bulk',
  base_url: 'https://borealis.example',
  creates_products: true,
  settings: { api_token: 'SECRET-token' },
};
const profile = {
  expected_version: 0,
  name: 'Component',
  characteristics: [{ name: 'resistance', unit: 'Ω', synonyms: ['Widerstand'] }],
  suffix_rules: [],
  thresholds: { strong: 0.95, probable: 0.8, weak: 0.6 },
};
const borealis = '/v1/admin/connectors/borealis';
const match = `/v1/admin/offers/${sharedOffer}/match`;
const elbonian = { alias: 'Elbonian', manufacturer: 'Yageo' };

/** What a record tells of a name. */
const digestOf = (name: string): string => hash('sha256', name, 'hex').slice(0, 16);

/**
 * What stands in the record of an act; `id` of a target is taken from the answer where it is made
 * there.
 */
interface Act {
  readonly operationId: string;
  readonly path: string;
  readonly body?: unknown;
  readonly target: string;
  readonly after?: object;
}

/** Every act of operators once, in an order in which each can be done. */
const acts: readonly Act[] = [
  {
    operationId: 'putCustomerGroup',
    path: '/v1/admin/customer-groups/gold',
    body: { name: 'Gold' },
    target: 'customer_group gold',
    after: { name: 'Gold' },
  },
  {
    operationId: 'createCustomer',
    path: '/v1/admin/customers',
    body: { id: 'bolt', name: 'Bolt' },
    target: 'customer bolt',
    after: { name_digest: digestOf('Bolt'), groups: [] },
  },
  {
    operationId: 'updateCustomer',
    path: '/v1/admin/customers/bolt',
    body: { name: 'Bolt Ltd' },
    target: 'customer bolt',
    after: { name_digest: digestOf('Bolt Ltd') },
  },
  {
    operationId: 'putCustomerGroupMember',
    path: '/v1/admin/customer-groups/gold/members/bolt',
    target: 'customer bolt',
    after: { groups: ['gold'] },
  },
  {
    operationId: 'removeCustomerGroupMember',
    path: '/v1/admin/customer-groups/gold/members/bolt',
    target: 'customer bolt',
    after: { groups: [] },
  },
  {
    operationId: 'createApiKey',
    path: '/v1/admin/customers/bolt/keys',
    body: { label: 'shop', scopes: ['catalog'] },
    target: 'api_key KEY',
    after: { scopes: ['catalog'], secret: 'changed' },
  },
  {
    operationId: 'updateApiKey',
    path: '/v1/admin/customers/bolt/keys/KEY',
    body: { label: 'web shop' },
    target: 'api_key KEY',
    after: { label_digest: digestOf('web shop') },
  },
  {
    operationId: 'rotateApiKey',
    path: '/v1/admin/customers/bolt/keys/KEY/rotate',
    body: { overlap: '1h' },
    target: 'api_key KEY',
    after: { secret: 'changed' },
  },
  {
    operationId: 'revokeApiKey',
    path: '/v1/admin/customers/bolt/keys/KEY/revoke',
    target: 'api_key KEY',
    after: { revoked_at: expect.any(String) },
  },
  {
    operationId: 'pauseConnector',
    path: `${borealis}/pause`,
    body: { reason: 'works', ttl: '1h' },
    target: 'connector borealis',
    after: { pause: expect.anything() },
  },
  {
    operationId: 'fetchNow',
    path: `${borealis}/fetch`,
    target: 'fetch borealis',
    after: { asked: expect.any(Array) },
  },
  { operationId: 'resumeConnector', path: `${borealis}/resume`, target: 'connector borealis' },
  {
    operationId: 'limitWorkers',
    path: `${borealis}/workers`,
    body: { max_concurrent_per_credential: 1, ttl: '1h' },
    target: 'connector borealis',
    after: { workers: expect.anything() },
  },
  {
    operationId: 'putSupplier',
    path: '/v1/admin/suppliers/borealis',
    body: { ...supplier, settings: {} },
    target: 'supplier borealis',
    after: { base_url: 'https://borealis.example' },
  },
  {
    operationId: 'limitRates',
    path: `${borealis}/rate-limits`,
    body: { prices: { rate: 1, period: '1s' }, ttl: '1h' },
    target: 'connector borealis',
    after: { rates: expect.anything() },
  },
  {
    operationId: 'logCalls',
    path: `${borealis}/call-log`,
    body: { ttl: '1h' },
    target: 'connector borealis',
    after: { call_log: expect.anything() },
  },
  {
    operationId: 'addCredential',
    path: `${borealis}/credentials`,
    body: { id: 'crd_2', scope: 'customer', owner_id: 'bolt', label: 'second', secret },
    target: 'credential crd_2',
    after: { owner: 'bolt', secret: 'changed' },
  },
  {
    operationId: 'rotateCredential',
    path: `${borealis}/credentials/crd_2/secret`,
    body: { secret },
    target: 'credential crd_2',
    after: { secret: 'changed' },
  },
  {
    operationId: 'disableCredential',
    path: `${borealis}/credentials/crd_2/disable`,
    target: 'credential crd_2',
    after: { disabled: true },
  },
  {
    operationId: 'enableCredential',
    path: `${borealis}/credentials/crd_2/enable`,
    target: 'credential crd_2',
    after: { disabled: false },
  },
  {
    operationId: 'markProduct',
    path: `/v1/admin/products/${resistorId(0)}/mark`,
    target: `product ${resistorId(0)}`,
    after: { marked: true },
  },
  {
    operationId: 'unmarkProduct',
    path: `/v1/admin/products/${resistorId(0)}/mark`,
    target: `product ${resistorId(0)}`,
    after: { marked: false },
  },
  {
    operationId: 'judgeMatch',
    path: match,
    body: { decision: 'confirm', product_id: resistorId(0), note: 'seen' },
    target: `match ${sharedOffer}`,
    after: { [resistorId(0)]: { verdict: 'confirm', note: 'seen', by: 'key_admin', at: expect.any(String) } },
  },
  { operationId: 'withdrawVerdicts', path: match, target: `match ${sharedOffer}` },
  {
    operationId: 'makeProductOfOffer',
    path: `/v1/admin/offers/${sharedOffer}/product`,
    body: { manufacturer: 'Acme', mpn: 'MADE-BY-HAND', note: 'read off the reel' },
    target: `match ${sharedOffer}`,
    after: {
      [productId(defaultProfile.id, 'ACME', 'MADEBYHAND')]: {
        verdict: 'confirm',
        note: 'read off the reel',
        by: 'key_admin',
        at: expect.any(String),
      },
    },
  },
  {
    operationId: 'undoMatchDecision',
    path: `${match}/undo`,
    body: { decision_id: 'DECISION' },
    target: `match ${sharedOffer}`,
    after: { undone: expect.stringMatching(/^\d+$/) },
  },
  {
    operationId: 'startRematch',
    path: '/v1/admin/matching/rematch',
    target: 'rematch periodic',
    after: { isNew: true },
  },
  {
    operationId: 'importManufacturerAliases',
    path: '/v1/admin/manufacturer-aliases',
    body: { aliases: [elbonian] },
    target: 'aliases 1 rows',
    after: { rows: [elbonian] },
  },
  {
    operationId: 'moveManufacturerAlias',
    path: '/v1/admin/manufacturer-aliases/Elbonian',
    body: { manufacturer: 'Vishay' },
    target: 'alias ELBONIAN',
    after: { manufacturer: 'Vishay' },
  },
  {
    operationId: 'removeManufacturerAlias',
    path: '/v1/admin/manufacturer-aliases/Elbonian',
    target: 'alias ELBONIAN',
  },
  {
    operationId: 'putIdentityProfile',
    path: '/v1/admin/identity-profiles/component',
    body: profile,
    target: 'identity_profile component',
    after: { version: 1 },
  },
  {
    operationId: 'addVisibilityPolicy',
    path: '/v1/admin/visibility-policies',
    body: policy,
    target: 'visibility_policy POLICY',
    after: { version: 1 },
  },
  {
    operationId: 'updateVisibilityPolicy',
    path: '/v1/admin/visibility-policies/POLICY',
    body: { ...policy, label: 'None', expected_version: 1 },
    target: 'visibility_policy POLICY',
    after: { version: 2 },
  },
  {
    operationId: 'removeVisibilityPolicy',
    path: '/v1/admin/visibility-policies/POLICY?expected_version=2',
    target: 'visibility_policy POLICY',
    after: { version: 3, policy: null },
  },
  {
    operationId: 'addPricingRule',
    path: '/v1/admin/pricing-rules',
    body: { id: 'gold-5', ...rule },
    target: 'pricing_rule gold-5',
    after: { version: 1 },
  },
  {
    operationId: 'putPricingRule',
    path: '/v1/admin/pricing-rules/gold-5',
    body: { version: 1, ...rule },
    target: 'pricing_rule gold-5',
    after: { version: 2 },
  },
  {
    operationId: 'removePricingRule',
    path: '/v1/admin/pricing-rules/gold-5?version=2',
    target: 'pricing_rule gold-5',
    after: { version: 3, rule: null },
  },
  {
    operationId: 'importExchangeRates',
    path: '/v1/admin/exchange-rates',
    body: { day: '2026-01-05', rates: { USD: '1.1' } },
    target: 'exchange_rates 2026-01-05/2026-01-05',
    after: { added: 1, unchanged: 0 },
  },
  {
    operationId: 'putDutyRate',
    path: '/v1/admin/duty-rates/us-ic-china',
    body: { destination: 'EU', hts_prefix: '8542', country_of_origin: 'CN', rate: '0.250' },
    target: 'duty_rate us-ic-china',
    after: { version: 1, destination: 'EU', hts_prefix: '8542', origin: 'CN', rate: '0.25' },
  },
  {
    operationId: 'removeDutyRate',
    path: '/v1/admin/duty-rates/us-ic-china',
    target: 'duty_rate us-ic-china',
  },
  {
    operationId: 'putPackageAttrition',
    path: '/v1/admin/package-attrition/0402',
    body: { percent: 5, pieces: 10 },
    target: 'package_attrition 0402',
    after: { percent: '5', pieces: 10 },
  },
  {
    operationId: 'removePackageAttrition',
    path: '/v1/admin/package-attrition/0402',
    target: 'package_attrition 0402',
  },
  {
    operationId: 'replayParkedEvent',
    path: '/v1/admin/outbox/POSITION/replay',
    target: 'parked_events POSITION',
    after: { replayed: 1 },
  },
  {
    operationId: 'replayParkedEvents',
    path: '/v1/admin/outbox/replay',
    target: 'parked_events all',
    after: { replayed: 0 },
  },
  {
    operationId: 'disableWebhook',
    path: '/v1/admin/webhooks/whk_1/disable',
    target: 'webhook whk_1',
    after: { customer: 'acme', disabled: 'by_operator' },
  },
  {
    operationId: 'enableWebhook',
    path: '/v1/admin/webhooks/whk_1/enable',
    target: 'webhook whk_1',
    after: { customer: 'acme', disabled: null },
  },
  {
    operationId: 'retireSupplier',
    path: '/v1/admin/suppliers/borealis',
    target: 'supplier borealis',
    after: { retired: true },
  },
];

/**
 * Those that change nothing, and one that is more than one transaction (admin-erasure.int.test.ts).
 */
const others = ['tryIdentityProfile', 'tryVisibilityPolicy', 'tryPricingRule', 'eraseCustomer'];

interface DocumentedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly headers?: { readonly ETag?: object } }>>;
  readonly parameters?: readonly { readonly name: string }[];
}

interface Documented {
  readonly isConditional: boolean;
  /** Statuses of its answers that have a tag. */
  readonly tagged: readonly string[];
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
}

const documented = async (): Promise<readonly Documented[]> => {
  const { paths }: { paths: Record<string, Record<string, DocumentedOperation>> } = JSON.parse(
    (await send('GET', '/openapi.json')).text,
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], responses }]) => ({
      path,
      method: method.toUpperCase(),
      operationId,
      isConditional: parameters.some(({ name }) => name === 'if-match'),
      tagged: Object.keys(responses).filter((status) => responses[status]?.headers?.ETag !== undefined),
    })),
  );
};

const park = async (): Promise<string> => {
  const { sql } = database.pool;
  await eventLog(sql).append([updated('prd_parked')], 'any', untraced);
  const position = (await eventLog(sql).read('product', 'prd_parked')).at(-1)?.position ?? 0n;
  const outbox = createOutbox({ sql, url: database.url });
  for (let attempt = 1; attempt <= 5; attempt += 1) await outbox.failed(position, 'too large');
  return position.toString();
};

/** An answer that has a tag is documented with it. */
const expectTagDocumented = (operation: Documented | undefined, answer: Awaited<ReturnType<typeof send>>): void => {
  if (answer.headers.etag === undefined) return;
  expect([operation?.operationId, ...(operation?.tagged ?? [])]).toContain(`${answer.status}`);
};

/** An endpoint of acme. */
const registerWebhook = async (): Promise<void> => {
  await createWebhookEndpoints(database.pool.sql, testSealer()).create({
    id: 'whk_1',
    customerId: 'acme',
    url: 'https://shop.example/',
    description: '',
    eventTypes: ['estimate.ready'],
    secret: 'whsec_secret',
    now: new Date(),
  });
};

/** Ids in an answer that later acts name. */
const namedBy = (
  operationId: string,
  made: { id: string; key?: { id: string }; last_decision?: { id: string } },
): readonly (readonly [name: string, id: string])[] => {
  if (operationId === 'createApiKey') return [['KEY', made.key?.id ?? made.id]];
  if (operationId === 'addVisibilityPolicy') return [['POLICY', made.id]];
  return made.last_decision === undefined ? [] : [['DECISION', made.last_decision.id]];
};

describe('every act of an operator', () => {
  it('is one record with who, from where, on what, before and after, and without secrets', async () => {
    const operations = await documented();
    const names = new Map([['POSITION', await park()]]);
    await registerWebhook();
    const filled = (text: string): string =>
      [...names].reduce((filling, [name, id]) => filling.replace(name, id), text);
    const states = new Map<string, string | undefined>();
    const tags = new Map<string, string>();
    for (const { operationId, path, body: given, target, after } of acts) {
      const body = given && JSON.parse(filled(JSON.stringify(given)));
      const operation = operations.find((each) => each.operationId === operationId);
      const method = operation?.method ?? 'NONE';
      const other = await send(method, filled(path), body, adminKey, { 'if-match': '"another"' });
      expect([operationId, other.status]).toEqual([operationId, operation?.isConditional ? 412 : 400]);
      const known = operation?.isConditional ? tags.get(filled(target)) : undefined;
      const records = await recordsOf(async () => {
        const answer = await send(
          method,
          filled(path),
          body,
          adminKey,
          known === undefined ? undefined : { 'if-match': `"another", ${known}` },
        );
        expect(`${operationId} ${answer.status} ${answer.text}`).toMatch(/^\w+ 20[01] /);
        const made = JSON.parse(answer.text);
        for (const [name, id] of namedBy(operationId, made)) names.set(name, id);
        const { etag } = answer.headers;
        expectTagDocumented(operation, answer);
        if (typeof etag === 'string') tags.set(filled(target), etag);
        else tags.delete(filled(target));
      });
      expect(records.map(({ outcome }) => `${operationId} ${outcome}`)).toEqual([`${operationId} done`]);
      const [record] = records;
      expect(record).toMatchObject({
        actor: 'key:key_admin',
        customerId: 'acme',
        origin: '127.0.0.1',
        requestId: 'cor-of-the-test',
      });
      expect(`${record?.target?.kind} ${record?.target?.id}`).toBe(filled(target));
      expect([operationId, record?.after === undefined ? undefined : JSON.parse(record.after)]).toEqual([
        operationId,
        after === undefined ? undefined : expect.objectContaining(after),
      ]);
      // What was told of it last is what it was before; that a secret was changed is told of the
      // act.
      const before = states.get(filled(target));
      if (before !== undefined && !before.includes('changed'))
        expect([operationId, record?.before]).toEqual([operationId, before]);
      states.set(filled(target), record?.after);
    }
    expect(
      JSON.stringify(await audit.records(), (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toMatch(/SECRET|os_|Bolt|web shop/);
  });

  it('is done by one of two that have read the same state', async () => {
    const path = '/v1/admin/customers/nut';
    await send('POST', '/v1/admin/customers', { id: 'nut', name: 'Nut' });
    const read = await send('GET', path);
    const { etag } = read.headers;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const names = ['Nut A', 'Nut B', 'Nut C', 'Nut D'];
    const answers = await Promise.all(
      names.map((name) => send('PATCH', path, { name }, adminKey, { 'if-match': etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const done = answers.find(({ status }) => status === 200);
    expect((await send('GET', path)).headers.etag).toBe(done?.headers.etag);
    const refused = answers.find(({ status }) => status === 412);
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({
      type: expect.stringMatching(/\/problems\/precondition-failed$/),
      detail: expect.stringContaining('fetch it again'),
    });
  });

  it.each(['getSupplier', 'getCustomer', 'getPricingRule', 'getVisibilityPolicy', 'getIdentityProfile'])(
    'is told by %s which state it has to be done to',
    async (operationId) => {
      const { paths } = JSON.parse((await send('GET', '/openapi.json')).text);
      const operation = Object.values<Record<string, { operationId: string; responses: object }>>(paths)
        .flatMap((methods) => Object.values(methods))
        .find((each) => each.operationId === operationId);
      expect(operation?.responses).toMatchObject({ 200: { headers: { ETag: expect.anything() } } });
    },
  );

  it('is refused under an If-Match that nothing can be compared with', async () => {
    for (const header of ['none', '"a" "b"', Array(21).fill('"a"').join(', ')])
      expect(
        (await send('PUT', '/v1/admin/customer-groups/gold', { name: 'G' }, adminKey, { 'if-match': header })).status,
      ).toBe(400);
    const any = { 'if-match': '*' };
    await send('PUT', '/v1/admin/customer-groups/gold', { name: 'Gold' });
    expect((await send('PUT', '/v1/admin/customer-groups/gold', { name: 'G' }, adminKey, any)).status).toBe(200);
    expect((await send('PUT', '/v1/admin/customer-groups/new', { name: 'N' }, adminKey, any)).status).toBe(412);
  });

  it('is among those that this test knows', async () => {
    const changing = (await documented()).filter(
      ({ path, method }) => path.startsWith('/v1/admin/') && method !== 'GET',
    );
    expect(changing.map(({ operationId }) => operationId).sort()).toEqual(
      [...acts.map(({ operationId }) => operationId), ...others].sort(),
    );
  });

  it('is recorded when it fails, with the kind of failure and the names of fields, never what was given', async () => {
    const records = await recordsOf(async () => {
      await send('POST', '/v1/admin/customers', { id: '§', name: 'SECRET' });
      await send('POST', '/v1/admin/customers', { id: 'acme', name: 'Acme again' });
      await send('POST', '/v1/admin/customers/nobody/keys', { label: 'x', scopes: ['catalog'] });
      await send('PUT', `${borealis}/credentials/crd_nobody/secret`, { secret });
    });
    expect(records.map(({ outcome, reason, target }) => [outcome, reason, target])).toEqual([
      ['failed', 'invalid_argument', { kind: 'path', id: '/v1/admin/customers' }],
      ['failed', 'conflict', { kind: 'path', id: '/v1/admin/customers' }],
      ['failed', 'not_found', { kind: 'path', id: '/v1/admin/customers/nobody/keys' }],
      ['failed', 'not_found', { kind: 'path', id: `${borealis}/credentials/crd_nobody/secret` }],
    ]);
    expect(records[0]?.after).toBe('{"fields":["id"]}');
  });

  it('leaves no record and no change when its transaction cannot be recorded', async () => {
    const { sql } = database.pool;
    await send('POST', '/v1/admin/customers', { id: 'screw', name: 'Screw' });
    await sql.unsafe('alter table audit_record add constraint refuse_all check (position < 0) not valid');
    try {
      expect((await send('PATCH', '/v1/admin/customers/screw', { name: 'Unrecorded' })).status).toBe(500);
      expect(JSON.parse((await send('GET', '/v1/admin/customers/screw')).text).name).toBe('Screw');
      expect(audit.unrecorded()).toMatchObject([{ operation: 'admin.v1.Callers/UpdateCustomer', outcome: 'failed' }]);
    } finally {
      await sql.unsafe('alter table audit_record drop constraint refuse_all');
    }
  });
});

const wrong = 'os_wrongwrongwrongwrongwrongwrongwr';

describe('who is turned away', () => {
  it('is one record for each caller and reason, whatever the path, and without the key', async () => {
    const records = await recordsOf(async () => {
      for (const path of ['/v1/admin/customers', '/v1/products/prd_1', '/v1/admin/outbox/replay'])
        await send(path.endsWith('replay') ? 'POST' : 'GET', path, undefined, wrong);
      await send('GET', '/v1/products/prd_1', undefined, '');
      await send('PUT', '/v1/admin/customer-groups/silver', { name: 'Silver' }, fullKey);
      await send('GET', '/v1/admin/customers', undefined, fullKey);
      await audit.flush();
    });
    expect(records).toMatchObject([
      { actor: 'anonymous', origin: '127.0.0.1', operation: 'login', outcome: 'refused', reason: 'unauthenticated' },
      { actor: 'key:key_full', customerId: 'acme', operation: 'admission', reason: 'permission_denied' },
    ]);
    expect(JSON.parse(records[0]?.after ?? '')).toMatchObject({
      count: 4,
      operations: {
        'admin.v1.Callers/ListCustomers': 1,
        'svc.public.v1.Catalog/GetProduct': 2,
        'admin.v1.Outbox/ReplayEvents': 1,
      },
    });
    expect(JSON.stringify(records, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      wrong,
    );
  });

  it('is no record where a caller lacks the scope of an operation that is not for operators', async () => {
    const records = await recordsOf(async () => {
      expect((await send('GET', '/v1/products/prd_1')).status).toBe(403);
      await audit.flush();
    });
    expect(records).toEqual([]);
  });
});

describe('GET /v1/admin/audit', () => {
  const list = async (query: string) => {
    const { status, text } = await send('GET', `/v1/admin/audit${query}`);
    return { status, body: JSON.parse(text) };
  };

  /** Records of several pages: a customer is made, again in vain, and renamed; a key is refused. */
  const recordMany = async (id: string): Promise<readonly AuditRecord[]> => {
    for (const name of ['Made', 'Again']) await send('POST', '/v1/admin/customers', { id, name });
    for (let at = 0; at < 20; at += 1) await send('PATCH', `/v1/admin/customers/${id}`, { name: `Name ${at}` });
    await send('GET', '/v1/admin/customers', undefined, wrong);
    await audit.flush();
    return audit.records();
  };

  it('is read without a record, as trials are', async () => {
    const records = await recordsOf(async () => {
      expect((await list('')).status).toBe(200);
      expect((await send('GET', '/v1/admin/customers')).status).toBe(200);
      const trial = { policy, caller: { customer_id: 'acme' }, product_ids: [resistorId(0)] };
      expect((await send('POST', '/v1/admin/visibility-policies/dry-run', trial)).status).toBe(200);
    });
    expect(records).toEqual([]);
  });

  it('gives every record once, newest first, page by page, with the newest record beside', async () => {
    const all = await recordMany('paged');
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await list(`?limit=7&cursor=${cursor}`);
      expect(body.head).toEqual({ position: `${all.length}`, hash: all.at(-1)?.hash });
      seen.push(...body.items.map(({ position }: { position: string }) => position));
      cursor = body.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(all.map(({ position }) => `${position}`).reverse());
  });

  it('is filtered by who, what, on what, how it ended and when', async () => {
    const positions = async (query: string): Promise<number> => (await list(`?limit=500&${query}`)).body.items.length;
    const all = await recordMany('filtered');
    const count = (holds: (record: AuditRecord) => boolean): number => all.filter(holds).length;
    expect(await positions('actor=anonymous')).toBe(count(({ actor }) => actor === 'anonymous'));
    expect(await positions('operation=admin.v1.Callers/UpdateCustomer')).toBe(
      count(({ operation }) => operation === 'admin.v1.Callers/UpdateCustomer'),
    );
    expect(await positions('target=filtered')).toBe(count(({ target }) => target?.id === 'filtered'));
    const [some] = all.flatMap(({ target }) => target ?? []);
    const { id, kind } = some ?? { id: '', kind: '' };
    const ofKind = count(({ target }) => target?.id === id && target.kind === kind);
    expect([ofKind > 0, await positions(`target=${id}&target_kind=${kind}`)]).toEqual([true, ofKind]);
    expect(await positions(`target=${id}&target_kind=nothing`)).toBe(0);
    expect(await positions('outcome=failed')).toBe(count(({ outcome }) => outcome === 'failed'));
    const middle = all[20]?.recordedAt ?? '';
    const from = await positions(`from=${middle}`);
    expect(from + (await positions(`to=${middle}`))).toBe(all.length);
  });

  it.each([
    ['outcome=maybe', 'outcome'],
    ['format=xlsx', 'format'],
    ['from=yesterday', 'from'],
    ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'to'],
    ['limit=501', 'limit'],
    ['cursor=AAAA', 'cursor'],
    ['actor=a&actor=b', 'actor'],
  ])('refuses %s and names the field', async (query, field) => {
    const { status, body } = await list(`?${query}`);
    expect([status, body.violations.map((each: { field: string }) => each.field)]).toEqual([400, [field]]);
  });

  it('is exported whole as lines that verify by themselves, and the export is a record', async () => {
    const all = await recordMany('exported');
    const records = await recordsOf(async () => {
      const { status, text, headers } = await send('GET', '/v1/admin/audit?format=ndjson');
      expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
      expect(headers['content-disposition']).toBe('attachment; filename="audit.ndjson"');
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .reverse();
      expect(lines.slice(0, all.length).map(({ hash }) => hash)).toEqual(all.map(({ hash }) => hash));
      expect(lines.map(({ before }) => before).slice(0, all.length)).toEqual(all.map(({ before }) => before));
    });
    const target = { kind: 'path', id: '/v1/admin/audit?format=ndjson' };
    expect(records).toMatchObject([{ operation: 'admin.v1.Audit/ListAudit', outcome: 'done', target }]);
  });

  it('is exported as cells that no spreadsheet takes for a formula', async () => {
    const text = '=HYPERLINK("https://evil.example")';
    await send('POST', '/v1/admin/customers', { id: 'formula', name: text });
    await send('PATCH', `/v1/admin/customers/${encodeURIComponent('=1+1')}`, { name: 'x' });
    const { text: csv } = await send('GET', '/v1/admin/audit?format=csv');
    expect(csv.startsWith('position,recorded_at,actor,')).toBe(true);
    for (const row of csv.split('\r\n')) expect(row).not.toMatch(/(^|,)"?[=+@-]/);
  });

  it('is for operators', async () => {
    expect((await send('GET', '/v1/admin/audit', undefined, fullKey)).status).toBe(403);
  });
});
