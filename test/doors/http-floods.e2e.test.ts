import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type DoorService, expectUnharmed, startDoorService, underAttack } from './door-probe.ts';
import { countOf, flood } from './http-flood.ts';

const key = 'os_goodgoodgoodgoodgoodgoodgoodgood';

const oddPaths = [
  '/./v1/products/x',
  '/%76%31/products/x',
  '/docs/../v1/products/x',
  '/v1/admin/../products/x',
  '//v1/products/x',
  '/v1/products/%2e%2e/%2e%2e/%2e%2e',
  `/${'%2e%2e/'.repeat(1_000)}v1/products/x`,
  `/v1/${'./'.repeat(3_000)}products/x`,
  `/v1/products/${'%2F'.repeat(2_000)}`,
  'http://other/v1/products/x',
  '/v1/products/x%zz',
];

let database: TestDatabase;
let service: DoorService;

const send = (path: string, seconds: number, headers = {}, perSecond = 1_000) =>
  flood({ url: service.httpUrl, perSecond, seconds, requestAt: () => ({ path, headers }) });

const sendOdd = (seconds: number, headers = {}) =>
  flood({
    url: service.httpUrl,
    perSecond: 2_000,
    seconds,
    requestAt: (at) => ({ path: oddPaths[at % oddPaths.length] ?? '/', headers }),
  });

beforeAll(async () => {
  database = await testDatabase();
  service = await startDoorService(database, { BOOTSTRAP_CUSTOMER_KEY: key });
  for (const path of ['/readyz', '/metrics', '/openapi.json']) await send(path, 0.5);
  await sendOdd(0.5);
  await sendOdd(0.5, { 'x-api-key': key });
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

describe.each([
  ['without a key', {}],
  ['with a key', { 'x-api-key': key }],
])('a flood %s', (_, headers) => {
  it.each(['/readyz', '/metrics'])('of %s silences nothing, and each is answered', async (path) => {
    let answers: ReadonlyMap<number, number> = new Map();
    const report = await underAttack(service, async () => {
      answers = await send(path, 2, headers);
    });
    expectUnharmed(report, { maxLogLines: 2 });
    expect([...answers.keys()]).toEqual([200]);
  });

  it('of odd paths silences nothing, and none is served where the plain one would not be', async () => {
    let answers: ReadonlyMap<number, number> = new Map();
    const report = await underAttack(service, async () => {
      answers = await sendOdd(2, headers);
    });
    expectUnharmed(report, { maxLogLines: 2 });
    expect(countOf(answers)).toBeGreaterThan(100);
    expect([...answers.keys()].filter((status) => ![400, 401, 404, 429].includes(status))).toEqual([]);
  });
});
