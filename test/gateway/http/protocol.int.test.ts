import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import type { HttpEdge } from '../../../gateway/http/edge.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { fullKey, refusingUseCases, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { caller } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge | undefined;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});

afterEach(async () => {
  await edge?.stop();
  edge = undefined;
});

afterAll(() => database.close());

const start = async (given: Partial<HttpEdge> = {}): Promise<TestEdge> => {
  edge = await startTestEdge(database.pool, given);
  return edge;
};

const withGetProduct = (getProduct: HttpEdge['useCases']['getProduct']) => ({
  useCases: { ...refusingUseCases, getProduct },
});

const found = withGetProduct(async ({ id }) => Product.create({ id, mpn: 'RC0603' }));

describe('every answer', () => {
  it.each([
    ['a success', '/v1/products/prd_1'],
    ['a failure', '/v1/products'],
    ['an unknown path', '/nothing/here'],
    ['a probe', '/healthz'],
    ['the metrics', '/metrics'],
    ['the documentation', '/docs'],
    ['the OpenAPI document', '/openapi.json'],
  ])('of %s carries the correlation id that was sent', async (_, path) => {
    const { send } = await start(found);
    const answer = await send(path, { headers: { 'x-correlation-id': 'order-4711' } });
    expect(answer.headers['x-correlation-id']).toBe('order-4711');
  });

  it('carries a new correlation id when none, or one that could not be logged, was sent', async () => {
    const { send } = await start(found);
    for (const headers of [{}, { 'x-correlation-id': 'a "b" c' }, { 'x-correlation-id': 'x'.repeat(200) }]) {
      const answer = await send('/v1/products/prd_1', { headers });
      expect(answer.headers['x-correlation-id']).toMatch(/^[\da-f-]{36}$/);
    }
  });
});

describe('a request', () => {
  it('reaches the use case with its caller, correlation id and trace', async () => {
    const seen: unknown[] = [];
    const { send } = await start(
      withGetProduct(async (request, { caller, correlationId, traceparent }) => {
        seen.push(request, caller.customerId, correlationId, traceparent);
        return Product.create({ id: request.id });
      }),
    );
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
    await send('/v1/products/a%2Fb', { headers: { 'x-correlation-id': 'c1', traceparent } });
    expect(seen).toEqual([{ id: 'a/b', facts: false }, 'acme', 'c1', traceparent]);
  });

  it('is answered to HEAD as to GET, without a body', async () => {
    const { send } = await start(found);
    const answer = await send('/v1/products/prd_1', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, body: '', headers: { 'content-type': 'application/json' } });
  });

  it.each([
    ['DELETE', '/v1/products/prd_1', 'GET, HEAD'],
    ['GET', '/v1/pricing', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('with %s to %s is told which methods the path knows', async (method, path, allow) => {
    const { send } = await start();
    const answer = await send(path, { method });
    expect(answer).toMatchObject({ status: 405, headers: { allow, 'content-type': 'application/problem+json' } });
  });

  it('takes the key as a bearer token too', async () => {
    const { send } = await start(found);
    const headers = { 'x-api-key': '', authorization: `Bearer ${fullKey}` };
    expect((await send('/v1/products/prd_1', { headers })).status).toBe(200);
  });

  it('is counted by method and gRPC status name', async () => {
    const metrics = createMetrics('test');
    const { send } = await start({ ...found, metrics });
    await send('/v1/products/prd_1');
    await send('/v1/products?q=x');
    const exposed = (await send('/metrics')).body;
    expect(exposed).toContain('catalog_requests_total{method="GetProduct",code="OK",service="test"} 1');
    expect(exposed).toContain('catalog_errors_total{method="SearchProducts",code="UNIMPLEMENTED",service="test"} 1');
    expect(exposed).toContain(
      'catalog_request_duration_seconds_count{service="test",method="GetProduct",edge="http"} 1',
    );
  });
});

describe('a body', () => {
  const priced = {
    useCases: { ...refusingUseCases, calculatePrice: async () => PricingResponse.create({ pricingMode: 'unknown' }) },
    maxBodyBytes: 100,
  };
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const fits = JSON.stringify({ offer_id: 'ofr_1', quantity: 1 });

  it('is read whether its length is announced or not, and the answer holds its lists even when they are empty', async () => {
    const { send } = await start(priced);
    const announced = { ...json, headers: { ...json.headers, 'content-length': fits.length } };
    for (const answer of [await send('/v1/pricing', announced, fits), await send('/v1/pricing', json, [fits])]) {
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toEqual({ pricing_mode: 'unknown', breakdown: [], decision_trail: [] });
    }
  });

  it('is refused over the limit whether its length is announced or not', async () => {
    const { send } = await start(priced);
    const long = JSON.stringify({ offer_id: 'o'.repeat(200), quantity: 1 });
    const announced = { ...json, headers: { ...json.headers, 'content-length': long.length } };
    expect((await send('/v1/pricing', announced, long)).status).toBe(413);
    expect((await send('/v1/pricing', json, [long.slice(0, 60), long.slice(60)])).status).toBe(413);
  });

  it('is refused with another content type, with none, and compressed', async () => {
    const { send } = await start(priced);
    for (const headers of [
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ]) {
      expect((await send('/v1/pricing', { method: 'POST', headers }, fits)).status).toBe(415);
    }
  });

  it('that stops coming is answered when the deadline passes', async () => {
    const { send } = await start({ ...priced, deadlineMs: 50 });
    const never = { ...json, headers: { ...json.headers, 'content-length': 90 } };
    expect((await send('/v1/pricing', never, ['{'])).status).toBe(504);
  });
});

describe('a client that leaves in the middle of its body', () => {
  it.each([
    ['announced', 'content-length: 50'],
    ['in chunks', 'transfer-encoding: chunked'],
  ])('counts as cancelled and is not logged, with a body that is %s', async (_, framing) => {
    const metrics = createMetrics('test');
    const { port, send, logged } = await start({ metrics });
    const socket = connect(port, '127.0.0.1');
    const head = `POST /v1/pricing HTTP/1.1\r\nhost: x\r\nx-api-key: ${fullKey}\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}${framing}\r\nexpect: 100-continue\r\n\r\n`);
    // The server asks for the body when it begins to read it.
    await once(socket, 'data');
    socket.write('1\r\n{\r\n');
    socket.destroy();
    await eventually(async () => {
      expect((await send('/metrics')).body).toContain('pricing_errors_total{method="CalculatePrice",code="CANCELLED"');
    });
    expect(logged).toEqual([]);
  });
});

describe('a failure', () => {
  it.each([
    ['exhausted', 429, '7'],
    ['unavailable', 503, '7'],
  ] as const)('of kind %s is %d and says when to try again', async (kind, status, retryAfter) => {
    const { send } = await start(
      withGetProduct(() => Promise.reject(new Failure(kind, 'later', { retryAfterMs: 6_500 }))),
    );
    expect(await send('/v1/products/prd_1')).toMatchObject({ status, headers: { 'retry-after': retryAfter } });
  });

  it('of the code is a 500 that tells nothing to the caller and everything to the log', async () => {
    const { send, logged } = await start(
      withGetProduct(() => Promise.reject(new Error('column "secret_margin" does not exist'))),
    );
    const answer = await send('/v1/products/prd_1?x=1', { headers: { 'x-correlation-id': 'c1' } });
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('margin');
    expect(JSON.parse(answer.body)).toMatchObject({ correlation_id: 'c1', instance: '/v1/products/prd_1' });
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      event: 'request.failed',
      level: 'error',
      correlation_id: 'c1',
      operation: 'svc.public.v1.Catalog/GetProduct',
      route: 'GET /v1/products/{id}',
    });
    expect(logged[0]).toContain('secret_margin');
  });

  it('of a caller is not logged', async () => {
    const { send, logged } = await start(withGetProduct(() => Promise.reject(new Failure('not_found', 'no'))));
    expect((await send('/v1/products/prd_1')).status).toBe(404);
    expect(logged).toEqual([]);
  });
});

