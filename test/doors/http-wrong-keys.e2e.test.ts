import { credentials, Metadata, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogClient } from '../../proto/gen/svc/public/v1/catalog.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type DoorService, expectUnharmed, startDoorService, underAttack } from './door-probe.ts';
import { countOf, flood } from './http-flood.ts';

const key = 'os_goodgoodgoodgoodgoodgoodgoodgood';
const perSecond = 1_000;
const seconds = 3;

let database: TestDatabase;
let service: DoorService;
let catalog: CatalogClient;
/** Of all wrong keys so far; none is sent twice. */
let wrong = 0;

beforeAll(async () => {
  database = await testDatabase();
  service = await startDoorService(database, { BOOTSTRAP_CUSTOMER_KEY: key });
  catalog = new CatalogClient(service.grpcAddress, credentials.createInsecure());
  await guessOverHttp(2);
  await guessOverGrpc(1);
});
afterAll(async () => {
  catalog.close();
  await database.close();
});

const wrongKey = (): string => {
  wrong += 1;
  return `os_${String(wrong).padStart(32, 'w')}`;
};

const guessOverHttp = (forSeconds: number) =>
  flood({
    url: service.httpUrl,
    perSecond,
    seconds: forSeconds,
    requestAt: () => ({ path: '/v1/products/x', headers: { 'x-api-key': wrongKey() } }),
  });

const call = (apiKey: string): Promise<number> =>
  new Promise((resolve) => {
    const metadata = new Metadata();
    metadata.set('x-api-key', apiKey);
    catalog.getProduct({ id: 'x' }, metadata, (error) => resolve(error?.code ?? status.OK));
  });

const guessOverGrpc = async (forSeconds: number): Promise<ReadonlyMap<number, number>> => {
  const codes: number[] = [];
  const batch = 20;
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < forSeconds * 1_000) {
    const due = ((performance.now() - startedAtMs) / 1_000) * perSecond;
    if (codes.length > due) await new Promise((resolve) => setTimeout(resolve, 5));
    else codes.push(...(await Promise.all(Array.from({ length: batch }, () => call(wrongKey())))));
  }
  return Map.groupBy(codes, (code) => code)
    .entries()
    .reduce((counts, [code, all]) => counts.set(code, all.length), new Map<number, number>());
};

describe('a thousand wrong keys a second', () => {
  it('over HTTP silence nothing, and most are told to come back', async () => {
    let answers: ReadonlyMap<number, number> = new Map();
    const report = await underAttack(service, async () => {
      answers = await guessOverHttp(seconds);
    });
    expectUnharmed(report, { maxLogLines: 2 });
    expect([...answers.keys()].filter((code) => code !== 401 && code !== 429)).toEqual([]);
    expect(answers.get(429)).toBeGreaterThan(countOf(answers) * 0.9);
  });

  it('over gRPC silence nothing, and most are told to come back', async () => {
    let answers: ReadonlyMap<number, number> = new Map();
    const report = await underAttack(service, async () => {
      answers = await guessOverGrpc(seconds);
    });
    expectUnharmed(report, { maxLogLines: 2 });
    expect(answers.get(status.RESOURCE_EXHAUSTED)).toBeGreaterThan(countOf(answers) * 0.9);
  });

  it('lock nobody else out of their address, over either', async () => {
    const ask = async (): Promise<number> =>
      (await fetch(`${service.httpUrl}/v1/products/x`, { headers: { 'x-api-key': key } })).status;
    const guessing = guessOverHttp(seconds);
    const first = await ask();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect([first, await ask()].at(-1)).toBe(404);
    expect(await call(key)).toBe(status.NOT_FOUND);
    await guessing;
    expect(await ask()).toBe(404);
  });

  it('are some questions a second to the database', async () => {
    // What a connection has counted is there when it ends.
    await service.stop();
    const [row] = await database.pool.sql<{ scans: number }[]>`
      select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::float8 as scans
      from pg_stat_user_tables where relname = 'api_key'`;
    expect(wrong).toBeGreaterThan(1_000);
    expect(row?.scans).toBeLessThan(400);
  });
});
