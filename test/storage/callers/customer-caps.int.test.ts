import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usualCaps } from '../../../domain/callers/customer-caps.ts';
import type { RequestedJob } from '../../../domain/enrichment/ports.ts';
import type { JobTarget } from '../../../domain/enrichment/target.ts';
import { Failure } from '../../../domain/errors.ts';
import type { NewEstimate } from '../../../domain/estimate/ports.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createEstimateRetention } from '../../../storage/estimates/estimate-retention.ts';
import { createEstimateStore } from '../../../storage/estimates/estimate-store.ts';
import { createEnrichmentJobStore, type JobStoreOptions } from '../../../storage/jobs/enrichment-job-store.ts';
import { openPool, type Pool } from '../../../storage/pool/pool.ts';
import { documentRequest as request } from '../../support/estimate-request.ts';
import { untraced } from '../../support/event-samples.ts';
import { fillMarket, resistorId } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
/** Another process. */
let other: Pool;
let made = 0;

beforeAll(async () => {
  database = await testDatabase();
  other = openPool({ url: database.url, maxConnections: 8 });
  await fillMarket(database.pool);
  for (const id of ['acme', 'globex'])
    await createCallerStore(database.pool.sql).putCustomer({ id, name: id, groupIds: [] });
});
beforeEach(async () => {
  const { sql } = database.pool;
  await sql`delete from estimate`;
  await sql`delete from enrichment_job`;
  await sql`delete from supplier_refresh`;
});
afterAll(async () => {
  await other?.close();
  await database?.close();
});

/** What the asked ones came to: how many were taken, and what the others were told. */
const outcomesOf = async (asked: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(asked);
  const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as Failure] : []));
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(Failure);
    expect(refusal).toMatchObject({ kind: 'exhausted', retryAfterMs: expect.any(Number) });
  }
  return { taken: settled.length - refusals.length, told: [...new Set(refusals.map(({ message }) => message))] };
};

describe('estimates of one customer', () => {
  const estimateOf = (customerId: string, bytes?: number): NewEstimate => {
    made += 1;
    return {
      id: `est_${made}`,
      request,
      document: bytes === undefined ? undefined : new Uint8Array(bytes),
      caller: { customerId, keyId: 'key_1', groupIds: [] },
      now: new Date(),
    };
  };
  const at = ({ sql }: Pool, caps: Partial<typeof usualCaps>) =>
    createEstimateStore(sql, { caps: { ...usualCaps, ...caps } });
  /** Asks at two processes by turns, all at once. */
  const askAtBoth = (caps: Partial<typeof usualCaps>, count: number, bytes?: number) => {
    const stores = [at(database.pool, caps), at(other, caps)] as const;
    return outcomesOf(
      Array.from({ length: count }, (_, turn) =>
        (turn % 2 === 0 ? stores[0] : stores[1]).create(estimateOf('acme', bytes), untraced),
      ),
    );
  };

  it('are under way up to the cap, whoever asks at how many processes at once, and those of others count for nothing', async () => {
    expect(await askAtBoth({ pendingEstimates: 5 }, 20)).toEqual({
      taken: 5,
      told: ['5 of your estimates are under way, and 5 may be; wait for some of them'],
    });
    await at(other, { pendingEstimates: 5 }).create(estimateOf('globex'), untraced);
  });

  it('have documents waiting up to so many bytes together', async () => {
    expect(await askAtBoth({ pendingDocumentBytes: 2 ** 20 }, 8, 2 ** 18)).toEqual({
      taken: 4,
      told: [
        '1.0 MiB of your documents wait to be read, and 1.0 MiB may, with this one of 0.3 MiB; wait for some of them',
      ],
    });
    const store = at(database.pool, { pendingDocumentBytes: 2 ** 20 });
    await store.create(estimateOf('acme'), untraced);
    const [held] = await database.pool.sql<{ id: string }[]>`select estimate_id as id from estimate_document limit 1`;
    await store.cancel(held?.id ?? '', 'acme', untraced);
    await store.create(estimateOf('acme', 2 ** 18), untraced);
  });

  it('are kept up to the cap, whatever became of them, until some are deleted', async () => {
    expect(await askAtBoth({ estimates: 6 }, 12)).toEqual({
      taken: 6,
      told: ['you have 6 estimates, and 6 are kept; delete some of them'],
    });
    const store = at(database.pool, { estimates: 6 });
    const [one] = await store.page('acme', undefined, 1);
    await store.cancel(one?.id ?? '', 'acme', untraced);
    await expect(store.create(estimateOf('acme'), untraced)).rejects.toMatchObject({ kind: 'exhausted' });
    await store.remove(one?.id ?? '', 'acme', untraced);
    await store.create(estimateOf('acme'), untraced);
  });

  it('are removed when nobody has looked at them for long, once each, with an event, by however many processes', async () => {
    const { sql } = database.pool;
    const store = at(database.pool, {});
    for (let count = 0; count < 30; count += 1) await store.create(estimateOf('acme', 10), untraced);
    const ids = (await sql<{ id: string }[]>`select id from estimate order by created_at, id`).map(({ id }) => id);
    await sql`
      update estimate set status = 'error', failure = 'cancelled', seen_at = now() - interval '3 days'
      where id = any(${ids.slice(0, 22)}::text[])`;
    await sql`update estimate set seen_at = now() - interval '1 day' where id = ${ids[0] ?? ''}`;
    await sql`update estimate set owned_until = now() + interval '1 hour' where id = ${ids[1] ?? ''}`;
    await sql`update estimate set seen_at = now() - interval '3 days' where id = ${ids[29] ?? ''}`;
    const overdue = { forMs: 2 * 86_400_000, limit: 8 };
    const retentions = [createEstimateRetention(sql), createEstimateRetention(other.sql)] as const;
    const rounds = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push(...(await Promise.all(retentions.map((each) => each.removeUnviewed(overdue, untraced)))));
    expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(20);
    for (const count of rounds) expect(count).toBeLessThanOrEqual(8);
    const left = (await sql<{ id: string }[]>`select id from estimate order by created_at, id`).map(({ id }) => id);
    expect(left).toEqual([...ids.slice(0, 2), ...ids.slice(22)]);
    const events = await sql<{ id: string }[]>`
      select aggregate_id as id from event where type = 'estimate.deleted' and aggregate_id = any(${ids}::text[])`;
    expect(events.map(({ id }) => id).toSorted()).toEqual(ids.slice(2, 22).toSorted());
  });
});

