import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testAdmin } from '../../support/admin.ts';
import { adminKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, marketUseCases, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** As much of OpenAPI as these tests look at. */
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { description: string; content?: Record<string, { schema: object }> }>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly example?: unknown }>> };
}

let database: TestDatabase;
let edge: TestEdge;
let document: Document;
/** The document's schemas, made ready once for all that refer to them. */
let definitions: object;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  edge = await startTestEdge(database.pool, {
    useCases: marketUseCases(database.pool),
    admin: testAdmin(database),
  });
  document = JSON.parse((await edge.send('/openapi.json', { headers: { 'x-api-key': '' } })).body);
  definitions = referring(document.components.schemas);
});

afterAll(async () => {
  await edge.stop();
  await database.close();
});

/** Operations that depend on what a plug-in takes, or on ids that may be taken. */
const changesWhatMayConflict = new Set([
  'undoMatchDecision',
  'putIdentityProfile',
  'removeManufacturerAlias',
  'moveManufacturerAlias',
  'createCustomer',
  'eraseCustomer',
  'updateApiKey',
  'rotateApiKey',
  'revokeApiKey',
  'limitWorkers',
  'pauseConnector',
  'fetchNow',
  'limitRates',
  'logCalls',
  'addCredential',
  'rotateCredential',
  'addVisibilityPolicy',
  'updateVisibilityPolicy',
  'removeVisibilityPolicy',
  'addPricingRule',
  'putPricingRule',
  'removePricingRule',
  'putPackageAttrition',
  'putDutyRate',
]);

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/**
 * Clients must bear new fields, so the document allows them; here a field that is not documented is
 * a mistake.
 */
const closed = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
    ? { ...value, additionalProperties: false }
    : value;

/** A part of the document, closed, that finds the document's schemas beside it. */
const referring = (part: object): object =>
  JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/'), closed);

/** What a schema of the document accepts, its references resolved within the document. */
const accepts = (schema: object) => z.fromJSONSchema({ ...referring(schema), $defs: definitions } as never);

const answered = (path: string, method: string, status: number, type: string) => {
  const schema = document.paths[path]?.[method]?.responses[status]?.content?.[type]?.schema;
  if (schema === undefined) throw new Error(`${method} ${path} ${status} ${type} is not documented`);
  return accepts(schema);
};

/** Operations with a body in which nothing is named by its id. */
const namesNothingById = new Set([
  'importManufacturerAliases',
  'addVisibilityPolicy',
  'addPricingRule',
  'tryPricingRule',
  'importExchangeRates',
  'matchParts',
  'bulkCalculatePrice',
]);

/** What some operations answer besides. */
const alsoAnswered = [
  { status: '304', by: new Set(['getProduct', 'searchProducts', 'getOffers']) },
  { status: '409', by: changesWhatMayConflict },
];

/** A service without an analytical projection does not have these operations. */
const withoutProjection = (path: string): readonly string[] =>
  path.includes('/analytics/') && !path.endsWith('/price-history') ? ['501'] : [];

/** What is changed under a condition may be as the condition does not say. */
const conditional = ({ parameters = [] }: { readonly parameters?: readonly { readonly name: string }[] }) =>
  parameters.some(({ name }) => name === 'if-match') ? ['412'] : [];

