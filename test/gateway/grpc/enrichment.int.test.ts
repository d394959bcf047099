import { credentials, type Metadata, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EnrichmentClient,
  type EnrichmentJob,
  type EnrichmentJobRequest,
} from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { callOf, type EnrichmentWorld, enrichmentWorld } from '../../support/enrichment-world.ts';
import { resistorId } from '../../support/market.ts';
import { headers, startTestEdge, type TestEdge } from './test-edge.ts';

const rebuild = (at: number): EnrichmentJobRequest => ({
  type: 'rebuild_supply_chain',
  target: { product_id: resistorId(at) },
  priority: 'normal',
  maxLookupCost: {},
});

const keyed = (key: string): Metadata => headers(undefined, { 'idempotency-key': key });

describe('enrichment jobs over gRPC', () => {
  let world: EnrichmentWorld;
  let edge: TestEdge;
  let client: EnrichmentClient;
  beforeAll(async () => {
    world = await enrichmentWorld();
    const authenticator = { authenticate: async () => callOf('acme').caller };
    edge = await startTestEdge({ enrichment: world.useCases }, { authenticator });
    client = new EnrichmentClient(`127.0.0.1:${edge.server.port}`, credentials.createInsecure());
  });
  afterAll(async () => {
    client?.close();
    await edge?.close();
    await world?.close();
  });

  const request = (asked: EnrichmentJobRequest, metadata = headers(undefined)): Promise<EnrichmentJob> =>
    new Promise((resolve, reject) =>
      client.requestEnrichment(asked, metadata, (error, job) => (error === null ? resolve(job) : reject(error))),
    );

  it('are the same for the same idempotency-key and request, also once they have ended, and FAILED_PRECONDITION for another', async () => {
    const first = await request(rebuild(1), keyed('night run'));
    await world.useCases.cancelJob({ jobId: first.id }, callOf('acme'));
    expect(await request(rebuild(1), keyed('night run'))).toMatchObject({ id: first.id, failureReason: 'cancelled' });
    expect((await request(rebuild(1))).id).not.toBe(first.id);
    await expect(request(rebuild(2), keyed('night run'))).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: expect.stringContaining('Idempotency-Key'),
    });
  });
});
