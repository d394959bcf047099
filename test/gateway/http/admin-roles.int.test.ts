import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminScope, adminScopes, customerScopes, type Scope } from '../../../domain/callers/caller.ts';
import { createAuthenticator, keyHash } from '../../../gateway/auth/authenticator.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/**
 * What each operation is meant to need, beside what the code says: a new one is to be thought about
 * here too.
 */
const meant: Readonly<Record<Exclude<AdminScope, 'admin'>, string>> = {
  'admin:read': `
    listConnectors getConnector getIngestion listCredentials getMatch getMatching listOrphans listDoubtfulMatches listHeldPrices listContradictedFacts listManufacturerAliases
    listIdentityProfiles getIdentityProfile listVisibilityPolicies getVisibilityPolicy tryVisibilityPolicy listCustomers
    getCustomer listCustomerGroups listApiKeys listPricingRules getPricingRule tryPricingRule listExchangeRates listPackageAttrition
    listDutyRates getDutyRate
    viewPriceHistory viewPriceSpread viewPricesGiven viewSupplierCoverage viewLeadTimes viewBudgetUse getOutbox listAudit
     listSupplierOffers listAllWebhooks getOverview
    tailMessages tryIdentityProfile`,
  'admin:operate': `
    limitWorkers pauseConnector limitRates logCalls resumeConnector fetchNow markProduct unmarkProduct judgeMatch withdrawVerdicts startRematch
    makeProductOfOffer undoMatchDecision
    importManufacturerAliases removeManufacturerAlias moveManufacturerAlias putIdentityProfile replayParkedEvents
    replayParkedEvent disableWebhook enableWebhook`,
  'admin:pricing': `
    addVisibilityPolicy updateVisibilityPolicy removeVisibilityPolicy addPricingRule putPricingRule removePricingRule
    importExchangeRates putPackageAttrition removePackageAttrition putDutyRate removeDutyRate`,
  'admin:credentials':
    'addCredential rotateCredential disableCredential enableCredential getSupplier putSupplier retireSupplier',
  'admin:keys': `
    createCustomer updateCustomer putCustomerGroup putCustomerGroupMember removeCustomerGroupMember createApiKey updateApiKey
    rotateApiKey revokeApiKey eraseCustomer`,
};

type Role = keyof typeof meant;

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** By the two ways to send a key. */
  readonly security: readonly { readonly bearer?: readonly string[]; readonly apiKey?: readonly string[] }[];
}

let database: TestDatabase;
let edge: TestEdge;
let operations: readonly Operation[];

const keyFor = (scopes: readonly Scope[]): string => `os_key-with-${scopes.join('+')}-and-nothing-else`;

const store = async (...scopes: readonly Scope[]): Promise<string> => {
  const key = keyFor(scopes);
  const id = `key_${scopes.join('_').replaceAll(':', '_')}`;
  await createCallerStore(database.pool.sql).putKey({
    id,
    customerId: 'acme',
    hash: keyHash(key),
    scopes,
    label: id,
  });
  return key;
};

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  for (const scope of adminScopes) await store(scope);
  await store(...customerScopes);
  const auth = createAuthenticator({ callers: createCallerStore(database.pool.sql), now: () => new Date() });
  edge = await startTestEdge(database.pool, { admin: testAdmin(database, { announceCallers: auth.forget }), auth });
  const { paths } = JSON.parse((await edge.send('/openapi.json')).body) as {
    paths: Record<string, Record<string, { operationId: string; security: Operation['security'] }>>;
  };
  operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/admin'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        // What would never end is asked for what there is not.
        path: path.replaceAll(/\{\w+\}/g, 'none') + (operationId === 'tailMessages' ? '?subject=none' : ''),
        security,
      })),
    );
});
afterAll(async () => {
  await edge.stop();
  await database.close();
});

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

const send = async (method: string, path: string, key: string, body?: object) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await edge.send(path, { method, headers }, hasBody(method) ? JSON.stringify(body ?? {}) : '');
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const meantFor = new Map(
  Object.entries(meant).flatMap(([scope, ids]) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id) => [id, scope as Role] as const),
  ),
);

