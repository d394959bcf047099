import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoadShedder } from '../../../gateway/protection/load-shedder.ts';
import { startLoadShedder } from '../../../gateway/protection/load-shedder.ts';
import { testAdmin } from '../../support/admin.ts';
import { eventually } from '../../support/eventually.ts';
import { adminKey, startTestEdge as startHttpEdge, storeKeys } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { refuseAll } from '../../support/shedders.ts';
import { answerOf, codeOf, detailsOf, drainOf, fullKey, headers, startTestEdge } from '../grpc/test-edge.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});
afterAll(() => database.close());

/** Refuses every second request. */
const everySecond = (): LoadShedder & { readonly underWay: () => number } => {
  let asked = 0;
  let underWay = 0;
  return {
    ...refuseAll,
    shouldRefuse: () => {
      asked += 1;
      return asked % 2 === 0;
    },
    begin: () => {
      underWay += 1;
    },
    end: () => {
      underWay -= 1;
    },
    underWay: () => underWay,
  };
};

test('over HTTP what is refused is told when to come back, with or without a body, and the connection goes on', async () => {
  const shedder = everySecond();
  const edge = await startHttpEdge(database.pool, { shedder });
  const options = { method: 'POST', headers: { 'content-type': 'application/json', 'x-correlation-id': 'mine' } };
  const answers = [];
  for (let at = 0; at < 6; at += 1)
    answers.push(await edge.send('/v1/pricing', options, '{"offer_id":"ofr_1","quantity":1}'));
  expect(answers.map(({ status }) => status)).toEqual([501, 429, 501, 429, 501, 429]);
  expect(answers[1]?.headers).toMatchObject({
    'retry-after': '1',
    'content-type': 'application/problem+json',
    'x-correlation-id': 'mine',
  });
  expect(JSON.parse(answers[1]?.body ?? '')).toEqual({
    type: '/problems/exhausted',
    title: 'Too many requests',
    status: 429,
    detail: 'the service is overloaded',
    retry_after_seconds: 1,
    correlation_id: 'mine',
  });
  expect(shedder.underWay()).toBe(0);
  await edge.stop();
});

test('health, readiness, metrics, the documents and what operators do are served whatever the load', async () => {
  const edge = await startHttpEdge(database.pool, {
    shedder: refuseAll,
    admin: testAdmin(database),
  });
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/v1/admin/customers']) {
    expect((await edge.send(path, { headers: { 'x-api-key': adminKey } })).status).toBe(200);
  }
  expect((await edge.send('/v1/products/x')).status).toBe(429);
  await edge.stop();
});

test('over gRPC calls of every kind are refused with RetryInfo, and the next call on the connection is served', async () => {
  const shedder = everySecond();
  const edge = await startTestEdge({}, { shedder });
  const call = () => answerOf((done) => edge.catalog.getProduct({ id: 'prd_1' }, headers(fullKey), done));
  expect(codeOf((await call()).error)).toBe('UNIMPLEMENTED');
  const { error } = await call();
  expect(codeOf(error)).toBe('RESOURCE_EXHAUSTED');
  expect(detailsOf(error)).toMatchObject({
    RetryInfo: [
      [
        1,
        [
          [1, 1],
          [2, 0],
        ],
      ],
    ],
  });
  expect(error?.metadata.get('x-correlation-id')).toHaveLength(1);
  expect(codeOf((await call()).error)).toBe('UNIMPLEMENTED');
  const stream = edge.catalog.streamProducts({ identityProfileId: '', batchSize: 0 }, headers(fullKey));
  expect(codeOf((await drainOf(stream)).error)).toBe('RESOURCE_EXHAUSTED');
  expect(shedder.underWay()).toBe(0);
  await edge.close();
});

/** Keeps the event loop busy so that everything waits, as long as it is told to. */
const keepBusy = () => {
  let isBusy = true;
  const round = (): void => {
    const until = performance.now() + 100;
    while (performance.now() < until);
    if (isBusy) setTimeout(round);
  };
  setTimeout(round);
  return () => {
    isBusy = false;
  };
};

test('a process that does not keep up refuses some, counts them, and takes all again soon after', async () => {
  let refused = 0;
  const shedder = startLoadShedder({
    onRefused: () => {
      refused += 1;
    },
  });
  expect(Array.from({ length: 100 }, shedder.shouldRefuse)).not.toContain(true);
  const relax = keepBusy();
  const countOf100 = () => Array.from({ length: 100 }, shedder.shouldRefuse).filter((isRefused) => isRefused).length;
  await eventually(() => countOf100() > 50);
  expect(refused).toBeGreaterThan(50);
  relax();
  await eventually(() => countOf100() === 0);
  shedder.stop();
});

test('answers that wait for the database count while many are under way, and not while few are', async () => {
  const shedder = startLoadShedder({ onRefused: () => undefined });
  const slow = () => {
    for (let at = 0; at < 100; at += 1) {
      shedder.begin();
      shedder.end(2_000);
    }
  };
  for (let at = 0; at < 200; at += 1) shedder.begin();
  slow();
  await eventually(() => shedder.shouldRefuse());
  for (let at = 0; at < 200; at += 1) shedder.end(2_000);
  await eventually(() => !Array.from({ length: 100 }, shedder.shouldRefuse).includes(true));
  slow();
  expect(Array.from({ length: 100 }, shedder.shouldRefuse)).not.toContain(true);
  shedder.stop();
});

test('no more than a few hundred are under way at once while they are answered slowly', () => {
  const shedder = startLoadShedder({ onRefused: () => undefined });
  let accepted = 0;
  for (let at = 0; at < 5_000; at += 1) {
    if (shedder.shouldRefuse()) continue;
    shedder.begin();
    accepted += 1;
  }
  expect(accepted).toBe(512);
  shedder.end(10);
  expect(shedder.shouldRefuse()).toBe(false);
  shedder.stop();
});

test('a process that is late while few requests come refuses none', async () => {
  const shedder = startLoadShedder({ onRefused: () => undefined });
  const relax = keepBusy();
  const answers: boolean[] = [];
  await eventually(() => answers.push(shedder.shouldRefuse()) > 20);
  relax();
  expect(answers).not.toContain(true);
  shedder.stop();
});