describe('the signal of a use case', () => {
  /** A use case that tells when it was reached and why it was aborted, and settles no other way. */
  const hanging = () => {
    const reached = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    const given = withGetProduct((_, { signal }) => {
      reached.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve(signal.reason);
          reject(new Error('consequence of the abort'));
        });
      });
    });
    return { given, reached: reached.promise, aborted: aborted.promise };
  };

  it('aborts at the deadline, and the caller gets 504', async () => {
    const { given, aborted } = hanging();
    // The key is known at once, so that the deadline cannot pass before the use case is reached.
    const { send } = await start({ ...given, auth: { authenticate: async () => caller }, deadlineMs: 50 });
    expect((await send('/v1/products/prd_1')).status).toBe(504);
    expect(await aborted).toMatchObject({ kind: 'deadline_exceeded' });
  });

  it('need not be listened to: a use case that never ends is given up at the deadline too', async () => {
    const given = withGetProduct(() => new Promise(() => {}));
    const { send } = await start({ ...given, auth: { authenticate: async () => caller }, deadlineMs: 50 });
    expect((await send('/v1/products/prd_1')).status).toBe(504);
  });

  it('is not even needed when the deadline passes during the look-up of the key', async () => {
    const { send } = await start({ auth: { authenticate: () => new Promise(() => {}) }, deadlineMs: 50 });
    expect((await send('/v1/products/prd_1')).status).toBe(504);
  });

  it('aborts when the client goes away, which is not logged', async () => {
    const { given, reached, aborted } = hanging();
    const { url, logged } = await start(given);
    const leaving = new AbortController();
    const request = fetch(`${url}/v1/products/prd_1`, { headers: { 'x-api-key': fullKey }, signal: leaving.signal });
    const gone = expect(request).rejects.toThrow();
    await reached;
    leaving.abort();
    await gone;
    expect(await aborted).toMatchObject({ kind: 'cancelled' });
    expect(logged).toEqual([]);
  });
});
