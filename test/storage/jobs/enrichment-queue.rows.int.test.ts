import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimedJob } from '../../../domain/enrichment/ports.ts';
import { turnLimits } from '../../../domain/enrichment/turns.ts';
import { createEnrichmentQueue } from '../../../storage/jobs/enrichment-queue.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;

/** Rows as they may stand; leases end an hour from now or have done so an hour ago. */
describe('the rows of the queue of jobs', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['enrichment_job', 'enrichment_requester', 'event', 'customer']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const queue = () => createEnrichmentQueue(database.pool.sql);
  const held = { owner: 'own_2', owned_until: new Date(Date.now() + hour) };
  const wasHeld = { owner: 'own_2', owned_until: new Date(Date.now() - hour) };
  const ended = { started_at: noon, finished_at: noon, failure: 'timeout' };
  const jobs = (...rows: readonly Row[]) =>
    put('enrichment_job', ...rows.map((row, at) => ({ target_key: `key_${at}`, ...row })));
  const claim = (places = 9, limits = turnLimits) =>
    queue().claim({ owner: 'own_1', ttlMs: hour, limits, places, now: noon });
  const claimedIds = async (...given: Parameters<typeof claim>) =>
    (await claim(...given)).map(({ job }) => job.id).toSorted();

  it.each<[string, Row, boolean]>([
    ['one that is queued', {}, true],
    ['one in hand', held, false],
    ['one whose hold is over', { ...wasHeld, started_at: noon }, true],
    ['one that has ended', ended, false],
    ['one that has ended and was in hand', { ...ended, ...wasHeld }, false],
  ])('may be taken or not: %s', async (_, row, isTaken) => {
    await jobs({ id: 'job_1', ...row });
    expect(await claimedIds()).toEqual(isTaken ? ['job_1'] : []);
  });

  it('are taken in the order of their turns, so many as there are places', async () => {
    await jobs(
      { id: 'third', turn_at: fromNoon(3) },
      { id: 'first', turn_at: noon },
      { id: 'second', turn_at: fromNoon(2) },
    );
    expect(await claimedIds(2)).toEqual(['first', 'second']);
    expect(await claimedIds(1)).toEqual(['third']);
  });

  it.each<[string, readonly Row[], number]>([
    ['what is in hand', [held, held], 1],
    ['not what was in hand', [held, wasHeld], 2],
    ['not what has ended', [held, { ...held, ...ended }], 2],
    ['not what nobody has in hand', [held], 2],
  ])('of one customer are begun within the limit, which counts %s', async (_, rows, taken) => {
    await jobs(...rows.map((row, at) => ({ id: `before_${at}`, turn_at: fromNoon(9), ...row })));
    const limits = { ...turnLimits, perCustomer: 3 };
    await put('enrichment_job', ...['a', 'b', 'c'].map((id) => ({ id, target_key: id })));
    expect((await claimedIds(9, limits)).filter((id) => !id.startsWith('before'))).toEqual(
      ['a', 'b', 'c'].slice(0, taken),
    );
  });

  it('are taken a first time with a new version and an event, and again without', async () => {
    await jobs({ id: 'job_1' }, { id: 'job_2', ...wasHeld, token: 1, started_at: fromNoon(-5), version: 4 });
    const claimed = await claim();
    const told = claimed.map(({ job, token, startedAt }) => [job.id, token, startedAt, job.version]);
    expect(told.toSorted()).toEqual([
      ['job_1', 1, noon, 2],
      ['job_2', 2, fromNoon(-5), 4],
    ]);
    const events = await database.pool.sql`select aggregate_id as id, type from event`;
    expect(events).toEqual([{ id: 'job_1', type: 'enrichment_job.started' }]);
  });

  const inHand = (id: string, token: number): ClaimedJob => ({
    job: {
      id,
      type: 'refresh_observation',
      target: { kind: 'supplier', supplierId: 'borealis' },
      priority: 'normal',
      createdAt: noon,
      version: 4,
      shown: 0.5,
      state: { kind: 'started', startedAt: noon },
    },
    cause: { correlationId: 'cor_1', traceparent: undefined },
    startedAt: noon,
    token,
    checkpoint: undefined,
  });
  const three = () =>
    jobs(
      { id: 'job_1', token: 3, started_at: noon, version: 4, shown: 0.5 },
      { id: 'job_2', token: 3, started_at: noon, version: 4, shown: 0.5 },
      { id: 'job_3', token: 3, ...ended, version: 4, shown: 0.5 },
    );
  const stored = async () => {
    const rows = await database.pool.sql`
      select id, done, version, shown, finished_at is not null as over from enrichment_job order by id`;
    return rows.map(({ id, done, version, shown, over }) => [id, done, version, shown, over]);
  };
  const untouched = [
    ['job_2', 0, 4, 0.5, false],
    ['job_3', 0, 4, 0.5, true],
  ];

  it.each([
    ['more than was shown', 90, true, 5],
    ['as much as was shown', 50, false, 4],
    ['less than was shown', 20, false, 4],
  ])('keep progress that is %s, and tell it only if it is more', async (_, done, isTold, version) => {
    await three();
    const told = await queue().keep(inHand('job_1', 3), { progress: { done, known: 100 }, checkpoint: {} });
    expect(told !== undefined).toBe(isTold);
    const [first, ...others] = await stored();
    expect(first).toEqual(['job_1', done, version, isTold ? expect.toSatisfy((shown) => shown > 0.5) : 0.5, false]);
    expect(others).toEqual(untouched);
  });

  it.each([
    ['another token', 'job_1', 2],
    ['an ended job', 'job_3', 3],
  ])('are not written under %s', async (_, id, token) => {
    await three();
    const conflict = expect.objectContaining({ kind: 'conflict' });
    const progress = { progress: { done: 9, known: 9 }, checkpoint: {} };
    await expect(queue().keep(inHand(id, token), progress)).rejects.toEqual(conflict);
    const end = { kind: 'failed', reason: 'timeout' } as const;
    await expect(queue().end(inHand(id, token), end, noon, untraced)).rejects.toEqual(conflict);
    expect(await stored()).toEqual([['job_1', 0, 4, 0.5, false], ...untouched]);
  });

  it('end with what each customer is told of this job, and of no other', async () => {
    await three();
    await put('customer', { id: 'acme' }, { id: 'globex' });
    await put(
      'enrichment_requester',
      { job_id: 'job_1' },
      { job_id: 'job_1', customer_id: 'globex' },
      { job_id: 'job_2' },
      { job_id: 'job_1', customer_id: 'gone', is_waiting: false },
    );
    expect((await queue().requesters('job_1')).map(({ customerId }) => customerId)).toEqual(['acme', 'globex']);
    const told = new Map([['acme', { kind: 'failed', reason: 'timeout' }]] as const);
    await queue().end(inHand('job_1', 3), { kind: 'failed', reason: 'timeout', told }, noon, untraced);
    expect(await stored()).toEqual([['job_1', 0, 5, 0.5, true], ...untouched]);
    const rows = await database.pool.sql`
      select job_id as job, customer_id as customer, failure from enrichment_requester order by 1, 2`;
    expect(rows.map(({ job, customer, failure }) => [job, customer, failure])).toEqual(
      [
        ['job_1', 'acme', 'timeout'],
        ['job_1', 'gone', null],
        ['job_1', 'globex', null],
        ['job_2', 'acme', null],
      ].toSorted(),
    );
    expect(await database.pool.sql`select type from event`).toEqual([{ type: 'enrichment_job.failed' }]);
  });
});
