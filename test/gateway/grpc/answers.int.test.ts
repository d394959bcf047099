import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure, type FailureKind, invalidArguments } from '../../../domain/errors.ts';
import type { UseCases } from '../../../gateway/create-use-cases.ts';
import type { RequestContext } from '../../../gateway/request/request-context.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { currentContext } from '../../../telemetry/context.ts';
import {
  answerOf,
  catalogKey,
  codeOf,
  detailsOf,
  fullKey,
  headers,
  startTestEdge,
  type TestEdge,
} from './test-edge.ts';

let edge: TestEdge;
let getProduct: UseCases['getProduct'];

beforeEach(async () => {
  getProduct = async ({ id }) => Product.fromPartial({ id, mpn: 'LM317T' });
  edge = await startTestEdge({ getProduct: (request, context) => getProduct(request, context) });
});

afterEach(async () => {
  await edge.close();
});

const ask = (metadata = headers(catalogKey), id = 'prd_1', options = {}) =>
  answerOf<Product>((done) => edge.catalog.getProduct({ id }, metadata, options, done));

const fail = (failure: unknown) => {
  getProduct = () => Promise.reject(failure);
};

describe('an answer', () => {
  test('carries the message and the correlation id that the caller sent', async () => {
    const { response, metadata } = await ask(headers(catalogKey, { 'x-correlation-id': 'order-4711' }));
    expect(response).toMatchObject({ id: 'prd_1', mpn: 'LM317T' });
    expect(metadata.get('x-correlation-id')).toEqual(['order-4711']);
  });

  test('carries a new correlation id when the caller sent none, or a bad one', async () => {
    for (const sent of [{}, { 'x-correlation-id': 'with blanks "and quotes"' }]) {
      const { metadata } = await ask(headers(catalogKey, sent));
      expect(metadata.get('x-correlation-id')[0]).toMatch(/^[\da-f-]{36}$/);
    }
  });

  test('is made with the caller, the correlation id, the trace and a live signal', async () => {
    const seen: RequestContext[] = [];
    let logContext: unknown;
    getProduct = async (_request, context) => {
      seen.push(context);
      logContext = currentContext();
      return Product.fromPartial({});
    };
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
    await ask(headers(catalogKey, { 'x-correlation-id': 'c1', traceparent }));
    expect(seen[0]).toMatchObject({ correlationId: 'c1', traceparent, caller: { customerId: 'acme' } });
    expect(seen[0]?.signal.aborted).toBe(false);
    expect(logContext).toMatchObject({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      correlationId: 'c1',
      operation: 'svc.public.v1.Catalog/GetProduct',
    });
  });

  test('leaves its signal alone once it is given', async () => {
    let signal: AbortSignal | undefined;
    getProduct = async (_request, context) => {
      signal = context.signal;
      return Product.fromPartial({});
    };
    await ask();
    await ask();
    expect(signal?.aborted).toBe(false);
  });
});

describe('a failure', () => {
  test.each<[FailureKind, string]>([
    ['invalid_argument', 'INVALID_ARGUMENT'],
    ['not_found', 'NOT_FOUND'],
    ['conflict', 'ABORTED'],
    ['failed_precondition', 'FAILED_PRECONDITION'],
    ['too_large', 'RESOURCE_EXHAUSTED'],
    ['exhausted', 'RESOURCE_EXHAUSTED'],
    ['unavailable', 'UNAVAILABLE'],
    ['deadline_exceeded', 'DEADLINE_EXCEEDED'],
    ['unimplemented', 'UNIMPLEMENTED'],
  ])('of kind %s is %s with its text, reason and correlation id', async (kind, code) => {
    fail(new Failure(kind, 'the text: größe'));
    const { error } = await ask(headers(catalogKey, { 'x-correlation-id': 'c1' }));
    expect(codeOf(error)).toBe(code);
    expect(error?.details).toBe('the text: größe');
    expect(error?.metadata.get('x-correlation-id')).toEqual(['c1']);
    expect(detailsOf(error)).toEqual({
      ErrorInfo: [
        [1, kind.toUpperCase()],
        [2, 'offerstream'],
        [
          3,
          [
            [1, 'correlation_id'],
            [2, 'c1'],
          ],
        ],
      ],
    });
  });

  test('of input names each field in BadRequest', async () => {
    fail(
      invalidArguments([
        { field: 'quantity', description: 'must be 1' },
        { field: 'offer_id', description: 'is empty' },
      ]),
    );
    const { error } = await ask();
    expect(error?.details).toBe('quantity: must be 1; offer_id: is empty');
    expect(detailsOf(error).BadRequest).toEqual([
      [
        1,
        [
          [1, 'quantity'],
          [2, 'must be 1'],
        ],
      ],
      [
        1,
        [
          [1, 'offer_id'],
          [2, 'is empty'],
        ],
      ],
    ]);
  });

  test('with a hint says in RetryInfo when to come back', async () => {
    fail(new Failure('exhausted', 'slow down', { retryAfterMs: 1_500 }));
    expect(detailsOf((await ask()).error).RetryInfo).toEqual([
      [
        1,
        [
          [1, 1],
          [2, 500_000_000],
        ],
      ],
    ]);
  });

  test('with very many violations and a very long text still arrives', async () => {
    const violations = Array.from({ length: 500 }, (_, index) => ({
      field: `f${index}`,
      description: 'd'.repeat(500),
    }));
    fail(invalidArguments(violations));
    expect(codeOf((await ask()).error)).toBe('INVALID_ARGUMENT');
    fail(new Failure('not_found', `half a pair: ${'\ud83d'}`));
    expect(codeOf((await ask()).error)).toBe('NOT_FOUND');
  });

  test('that is a bug is INTERNAL with a fixed text; what was thrown is in the log and not in the answer', async () => {
    fail(new TypeError('relation "api_keys" does not exist'));
    const { error } = await ask(headers(catalogKey, { 'x-correlation-id': 'c1' }));
    expect(codeOf(error)).toBe('INTERNAL');
    expect(JSON.stringify([error?.details, error?.metadata.toJSON()])).not.toContain('api_keys');
    expect(edge.logged).toHaveLength(1);
    expect(JSON.parse(edge.logged[0] ?? '')).toMatchObject({
      level: 'error',
      event: 'request.failed',
      correlation_id: 'c1',
      operation: 'svc.public.v1.Catalog/GetProduct',
      err: { type: 'TypeError', message: 'relation "api_keys" does not exist' },
    });
  });

  test('that the caller caused is not logged', async () => {
    fail(new Failure('not_found', 'x'));
    await ask();
    expect(edge.logged).toEqual([]);
  });
});

