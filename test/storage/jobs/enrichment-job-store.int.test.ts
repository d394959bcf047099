import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import type { JobTarget } from '../../../domain/enrichment/target.ts';
import { turnLimits } from '../../../domain/enrichment/turns.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createEnrichmentJobStore, type JobStoreOptions } from '../../../storage/jobs/enrichment-job-store.ts';
import { createEnrichmentQueue } from '../../../storage/jobs/enrichment-queue.ts';
import { byTest } from '../../support/by-test.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { fillMarket, hiddenOffer, resistorId, sharedOffer } from '../../support/market.ts';
import { borealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await fillMarket(database.pool);
  await database.pool
    .sql`insert into customer (id, name) select id, id from unnest('{acme, globex, initech, hooli}'::text[]) as id on conflict do nothing`;
  const suppliers = createSupplierStore(database.pool.sql, testSealer());
  for (const [id, scope, ownerId] of [
    ['zephyr', 'customer', 'acme'],
    ['aurora', 'group', 'buyers-club'],
  ] as const) {
    await suppliers.putSupplier({ ...borealis, id, name: id, route: { supplierId: id } }, byTest);
    await suppliers.putCredential({ id: `crd_${id}`, supplierId: id, scope, ownerId, label: id, secret: {} });
  }
});
afterEach(() => database.close());

const caller = (customerId: string, ...groupIds: readonly string[]): Caller => ({
  keyId: `key_${customerId}`,
  customerId,
  groupIds,
  scopes: ['enrichment'],
  deliveryZone: undefined,
});

const callers = [
  caller('acme'),
  caller('globex', 'buyers-club'),
  caller('initech', 'other-club'),
  // Called like a group, and of a group that is called like a customer.
  caller('buyers-club', 'acme'),
];

/** Who may have a job for a target. */
const seenBy = async (target: JobTarget): Promise<string> => {
  const { isVisible } = createEnrichmentJobStore(database.pool.sql);
  const seen: string[] = [];
  for (const each of callers) if (await isVisible(target, each)) seen.push(each.customerId);
  return seen.join(' ');
};

const everyone = 'acme globex initech buyers-club';

/** Targets by what they are, and who may have a job for each. */
const targets: readonly (readonly [what: string, target: JobTarget, who: string])[] = [
  ['an offer that the system sees', { kind: 'offers', offerIds: [sharedOffer] }, everyone],
  ['an offer that a customer alone sees', { kind: 'offers', offerIds: [hiddenOffer] }, 'globex'],
  ['one of each', { kind: 'offers', offerIds: [sharedOffer, hiddenOffer] }, 'globex'],
  ['an offer that is not', { kind: 'offers', offerIds: [sharedOffer, 'off_none'] }, ''],
  ['a product', { kind: 'product', productId: resistorId(5) }, everyone],
  ['a product that is not', { kind: 'product', productId: 'prd_none' }, ''],
  ['a supplier that the system asks', { kind: 'supplier', supplierId: 'borealis' }, everyone],
  ['a supplier of a customer', { kind: 'supplier', supplierId: 'zephyr' }, 'acme'],
  ['a supplier of a group', { kind: 'supplier', supplierId: 'aurora' }, 'globex'],
  ['a supplier that is not', { kind: 'supplier', supplierId: 'none' }, ''],
];

test('a job is had by those who may know of its target', async () => {
  const seen: string[][] = [];
  for (const [what, target] of targets) seen.push([what, await seenBy(target)]);
  expect(seen).toEqual(targets.map(([what, , who]) => [what, who]));
});

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minute));

const request = (id: string, customerId: string, product: number, minute: number, options: JobStoreOptions = {}) =>
  createEnrichmentJobStore(database.pool.sql, options).request(
    {
      id,
      type: 'refresh_observation',
      target: { kind: 'product', productId: resistorId(product) },
      priority: 'normal',
      customerId,
      now: at(minute),
    },
    untraced,
  );

