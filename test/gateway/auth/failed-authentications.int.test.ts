import { credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuditDesk } from '../../../gateway/audit/audit-desk.ts';
import type { Refusal } from '../../../gateway/audit/refusal-tally.ts';
import { createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import { startGrpcServer } from '../../../gateway/grpc/server.ts';
import { createCallerAddress } from '../../../gateway/protection/caller-address.ts';
import { createFailureLimiter } from '../../../gateway/protection/failure-limiter.ts';
import { CatalogClient } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createLogger } from '../../../telemetry/logger.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { fullKey, refusingUseCases, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { codeOf, detailsOf } from '../grpc/test-edge.ts';

const perMinute = 5;

let database: TestDatabase;
let http: TestEdge;
let catalog: CatalogClient;
let told: Refusal[] = [];
let stopGrpc: () => Promise<void>;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  const begun = new Date();
  const now = () => new Date();
  const authenticator = createAuthenticator({
    callers: createCallerStore(database.pool.sql),
    // Its minute does not go by, however long the answers take.
    failures: createFailureLimiter({ perMinute, now: () => begun }),
    now,
  });
  const audit = createAuditDesk({
    trail: {
      append: async () => expect.unreachable('nothing was done'),
      tagOf: async () => expect.unreachable('nothing was read'),
    },
    tally: { count: (refusal) => void told.push(refusal) },
    onFailed: (error) => expect.unreachable(String(error)),
  });
  const callerAddress = createCallerAddress(['127.0.0.1']);
  http = await startTestEdge(database.pool, { auth: authenticator, callerAddress, audit });
  const grpc = await startGrpcServer({
    useCases: refusingUseCases,
    authenticator,
    callerAddress,
    audit,
    metrics: createMetrics('test'),
    log: createLogger({ service: 'test', level: 'silent' }),
    config: { host: '127.0.0.1', grpcPort: 0, maxBodyBytes: 65_536, defaultDeadlineMs: 10_000 },
    now,
  });
  catalog = new CatalogClient(`127.0.0.1:${grpc.port}`, credentials.createInsecure());
  stopGrpc = () => grpc.stop(0);
});

afterAll(async () => {
  catalog.close();
  await stopGrpc();
  await http.stop();
  await database.close();
});

const overHttp = (key: string, from: string) =>
  http.send('/v1/products/x', { headers: { 'x-api-key': key, 'x-forwarded-for': from } });

const overGrpc = (key: string, from: string): Promise<ServiceError | undefined> =>
  new Promise((resolve) => {
    const metadata = new Metadata();
    metadata.set('x-api-key', key);
    metadata.set('x-forwarded-for', from);
    catalog.getProduct({ id: 'x' }, metadata, (error) => resolve(error ?? undefined));
  });

const wrongKey = (at: number): string => `os_${String(at).padStart(32, 'w')}`;

describe('who fails to authenticate too often', () => {
  it('is told over HTTP when to come back, and others behind the same proxy are not', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < perMinute; at += 1) statuses.push((await overHttp(wrongKey(at), '192.0.2.1')).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await overHttp(wrongKey(100), '192.0.2.1')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
    });
    expect((await overHttp(wrongKey(101), '192.0.2.2')).status).toBe(401);
    expect((await overHttp(fullKey, '192.0.2.2')).status).toBe(501);
  });

  it('is told over gRPC when to come back, having failed over either', async () => {
    for (let at = 0; at < perMinute; at += 1) await overHttp(wrongKey(200 + at), '192.0.2.3, 127.0.0.1');
    const error = await overGrpc(wrongKey(300), '192.0.2.3');
    expect(codeOf(error)).toBe('RESOURCE_EXHAUSTED');
    expect(detailsOf(error)).toMatchObject({ RetryInfo: expect.anything() });
    expect(codeOf(await overGrpc(wrongKey(301), '192.0.2.4'))).toBe('UNAUTHENTICATED');
  });

  it('is told to the audit trail over either, with the address before the proxies, also before it is looked up', async () => {
    for (const [over, from, first] of [
      [overHttp, '2001:db8:1:2::5', 400],
      [overGrpc, '2001:db8:1:3::5', 500],
    ] as const) {
      told = [];
      for (let at = 0; at <= perMinute; at += 1) await over(wrongKey(first + at), from);
      const reasons = [...Array<string>(perMinute).fill('unauthenticated'), 'exhausted'];
      expect(told.map(({ reason }) => reason)).toEqual(reasons);
      for (const each of told) expect(each).toMatchObject({ actor: 'anonymous', customerId: undefined, origin: from });
      expect(new Set(told.map(({ operation }) => operation.replace(/^.*\//, '').toLowerCase()))).toEqual(
        new Set(['getproduct']),
      );
    }
  });
});
