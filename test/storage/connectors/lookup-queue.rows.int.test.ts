import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLookupQueue } from '../../../storage/connectors/lookup-queue.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

const hourMs = 3_600_000;
const again = { topMs: hourMs, otherMs: 24 * hourMs };
const tables = [
  'credential',
  'lookup',
  'offer',
  'part_want_lookup',
  'part_want_offer',
  'product',
  'product_demand',
] as const;

/** Rows as they may stand at noon, those at a bound exactly there and one millisecond beside it. */
describe('the rows of a queue of look-ups', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await emptyTables(database.pool.sql, tables);
    await put('credential', { id: 'crd_acme' }, { id: 'crd_group' }, { id: 'crd_system' });
  });
  afterAll(() => database.close());

  const store = () => createLookupQueue(database.pool.sql);
  const put = (table: StoredTable, ...rows: readonly Readonly<Record<string, unknown>>[]) =>
    putRows(database.pool.sql, table, rows);
  const minuteMs = 60_000;
  /** Look-ups, with a product for each. */
  const queued = async (...rows: readonly (Readonly<Record<string, unknown>> & { readonly product_id: string })[]) => {
    await put('product', ...rows.map(({ product_id: id }) => ({ id, mpn: id })));
    await put('lookup', ...rows);
  };
  const dueIds = async (credentialId: string, limit: number, only?: 'sku') =>
    (await store().due(credentialId, noon, limit, only)).map(({ productId }) => productId);

  it('are given out the urgent first, then the top parts, then by how long they are due, until now', async () => {
    await queued(
      { product_id: 'other_now', due_at: noon },
      { product_id: 'other_early', due_at: fromNoon(-5 * hourMs) },
      { product_id: 'other_soon', due_at: fromNoon(1) },
      { product_id: 'top_now', is_top: true, due_at: noon },
      { product_id: 'top_early', is_top: true, due_at: fromNoon(-hourMs) },
      { product_id: 'top_soon', is_top: true, due_at: fromNoon(1) },
      { product_id: 'high_now', urgency: 2, due_at: noon },
      { product_id: 'normal_now', urgency: 1, is_top: true, due_at: noon },
      { product_id: 'normal_early', urgency: 1, is_top: true, due_at: fromNoon(-2 * hourMs) },
      { product_id: 'high_soon', urgency: 2, due_at: fromNoon(1) },
      { product_id: 'foreign_high', credential_id: 'crd_group', urgency: 2, due_at: fromNoon(-9 * hourMs) },
      { product_id: 'foreign_other', credential_id: 'crd_group', due_at: fromNoon(-9 * hourMs) },
    );
    const order = ['high_now', 'normal_early', 'normal_now', 'top_early', 'top_now', 'other_early', 'other_now'];
    expect(await dueIds('crd_system', 100)).toEqual(order);
    for (const limit of [1, 2, 4, 6]) expect(await dueIds('crd_system', limit)).toEqual(order.slice(0, limit));
    // The same where nothing is urgent.
    await database.pool.sql`delete from lookup where urgency > 0`;
    for (const limit of [1, 2, 3]) expect(await dueIds('crd_system', limit)).toEqual(order.slice(3, 3 + limit));
  });

  it('come with the order numbers of their supplier alone, and by order number only where it has one', async () => {
    await queued(
      { product_id: 'sold', due_at: noon },
      { product_id: 'sold_urgently', urgency: 1 },
      { product_id: 'sold_elsewhere', due_at: fromNoon(-2) },
      { product_id: 'wanted_elsewhere', urgency: 1 },
    );
    await put(
      'offer',
      { id: 'ofr_2', product_id: 'sold', supplier_sku: 'B-2' },
      { id: 'ofr_1', product_id: 'sold', supplier_sku: 'B-9' },
      { id: 'ofr_3', product_id: 'sold_urgently', supplier_sku: 'B-3' },
      { id: 'ofr_4', product_id: 'sold', supplier_id: 'cetus', supplier_sku: 'C-1' },
      { id: 'ofr_5', product_id: 'sold_elsewhere', supplier_id: 'cetus', supplier_sku: 'C-2' },
      { id: 'ofr_6', product_id: 'wanted_elsewhere', supplier_id: 'cetus', supplier_sku: 'C-3' },
    );
    const all = await store().due('crd_system', noon, 10);
    expect(new Map(all.map(({ productId, skus }) => [productId, skus]))).toEqual(
      new Map([
        ['sold_urgently', ['B-3']],
        ['wanted_elsewhere', []],
        ['sold_elsewhere', []],
        ['sold', ['B-9', 'B-2']],
      ]),
    );
    expect(await dueIds('crd_system', 10, 'sku')).toEqual(['sold_urgently', 'sold']);
  });

  it.each([
    ['a want that is due now', 'part_want_lookup', { due_at: noon }, true],
    ['a want that is due soon', 'part_want_lookup', { due_at: fromNoon(1) }, false],
    ["another credential's want", 'part_want_lookup', { due_at: noon, credential_id: 'crd_group' }, false],
    ['an urgent part that is due now', 'lookup', { urgency: 1, due_at: noon }, true],
    ['an urgent part that is due soon', 'lookup', { urgency: 1, due_at: fromNoon(1) }, false],
    ["another credential's urgent part", 'lookup', { urgency: 1, credential_id: 'crd_group' }, false],
    ['a part that is due now', 'lookup', { due_at: noon }, false],
    ['a top part due for nearly five minutes', 'lookup', { is_top: true, due_at: fromNoon(1 - 5 * minuteMs) }, false],
    ['a top part due for five minutes', 'lookup', { is_top: true, due_at: fromNoon(-5 * minuteMs) }, true],
    ['another part due for nearly five minutes', 'lookup', { due_at: fromNoon(1 - 5 * minuteMs) }, false],
    ['another part due for five minutes', 'lookup', { due_at: fromNoon(-5 * minuteMs) }, true],
    ["another credential's overdue part", 'lookup', { due_at: fromNoon(-hourMs), credential_id: 'crd_group' }, false],
  ] as const)('press or not: %s', async (_, table, row, isPressing) => {
    await put(table, { ...row, ...(table === 'lookup' ? { product_id: 'P1' } : { want_id: 'W1' }) });
    expect(await store().isPressing('crd_system', noon)).toBe(isPressing);
  });

  it('are counted with wants, those of this credential that are due by now', async () => {
    await put(
      'lookup',
      { product_id: 'P1', is_top: true, due_at: noon },
      { product_id: 'P2', due_at: noon },
      { product_id: 'P3', due_at: fromNoon(1) },
      { product_id: 'P4', is_top: true, due_at: fromNoon(1) },
      { product_id: 'P5', is_top: true, credential_id: 'crd_group' },
    );
    await put(
      'part_want_lookup',
      { want_id: 'W1', due_at: noon },
      { want_id: 'W2', due_at: fromNoon(1) },
      { want_id: 'W3', due_at: null },
      { want_id: 'W4', credential_id: 'crd_group' },
    );
    expect((await store().queue('crd_system', noon)).due).toBe(3);
    await store().forecast('crd_system', 1_000, noon);
    const rows = await database.pool.sql`
      select id, top_queue_until as top, queue_until as "all" from credential order by id`;
    expect(rows).toEqual([
      { id: 'crd_acme', top: null, all: null },
      { id: 'crd_group', top: null, all: null },
      { id: 'crd_system', top: fromNoon(2_000), all: fromNoon(3_000) },
    ]);
  });

  it.each(['top', 'other', 'want'])('say when the next is due: the earliest of the %s parts', async (earliest) => {
    const dueAt = (kind: string) => (kind === earliest ? fromNoon(1_000) : fromNoon(5_000));
    await put(
      'lookup',
      { product_id: 'P1', is_top: true, due_at: dueAt('top') },
      { product_id: 'P2', is_top: true, due_at: fromNoon(6_000) },
      { product_id: 'P3', due_at: dueAt('other') },
      { product_id: 'P4', is_top: true, credential_id: 'crd_group' },
      { product_id: 'P5', credential_id: 'crd_group' },
    );
    await put(
      'part_want_lookup',
      { want_id: 'W1', due_at: dueAt('want') },
      { want_id: 'W2', due_at: null },
      { want_id: 'W3', credential_id: 'crd_group' },
    );
    expect((await store().queue('crd_system', noon)).nextDueAt).toEqual(fromNoon(1_000));
  });

  const storedDue = async () =>
    new Map(
      (
        await database.pool.sql<{ of: string; due: Date; urgency: number }[]>`
          select credential_id || ' ' || product_id as of, due_at as due, urgency from lookup`
      ).map(({ of, due, urgency }) => [of, [due.getTime() - noon.getTime(), urgency]]),
    );
  const four = [
    { product_id: 'P1', is_top: true },
    { product_id: 'P2', urgency: 2 },
    { product_id: 'P3', urgency: 1 },
    { product_id: 'P1', urgency: 1, credential_id: 'crd_group' },
  ];

  it('that were asked are due after their interval and urgent no more, and no others', async () => {
    await put('lookup', ...four);
    await store().markAsked('crd_system', ['P1', 'P2'], noon, again);
    expect(await storedDue()).toEqual(
      new Map([
        ['crd_system P1', [again.topMs, 0]],
        ['crd_system P2', [again.otherMs, 0]],
        ['crd_system P3', [0, 1]],
        ['crd_group P1', [0, 1]],
      ]),
    );
  });

  it('that are put off are so for half a minute when urgent, for ten when not, and no others', async () => {
    await put('lookup', ...four);
    await store().defer('crd_system', ['P1', 'P2'], noon);
    expect(await storedDue()).toEqual(
      new Map([
        ['crd_system P1', [10 * minuteMs, 0]],
        ['crd_system P2', [minuteMs / 2, 2]],
        ['crd_system P3', [0, 1]],
        ['crd_group P1', [0, 1]],
      ]),
    );
  });

  const mark = async () => {
    const [row] = await database.pool.sql`
      select enrolled_at as at, enrolled_id as id, lookup_tariff as tariff from credential where id = 'crd_system'`;
    return row;
  };
  const enrolAt = (at: Date | null, id: string | null) =>
    database.pool.sql`update credential set enrolled_at = ${at}, enrolled_id = ${id} where id = 'crd_system'`;

  it('are those of products behind the mark, which then stands at the latest of them', async () => {
    await enrolAt(noon, 'P2');
    await put(
      'product',
      { id: 'P1', mpn: 'P1' },
      { id: 'P2', mpn: 'P2' },
      { id: 'P3', mpn: 'P3' },
      { id: 'P9', mpn: 'P9', created_at: fromNoon(-1) },
      { id: 'P4', mpn: 'P4', created_at: fromNoon(1) },
      { id: 'P0', mpn: 'P0', created_at: fromNoon(1) },
    );
    await store().enqueueNew('crd_system', again);
    expect([...(await storedDue()).keys()].toSorted()).toEqual(['crd_system P0', 'crd_system P3', 'crd_system P4']);
    expect(await mark()).toMatchObject({ at: fromNoon(1), id: 'P4' });
  });

  it('of products that have just come leave the mark a minute behind them', async () => {
    await enrolAt(noon, 'P2');
    const created = new Date(Date.now() - 1_000);
    await put('product', { id: 'P5', mpn: 'P5', created_at: created });
    await store().enqueueNew('crd_system', again);
    const { at, id } = (await mark()) ?? {};
    expect(id).toBe('');
    expect(at.getTime()).toBeLessThan(created.getTime());
    expect(at.getTime()).toBeGreaterThan(created.getTime() - 60 * minuteMs);
  });

  it('begin without a product, keep their mark without a new one, and take a tariff that is stated anew', async () => {
    await enrolAt(null, null);
    await store().enqueueNew('crd_system', again);
    expect(await mark()).toEqual({ at: new Date(0), id: '', tariff: null });
    await enrolAt(noon, 'P2');
    const tariff = { unit: 'calls', byNumber: { parts: 10, units: 2 } } as const;
    await store().enqueueNew('crd_system', again, tariff);
    expect(await mark()).toEqual({ at: noon, id: 'P2', tariff });
    await store().enqueueNew('crd_system', again, { ...tariff, byNumber: { parts: 5, units: 2 } });
    await store().enqueueNew('crd_system', again);
    expect(await mark()).toEqual({ at: noon, id: 'P2', tariff: { ...tariff, byNumber: { parts: 5, units: 2 } } });
  });

  it('are top for marked demand, and due an interval after this credential has answered a want of them', async () => {
    await enrolAt(fromNoon(-1), '');
    const products = ['top', 'plain', 'demanded', 'answered', 'foreign', 'failed'];
    await put('product', ...products.map((id) => ({ id, mpn: id })));
    await put(
      'product_demand',
      { product_id: 'top', is_marked: true },
      { product_id: 'demanded' },
      { product_id: 'answered', is_marked: true },
    );
    const asked = products.slice(3);
    await put('offer', ...asked.map((id) => ({ id: `ofr_${id}`, product_id: id })));
    await put('part_want_offer', ...asked.map((id) => ({ offer_id: `ofr_${id}`, want_id: `W_${id}` })));
    const answered = { asked_at: fromNoon(5), answer: 'found', due_at: null };
    await put(
      'part_want_lookup',
      { want_id: 'W_answered', ...answered },
      { want_id: 'W_foreign', ...answered, credential_id: 'crd_group' },
      { want_id: 'W_failed', ...answered, answer: 'cannot_be_asked' },
    );
    await store().enqueueNew('crd_system', again);
    const rows = await database.pool.sql<{ id: string; isTop: boolean; askedAt: Date | null; dueAt: Date }[]>`
      select product_id as id, is_top as "isTop", asked_at as "askedAt", due_at as "dueAt" from lookup order by 1`;
    const fresh = { isTop: false, askedAt: null, dueAt: noon };
    expect(rows).toEqual([
      { id: 'answered', isTop: true, askedAt: fromNoon(5), dueAt: fromNoon(5 + again.topMs) },
      { id: 'demanded', ...fresh },
      { id: 'failed', ...fresh },
      { id: 'foreign', ...fresh },
      { id: 'plain', ...fresh },
      { id: 'top', ...fresh, isTop: true },
    ]);
  });
});
