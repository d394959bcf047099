import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEstimateRetention } from '../../../storage/estimates/estimate-retention.ts';
import { createEstimateStore } from '../../../storage/estimates/estimate-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;

/** Rows as they may stand; what is counted from now lies well before or after. */
describe('the rows of estimates', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await putRows(database.pool.sql, 'customer', [{ id: 'acme' }, { id: 'globex' }]);
  });
  beforeEach(() => emptyTables(database.pool.sql, ['estimate']));
  afterAll(() => database.close());

  const put = (...rows: readonly Row[]) => putRows(database.pool.sql, 'estimate', rows);
  const store = () => createEstimateStore(database.pool.sql);
  const ago = (hours: number): Date => new Date(Date.now() - hours * hour);
  const ready = { status: 'ready', draft: {}, outcome: {}, priced_at: noon };
  const failed = { status: 'error', failure: 'timeout' };
  const ids = async () => {
    const rows = await database.pool.sql<{ id: string }[]>`select id from estimate order by id`;
    return rows.map(({ id }) => id).join('');
  };
  const four = () =>
    put(
      { id: 'a', created_at: noon },
      { id: 'b', created_at: noon },
      { id: 'c', created_at: fromNoon(1) },
      { id: 'd', created_at: fromNoon(-1) },
      { id: 'x', created_at: noon, customer_id: 'globex' },
    );

  it('are those of the customer, one by its id, and in pages from the latest on', async () => {
    await four();
    const of = async (id: string) => (await store().estimate(id, 'acme'))?.id;
    expect([await of('a'), await of('b'), await of('x'), await of('none')]).toEqual(['a', 'b', undefined, undefined]);
    const page = async (after?: { readonly createdAt: Date; readonly id: string }, limit = 9) =>
      (await store().page('acme', after, limit)).map(({ id }) => id).join('');
    expect(await page()).toBe('cbad');
    expect(await page(undefined, 2)).toBe('cb');
    expect(await page({ createdAt: noon, id: 'b' })).toBe('ad');
  });

  it('are removed one at a time, by their own customer', async () => {
    await four();
    expect(await store().remove('x', 'acme', untraced)).toBe(false);
    expect(await store().remove('a', 'acme', untraced)).toBe(true);
    expect(await ids()).toBe('bcdx');
  });

  it.each<[string, Row, boolean | undefined]>([
    ['that is parsed', {}, true],
    ['that is optimised', { status: 'optimizing', draft: {} }, true],
    ['that is ready', ready, false],
    ['that has failed', failed, false],
    ['of another customer', { customer_id: 'globex' }, undefined],
  ])('are cancelled while they are under way: one %s', async (_, row, hasEnded) => {
    await put({ id: 'a', ...row }, { id: 'b' });
    expect((await store().cancel('a', 'acme', untraced))?.hasEnded).toBe(hasEnded);
    const rows = await database.pool.sql<{ id: string; version: number }[]>`
      select id, version from estimate where failure = 'cancelled'`;
    expect(rows).toEqual(hasEnded === true ? [{ id: 'a', version: 2 }] : []);
  });

  it.each<[string, Row, boolean, boolean]>([
    ['again within a while', { ...ready, seen_at: ago(0) }, false, false],
    ['again, and is wanted', { ...ready, seen_at: ago(0), wanted_at: noon }, true, true],
    ['after long, and is wanted now', { ...ready, seen_at: ago(2) }, true, true],
    ['after long while it is optimised', { status: 'optimizing', draft: {}, seen_at: ago(2) }, false, true],
    ['after long while it is parsed', { seen_at: ago(2) }, false, false],
    ['after a while', { ...ready, seen_at: ago(0.5) }, false, false],
    ["by another's customer", { ...ready, seen_at: ago(2), customer_id: 'globex' }, false, false],
  ])('are looked at: one %s', async (_, row, isWanted, hasInstant) => {
    await put({ id: 'a', ...row }, { id: 'b', ...ready, seen_at: ago(2) });
    expect(await store().markViewed('a', 'acme', hour)).toBe(isWanted);
    const rows = await database.pool.sql<{ id: string; wanted: boolean; recent: boolean }[]>`
      select id, wanted_at is not null as wanted, seen_at > now() - interval '15 minutes' as recent
      from estimate order by id`;
    expect(rows).toEqual([
      { id: 'a', wanted: hasInstant, recent: row.customer_id === undefined },
      { id: 'b', wanted: false, recent: false },
    ]);
  });

  it.each<[string, Row, boolean]>([
    ['that is ready', ready, true],
    ['that has failed', failed, true],
    ['that is parsed', {}, false],
    ['that was looked at since', { ...ready, seen_at: ago(0.5) }, false],
    ['that is worked on', { ...ready, owned_until: ago(-1) }, false],
    ['that was worked on', { ...ready, owned_until: ago(1) }, true],
  ])('are removed when nobody looks at them: one %s', async (_, row, isRemoved) => {
    await put({ id: 'a', seen_at: ago(2), ...row });
    const retention = createEstimateRetention(database.pool.sql);
    expect(await retention.removeUnviewed({ forMs: hour, limit: 9 }, untraced)).toBe(Number(isRemoved));
    expect(await ids()).toBe(isRemoved ? '' : 'a');
  });

  it('are removed that were looked at longest ago, so many at a time', async () => {
    await put({ id: 'a', ...ready, seen_at: ago(2) }, { id: 'b', ...ready, seen_at: ago(3) });
    await createEstimateRetention(database.pool.sql).removeUnviewed({ forMs: hour, limit: 1 }, untraced);
    expect(await ids()).toBe('a');
  });
});
