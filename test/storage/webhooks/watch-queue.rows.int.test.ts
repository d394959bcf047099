import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWatchQueue } from '../../../storage/webhooks/watch-queue.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const tables = ['event', 'offer', 'watch', 'watch_notice', 'watched_change'] as const;

/** Rows as they may stand at noon, those at a bound exactly there and one millisecond beside it. */
describe('the rows of watches', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, tables));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const queue = () => createWatchQueue(database.pool.sql);
  const stored = () =>
    database.pool.sql`
      select id, due_at as due, correlation_id as cause, traceparent as trace from watch order by id`;

  it('are due when their offer or product has changed, at once or as early as they were, and no others', async () => {
    await put('offer', { id: 'ofr_1', product_id: 'prd_1' }, { id: 'ofr_2', product_id: 'prd_2' });
    await put(
      'watch',
      { id: 'early', offer_id: 'ofr_1', due_at: fromNoon(-1), correlation_id: 'cor_before', traceparent: 'trace' },
      { id: 'of_offer', offer_id: 'ofr_1', due_at: fromNoon(1) },
      { id: 'of_product', product_id: 'prd_1', due_at: fromNoon(1) },
      { id: 'other_offer', offer_id: 'ofr_2', due_at: fromNoon(1) },
      { id: 'other_product', product_id: 'prd_2', due_at: fromNoon(1) },
    );
    await put('watched_change', { position: 1, offer_id: 'ofr_1' }, { position: 2, offer_id: 'ofr_1' });
    await put('watched_change', { position: 3, offer_id: 'ofr_2' });
    expect(await queue().markDue(2, noon)).toBe(2);
    const nothing = { cause: null, trace: null };
    expect(await stored()).toEqual([
      { id: 'early', due: fromNoon(-1), cause: 'cor_before', trace: 'trace' },
      { id: 'of_offer', due: noon, ...nothing },
      { id: 'of_product', due: noon, ...nothing },
      { id: 'other_offer', due: fromNoon(1), ...nothing },
      { id: 'other_product', due: fromNoon(1), ...nothing },
    ]);
    expect(await database.pool.sql`select offer_id as of from watched_change`).toEqual([{ of: 'ofr_2' }]);
  });

  it('are due because of the latest event of their offer, if that was within the hour', async () => {
    const of = (id: string, version: number, given: Row = {}) => ({
      aggregate_id: id,
      version,
      correlation_id: `cor_${id}_${version}`,
      traceparent: `trace_${version}`,
      recorded_at: new Date(Date.now() - 1_000),
      ...given,
    });
    await put('offer', { id: 'ofr_1' }, { id: 'ofr_2' }, { id: 'ofr_3' });
    await put(
      'event',
      of('ofr_1', 2),
      of('ofr_1', 3),
      of('ofr_1', 1),
      of('ofr_1', 8, { aggregate_type: 'product' }),
      of('ofr_2', 9, { recorded_at: new Date(Date.now() - hour - 60_000) }),
      of('ofr_9', 9),
    );
    const before = { correlation_id: 'cor_before', traceparent: 'trace_before' };
    await put('watch', { id: 'one', offer_id: 'ofr_1', ...before }, { id: 'two', offer_id: 'ofr_2', ...before });
    await put('watched_change', { position: 1, offer_id: 'ofr_1' }, { position: 2, offer_id: 'ofr_2' });
    await queue().markDue(9, noon);
    expect(await stored()).toEqual([
      { id: 'one', due: noon, cause: 'cor_ofr_1_3', trace: 'trace_3' },
      { id: 'two', due: noon, cause: 'cor_before', trace: 'trace_before' },
    ]);
  });

  it('are taken that are due by now and in nobody’s hand, those first that have waited longest', async () => {
    await put(
      'watch',
      { id: 'now', offer_id: 'ofr_1', due_at: noon },
      { id: 'soon', offer_id: 'ofr_1', due_at: fromNoon(1) },
      { id: 'long', offer_id: 'ofr_1', due_at: fromNoon(-5) },
      { id: 'held', offer_id: 'ofr_1', due_at: fromNoon(-9), owned_until: new Date(Date.now() + hour) },
      { id: 'held_before', offer_id: 'ofr_1', due_at: noon, owned_until: new Date(Date.now() - hour) },
    );
    const claim = async (places: number) =>
      (await queue().claim({ owner: 'own_1', ttlMs: hour, places, now: noon })).map(({ watch }) => watch.id).toSorted();
    expect(await claim(1)).toEqual(['long']);
    expect(await claim(9)).toEqual(['held_before', 'now']);
  });

  it.each([
    ['stays due that became due just now', noon, noon],
    ['stays due that became due before', fromNoon(-1), fromNoon(-1)],
    ['is due at the time that it is told if it was due later', fromNoon(1), fromNoon(hour)],
  ])('one that was looked at %s', async (_, due, after) => {
    const [one, other] = ['one', 'other'].map((id) => ({ id, offer_id: 'ofr_1', token: 3, due_at: due }));
    await put('watch', { ...one }, { ...other }, { ...one, id: 'third', token: 2 });
    const watch = {
      id: 'one',
      customerId: 'acme',
      target: { kind: 'offer', offerId: 'ofr_1' },
      quantity: 1,
      rule: { kind: 'stock_from', quantity: 1 },
      state: { holds: false },
      createdAt: noon,
      checkedAt: undefined,
      latest: 0,
    } as const;
    const watcher = { customerId: 'acme', keyId: 'key_1', groupIds: [] };
    const at = { now: noon, dueAt: fromNoon(hour), cause: { correlationId: 'cor_1', traceparent: undefined } };
    const look = { state: { holds: true }, told: undefined };
    const settle = (token: number) => queue().settle({ watch, watcher, token, cause: undefined }, look, at);
    await expect(settle(2)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await settle(3)).toBe(false);
    const rows = await database.pool.sql`select id, due_at as due, checked_at as checked from watch order by id`;
    expect(rows).toEqual([
      { id: 'one', due: after, checked: noon },
      { id: 'other', due, checked: null },
      { id: 'third', due, checked: null },
    ]);
  });

  it('forget notices from before the instant, up to the limit', async () => {
    await put(
      'watch_notice',
      { watch_id: 'one', number: 1, occurred_at: fromNoon(-2) },
      { watch_id: 'one', number: 2, occurred_at: fromNoon(-1) },
      { watch_id: 'one', number: 3, occurred_at: noon },
    );
    expect([await queue().forget(noon, 1), await queue().forget(noon, 9)]).toEqual([1, 1]);
    expect(await database.pool.sql`select number from watch_notice`).toEqual([{ number: 3 }]);
  });
});