describe('a key', () => {
  test('that is missing, malformed or unknown is UNAUTHENTICATED with one text', async () => {
    const texts = new Set<string | undefined>();
    for (const key of [undefined, 'x', 'os_unknownunknownunknownunknown23']) {
      const { error } = await ask(headers(key));
      expect(codeOf(error)).toBe('UNAUTHENTICATED');
      texts.add(error?.details);
    }
    expect(texts.size).toBe(1);
  });

  test('may also come as x-api-key', async () => {
    expect((await ask(headers(undefined, { 'x-api-key': catalogKey }))).error).toBeUndefined();
  });

  test('without the scope is PERMISSION_DENIED and the scope is named', async () => {
    const { error } = await answerOf((done) =>
      edge.pricing.calculatePrice(
        { offerId: 'o', quantity: 1, deliveryZone: '', date: undefined },
        headers(catalogKey),
        done,
      ),
    );
    expect(codeOf(error)).toBe('PERMISSION_DENIED');
    expect(error?.details).toContain('"pricing"');
  });
});

describe('a request', () => {
  test('that is no well-formed message is INVALID_ARGUMENT', async () => {
    const { error } = await answerOf((done) =>
      edge.catalog.makeUnaryRequest(
        '/svc.public.v1.Catalog/GetProduct',
        () => Buffer.from([0x0a, 0xff, 0x01]),
        (bytes: Buffer) => bytes,
        {},
        headers(catalogKey),
        done,
      ),
    );
    expect(codeOf(error)).toBe('INVALID_ARGUMENT');
    expect(error?.details).toBe('request: is not a well-formed message');
  });

  test('beyond the size limit is RESOURCE_EXHAUSTED', async () => {
    const { error } = await ask(headers(catalogKey), 'x'.repeat(100_000));
    expect(codeOf(error)).toBe('RESOURCE_EXHAUSTED');
  });
});

test('every answer is counted by method and status', async () => {
  await ask();
  fail(new Failure('not_found', 'x'));
  await ask();
  await ask(headers(undefined));
  const text = await edge.metrics.registry.metrics();
  for (const code of ['OK', 'NOT_FOUND', 'UNAUTHENTICATED']) {
    expect(text).toContain(`catalog_requests_total{method="GetProduct",code="${code}",service="offerstream"} 1`);
  }
  expect(text).toContain(
    'catalog_request_duration_seconds_count{service="offerstream",method="GetProduct",edge="grpc"} 3',
  );
});

test('RPCs without a use case answer UNIMPLEMENTED to whoever calls, with the correlation id', async () => {
  const { error } = await new Promise<{ error: Parameters<typeof codeOf>[0] }>((resolve) => {
    const call = edge.pricing.bulkCalculatePrice(headers(fullKey, { 'x-correlation-id': 'c1' }));
    call.on('error', (thrown) => resolve({ error: thrown as Parameters<typeof codeOf>[0] }));
    call.resume();
  });
  expect(codeOf(error)).toBe('UNIMPLEMENTED');
  expect(error?.metadata.get('x-correlation-id')).toEqual(['c1']);
  const unary = await answerOf((done) =>
    edge.catalog.makeUnaryRequest(
      '/svc.public.v1.Estimate/BuildEstimate',
      () => Buffer.alloc(0),
      (bytes: Buffer) => bytes,
      {},
      headers(undefined),
      done,
    ),
  );
  expect(codeOf(unary.error)).toBe('UNIMPLEMENTED');
});
