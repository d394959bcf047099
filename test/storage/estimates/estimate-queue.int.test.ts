import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EstimateDraft } from '../../../domain/estimate/draft.ts';
import type { EstimateOutcome } from '../../../domain/estimate/outcome.ts';
import type { ClaimedEstimate, EstimateClaim, EstimateQueue, Estimates } from '../../../domain/estimate/ports.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createEstimateQueue } from '../../../storage/estimates/estimate-queue.ts';
import { createEstimateStore } from '../../../storage/estimates/estimate-store.ts';
import { documentRequest as request } from '../../support/estimate-request.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { fillMarket, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const draft: EstimateDraft = {
  lines: [
    {
      number: 1,
      row: 1,
      rawText: 'one \u0000 and half a \ud83d pair',
      quantity: '5',
      references: [],
      doNotPlace: false,
      doubts: [],
      resolution: { kind: 'resolved', productId: resistorId(0), confidence: 'exact', rule: 'mpn', alternatives: [] },
    },
  ],
  skipped: {},
  doubts: [],
};

const outcome = (total: string): EstimateOutcome => ({
  currency: 'EUR',
  total,
  lines: [],
  orders: [],
  certificate: {
    objective: total,
    lowerBound: total,
    gap: 0,
    isFirstAimProven: true,
    suppliers: 1,
    leadTimeDays: 0,
    unknownLeadTimes: 0,
  },
  freshness: { status: 'EMPTY' },
  pricedAt: new Date(0).toISOString(),
});

const claimOf = (owner: string, given: Partial<EstimateClaim> = {}): EstimateClaim => ({
  owner,
  ttlMs: 60_000,
  places: 10,
  perCustomer: 10,
  waitingPerCustomer: 10,
  liveMs: 60_000,
  ...given,
});

