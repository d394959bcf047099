import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { refusingUseCases, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const origin = 'https://shop.example';

let database: TestDatabase;
let open: TestEdge;
let closed: TestEdge;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  const useCases = { ...refusingUseCases, getProduct: async ({ id }: { id: string }) => Product.create({ id }) };
  open = await startTestEdge(database.pool, { useCases, corsOrigins: ['https://other.example', origin] });
  closed = await startTestEdge(database.pool, { useCases });
});

afterAll(async () => {
  await open.stop();
  await closed.stop();
  await database.close();
});

const preflight = (edge: TestEdge, from: string) =>
  edge.send('/v1/pricing', {
    method: 'OPTIONS',
    headers: { 'x-api-key': '', origin: from, 'access-control-request-method': 'POST' },
  });

describe('a page of an origin that is listed', () => {
  it('is told before it shows a key which methods and headers it may send', async () => {
    const { status, headers, body } = await preflight(open, origin);
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-max-age': expect.stringMatching(/^\d+$/),
      vary: 'origin',
    });
    expect(headers['access-control-allow-methods']?.split(', ')).toEqual(expect.arrayContaining(['POST', 'DELETE']));
    const allowed = ['x-api-key', 'authorization', 'content-type', 'idempotency-key', 'if-match', 'last-event-id'];
    const told = headers['access-control-allow-headers']?.split(', ') ?? [];
    expect(told).toEqual(expect.arrayContaining(allowed));
    expect(told).toEqual([...new Set(told)]);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each([
    ['a good answer', '/v1/products/prd_1', {}, 200],
    ['a refusal', '/v1/products/prd_1', { 'x-api-key': 'none' }, 401],
    ['a refusal before routing', '/../x', {}, 400],
    ['a page that varies by itself', '/', {}, 200],
  ])('reads %s, with the headers that clients need', async (_, path, more, status) => {
    const answer = await open.send(path, { headers: { origin, ...more } });
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers.vary).toContain('origin');
    const exposed = answer.headers['access-control-expose-headers']?.split(', ');
    const needed = ['x-correlation-id', 'location', 'etag', 'retry-after', 'ratelimit', 'ratelimit-policy'];
    expect(exposed).toEqual(expect.arrayContaining(needed));
  });
});

describe('any other page', () => {
  it.each(['https://shop.example.evil', 'http://shop.example', 'null', 'https://SHOP.example/'])(
    'reads nothing: %s',
    async (from) => {
      for (const answer of [
        await preflight(open, from),
        await open.send('/v1/products/prd_1', { headers: { origin: from } }),
      ]) {
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        expect(answer.headers.vary).toContain('origin');
      }
    },
  );

  it('reads nothing where no origin is listed, and OPTIONS is a method like others', async () => {
    expect((await preflight(closed, origin)).status).toBe(405);
    const { headers } = await closed.send('/v1/products/prd_1', { headers: { origin } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

it('programs are answered as ever, whatever origins are listed', async () => {
  const { status, headers } = await open.send('/v1/products/prd_1');
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect((await open.send('/v1/pricing', { method: 'OPTIONS' })).status).toBe(405);
});