describe('the OpenAPI document', () => {
  it('is 3.1, names every operation once, and says what each answer is', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations()) {
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(description).not.toBe('');
      }
    }
  });

  it('declares every parameter of every path', () => {
    for (const { path, operation } of operations()) {
      const declared = (operation.parameters ?? []).filter((each) => each.in === 'path').map(({ name }) => name);
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('resolves every reference', () => {
    const known = Object.entries(document.components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    const used = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(used.length).toBeGreaterThan(0);
    expect(known).toEqual(expect.arrayContaining(used));
  });

  it('documents every error that an operation may answer, as a problem', () => {
    for (const { path, operation } of operations().filter((each) => each.path.startsWith('/v1/'))) {
      const statuses = Object.keys(operation.responses);
      const byId =
        path.includes('{') || (operation.requestBody && !namesNothingById.has(operation.operationId)) ? ['404'] : [];
      const withBody = operation.requestBody ? ['413', '415'] : [];
      const good = /^(add|create)/.test(operation.operationId) ? '201' : '200';
      const also = alsoAnswered.flatMap(({ status, by }) => (by.has(operation.operationId) ? [status] : []));
      const all = [
        good,
        '400',
        '401',
        '403',
        '405',
        '429',
        '500',
        '503',
        '504',
        ...byId,
        ...withBody,
        ...also,
        ...withoutProjection(path),
        ...conditional(operation),
      ];
      expect(statuses).toEqual(all.sort());
      for (const status of statuses.filter((each) => each !== good && each !== '304')) {
        expect(Object.keys(operation.responses[status]?.content ?? {})).toEqual(['application/problem+json']);
      }
    }
  });

  it('gives examples that its own schemas accept', () => {
    const examples = Object.values(document.components.schemas).filter(({ example }) => example !== undefined);
    expect(examples.length).toBeGreaterThan(5);
    for (const { example, ...schema } of examples) expect(accepts(schema).parse(example)).toEqual(example);
  });

  it('lists paths that exist, and every path of the API', async () => {
    for (const { path, method } of operations()) {
      const answer = await edge.send(path.replace('{id}', 'x'), { method: method.toUpperCase() });
      expect(answer.status, `${method} ${path}`).not.toBe(405);
      expect(answer.body).not.toContain('there is nothing at this path');
    }
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/v1/'))).toEqual([
      '/v1/products/stream',
      '/v1/products/{id}',
      '/v1/products',
      '/v1/categories',
      '/v1/parts/match',
      '/v1/products/{id}/alternates',
      '/v1/products/{id}/offers',
      '/v1/products/{id}/price-history',
      '/v1/pricing',
      '/v1/pricing/bulk',
      '/v1/admin/overview',
      '/v1/admin/connectors',
      '/v1/admin/connectors/{supplier}',
      '/v1/admin/ingestion',
      '/v1/admin/connectors/{supplier}/workers',
      '/v1/admin/connectors/{supplier}/pause',
      '/v1/admin/connectors/{supplier}/rate-limits',
      '/v1/admin/connectors/{supplier}/call-log',
      '/v1/admin/connectors/{supplier}/resume',
      '/v1/admin/connectors/{supplier}/fetch',
      '/v1/admin/connectors/{supplier}/credentials',
      '/v1/admin/connectors/{supplier}/credentials/{credential}/secret',
      '/v1/admin/connectors/{supplier}/credentials/{credential}/disable',
      '/v1/admin/connectors/{supplier}/credentials/{credential}/enable',
      '/v1/admin/suppliers/{supplier}',
      '/v1/admin/suppliers/{supplier}/offers',
      '/v1/admin/held-prices',
      '/v1/admin/contradicted-facts',
      '/v1/admin/products/{id}/mark',
      '/v1/admin/offers/{id}/match',
      '/v1/admin/offers/{id}/product',
      '/v1/admin/offers/{id}/match/undo',
      '/v1/admin/matching',
      '/v1/admin/matching/orphans',
      '/v1/admin/matching/doubtful',
      '/v1/admin/matching/rematch',
      '/v1/admin/manufacturer-aliases',
      '/v1/admin/manufacturer-aliases/{alias}',
      '/v1/admin/identity-profiles',
      '/v1/admin/identity-profiles/{profile}',
      '/v1/admin/identity-profiles/{profile}/dry-run',
      '/v1/admin/visibility-policies',
      '/v1/admin/visibility-policies/{id}',
      '/v1/admin/visibility-policies/dry-run',
      '/v1/admin/customers',
      '/v1/admin/customers/{customer}',
      '/v1/admin/customers/{customer}/erasure',
      '/v1/admin/customer-groups/{group}',
      '/v1/admin/customer-groups',
      '/v1/admin/customer-groups/{group}/members/{customer}',
      '/v1/admin/customers/{customer}/keys',
      '/v1/admin/customers/{customer}/keys/{key}',
      '/v1/admin/customers/{customer}/keys/{key}/rotate',
      '/v1/admin/customers/{customer}/keys/{key}/revoke',
      '/v1/admin/pricing-rules',
      '/v1/admin/pricing-rules/dry-run',
      '/v1/admin/pricing-rules/{id}',
      '/v1/admin/exchange-rates',
      '/v1/admin/duty-rates',
      '/v1/admin/duty-rates/{id}',
      '/v1/admin/package-attrition',
      '/v1/admin/package-attrition/{package}',
      '/v1/admin/analytics/products/{id}/price-history',
      '/v1/admin/analytics/products/{id}/price-spread',
      '/v1/admin/analytics/products/{id}/prices-given',
      '/v1/admin/analytics/supplier-coverage',
      '/v1/admin/analytics/lead-times',
      '/v1/admin/analytics/budget-use',
      '/v1/admin/audit',
      '/v1/admin/outbox',
      '/v1/admin/outbox/replay',
      '/v1/admin/outbox/{position}/replay',
      '/v1/admin/messages',
      '/v1/admin/webhooks',
      '/v1/admin/webhooks/{webhook}/disable',
      '/v1/admin/webhooks/{webhook}/enable',
    ]);
  });
});

