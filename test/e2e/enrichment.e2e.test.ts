import { credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnrichmentClient, type EnrichmentJob } from '../../proto/gen/svc/public/v1/enrichment.ts';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld } from '../support/ingestion-world.ts';
import { lookUpKey, lookUpWorld } from '../support/look-up-world.ts';
import { watchToEnd } from '../support/server-sent-events.ts';
import { type Service, startService } from '../support/service.ts';

const headers = { 'x-api-key': lookUpKey, 'content-type': 'application/json' };
const never = '2000000000';

interface JobJson {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
}

/** Asks for a job and watches it to its end. */
const runJob = async ({ httpUrl }: Service, job: object): Promise<readonly JobJson[]> => {
  const answer = await fetch(`${httpUrl}/v1/enrichment-jobs`, { method: 'POST', headers, body: JSON.stringify(job) });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as JobJson;
  return (await watchToEnd(`${httpUrl}/v1/enrichment-jobs/${id}/events`, headers)) as readonly JobJson[];
};

describe('a refresh of a supplier that reads in bulk', () => {
  let world: IngestionWorld;
  let service: Service;
  beforeAll(async () => {
    world = await ingestionWorld(300, Number(never));
    service = await startService({
      ...world.environment,
      BOOTSTRAP_CUSTOMER_KEY: lookUpKey,
      PRICES_INTERVAL_MS: never,
      STOCKS_INTERVAL_MS: never,
    });
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await world?.close();
  });

  const ticks = async (): Promise<readonly string[]> => {
    const rows = await world.database.pool.sql<{ kind: string }[]>`
      select kind from ingestion_tick where outcome = 'success' order by finished_at`;
    return rows.map(({ kind }) => kind);
  };

  it('begins its ticks of prices and stocks at once, and ends when both are applied', async () => {
    await eventually(async () => (await ticks()).length === 1, 60_000);
    const begin = new Date();
    const states = await runJob(service, { type: 'refresh_observation', target: { supplier_id: 'borealis' } });
    expect(states.at(-1)).toMatchObject({ status: 'completed', progress: 1, counts: { asked: 1, answered: 1 } });
    expect(states.map(({ progress }) => progress)).toEqual(states.map(({ progress }) => progress).toSorted());
    expect((await ticks()).toSorted()).toEqual(['catalogue', 'prices', 'stocks']);
    const [row] = await world.database.pool.sql<{ old: number }[]>`
      select count(*)::int as old from offer_view where last_observed_at < ${begin}`;
    expect(row?.old).toBe(0);
  });
});

describe('a job over gRPC', () => {
  it('is asked for, watched to its end, and counted', async () => {
    const world = await lookUpWorld(20);
    const service = await startService(world.environment);
    const client = new EnrichmentClient(service.grpcAddress, credentials.createInsecure());
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${lookUpKey}`);
    const [product] = await world.database.pool.sql<{ id: string }[]>`select id from product limit 1`;
    const target = { product_id: product?.id ?? '' };
    const job = await new Promise<EnrichmentJob>((resolve, reject) => {
      client.requestEnrichment(
        { type: 'rebuild_supply_chain', target, priority: 'low', maxLookupCost: {} },
        metadata,
        (error, answer) => (error === null ? resolve(answer) : reject(error)),
      );
    });
    expect(job).toMatchObject({ type: 'rebuild_supply_chain', status: 'queued', priority: 'low', target });
    const states: EnrichmentJob[] = [];
    for await (const state of client.watchJob({ jobId: job.id }, metadata)) states.push(state as EnrichmentJob);
    expect(states.at(-1)).toMatchObject({ id: job.id, status: 'completed', progress: 1 });
    // The end is told to who watches before it is counted.
    await eventually(async () => {
      const counted = await (await fetch(`${service.httpUrl}/metrics`)).text();
      expect(counted).toMatch(/enrichment_jobs_queued_total\{[^}]*type="rebuild_supply_chain"[^}]*\} 1/);
      expect(counted).toMatch(/enrichment_jobs_completed_total\{[^}]*status="completed"[^}]*\} 1/);
      expect(counted).toMatch(/enrichment_requests_total\{[^}]*method="RequestEnrichment"[^}]*\} 1/);
    });
    client.close();
    await service.stop();
    await world.close();
  });
});

describe('the discovery of a product', () => {
  it('ends when what the suppliers offer is applied and matched', async () => {
    const world = await lookUpWorld(40);
    const service = await startService(world.environment);
    const { sql } = world.database.pool;
    const part = await eventually(async () => {
      const [asked] = await sql<{ count: number }[]>`select count(asked_at)::int as count from lookup`;
      const [first] = await sql<{ id: string; offer: string }[]>`
        select product_id as id, min(id) as offer from offer where product_id is not null group by product_id limit 1`;
      return asked?.count === world.products && first !== undefined && first;
    }, 60_000);
    await sql`delete from offer_view where offer_id = ${part.offer}`;
    await sql`delete from offer where id = ${part.offer}`;
    const states = await runJob(service, { type: 'discovery', target: { product_id: part.id } });
    expect(states.at(-1)).toMatchObject({ status: 'completed', counts: { asked: 1, answered: 1 } });
    const [found] = await sql<{ id: string | null }[]>`
      select product_id as id from offer where id = ${part.offer}`;
    expect(found?.id).toBe(part.id);
    await service.stop();
    await world.close();
  });
});