describe('the jobs of a customer', () => {
  const { page, job } = {
    page: (...given: Parameters<ReturnType<typeof createEnrichmentJobStore>['page']>) =>
      createEnrichmentJobStore(database.pool.sql).page(...given),
    job: (id: string, customerId: string) => createEnrichmentJobStore(database.pool.sql).job(id, { customerId }),
  };

  beforeEach(async () => {
    await request('job_b', 'acme', 1, 1);
    await request('job_a', 'acme', 2, 2);
    await request('job_c', 'acme', 3, 2);
    await request('job_d', 'globex', 4, 3);
    await request('job_e', 'acme', 4, 4);
  });

  it('are those that it asked for or joined, latest first, page by page, those of one instant by their ids', async () => {
    const ids = async (after: Parameters<typeof page>[1], limit = 10) =>
      (await page({ customerId: 'acme' }, after, limit)).map(({ id }) => id);
    expect(await ids(undefined)).toEqual(['job_d', 'job_c', 'job_a', 'job_b']);
    expect(await ids(undefined, 2)).toEqual(['job_d', 'job_c']);
    expect(await ids({ createdAt: at(2), id: 'job_c' })).toEqual(['job_a', 'job_b']);
    expect(await ids({ createdAt: at(2), id: 'job_a' })).toEqual(['job_b']);
    expect((await page({ customerId: 'globex' }, undefined, 10)).map(({ id }) => id)).toEqual(['job_d']);
    expect(await page({ customerId: 'initech' }, undefined, 10)).toEqual([]);
  });

  it('are not there for others', async () => {
    expect((await job('job_d', 'acme'))?.id).toBe('job_d');
    expect(await job('job_a', 'globex')).toBeUndefined();
    expect(await job('job_none', 'acme')).toBeUndefined();
  });

  it('end where the last who asked for them cancels', async () => {
    const { cancel } = createEnrichmentJobStore(database.pool.sql);
    const cancelled = async (customerId: string) => (await cancel('job_d', { customerId }, at(5), untraced))?.hasEnded;
    expect(await cancelled('initech')).toBeUndefined();
    expect(await cancelled('globex')).toBe(false);
    expect(await cancelled('globex')).toBe(false);
    expect(await cancelled('acme')).toBe(true);
    expect(await cancelled('acme')).toBe(false);
    const told = await eventLog(database.pool.sql).read('enrichment_job', 'job_d');
    expect(told.map(({ event }) => event.type)).toEqual(['enrichment_job.queued', 'enrichment_job.failed']);
    expect((await job('job_a', 'acme'))?.state.kind).not.toBe('failed');
  });
});

it('a customer has so many jobs that have not ended, and joins those of others beside them', async () => {
  const caps = { pendingJobs: 2 };
  const asked = (id: string, product: number) => request(id, 'hooli', product, 10, { caps });
  expect((await asked('job_1', 11)).how).toBe('created');
  expect((await asked('job_2', 12)).how).toBe('created');
  await expect(asked('job_3', 13)).rejects.toMatchObject({
    kind: 'exhausted',
    message: expect.stringMatching(/^2 of/u),
  });
  await request('job_other', 'initech', 14, 10, { caps });
  expect((await asked('job_4', 14)).how).toBe('joined');
  await createEnrichmentJobStore(database.pool.sql).cancel('job_1', { customerId: 'hooli' }, at(11), untraced);
  expect((await asked('job_5', 15)).how).toBe('created');
});

describe('work on a job', () => {
  const queue = () => createEnrichmentQueue(database.pool.sql);
  const claim = (places: number) =>
    queue().claim({ owner: 'one', ttlMs: 60_000, limits: turnLimits, places, now: at(20) });

  beforeEach(async () => {
    for (const [minute, id] of ['w1', 'w2', 'w3'].entries()) await request(id, 'acme', 20 + minute, minute);
    await request('w4', 'globex', 30, 9);
  });

  it('is taken in turn, each job by one, and has a step kept while it is held', async () => {
    const first = await claim(2);
    expect(first.map(({ job }) => job.id).toSorted()).toEqual(['w1', 'w2']);
    expect((await claim(9)).map(({ job }) => job.id).toSorted()).toEqual(['w3', 'w4']);
    expect(await claim(9)).toEqual([]);
    const held = first.find(({ job }) => job.id === 'w1');
    if (held === undefined) throw new Error('w1 was taken');
    const step = (done: number) => ({ progress: { done, known: 4 }, checkpoint: { done } });
    expect((await queue().keep(held, step(2)))?.shown).toBeGreaterThan(0);
    expect(await queue().keep(held, step(2))).toBeUndefined();
    const stale = { ...held, token: held.token + 1 };
    await expect(queue().keep(stale, step(3))).rejects.toMatchObject({ kind: 'conflict' });
    const end = { kind: 'failed', reason: 'cancelled' } as const;
    await expect(queue().end(stale, end, at(21), untraced)).rejects.toMatchObject({ kind: 'conflict' });
    await queue().end(held, end, at(21), untraced);
    await expect(queue().keep(held, step(3))).rejects.toMatchObject({ kind: 'conflict' });
    await expect(queue().end(held, end, at(22), untraced)).rejects.toMatchObject({ kind: 'conflict' });
    const others = await database.pool.sql`select id from enrichment_job where finished_at is null order by id`;
    expect(others.map(({ id }) => id)).toEqual(['w2', 'w3', 'w4']);
  });

  it('goes on where it was left, and begins once', async () => {
    const { sql } = database.pool;
    await claim(9);
    const before = (await sql`select version, started_at from enrichment_job where id = 'w2'`)[0];
    await sql`update enrichment_job set owned_until = clock_timestamp() where id = 'w2'`;
    const again = await queue().claim({ owner: 'two', ttlMs: 60_000, limits: turnLimits, places: 9, now: at(40) });
    expect(again).toMatchObject([{ job: { id: 'w2' }, token: 2, startedAt: before?.started_at }]);
    expect((await sql`select version from enrichment_job where id = 'w2'`)[0]?.version).toBe(before?.version);
    const told = await eventLog(sql).read('enrichment_job', 'w2');
    expect(told.map(({ event }) => event.type)).toEqual(['enrichment_job.queued', 'enrichment_job.started']);
  });
});
