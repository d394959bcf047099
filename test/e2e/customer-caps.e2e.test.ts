import { credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EnrichmentClient, type EnrichmentJob } from '../../proto/gen/svc/public/v1/enrichment.ts';
import { createEstimateStore } from '../../storage/estimates/estimate-store.ts';
import { documentRequest } from '../support/estimate-request.ts';
import { untraced } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { fullKey, storeKeys } from '../support/http-edge.ts';
import { fillMarket, resistorId } from '../support/market.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await testDatabase();
  const { sql } = database.pool;
  await fillMarket(database.pool);
  await storeKeys(database.pool);
  await sql`update api_key set scopes = '{estimate,enrichment}' where id = 'key_full'`;
  await createEstimateStore(sql).create(
    {
      id: 'est_old',
      request: documentRequest,
      document: undefined,
      caller: { customerId: 'acme', keyId: 'key_full', groupIds: [] },
      now: new Date(),
    },
    untraced,
  );
  await sql`update estimate set status = 'error', failure = 'internal', seen_at = now() - interval '25 hours'`;
  service = await startService({
    DATABASE_URL: database.url,
    BUS: 'embedded',
    HOST: '127.0.0.1',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    ESTIMATE_RETENTION_DAYS: '1',
    CUSTOMER_ESTIMATES: '1',
  });
  await eventually(async () => (await sql`select from estimate`).length === 0);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await database?.close();
});

const send = async (path: string, body: object) => {
  const answer = await fetch(`${service.httpUrl}/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': fullKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { detail } = (await answer.json()) as { readonly detail?: string };
  return { status: answer.status, detail, retryAfter: Number(answer.headers.get('retry-after')) };
};

test('an estimate that nobody has looked at for as long as they are kept is removed, and the log says how many were', async () => {
  const removed = expect.objectContaining({ event: 'estimate.retention.removed', count: 1 });
  await eventually(() => expect(service.lines).toContainEqual(removed));
});

test('an estimate too many is 429 with how many there are', async () => {
  const lines = [{ raw_text: '10x LM358DR' }];
  expect(await send('/estimates', { lines })).toMatchObject({ status: 201 });
  expect(await send('/estimates', { lines })).toEqual({
    status: 429,
    detail: 'you have 1 estimates, and 1 are kept; delete some of them',
    retryAfter: 3_600,
  });
});

test('a second refresh of a whole supplier is 429 over HTTP and RESOURCE_EXHAUSTED over gRPC, with the time to wait', async () => {
  const job = { type: 'refresh_observation', target: { supplier_id: 'borealis' } };
  expect((await send('/enrichment-jobs', job)).status).toBe(201);
  await database.pool.sql`
    update enrichment_job set finished_at = now(), failure = 'timeout', owned_until = null, token = token + 1
    where finished_at is null`;
  const refusal = await send('/enrichment-jobs', job);
  expect(refusal).toMatchObject({ status: 429, detail: expect.stringContaining('a refresh of the whole supplier') });
  expect(refusal.retryAfter).toBeGreaterThan(200);

  const client = new EnrichmentClient(service.grpcAddress, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${fullKey}`);
  const { promise, resolve } = Promise.withResolvers<ServiceError | EnrichmentJob | undefined>();
  client.requestEnrichment({ ...job, priority: 'high', maxLookupCost: {} }, metadata, (error, answer) =>
    resolve(error ?? answer),
  );
  const error = (await promise) as ServiceError;
  expect(status[error.code]).toBe('RESOURCE_EXHAUSTED');
  expect(error.details).toContain('a refresh of the whole supplier was asked for');
  client.close();
  const single = { ...job, target: { product_id: resistorId(0) } };
  expect((await send('/enrichment-jobs', single)).status).toBe(201);
});
