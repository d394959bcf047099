import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RematchRun } from '../../../domain/matching/rematch-ports.ts';
import { createRematchRuns } from '../../../storage/matching/rematch-runs.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const day = 24 * hour;
const tables = ['offer', 'product', 'product_newcomer', 'rematch_run', 'rematch_spelling'] as const;

/** Rows as they may stand; times lie well before now or after it. */
describe('the rows of rematch runs', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await put('supplier', { id: 'borealis', name: 'Borealis' });
    // The ids below are of these tests alone.
    await database.pool.sql`select setval(pg_get_serial_sequence('rematch_run', 'id'), 1000)`;
  });
  beforeEach(async () => {
    await emptyTables(database.pool.sql, tables);
    await lease(null, -hour);
  });
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const runs = () => createRematchRuns(database.pool.sql, { settleMs: hour, busyFrom: 2 });
  const fromNow = (ms: number): Date => new Date(Date.now() + ms);
  const lease = (owner: string | null, ms: number) =>
    database.pool.sql`update rematch_lease set owner = ${owner}, expires_at = ${fromNow(ms)}`;
  const done = { started_at: noon, finished_at: noon };
  const run = (id: number, trigger: RematchRun['trigger'], cursor?: string): RematchRun => ({
    id: String(id),
    trigger,
    requestedBy: undefined,
    requestedAt: noon,
    startedAt: noon,
    finishedAt: undefined,
    cursor,
    lookedAt: 0,
    changed: 0,
  });
  const triggers = async () => {
    const rows = await database.pool.sql<{ trigger: string }[]>`select trigger from rematch_run order by id`;
    return rows.map(({ trigger }) => trigger);
  };

  it.each<[string, Row | undefined, boolean]>([
    ['when there was none', undefined, true],
    ['when one was asked for before the interval', { ...done, requested_at: fromNow(-2 * hour) }, true],
    ['when one was asked for within the interval', { ...done, requested_at: fromNow(-hour / 2) }, false],
    ['when one waits, however long', { requested_at: noon }, false],
    ['when another was', { ...done, trigger: 'profile_changed', requested_at: fromNow(-hour / 2) }, true],
  ])('are asked for periodically or not: %s', async (_, before, isAsked) => {
    if (before) await put('rematch_run', { id: 1, ...before });
    await runs().requestPeriodic(hour);
    expect(await triggers()).toHaveLength(Number(before !== undefined) + Number(isAsked));
  });

  it.each<[string, readonly Row[], boolean]>([
    ['fewer than make it so', [{ mpn: 'A' }], false],
    ['as many as make it so', [{ mpn: 'A' }, { description: 'a resistor' }], true],
    ['some that were decided', [{ mpn: 'A' }, { mpn: 'B', matched_at: noon }], false],
    ['some of which nothing is known', [{ mpn: 'A' }, {}], false],
  ])('find the backlog busy or not by %s', async (_, offers, isBusy) => {
    await put('offer', ...offers.map((row, at) => ({ id: `ofr_${at}`, ...row })));
    expect(await runs().isBacklogBusy()).toBe(isBusy);
  });

  it('are listed from the latest on', async () => {
    await put('rematch_run', { id: 1, ...done }, { id: 3, ...done }, { id: 2, ...done });
    expect((await runs().latest(2)).map(({ id }) => id)).toEqual(['3', '2']);
  });

  it.each([
    ['that nobody has', null, hour, true],
    ['of one’s own', 'own_1', hour, true],
    ['that is over', 'own_2', -hour, true],
    ['of another', 'own_2', hour, false],
  ] as const)('are worked on under the lease: one %s', async (_, owner, ms, isOurs) => {
    await lease(owner, ms);
    await put('rematch_run', { id: 1 });
    expect((await runs().claim('own_1', hour))?.id).toBe(isOurs ? '1' : undefined);
    const [held] = await database.pool.sql`
      select owner, expires_at > now() + interval '30 minutes' as far from rematch_lease`;
    expect(held).toEqual({ owner: isOurs ? 'own_1' : 'own_2', far: true });
  });

  it('are taken new products first, then aliases, then by age, and none that is done', async () => {
    await put(
      'rematch_run',
      { id: 1, ...done },
      { id: 2, trigger: 'profile_changed', started_at: noon },
      { id: 3, trigger: 'periodic' },
      { id: 4, trigger: 'alias_changed' },
      { id: 5, trigger: 'new_canonical', started_at: noon },
    );
    for (const id of ['5', '4', '2', '3']) {
      expect((await runs().claim('own_1', hour))?.id).toBe(id);
      await database.pool.sql`update rematch_run set started_at = now(), finished_at = now() where id = ${id}`;
    }
    expect(await runs().claim('own_1', hour)).toBeUndefined();
  });

  const newcomer = (id: string, given: Row = {}) => ({ product_id: id, created_at: fromNow(-2 * hour), ...given });
  const taken = async () => {
    const rows = await database.pool.sql<{ id: string }[]>`
      select product_id as id from product_newcomer where run_id = (select max(id) from rematch_run) order by 1`;
    return rows.map(({ id }) => id);
  };

  it('take the new products that have waited long enough and are of no run', async () => {
    await put('rematch_run', { id: 1, trigger: 'new_canonical', ...done, finished_at: fromNow(-hour) });
    await put(
      'product_newcomer',
      newcomer('waits'),
      newcomer('has_just_come', { created_at: fromNow(-hour / 2) }),
      newcomer('of_a_run', { run_id: 1 }),
    );
    expect((await runs().claim('own_1', hour))?.trigger).toBe('new_canonical');
    expect(await taken()).toEqual(['waits']);
  });

  it.each<[string, Row, readonly Row[]]>([
    ['no new product waits', { id: 1, ...done }, []],
    ['none has waited long enough', { id: 1, ...done }, [newcomer('young', { created_at: fromNow(-hour / 2) })]],
    ['all are of a run', { id: 1, ...done }, [newcomer('of_a_run', { run_id: 1 })]],
    ['one is under way', { id: 1, trigger: 'new_canonical', started_at: noon }, [newcomer('waits')]],
  ])('are not begun for new products where %s', async (_, before, newcomers) => {
    await put('rematch_run', before);
    if (newcomers.length > 0) await put('product_newcomer', ...newcomers);
    await runs().claim('own_1', hour);
    expect(await triggers()).toHaveLength(1);
    const [row] = await database.pool
      .sql`select product_id as id from product_newcomer where product_id = 'waits' and run_id is not null`;
    expect(row).toBeUndefined();
  });

  it('are begun for new products while another kind is under way, and forget what ended a month ago', async () => {
    await put(
      'rematch_run',
      { id: 1, started_at: noon },
      { id: 2, ...done, finished_at: fromNow(-31 * day) },
      { id: 3, ...done, finished_at: fromNow(-29 * day) },
    );
    await put('product_newcomer', newcomer('waits'));
    await runs().claim('own_1', hour);
    const rows = await database.pool.sql<
      { id: string }[]
    >`select id::text from rematch_run where id < 1000 order by id`;
    expect(rows.map(({ id }) => id)).toEqual(['1', '3']);
    expect(await taken()).toEqual(['waits']);
  });

  it('forget nothing while they are not begun for new products', async () => {
    await put('rematch_run', { id: 2, ...done, finished_at: fromNow(-31 * day) });
    await runs().claim('own_1', hour);
    expect(await triggers()).toHaveLength(1);
  });

  const offers = () =>
    put(
      'offer',
      { id: 'a', mpn: 'A', matched_at: noon, manufacturer: 'Maker', blocking_keys: ['A'] },
      { id: 'b', mpn: 'A', matched_at: noon, manufacturer: 'Maker', blocking_keys: ['A'] },
      { id: 'c', description: 'A', matched_at: noon, manufacturer: 'Maker', blocking_keys: ['A'] },
      { id: 'd', mpn: 'A', manufacturer: 'Maker', blocking_keys: ['A'] },
      { id: 'e', matched_at: noon, manufacturer: 'Maker' },
      { id: 'f', mpn: 'A', matched_at: noon, manufacturer: 'Other' },
      { id: 'g', mpn: 'A', matched_at: noon },
    );
  it.each([
    ['periodic', ['b', 'c', 'f', 'g']],
    ['profile_changed', ['b', 'c', 'f', 'g']],
    ['new_canonical', ['b', 'c']],
    ['alias_changed', ['b', 'c']],
  ] as const)('of %s look at the decided offers behind their cursor that concern them', async (trigger, expected) => {
    await offers();
    await put('product', { id: 'prd_1', mpn: 'A' });
    await put('product_newcomer', newcomer('prd_1', { run_id: 7 }));
    await put('rematch_spelling', { run_id: 7, spelling: 'Maker' }, { run_id: 8, spelling: 'Other' });
    const batch = async (limit: number) =>
      (await runs().batch(run(7, trigger, 'a'), limit)).map(({ offerId }) => offerId);
    expect(await batch(9)).toEqual(expected);
    expect(await batch(1)).toEqual(expected.slice(0, 1));
  });

  it('that change aliases note how offers write them, each spelling once', async () => {
    await offers();
    await put('rematch_run', { id: 7, trigger: 'alias_changed' });
    await put('changed_alias', { run_id: 7, alias_key: 'OTHER' }, { run_id: 8, alias_key: 'MAKER' });
    await runs().claim('own_1', hour);
    const rows = await database.pool.sql`select run_id::text as run, spelling from rematch_spelling`;
    expect(rows).toEqual([{ run: '7', spelling: 'Other' }]);
  });

  it.each([
    ['at another cursor', 'own_1', run(7, 'periodic', 'b')],
    ['of another', 'own_2', run(7, 'periodic', 'a')],
    ['that is done', 'own_1', run(6, 'periodic')],
  ])('are not moved on by a process that has one %s', async (_, owner, given) => {
    await lease('own_1', hour);
    await put('rematch_run', { id: 6, ...done }, { id: 7, started_at: noon, cursor: 'a' });
    const step = { run: given, owner, decisions: [], context: untraced, now: noon };
    await expect(runs().advance(step)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('move on by what was decided, and are done when nothing is left, with their new products', async () => {
    await lease('own_1', hour);
    await put('rematch_run', { id: 7, trigger: 'new_canonical', started_at: noon, looked_at: 5, changed: 3 });
    await put('rematch_run', { id: 8, started_at: noon });
    await put('product_newcomer', newcomer('of_this', { run_id: 7 }), newcomer('of_none'));
    const decision = {
      offerId: 'ofr_1',
      productId: undefined,
      confidence: 'unmatched',
      strategy: 'deterministic',
      rule: 'no_product',
      evidence: {},
      create: undefined,
    } as const;
    const first = { run: run(7, 'new_canonical'), owner: 'own_1', decisions: [decision], context: untraced, now: noon };
    const moved = await runs().advance(first);
    expect(moved).toMatchObject({ cursor: 'ofr_1', lookedAt: 6, changed: 3 });
    expect(moved.finishedAt).toBeUndefined();
    const ended = await runs().advance({ ...first, run: run(7, 'new_canonical', 'ofr_1'), decisions: [] });
    expect(ended).toMatchObject({ cursor: 'ofr_1', lookedAt: 6, finishedAt: expect.any(Date) });
    const rows = await database.pool.sql`select product_id as id from product_newcomer`;
    expect(rows).toEqual([{ id: 'of_none' }]);
  });
});