describe('the queue of estimates', () => {
  let database: TestDatabase;
  let estimates: Estimates;
  let queue: EstimateQueue;
  let made = 0;
  beforeAll(async () => {
    database = await testDatabase();
    const { sql } = database.pool;
    await fillMarket(database.pool);
    for (const id of ['acme', 'globex']) await createCallerStore(sql).putCustomer({ id, name: id, groupIds: [] });
    estimates = createEstimateStore(sql);
    queue = createEstimateQueue(sql);
  });
  beforeEach(async () => {
    await database.pool.sql`delete from estimate`;
  });
  afterAll(() => database?.close());

  const create = async (customerId = 'acme'): Promise<string> => {
    made += 1;
    const id = `est_${made}`;
    const caller = { customerId, keyId: 'key_1', groupIds: ['club'] };
    const document = Buffer.from('bytes');
    await estimates.create({ id, request, document, caller, now: new Date(Date.now() + made) }, untraced);
    return id;
  };
  const claimed = async (owner: string, given: Partial<EstimateClaim> = {}): Promise<ClaimedEstimate> => {
    const [first] = await queue.claim(claimOf(owner, given));
    if (first === undefined) throw new Error('nothing was claimed');
    return first;
  };
  const readied = async (): Promise<ClaimedEstimate> => {
    await create();
    const held = await claimed('one');
    await queue.parsed(held, draft, [resistorId(0)], untraced);
    await queue.ready(held, outcome('1'), [], untraced);
    return held;
  };
  /** Forgets when it was priced, so that it may be recomputed at once. */
  const settle = () => database.pool.sql`update estimate set priced_at = now() - interval '1 hour'`;

  it('gives an estimate to one process at a time, and to another once its hold is over', async () => {
    const id = await create();
    const held = await claimed('one', { ttlMs: 0 });
    expect(held).toMatchObject({ id, token: 1, caller: { groupIds: ['club'] }, work: { kind: 'parse' } });
    const taken = await claimed('two');
    expect(taken).toMatchObject({ id, token: 2 });
    expect(await queue.claim(claimOf('three'))).toEqual([]);
    expect(await queue.renew([held, taken], 60_000)).toEqual([id]);
    await expect(queue.parsed(held, draft, [], untraced)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(queue.fail(held, 'timeout', undefined, untraced)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await queue.parsed(taken, draft, [], untraced)).toBe(2);
    await queue.release([taken]);
    expect(await claimed('three')).toMatchObject({ token: 3, work: { kind: 'optimise', draft } });
  });

  it('goes on where the last stored step ended, with texts as they were', async () => {
    const id = await create();
    const held = await claimed('one');
    expect(Buffer.from((await queue.beginReading(id))?.bytes ?? []).toString()).toBe('bytes');
    expect(await queue.parsed(held, draft, [resistorId(0)], untraced)).toBe(2);
    expect(await queue.beginReading(id)).toBeUndefined();
    expect(await queue.publishBetter(held, outcome('9'))).toBe(3);
    expect(await estimates.estimate(id, 'acme')).toMatchObject({
      version: 3,
      state: { kind: 'optimizing', draft, outcome: { total: '9' } },
    });
    expect(await queue.ready(held, outcome('8'), [], untraced)).toBe(4);
    expect((await estimates.page('acme', undefined, 1))[0]).toMatchObject({ total: '8', sourceName: 'list.csv' });
    await expect(queue.publishBetter(held, outcome('7'))).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('keeps a small document for another reading, the newest twenty of a customer, and no large one', async () => {
    const { sql } = database.pool;
    const read = async (customerId?: string): Promise<string> => {
      const id = await create(customerId);
      await queue.parsed(await claimed('one'), draft, [], untraced);
      await sql`update estimate set status = 'error', failure = 'internal', owned_until = now() where id = ${id}`;
      return id;
    };
    const first = await read();
    const others = await read('globex');
    expect(Buffer.from((await estimates.document(first, 'acme')) ?? []).toString()).toBe('bytes');
    expect(await estimates.hasDocument(first, 'acme')).toBe(true);
    expect(await estimates.document(first, 'globex')).toBeUndefined();
    expect(await estimates.hasDocument(first, 'globex')).toBe(false);

    const large = await create();
    await sql`update estimate_document set bytes = ${Buffer.alloc(2 ** 20 + 1)} where estimate_id = ${large}`;
    await queue.fail(await claimed('one'), 'no_lines', undefined, untraced, draft);
    expect(await estimates.hasDocument(large, 'acme')).toBe(false);
    expect(await estimates.estimate(large, 'acme')).toMatchObject({ state: { kind: 'error', draft } });

    for (let at = 0; at < 20; at += 1) await read();
    expect(await estimates.hasDocument(first, 'acme')).toBe(false);
    expect(await estimates.hasDocument(others, 'globex')).toBe(true);
    const [kept] = await sql`select count(*)::int as count from estimate_document`;
    expect(kept).toEqual({ count: 21 });
  });

  it('writes an event for what becomes of an estimate, with the version that it has since', async () => {
    const { id } = await readied();
    await estimates.remove(id, 'acme', untraced);
    const stored = await eventLog(database.pool.sql).read('estimate', id);
    expect(stored.map(({ event }) => event)).toMatchObject([
      { type: 'estimate.started', customerId: 'acme' },
      { type: 'estimate.optimizing', version: 2, lines: 1, unresolved: 0 },
      { type: 'estimate.ready', version: 3, total: '1', changedLines: [] },
      { type: 'estimate.deleted' },
    ]);
  });

  it('gives no customer more places than its share, and the others theirs', async () => {
    const own: string[] = [];
    for (const _ of [1, 2, 3, 4]) own.push(await create());
    const other = await create('globex');
    const first = await queue.claim(claimOf('one', { perCustomer: 2 }));
    expect(first.map(({ id }) => id).toSorted()).toEqual([own[0], own[1], other].toSorted());
    expect(await queue.claim(claimOf('two', { perCustomer: 2 }))).toEqual([]);
    expect(await queue.pending()).toBe(5);
  });

  it('begins another of a customer beside those that only wait for suppliers, up to a bound of their own', async () => {
    for (const _ of [1, 2, 3, 4, 5]) await create();
    const given = { perCustomer: 1, waitingPerCustomer: 2 };
    const waiting = async (): Promise<ClaimedEstimate> => {
      const held = await claimed('one', given);
      await queue.parsed(held, draft, [], untraced);
      expect(await queue.claim(claimOf('two', given))).toEqual([]);
      await queue.waits(held);
      return held;
    };
    const first = await waiting();
    await waiting();
    const third = await waiting();
    expect(await queue.claim(claimOf('two', given))).toEqual([]);
    await queue.ready(third, outcome('1'), [], untraced);
    await claimed('two', given);
    // One that is to go on waits for its turn, and is under way again once it is claimed.
    await queue.release([first]);
    expect(await queue.claim(claimOf('two', given))).toEqual([]);
    expect((await claimed('two', { ...given, perCustomer: 2 })).id).toBe(first.id);
    expect(await queue.claim(claimOf('two', { ...given, perCustomer: 2 }))).toEqual([]);
    await expect(queue.waits(first)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('takes turns among customers, however many estimates one of them has waiting before', async () => {
    for (const _ of [1, 2, 3, 4]) await create();
    const others = [await create('globex'), await create('globex')];
    const first = await queue.claim(claimOf('one', { places: 2 }));
    expect(first.map(({ caller }) => caller.customerId).toSorted()).toEqual(['acme', 'globex']);
    const second = await queue.claim(claimOf('two', { places: 2 }));
    expect([...first, ...second].map(({ id }) => id)).toEqual(expect.arrayContaining(others));
  });

  it('keeps how often reading a source was begun without an end, and why it cannot be read, over all processes', async () => {
    const id = await create();
    expect(await queue.beginReading(id)).toMatchObject({ begun: 1, unreadable: undefined });
    expect(await queue.beginReading(id)).toMatchObject({ begun: 2 });
    await queue.endReading(id);
    expect(await queue.beginReading(id)).toMatchObject({ begun: 1, unreadable: undefined });
    await queue.endReading(id, 'too long \u0000 \ud83d');
    expect(await queue.beginReading(id)).toMatchObject({ begun: 1, unreadable: 'too long   \ufffd' });
  });

  it('gives ready estimates out again when an offer of their products has changed, once, if somebody looked lately', async () => {
    const { id } = await readied();
    expect(await queue.markAffected(['ofr_unknown'], 0)).toBeUndefined();
    expect(await queue.markAffected([sharedOffer], 600_000)).toBeGreaterThan(500_000);
    expect(await queue.markAffected([sharedOffer], 600_000)).toBeUndefined();
    expect(await queue.claim(claimOf('one'))).toEqual([]);
    await database.pool.sql`update estimate set wanted_at = now()`;
    expect(await queue.claim(claimOf('one', { liveMs: 0 }))).toEqual([]);
    const held = await claimed('one');
    expect(held).toMatchObject({ id, work: { kind: 'recompute', outcome: { total: '1' } } });
    expect(await queue.claim(claimOf('two'))).toEqual([]);
    expect(await queue.ready(held, outcome('2'), [1], untraced)).toBe(4);
    expect(await estimates.estimate(id, 'acme')).toMatchObject({
      version: 4,
      state: { kind: 'ready', changedLines: [1] },
    });
    expect(await queue.claim(claimOf('one'))).toEqual([]);
  });

  it('marks what somebody looks at in stretches, of everybody or of some customers, and leaves the rest alone', async () => {
    for (const _ of [1, 2]) await readied();
    const other = await create('globex');
    const held = await claimed('one');
    await queue.parsed(held, draft, [resistorId(0)], untraced);
    const unseen = await readied();
    await database.pool.sql`update estimate set seen_at = now() - interval '2 minutes' where id = ${unseen.id}`;
    await create();
    await settle();
    const batch = { customerIds: undefined, liveMs: 60_000, gapMs: 0, limit: 2 };
    const wanted = async () => {
      const rows = await database.pool.sql<{ id: string }[]>`select id from estimate where wanted_at is not null`;
      return rows.map(({ id }) => id);
    };
    expect(await queue.markViewed({ ...batch, customerIds: ['globex'], after: undefined })).toMatchObject({
      last: undefined,
    });
    expect(await wanted()).toEqual([other]);
    await database.pool.sql`update estimate set wanted_at = null`;
    const first = await queue.markViewed({ ...batch, after: undefined });
    expect(first).toMatchObject({ inMs: 0 });
    expect(await wanted()).toHaveLength(2);
    expect(await queue.markViewed({ ...batch, after: first.last })).toEqual({ inMs: 0, last: undefined });
    expect(await wanted()).toHaveLength(3);
    expect(await wanted()).not.toContain(unseen.id);
    expect(await queue.markViewed({ ...batch, after: undefined })).toEqual({ inMs: undefined, last: undefined });
  });

  it('has what nobody looked at recomputed when somebody does, and not what somebody looks at all the time', async () => {
    const { id } = await readied();
    await database.pool.sql`update estimate set seen_at = now() - interval '50 seconds'`;
    expect(await estimates.markViewed(id, 'acme', 60_000)).toBe(false);
    await database.pool.sql`update estimate set seen_at = now() - interval '61 seconds'`;
    expect(await estimates.markViewed(id, 'acme', 60_000)).toBe(true);
    expect(await claimed('one')).toMatchObject({ id, work: { kind: 'recompute' } });
    expect(await estimates.markViewed(id, 'acme', 60_000)).toBe(false);
  });

  it('keeps no hold on what is done, so that the next change is seen to at once', async () => {
    const done = await readied();
    expect(await queue.renew([done], 60_000)).toEqual([]);
    await settle();
    await queue.markAffected([sharedOffer], 0);
    const again = await claimed('one');
    expect(await queue.renew([again], 60_000)).toEqual([again.id]);
    await queue.unchanged(again, outcome('1'));
    expect(await queue.renew([again], 60_000)).toEqual([]);
    await settle();
    await queue.markAffected([sharedOffer], 0);
    expect(await claimed('two')).toMatchObject({ work: { kind: 'recompute' } });
  });

  it('keeps a change that comes while an estimate is recomputed, and a recomputation whose process died', async () => {
    await readied();
    await settle();
    await queue.markAffected([sharedOffer], 0);
    const held = await claimed('one');
    expect(await queue.markAffected([sharedOffer], 0)).toBe(0);
    await queue.unchanged(held, outcome('1'));
    await settle();
    const again = await claimed('two', { ttlMs: 0 });
    const taken = await claimed('three');
    expect(taken).toMatchObject({ token: again.token + 1, work: { kind: 'recompute' } });
    await expect(queue.unchanged(again, outcome('1'))).rejects.toMatchObject({ kind: 'conflict' });
    await queue.unchanged(taken, outcome('1'));
    expect(await estimates.estimate(taken.id, 'acme')).toMatchObject({ version: 3 });
    expect(await queue.claim(claimOf('one'))).toEqual([]);
  });

  it('has an estimate that was cancelled or deleted let go of', async () => {
    const id = await create();
    const held = await claimed('one');
    await estimates.cancel(id, 'acme', untraced);
    expect(await queue.renew([held], 60_000)).toEqual([]);
    await expect(queue.parsed(held, draft, [], untraced)).rejects.toMatchObject({ kind: 'conflict' });
    const gone = await create();
    const other = await claimed('one');
    expect(await estimates.remove(gone, 'acme', untraced)).toBe(true);
    await expect(queue.parsed(other, draft, [], untraced)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await estimates.remove(gone, 'acme', untraced)).toBe(false);
  });

  it('makes one estimate of requests with one key, and refuses the key of one that was deleted', async () => {
    const caller = { customerId: 'acme', keyId: 'key_1', groupIds: [] };
    const again = (id: string) =>
      estimates.create(
        { id, request, document: undefined, caller, now: new Date(), repeat: { key: 'k', digest: 'd' } },
        untraced,
      );
    const results = await Promise.all(['est_a', 'est_b', 'est_c'].map(again));
    expect(new Set(results.map(({ estimate }) => estimate.id)).size).toBe(1);
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    await estimates.remove(results[0]?.estimate.id ?? '', 'acme', untraced);
    await expect(again('est_d')).rejects.toMatchObject({ kind: 'conflict' });
  });
});
