import type { ServiceError } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultKeyLimits, type KeyLimits } from '../../../domain/callers/key-limits.ts';
import {
  createKeyLimiter,
  type KeyLimiter,
  type KeyLimiterDependencies,
} from '../../../gateway/protection/key-limiter.ts';
import { PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createKeyUsage } from '../../../storage/callers/key-usage.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestEdge as startHttpEdge, storeKeys } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import {
  answerOf,
  catalogKey,
  codeOf,
  detailsOf,
  drainOf,
  fullKey,
  headers,
  heldUp,
  startTestEdge,
} from '../grpc/test-edge.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});
afterAll(() => database.close());

/** At which a second stands still, however long an answer takes. */
const now = () => begun;
const begun = new Date();

const limiter = (limits: Partial<KeyLimits>, more: Partial<KeyLimiterDependencies> = {}) =>
  createKeyLimiter({
    defaults: { ...defaultKeyLimits, ...limits },
    usage: createKeyUsage(database.pool.sql),
    onRefused: () => undefined,
    now,
    ...more,
  });

test('over HTTP every answer tells how the key stands, and one too many is 429 with Retry-After', async () => {
  const edge = await startHttpEdge(database.pool, { limiter: limiter({ requestsPerSecond: 1, requestsPerDay: 100 }) });
  const first = await edge.send('/v1/products/prd_1');
  expect(first.status).toBe(501);
  expect(first.headers['ratelimit-policy']).toBe('"rate";q=1;w=1, "day";q=100;w=86400');
  expect(first.headers.ratelimit).toMatch(/^"rate";r=0;t=1, "day";r=99;t=\d+$/);
  const second = await edge.send('/v1/products/prd_1');
  expect(second.status).toBe(429);
  expect(second.headers['retry-after']).toBe('1');
  expect(second.headers.ratelimit).toMatch(/^"rate";r=0;t=1/);
  expect(JSON.parse(second.body)).toMatchObject({
    type: '/problems/exhausted',
    detail: 'more than 1 requests a second',
    retry_after_seconds: 1,
  });
  expect((await edge.send('/healthz')).headers).not.toHaveProperty('ratelimit');
  await edge.stop();
});

test('over gRPC one too many is RESOURCE_EXHAUSTED with RetryInfo, and other keys are not touched', async () => {
  const edge = await startTestEdge({}, { limiter: limiter({ requestsPerSecond: 1 }) });
  const call = (key: string) => answerOf((done) => edge.catalog.getProduct({ id: 'prd_1' }, headers(key), done));
  expect(codeOf((await call(catalogKey)).error)).toBe('UNIMPLEMENTED');
  const { error } = await call(catalogKey);
  expect(codeOf(error)).toBe('RESOURCE_EXHAUSTED');
  expect(detailsOf(error)).toHaveProperty('RetryInfo');
  expect(codeOf((await call(fullKey)).error)).toBe('UNIMPLEMENTED');
  await edge.close();
});

test('a stream too many is refused, and one that the caller has left makes room', async () => {
  const edge = await startTestEdge(
    {
      streamProducts: async function* (_request, { signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        yield* [];
      },
    },
    { limiter: limiter({ streams: 1 }) },
  );
  /**
   * Opens a stream; it has come so far when its headers come, and is refused when it ends instead.
   */
  const open = async () => {
    const stream = edge.catalog.streamProducts({ identityProfileId: '', batchSize: 0 }, headers(fullKey));
    const ended = drainOf(stream);
    const opened = new Promise<undefined>((resolve) => stream.once('metadata', () => resolve(undefined)));
    const error = await Promise.race([opened, ended.then((end) => end.error)]);
    return {
      error,
      leave: async () => {
        stream.cancel();
        await ended;
      },
    };
  };
  const first = await open();
  expect(first.error).toBeUndefined();
  const { error } = await open();
  expect(codeOf(error)).toBe('RESOURCE_EXHAUSTED');
  expect(detailsOf(error)).toHaveProperty('RetryInfo');
  await first.leave();
  const third = await eventually(async () => {
    const stream = await open();
    return stream.error === undefined && stream;
  });
  await third.leave();
  await edge.close();
});

/** Sends so many messages over one stream of an edge with the limiter, which answers each. */
const streamOf = async (messages: number, limiting: KeyLimiter) => {
  const edge = await startTestEdge(
    {
      bulkCalculatePrice: async function* (requests) {
        for await (const asked of requests)
          if (!(asked instanceof Error)) yield PricingResponse.fromPartial({ requestedQuantity: asked.quantity });
      },
    },
    { limiter: limiting },
  );
  const stream = edge.pricing.bulkCalculatePrice(headers(fullKey));
  for (let quantity = 1; quantity <= messages; quantity += 1)
    stream.write({ offerId: 'ofr_1', quantity, deliveryZone: '', date: undefined });
  stream.end();
  let answered = 0;
  stream.on('data', () => (answered += 1));
  const ended = new Promise<ServiceError | undefined>((resolve) => {
    stream.once('error', (error) => resolve(error as ServiceError));
    stream.once('end', () => resolve(undefined));
  });
  return { edge, ended, answered: () => answered };
};

test('the messages of a stream count against the day of their key, and the one too many ends the stream', async () => {
  const { edge, ended, answered } = await streamOf(100, limiter({ requestsPerDay: 3 }, { messagesPerRequest: 10 }));
  const error = await ended;
  expect(codeOf(error)).toBe('RESOURCE_EXHAUSTED');
  expect(error?.details).toBe('the 3 requests of this day are used up');
  expect(detailsOf(error)).toHaveProperty('RetryInfo');
  expect(answered()).toBe(30);
  await edge.close();
});

test('messages over the rate of their key are not refused: they wait, and all are answered', async () => {
  let nowMs = Date.now();
  const { edge, ended, answered } = await streamOf(
    100,
    limiter({ requestsPerSecond: 20, burst: 1 }, { messagesPerRequest: 10, now: () => new Date(nowMs) }),
  );
  await heldUp(answered);
  expect(answered()).toBe(10);
  nowMs += 50;
  await eventually(() => answered() === 20);
  await heldUp(answered);
  expect(answered()).toBe(20);
  const passing = setInterval(() => (nowMs += 50), 5);
  expect(await ended).toBeUndefined();
  clearInterval(passing);
  expect(answered()).toBe(100);
  await edge.close();
});
