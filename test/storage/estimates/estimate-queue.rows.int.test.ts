import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EstimateClaim } from '../../../domain/estimate/ports.ts';
import { createEstimateQueue } from '../../../storage/estimates/estimate-queue.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;

/** Rows as they may stand, of times that lie an hour before now or after it. */
describe('the rows of the queue of estimates', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['estimate', 'estimate_product', 'offer']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const queue = () => createEstimateQueue(database.pool.sql);
  const fromNow = (ms: number): Date => new Date(Date.now() + ms);
  const claim = async (given: Partial<EstimateClaim> = {}) => {
    const limits = { places: 99, perCustomer: 99, waitingPerCustomer: 99, liveMs: hour };
    const claimed = await queue().claim({ owner: 'own_1', ttlMs: hour, ...limits, ...given });
    return claimed.map(({ id }) => id).toSorted();
  };
  const ready = { status: 'ready', draft: {}, outcome: {}, priced_at: noon, seen_at: fromNow(-hour / 2) };
  const held = { owner: 'own_2', owned_until: fromNow(hour) };
  const before = fromNow(-hour);
  const after = fromNow(hour);

  it.each<[string, Row, boolean]>([
    ['one to be parsed', {}, true],
    ['one to be optimised', { status: 'optimizing', draft: {} }, true],
    ['one that has failed', { status: 'error', failure: 'timeout' }, false],
    ['one in hand', held, false],
    ['one whose hold is over', { owned_until: before }, true],
    ['one that is ready', ready, false],
    ['one that is to be recomputed now', { ...ready, wanted_at: before }, true],
    ['one that is to be recomputed later', { ...ready, wanted_at: after }, false],
    ['one that was being recomputed', { ...ready, is_recomputing: true }, true],
    ['one that was being recomputed and is to be again', { ...ready, is_recomputing: true, wanted_at: after }, true],
    ['one to be recomputed in hand', { ...ready, ...held, wanted_at: before }, false],
    ['one that was being recomputed in hand', { ...ready, ...held, is_recomputing: true }, false],
    ['one to be recomputed that nobody looks at', { ...ready, wanted_at: before, seen_at: fromNow(-2 * hour) }, false],
    ['one to be optimised that is wanted later', { status: 'optimizing', draft: {}, wanted_at: after }, true],
  ])('may be taken or not: %s', async (_, row, isTaken) => {
    await put('estimate', { id: 'est_1', ...row });
    expect(await claim()).toEqual(isTaken ? ['est_1'] : []);
  });

  it('are taken the new before those to be recomputed, by age, and the recomputed by when they are wanted', async () => {
    await put(
      'estimate',
      { id: 'wanted_first', customer_id: 'a', ...ready, wanted_at: fromNow(-2 * hour) },
      { id: 'wanted_second', customer_id: 'b', ...ready, wanted_at: before },
      { id: 'new_second', customer_id: 'c', created_at: before },
      { id: 'new_first', customer_id: 'd', created_at: fromNow(-2 * hour) },
    );
    for (const id of ['new_first', 'new_second', 'wanted_first', 'wanted_second'])
      expect(await claim({ places: 1 })).toEqual([id]);
  });

  it.each([
    ['free', 0, 0, 2, 9, ['est_1', 'est_2']],
    ['free but for one', 1, 0, 2, 9, ['est_1']],
    ['taken', 2, 0, 2, 9, []],
    ['taken by those that wait for suppliers, which do not count', 0, 2, 2, 9, ['est_1', 'est_2']],
    ['free, though all that may wait do', 0, 2, 2, 0, []],
    ['free, though all but one that may wait do', 0, 2, 2, 1, ['est_1']],
    ['taken but for one, and one waits', 1, 1, 2, 1, ['est_1']],
  ])('of a customer whose share is %s', async (_, busy, idle, perCustomer, waitingPerCustomer, taken) => {
    const rows = (count: number, row: Row) => Array.from({ length: count }, (__, at) => ({ ...row, at }));
    const made = [...rows(busy, held), ...rows(idle, { ...held, is_waiting: true })];
    await put('estimate', ...made.map(({ at: _at, ...row }, place) => ({ id: `held_${place}`, ...row })));
    // What does not count: a hold that is over, what is not under way, and another customer's.
    await put('estimate', { id: 'late', owned_until: before, status: 'ready', draft: {}, outcome: {} });
    await put('estimate', { id: 'done', ...held, status: 'ready', draft: {}, outcome: {} });
    await put('estimate', { id: 'foreign', ...held, customer_id: 'globex' });
    await put('estimate', ...[1, 2, 3].map((at) => ({ id: `est_${at}`, created_at: fromNoon(at) })));
    expect(await claim({ perCustomer, waitingPerCustomer })).toEqual(taken);
  });

  it('are taken of the customer first that has the fewest under way', async () => {
    await put(
      'estimate',
      { id: 'held_1', ...held },
      { id: 'held_2', customer_id: 'globex', ...held, is_waiting: true },
    );
    await put('estimate', { id: 'busy', created_at: fromNoon(-9) }, { id: 'idle', customer_id: 'globex' });
    expect(await claim({ places: 1 })).toEqual(['idle']);
  });

  const wantedIn = async (id: string) => {
    const [row] = await database.pool.sql<{ ms: number | null }[]>`
      select extract(epoch from wanted_at - clock_timestamp())::float8 * 1000 as ms from estimate where id = ${id}`;
    return row?.ms ?? undefined;
  };
  /** To the minute, for the clock goes on. */
  const inMinutes = (ms: number | undefined) => ms && Math.round(ms / 60_000);

  it('rest on products of which an offer has changed: those are wanted, when their gap is over', async () => {
    await put('offer', { id: 'ofr_1', product_id: 'prd_1' }, { id: 'ofr_2', product_id: 'prd_2' });
    const estimates: readonly (readonly [string, Row, string])[] = [
      ['just_priced', { ...ready, priced_at: new Date() }, 'prd_1'],
      ['priced_long_ago', ready, 'prd_1'],
      ['optimised', { status: 'optimizing', draft: {} }, 'prd_1'],
      ['parsed', { status: 'parsing' }, 'prd_1'],
      ['wanted_already', { ...ready, wanted_at: fromNow(9 * hour) }, 'prd_1'],
      ['of_another_product', ready, 'prd_2'],
    ];
    await put('estimate', ...estimates.map(([id, row]) => ({ id, ...row })));
    await put('estimate_product', ...estimates.map(([id, , product]) => ({ estimate_id: id, product_id: product })));
    const inMs = await queue().markAffected(['ofr_1'], 2 * hour);
    expect(inMs).toBe(0);
    const wanted = await Promise.all(estimates.map(async ([id]) => [id, inMinutes(await wantedIn(id))]));
    expect(Object.fromEntries(wanted)).toEqual({
      just_priced: 120,
      priced_long_ago: -0,
      optimised: -0,
      parsed: undefined,
      wanted_already: 540,
      of_another_product: undefined,
    });
  });

  it('that are wanted first are told in how long', async () => {
    await put('offer', { id: 'ofr_1', product_id: 'prd_1' });
    await put('estimate', { id: 'est_1', ...ready, priced_at: new Date() });
    await put('estimate_product', { estimate_id: 'est_1', product_id: 'prd_1' });
    expect(inMinutes(await queue().markAffected(['ofr_1'], hour))).toBe(60);
  });

  it('are looked at: those of the customers are wanted, in the order of their ids', async () => {
    await put(
      'estimate',
      { id: 'a', ...ready },
      { id: 'b', ...ready },
      { id: 'c', status: 'optimizing', draft: {}, seen_at: fromNow(-hour / 2) },
      { id: 'd', ...ready },
      { id: 'e', ...ready, seen_at: fromNow(-2 * hour) },
      { id: 'f', ...ready, wanted_at: after },
      { id: 'g', status: 'parsing', seen_at: fromNow(-hour / 2) },
      { id: 'h', ...ready, customer_id: 'globex' },
    );
    const mark = (customerIds: readonly string[] | undefined, afterId: string | undefined, limit: number) =>
      queue().markViewed({ customerIds, liveMs: hour, gapMs: 0, after: afterId, limit });
    expect((await mark(['acme'], 'a', 2)).last).toBe('c');
    const wanted = async () => {
      const rows = await database.pool.sql<{ id: string }[]>`
        select id from estimate where wanted_at is not null and id <> 'f' order by id`;
      return rows.map(({ id }) => id).join('');
    };
    expect(await wanted()).toBe('bc');
    expect((await mark(['acme'], 'c', 9)).last).toBeUndefined();
    expect(await wanted()).toBe('bcd');
    await mark(undefined, undefined, 9);
    expect(await wanted()).toBe('abcdh');
  });
});
