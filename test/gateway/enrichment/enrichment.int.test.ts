import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../../../domain/errors.ts';
import type { EnrichmentJob } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { callOf, type EnrichmentWorld, enrichmentWorld } from '../../support/enrichment-world.ts';
import { eventually } from '../../support/eventually.ts';
import { hiddenOffer, resistorId, sharedOffer } from '../../support/market.ts';

const rebuild = (at: number, priority = 'normal') => ({
  type: 'rebuild_supply_chain',
  target: { product_id: resistorId(at) },
  priority,
});

describe('enrichment jobs', () => {
  let world: EnrichmentWorld;
  beforeAll(async () => {
    world = await enrichmentWorld();
  });
  afterAll(() => world.close());

  const request = (given: ReturnType<typeof rebuild> & { idempotencyKey?: string }, by = 'acme') =>
    world.useCases.requestEnrichment(given, callOf(by));
  const lastOf = async (jobId: string, by = 'acme'): Promise<EnrichmentJob | undefined> => {
    let last: EnrichmentJob | undefined;
    for await (const job of world.useCases.watchJob({ jobId }, callOf(by))) last = job;
    return last;
  };
  const workedOff = async (): Promise<void> => {
    const stop = world.work();
    await eventually(async () => {
      const [row] = await world.database.pool.sql<{ count: number }[]>`
        select count(*)::int as count from enrichment_job where finished_at is null`;
      return row?.count === 0;
    });
    await stop();
  };

  it('are one for each target however many ask at once, and every watcher sees the same end', async () => {
    const { metrics } = world;
    const joined = async (): Promise<number> => (await metrics.enrichment.dedupHits.get()).values[0]?.value ?? 0;
    const before = await joined();
    const asked = await Promise.all(Array.from({ length: 1_000 }, (_, at) => request(rebuild(at % 50))));
    const ids = new Set(asked.map(({ id }) => id));
    expect(ids.size).toBe(50);
    expect((await joined()) - before).toBe(950);
    const watched = Promise.all(asked.map(({ id }) => lastOf(id)));
    const stop = world.work();
    const ends = await watched;
    await stop();
    const byJob = Map.groupBy(ends, (job) => job?.id);
    for (const [, each] of byJob) expect(new Set(each.map((job) => JSON.stringify(job))).size).toBe(1);
    expect(new Set(ends.map((job) => `${job?.status} ${job?.progress}`))).toEqual(new Set(['completed 1']));
  });

  it('write all their events under the correlation id and in the trace of the request', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    const { id } = await world.useCases.requestEnrichment(
      { ...rebuild(65), idempotencyKey: undefined },
      {
        ...callOf('acme'),
        correlationId: 'the-request',
        traceparent,
      },
    );
    await workedOff();
    const events = await world.database.pool.sql<{ type: string; correlation: string; trace: string }[]>`
      select type, correlation_id as correlation, split_part(traceparent, '-', 2) as trace
      from event where aggregate_id = ${id} order by version`;
    expect(events.map(({ type }) => type)).toEqual([
      'enrichment_job.queued',
      'enrichment_job.started',
      'enrichment_job.completed',
    ]);
    expect(new Set(events.map(({ correlation, trace }) => `${correlation} ${trace}`))).toEqual(
      new Set([`the-request ${'a'.repeat(32)}`]),
    );
  });

  it('joined with a higher priority get it and keep their age', async () => {
    const low = await request(rebuild(60, 'low'));
    const joined = await request(rebuild(60, 'high'), 'globex');
    expect(joined).toMatchObject({ id: low.id, priority: 'high', createdAt: low.createdAt });
    expect(await request(rebuild(60, 'normal'))).toMatchObject({ id: low.id, priority: 'high' });
    await workedOff();
  });

  it('end as cancelled when the last who asked wants them no longer', async () => {
    const { id } = await request(rebuild(61));
    await request(rebuild(61), 'globex');
    expect(await world.useCases.cancelJob({ jobId: id }, callOf('acme'))).toMatchObject({ status: 'queued' });
    const watched = lastOf(id);
    expect(await world.useCases.cancelJob({ jobId: id }, callOf('globex'))).toMatchObject({
      status: 'failed',
      failureReason: 'cancelled',
    });
    expect(await watched).toMatchObject({ status: 'failed' });
    expect(await world.useCases.cancelJob({ jobId: id }, callOf('acme'))).toMatchObject({ status: 'failed' });
  });

  it('are the same for a request that is sent again under its key, also after they ended', async () => {
    const first = await request({ ...rebuild(62), idempotencyKey: 'key 1' });
    expect((await request({ ...rebuild(62), idempotencyKey: 'key 1' })).id).toBe(first.id);
    await workedOff();
    expect(await request({ ...rebuild(62), idempotencyKey: 'key 1' })).toMatchObject({
      id: first.id,
      status: 'completed',
    });
    await expect(request({ ...rebuild(63), idempotencyKey: 'key 1' })).rejects.toMatchObject({ kind: 'key_reused' });
    const [twice, again] = await Promise.all([
      request({ ...rebuild(64), idempotencyKey: 'key 2' }),
      request({ ...rebuild(64), idempotencyKey: 'key 2' }),
    ]);
    expect(again.id).toBe(twice.id);
    expect((await request({ ...rebuild(62), idempotencyKey: 'key 1' }, 'globex')).id).not.toBe(first.id);
    await workedOff();
  });

  it('are listed newest first, page by page, to those who asked for them', async () => {
    for (let at = 102; at < 110; at += 1) await request(rebuild(at));
    await workedOff();
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await world.useCases.listJobs({ limit: 7, cursor }, callOf('acme'));
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    const rows = await world.database.pool.sql<{ id: string }[]>`
      select job_id as id from enrichment_requester where customer_id = 'acme' order by created_at desc, job_id desc`;
    expect(seen).toEqual(rows.map(({ id }) => id));
    const first = await world.useCases.listJobs({ limit: 7, cursor: '' }, callOf('acme'));
    await expect(
      world.useCases.listJobs({ limit: 7, cursor: first.nextCursor ?? '' }, callOf('globex')),
    ).rejects.toMatchObject({ kind: 'invalid_argument' });
  });

  it('tell what a changed route changes of the traces', async () => {
    const target = { offer_id: sharedOffer };
    const run = async (): Promise<EnrichmentJob | undefined> => {
      const stop = world.work();
      const { id } = await world.useCases.requestEnrichment(
        { type: 'rebuild_supply_chain', target, priority: '' },
        callOf('acme'),
      );
      const last = await lastOf(id);
      await stop();
      return last;
    };
    await run();
    await world.database.pool.sql`update supplier set sales_agent = 'middleman' where id = 'borealis'`;
    expect(await run()).toMatchObject({
      status: 'completed',
      counts: { offers: 1, changed: 1 },
      supplyChainChanges: expect.arrayContaining([
        { offerId: sharedOffer, field: 'sales_agent', before: '', after: 'middleman' },
      ]),
    });
    expect(await run()).toMatchObject({ counts: { offers: 1, changed: 0 }, supplyChainChanges: [] });
  });

  describe('refuse', () => {
    const bad = (given: object) => world.useCases.requestEnrichment({ ...rebuild(0), ...given }, callOf('acme'));

    it('an unknown type', () =>
      expect(bad({ type: 'guess' })).rejects.toMatchObject({ violations: [{ field: 'type' }] }));
    it('a supplier as the target of a refresh of characteristics', () =>
      expect(bad({ type: 'refresh_characteristics', target: { supplier_id: 'borealis' } })).rejects.toMatchObject({
        violations: [{ field: 'target.supplier_id' }],
      }));
    it('an empty target', () =>
      expect(bad({ target: {} })).rejects.toMatchObject({ violations: [{ field: 'target' }] }));
    it('a target with an empty id', () =>
      expect(bad({ target: { product_id: ' ' } })).rejects.toMatchObject({
        violations: [{ field: 'target.product_id' }],
      }));
    it('a target with two keys', () =>
      expect(bad({ target: { product_id: 'a', offer_id: 'b' } })).rejects.toMatchObject({
        violations: [{ field: 'target' }],
      }));
    it('a target with a key that is not known', () =>
      expect(bad({ target: { colour: 'red' } })).rejects.toMatchObject({ violations: [{ field: 'target.colour' }] }));
    it('a list of too many offers', () =>
      expect(
        bad({ target: { offer_ids: Array.from({ length: 501 }, (_, at) => `ofr_${at}`).join() } }),
      ).rejects.toMatchObject({ violations: [{ field: 'target.offer_ids' }] }));
    it('a target that does not exist', () =>
      expect(bad({ target: { product_id: 'prd_none' } })).rejects.toMatchObject({ kind: 'not_found' }));
    it('a target that only another tenant sees', () =>
      expect(bad({ target: { offer_id: hiddenOffer } })).rejects.toMatchObject({ kind: 'not_found' }));
    it('an unknown priority', () =>
      expect(bad({ priority: 'urgent' })).rejects.toMatchObject({ violations: [{ field: 'priority' }] }));

    it("another tenant's job, in the words for one that does not exist", async () => {
      const { id: jobId } = await request(rebuild(70), 'globex');
      const unknown = { kind: 'not_found', message: `job "${jobId}" not found` };
      await expect(world.useCases.getJob({ jobId }, callOf('acme'))).rejects.toMatchObject(unknown);
      await expect(world.useCases.cancelJob({ jobId }, callOf('acme'))).rejects.toMatchObject(unknown);
      await expect(lastOf(jobId)).rejects.toMatchObject(unknown);
      await workedOff();
    });
  });

  describe('in hand', () => {
    const limits = {
      perType: { discovery: 9, refresh_observation: 9, refresh_characteristics: 9, rebuild_supply_chain: 9 },
      perCustomer: 9,
    };
    const claim = (owner: string, ttlMs: number, changes: { perCustomer?: number } = {}) =>
      world.queue.claim({ owner, ttlMs, limits: { ...limits, ...changes }, places: 9, now: new Date() });

    it('pass to another process when theirs goes silent, at their checkpoint, and its late writes fail', async () => {
      const { id } = await request(rebuild(80));
      const [first] = await claim('one', 0);
      expect(first?.job.id).toBe(id);
      if (first === undefined) return;
      await world.queue.keep(first, { progress: { done: 1, known: 2 }, checkpoint: { at: 1 } });
      const [second] = await claim('two', 60_000);
      expect(second).toMatchObject({ checkpoint: { at: 1 }, job: { id, shown: 0.5 } });
      if (second === undefined) return;
      const late = world.queue.keep(first, { progress: { done: 2, known: 2 }, checkpoint: { at: 2 } });
      await expect(late).rejects.toMatchObject({ kind: 'conflict' });
      await world.queue.keep(second, { progress: { done: 1, known: 10 }, checkpoint: { at: 3 } });
      expect(await world.jobs.job(id, { customerId: 'acme' })).toMatchObject({
        shown: 0.5,
        state: { kind: 'started' },
      });
      expect(await claim('three', 60_000)).toEqual([]);
      expect(await world.queue.renew([first, second], 60_000)).toEqual([id]);
      await world.queue.release([second]);
      await workedOff();
    });

    it('are no more than the limits allow, whatever the number of processes', async () => {
      for (let at = 90; at < 96; at += 1) await request(rebuild(at));
      await request(rebuild(96), 'globex');
      const claims = await Promise.all(
        ['one', 'two', 'three'].map((owner) => claim(owner, 60_000, { perCustomer: 2 })),
      );
      const taken = claims.flat();
      expect(taken).toHaveLength(3);
      await world.queue.release(taken);
      await workedOff();
    });

    it('are tried again after what passes by itself, and fail for what does not', async () => {
      const { id: jobId } = await request(rebuild(100));
      let steps = 0;
      const stop = world.work({
        kinds: {
          discovery: undefined,
          refresh_observation: undefined,
          refresh_characteristics: undefined,
          rebuild_supply_chain: {
            step: async () => {
              steps += 1;
              if (steps < 3) throw unavailable('down', 10);
              throw new TypeError('a bug');
            },
          },
        },
      });
      expect(await lastOf(jobId)).toMatchObject({ status: 'failed', failureReason: 'internal' });
      expect(steps).toBe(3);
      await stop();
    });
  });
});