describe('jobs of one customer', () => {
  const jobs = ({ sql }: Pool, options: JobStoreOptions) => createEnrichmentJobStore(sql, options);
  const ask = (
    store: ReturnType<typeof jobs>,
    target: JobTarget,
    customerId = 'acme',
    type: 'refresh_observation' | 'rebuild_supply_chain' = 'refresh_observation',
  ): Promise<RequestedJob> => {
    made += 1;
    const id = `job_${made}`;
    return store.request({ id, type, target, priority: 'normal', customerId, now: new Date() }, untraced);
  };
  const product = (at: number): JobTarget => ({ kind: 'product', productId: resistorId(at) });
  const borealis: JobTarget = { kind: 'supplier', supplierId: 'borealis' };
  const endAll = () =>
    database.pool.sql`update enrichment_job set finished_at = now(), failure = 'cancelled' where finished_at is null`;

  it('are pending up to the cap, whoever asks at how many processes at once', async () => {
    const caps = { pendingJobs: 5 };
    const stores = [jobs(database.pool, { caps }), jobs(other, { caps })] as const;
    const asked = Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? stores[0] : stores[1], product(at)));
    expect(await outcomesOf(asked)).toEqual({
      taken: 5,
      told: ['5 of your jobs are pending, and 5 may be; wait for some of them'],
    });
    await ask(stores[0], product(50), 'globex');
    expect((await ask(stores[1], product(50))).how).toBe('joined');
    await endAll();
    expect((await ask(stores[0], product(51))).how).toBe('created');
  });

  it('ask for everything of a supplier once in the cool-down, whoever asks, and join while that is under way', async () => {
    const options = { supplierCoolDownMs: 60_000 };
    const [here, there] = [jobs(database.pool, options), jobs(other, options)];
    const first = await Promise.all([ask(here, borealis), ask(there, borealis, 'globex'), ask(there, borealis)]);
    expect(first.map(({ how }) => how).toSorted()).toEqual(['created', 'joined', 'joined']);
    expect(new Set(first.map(({ job }) => job.id)).size).toBe(1);
    await endAll();
    for (const [store, customerId] of [
      [here, 'acme'],
      [there, 'globex'],
    ] as const) {
      const refusal = await ask(store, borealis, customerId).catch((error: Failure) => error);
      expect(refusal).toMatchObject({
        kind: 'exhausted',
        message: expect.stringMatching(/^a refresh of the whole supplier was asked for \d+ s ago; ask again in \d+ s/),
      });
      expect((refusal as Failure).retryAfterMs).toBeLessThanOrEqual(60_000);
    }
    expect((await ask(here, product(1))).how).toBe('created');
    expect((await ask(here, borealis, 'acme', 'rebuild_supply_chain')).how).toBe('created');
    await database.pool.sql`update supplier_refresh set asked_at = now() - interval '61 s'`;
    expect((await ask(there, borealis, 'globex')).how).toBe('created');
  });

  it('that were cancelled before they began have asked nobody, and hold up no refresh of the supplier', async () => {
    const store = jobs(database.pool, { supplierCoolDownMs: 60_000 });
    const cancelled = await ask(store, borealis);
    await store.cancel(cancelled.job.id, { customerId: 'acme' }, new Date(), untraced);
    const begun = await ask(store, borealis, 'globex');
    expect(begun.how).toBe('created');
    await database.pool.sql`update enrichment_job set started_at = now() where id = ${begun.job.id}`;
    await store.cancel(begun.job.id, { customerId: 'globex' }, new Date(), untraced);
    await expect(ask(store, borealis)).rejects.toMatchObject({ kind: 'exhausted' });
  });
});