it('every operation for operators is there, and needs the role that it is meant to need', () => {
  expect(operations.map(({ id }) => id).toSorted()).toEqual([...meantFor.keys()].toSorted());
  for (const { id, security } of operations) {
    const scope = meantFor.get(id) ?? '';
    expect(security, id).toEqual([{ bearer: [scope] }, { apiKey: [scope] }]);
  }
});

describe.each(adminScopes)('a key with %s alone', (scope) => {
  it('may do what its role may, read, and nothing else', async () => {
    const outcomes = await Promise.all(
      operations.map(async ({ id, method, path }) => {
        const needed = meantFor.get(id);
        const { status, body } = await send(method, path, keyFor([scope]));
        const isAllowed = scope === 'admin' || scope === needed || needed === 'admin:read';
        return { id, isAllowed, status, detail: String(body.detail), needed };
      }),
    );
    for (const { id, isAllowed, status, detail, needed } of outcomes) {
      if (isAllowed) expect([401, 403], `${id} was answered ${status}`).not.toContain(status);
      else expect([status, detail], id).toEqual([403, `the API key lacks the scope "${needed}"`]);
    }
  });

  it('is no key of a customer', async () => {
    expect((await send('GET', '/v1/products/none', keyFor([scope]))).status).toBe(403);
  });
});

it('a key with every scope of customers may do nothing of it', async () => {
  const answers = await Promise.all(operations.map(({ method, path }) => send(method, path, keyFor(customerScopes))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
});

describe('a key hands out nothing that it does not have itself', () => {
  const keys = '/v1/admin/customers/acme/keys';
  const create = (by: string, scopes: readonly Scope[]) => send('POST', keys, by, { label: 'x', scopes });

  it.each<[given: readonly Scope[], beyond: Scope | undefined]>([
    [['admin'], 'admin'],
    [['admin:keys', 'admin:pricing'], 'admin:pricing'],
    [['catalog'], 'catalog'],
    [['pricing', 'admin:keys'], 'pricing'],
    [['admin:keys'], undefined],
    [['admin:read'], undefined],
  ])('admin:keys alone makes a key with %j: beyond it is %s', async (scopes, beyond) => {
    const { status, body } = await create(keyFor(['admin:keys']), scopes);
    expect(status).toBe(beyond === undefined ? 201 : 403);
    if (beyond !== undefined) expect(body.detail).toContain(`cannot hand out the scope "${beyond}"`);
  });

  it('with the scopes of customers beside it makes keys of customers, and no more', async () => {
    const by = await store('admin:keys', ...customerScopes);
    expect((await create(by, ['catalog', 'pricing', 'estimate', 'enrichment'])).status).toBe(201);
    expect((await create(by, ['catalog', 'admin'])).status).toBe(403);
  });

  it('with admin makes all of them', async () => {
    const { status, body } = await create(keyFor(['admin']), [...customerScopes, ...adminScopes]);
    expect([status, body.key.scopes]).toEqual([201, [...customerScopes, ...adminScopes]]);
  });

  it('does not get the secret of a key that has more, nor gives it another or longer life, but may revoke it', async () => {
    const by = keyFor(['admin:keys']);
    const { body } = await create(keyFor(['admin']), ['admin', 'catalog']);
    const path = `${keys}/${body.key.id}`;
    expect((await send('POST', `${path}/rotate`, by, { overlap: '1h' })).status).toBe(403);
    for (const change of [{ scopes: ['admin:keys'] }, { expires_at: null }, { limits: { burst: 9 } }, { label: 'y' }])
      expect((await send('PATCH', path, by, change)).status).toBe(403);
    expect((await send('GET', '/v1/admin/connectors', body.secret)).status).toBe(200);
    const listed = (await send('GET', keys, by)).body.keys.find(({ id }: { id: string }) => id === body.key.id);
    expect(listed).toEqual(body.key);
    expect((await send('POST', `${path}/revoke`, by)).status).toBe(200);
    expect((await send('GET', '/v1/admin/connectors', body.secret)).status).toBe(401);
  });

  it('does not add to a key what it lacks itself', async () => {
    const by = keyFor(['admin:keys']);
    const { body } = await create(by, ['admin:read']);
    const path = `${keys}/${body.key.id}`;
    expect((await send('PATCH', path, by, { scopes: ['admin:read', 'admin:credentials'] })).status).toBe(403);
    expect((await send('PATCH', path, by, { scopes: ['admin:read', 'admin:keys'] })).status).toBe(200);
  });
});
