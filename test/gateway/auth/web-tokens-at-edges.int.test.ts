import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import { createTokenVerifier } from '../../../gateway/auth/web-tokens.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { startTestEdge as startHttpEdge, storeKeys } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { type IssuerKey, startTokenIssuer, type TokenIssuer, tokenAudience } from '../../support/token-issuer.ts';
import { answerOf, codeOf, headers, startTestEdge } from '../grpc/test-edge.ts';

let database: TestDatabase;
let issuer: TokenIssuer;
let key: IssuerKey;
let authenticator: Authenticator;
const refused: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  issuer = await startTokenIssuer();
  key = await issuer.addKey('first', 'RS256');
  const now = () => new Date();
  const { issuer: name, jwksUrl } = issuer;
  const rules = { issuer: name, jwksUrl, audience: tokenAudience, algorithms: ['RS256'], clockSkewMs: 0 };
  const claims = { customer: 'customer_id', groups: undefined, scopes: 'scope' };
  authenticator = createAuthenticator({
    callers: createCallerStore(database.pool.sql),
    tokens: createTokenVerifier({
      rules: { ...rules, claims },
      customers: createCustomerStore(database.pool.sql),
      fetch,
      now,
    }),
    onRefused: (reason) => refused.push(reason),
    now,
  });
});
afterAll(async () => {
  await issuer.stop();
  await database.close();
});

test('a token is taken in the authorization header of HTTP, with the scopes that it names', async () => {
  const edge = await startHttpEdge(database.pool, { auth: authenticator });
  const status = async (token: string) =>
    (await edge.send('/v1/products/x', { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await status(await key.sign())).toBe(501);
  expect(await status(await key.sign({ claims: { scope: 'pricing' } }))).toBe(403);
  const expired = await key.sign({ claims: { exp: 1 } });
  expect(await status(expired)).toBe(401);
  expect(refused.at(-1)).toBe('bad_token');
  expect(edge.logged.join('')).not.toContain(expired.slice(-40));
  await edge.stop();
});

test('a token may name a role of operators, which allows no more than it does for a key', async () => {
  const edge = await startHttpEdge(database.pool, { auth: authenticator, admin: testAdmin(database) });
  const token = await key.sign({ claims: { scope: 'openid admin:keys admin:everything' } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const status = async (method: string, path: string, body?: object) =>
    (await edge.send(`/v1/admin/${path}`, { method, headers }, body && JSON.stringify(body))).status;
  expect(await status('GET', 'customers')).toBe(200);
  expect(await status('POST', 'customers/acme/keys', { label: 'x', scopes: ['admin:read'] })).toBe(201);
  expect(await status('POST', 'customers/acme/keys', { label: 'x', scopes: ['admin'] })).toBe(403);
  expect(await status('POST', 'connectors/none/pause', { reason: 'x', ttl: '1h' })).toBe(403);
  await edge.stop();
});

test('and in the metadata of gRPC', async () => {
  const edge = await startTestEdge({}, { authenticator });
  const code = async (token: string) =>
    codeOf((await answerOf((done) => edge.catalog.getProduct({ id: 'x' }, headers(token), done))).error);
  expect(await code(await key.sign())).toBe('UNIMPLEMENTED');
  expect(await code(await key.sign({ claims: { scope: 'pricing' } }))).toBe('PERMISSION_DENIED');
  expect(await code(await key.sign({ claims: { customer_id: 'nobody' } }))).toBe('UNAUTHENTICATED');
  await edge.close();
});
