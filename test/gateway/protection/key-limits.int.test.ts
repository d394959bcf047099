import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KeyLimits, noLimitsOfItsOwn } from '../../../domain/callers/key-limits.ts';
import { createKeyLimiter } from '../../../gateway/protection/key-limiter.ts';
import { createKeyUsage } from '../../../storage/key-usage.ts';
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
  startTestEdge,
} from '../grpc/test-edge.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});
afterAll(() => database.close());

const limiter = (limits: Partial<KeyLimits>) =>
  createKeyLimiter({
    defaults: { ...noLimitsOfItsOwn, ...limits },
    usage: createKeyUsage(database.pool.sql),
    onRefused: () => undefined,
    now: () => new Date(),
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
    type: 'urn:offerstream:problem:exhausted',
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
  /** Opens a stream; it has come so far when its headers come, and is refused when it ends instead. */
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