describe('answers are what the document says', () => {
  it.each([
    ['/v1/products/{id}', `/v1/products/${resistorId(0)}`],
    ['/v1/products', '/v1/products?q=RC0603FR'],
    ['/v1/products/{id}/offers', `/v1/products/${resistorId(0)}/offers`],
    ['/readyz', '/readyz'],
  ])('GET %s', async (documented, path) => {
    const body = JSON.parse((await edge.send(path)).body);
    expect(answered(documented, 'get', 200, 'application/json').parse(body)).toEqual(body);
  });

  it('POST /v1/pricing, with a price and without', async () => {
    const pricing = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (const date of [undefined, '2020-01-01T00:00:00Z']) {
      const sent = JSON.stringify({ offer_id: sharedOffer, quantity: 3, date });
      const body = JSON.parse((await edge.send('/v1/pricing', pricing, sent)).body);
      expect(answered('/v1/pricing', 'post', 200, 'application/json').parse(body)).toEqual(body);
    }
  });

  it.each([
    ['get', '/v1/admin/connectors', '/v1/admin/connectors', undefined],
    ['get', '/v1/admin/connectors/{supplier}', '/v1/admin/connectors/borealis', undefined],
    ['get', '/v1/admin/connectors/{supplier}/credentials', '/v1/admin/connectors/borealis/credentials', undefined],
    ['get', '/v1/admin/ingestion', '/v1/admin/ingestion', undefined],
    [
      'post',
      '/v1/admin/connectors/{supplier}/pause',
      '/v1/admin/connectors/borealis/pause',
      { reason: 'x', ttl: '1h' },
    ],
    [
      'patch',
      '/v1/admin/connectors/{supplier}/rate-limits',
      '/v1/admin/connectors/borealis/rate-limits',
      { prices: { rate: 1, period: '1s' }, ttl: '1h' },
    ],
    ['post', '/v1/admin/connectors/{supplier}/resume', '/v1/admin/connectors/borealis/resume', undefined],
    ['put', '/v1/admin/products/{id}/mark', `/v1/admin/products/${resistorId(0)}/mark`, undefined],
  ])('%s %s', async (method, documented, path, sent) => {
    const headers = { 'x-api-key': adminKey, 'content-type': 'application/json' };
    const answer = await edge.send(path, { method: method.toUpperCase(), headers }, JSON.stringify(sent));
    const body = JSON.parse(answer.body);
    expect(answered(documented, method, 200, 'application/json').parse(body)).toEqual(body);
  });

  it('a problem', async () => {
    const body = JSON.parse((await edge.send('/v1/products?q=')).body);
    expect(answered('/v1/products', 'get', 400, 'application/problem+json').parse(body)).toEqual(body);
  });
});

describe('what stands at /', () => {
  const get = (accept: string) => edge.send('/', { headers: { 'x-api-key': '', accept } });

  it('is a page for browsers, which runs nothing', async () => {
    const page = await get('text/html,application/xhtml+xml,*/*;q=0.8');
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const [, path = ''] of page.body.matchAll(/href="([^"]+)"/g))
      expect((await edge.send(path)).status, path).toBe(200);
  });

  it.each(['*/*', 'application/json', 'image/png', ''])('is an index for others: %j', async (accept) => {
    const answer = await get(accept);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    const { service, api, ...paths } = JSON.parse(answer.body) as Record<string, string>;
    expect([service, api]).toEqual(['offerstream', '/v1']);
    for (const path of Object.values(paths)) expect((await edge.send(path)).status, path).toBe(200);
  });
});

describe('the page at /docs', () => {
  it('asks no other server for anything, and has all that it asks this one for', async () => {
    const page = await edge.send('/docs', { headers: { 'x-api-key': '' } });
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toContain('://');
    for (const [, path] of page.body.matchAll(/(?:href|src)="(\/[^"]+)"/g)) {
      expect((await edge.send(path ?? '', { headers: { 'x-api-key': '' } })).status).toBe(200);
    }
  });
});
