import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAdmin } from '../../support/admin.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { refuseAll } from '../../support/shedders.ts';

/**
 * Ways to write the path of a product, and of an operation for operators, other than the plain one.
 */
const oddProducts = [
  '/./v1/products/x',
  '/%2e/v1/products/x',
  '/docs/../v1/products/x',
  '/docs/%2E%2e/v1/products/x',
  '/v1/admin/../products/x',
  '/v1/admin/%2e./products/x',
  '/%76%31/products/x',
  '/v%31/pr%6Fducts/x',
  '//v1/products/x',
  'http://other/v1/products/x',
  'http://other/./v1/products/x',
  'http://v1/admin/../../v1/products/x',
] as const;

let database: TestDatabase;
let edge: TestEdge;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});

afterAll(() => database.close());

/** Sends a request target as it is, which no client library would. */
const statusOf = async (target: string, key = adminKey): Promise<number> => {
  const socket = connect(edge.port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nhost: h\r\nx-api-key: ${key}\r\nconnection: close\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(await text(socket))?.[1]);
};

describe('while everything is refused', () => {
  beforeAll(async () => {
    edge = await startTestEdge(database.pool, { shedder: refuseAll, admin: testAdmin(database) });
  });
  afterAll(() => edge.stop());

  it.each(oddProducts)('%s is refused as the plain path is', async (target) => {
    expect([400, 429]).toContain(await statusOf(target));
  });

  it.each([
    '/v1/products/x',
    '/v1/products/a%2Fb',
    '/v1/products/x?q=/v1/admin/',
    '/v1//products/x',
    '/v1\\products/x',
    'HTTP://other/v1/products/x',
    '/v1/products/x#/v1/admin/',
    '/v1/products/x%zz',
    '/v1/administrators',
  ])('%s is refused', async (target) => {
    expect([400, 429]).toContain(await statusOf(target));
  });

  it.each(['/nothing/here', '/v1', '/V1/admin/customers', '/v1%2Fadmin/customers'])(
    '%s, which is nothing that has to be served, is refused',
    async (target) => {
      expect(await statusOf(target)).toBe(429);
    },
  );

  it.each(['/v1/admin/customers', '/%761/%61dmin/customers', 'http://other/v1/admin/customers?limit=1'])(
    '%s is served, being for operators',
    async (target) => {
      expect(await statusOf(target)).toBe(200);
    },
  );
});

describe('without load', () => {
  beforeAll(async () => {
    edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
  });
  afterAll(() => edge.stop());

  it.each([
    '/v1/admin/customers',
    '/%76%31/admin/customers',
    '/v1/%61dmin/customers',
    '/v1/./admin/customers',
    '/v1/products/../admin/customers',
    '//v1/admin/customers',
    '/v1//admin/customers',
    '/v1%2Fadmin%2Fcustomers',
    '/v1/admin%2fcustomers',
    '/v1/ADMIN/customers',
    '/v1\\admin\\customers',
    'http://v1/v1/admin/customers',
    'https://h/v1/admin/customers',
    '/v1/admin/customers;x',
    '/v1/admin/customers#',
    '/v1/admin/customers%20',
    '/v1/admin/customers%00',
    '*',
    'v1/admin/customers',
    'ftp://h/v1/admin/customers',
    'http://user@h/v1/admin/customers',
  ])('%s is no way for a customer to what only operators may do', async (target) => {
    expect([400, 403, 404]).toContain(await statusOf(target, fullKey));
  });

  it('a refusal names the path and says why', async () => {
    const answer = await edge.send('/../v1/products/x', { headers: { 'x-correlation-id': 'mine' } });
    expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/problem+json' } });
    expect(JSON.parse(answer.body)).toMatchObject({
      type: '/problems/invalid-argument',
      violations: [{ field: 'path', description: 'the path leads above the root' }],
      correlation_id: 'mine',
    });
  });
});
