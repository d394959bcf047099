import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentifiedWant } from '../../../domain/wants/part-want.ts';
import type { WantOrder } from '../../../domain/wants/ports.ts';
import { createPartWants, createWantQueue } from '../../../storage/wants/part-want-store.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const tables = [
  'connector_order',
  'credential',
  'group_member',
  'observation_history',
  'offer',
  'part_want',
  'part_want_lookup',
  'part_want_offer',
  'supplier',
] as const;

const number = (id: string, suppliers?: readonly string[]): IdentifiedWant => ({
  id,
  kind: 'number',
  mpn: id,
  ...(suppliers && { suppliers }),
});

/** Rows as they may stand at noon, those at a bound exactly there and one millisecond beside it. */
describe('the rows of wanted parts', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, tables));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const wants = () => createPartWants(database.pool.sql);
  const queue = () => createWantQueue(database.pool.sql);
  const order = (changes: Partial<WantOrder> = {}): WantOrder => ({
    wants: [number('W1')],
    customerIds: ['acme'],
    priority: 'normal',
    since: noon,
    now: noon,
    cause: { correlationId: 'cor_now', traceparent: 'trace_now' },
    ...changes,
  });
  const statesOf = async (asked = order()) =>
    Object.fromEntries(
      (await wants().survey(asked)).get('acme')?.map(({ wantId, state }) => [wantId, state.kind]) ?? [],
    );

  it('reach the credentials that each customer sees through and that are in use, and no others', async () => {
    await put(
      'credential',
      { id: 'system' },
      { id: 'own', scope: 'customer', owner_id: 'acme' },
      { id: 'of_another', scope: 'customer', owner_id: 'globex' },
      { id: 'of_group', scope: 'group', owner_id: 'buyers' },
      { id: 'of_another_group', scope: 'group', owner_id: 'sellers' },
      { id: 'customer_named_as_group', scope: 'customer', owner_id: 'buyers' },
      { id: 'group_named_as_customer', scope: 'group', owner_id: 'acme' },
      { id: 'disabled', disabled_at: noon },
      { id: 'without_secret', secret: null },
      { id: 'in_bulk', enrolled_at: null },
    );
    await put(
      'group_member',
      { customer_id: 'acme', group_id: 'buyers' },
      { customer_id: 'globex', group_id: 'sellers' },
    );
    const costs = await wants().costs({ wants: [{ id: 'W1' }], customerIds: ['acme', 'globex'] });
    const of = (customerId: string) => costs.get(customerId)?.map(({ credentialId }) => credentialId);
    expect(of('acme')).toEqual(['of_group', 'own', 'system']);
    expect(of('globex')).toEqual(['of_another', 'of_another_group', 'system']);
  });

  it('are told the cost of their own answer at each credential', async () => {
    await put('credential', { id: 'crd_a' }, { id: 'crd_b' });
    await put('part_want_lookup', { credential_id: 'crd_a', want_id: 'W1', units: 3 });
    await put('part_want_lookup', { credential_id: 'crd_b', want_id: 'W2', units: 5 });
    const costs = await wants().costs({ wants: [{ id: 'W1' }, { id: 'W2' }], customerIds: ['acme'] });
    expect(costs.get('acme')?.map(({ credentialId, wantId, units }) => [credentialId, wantId, units])).toEqual([
      ['crd_a', 'W1', 3],
      ['crd_a', 'W2', undefined],
      ['crd_b', 'W1', undefined],
      ['crd_b', 'W2', 5],
    ]);
  });

  const hour = 3_600_000;
  const paused = (kind: string, supplier: string, ms: number) => ({
    kind,
    supplier_id: supplier,
    until: new Date(Date.now() + ms),
  });
  it.each([
    ['waits', {}, undefined, 'waiting'],
    ['cannot be reached that fails', { failing_since: noon }, undefined, 'unreachable'],
    ['cannot be reached that is paused', {}, paused('pause', 'borealis', hour), 'unreachable'],
    ['waits again after its pause', {}, paused('pause', 'borealis', -hour), 'waiting'],
    ["waits during another supplier's pause", {}, paused('pause', 'cetus', hour), 'waiting'],
    ['waits under an order of another kind', {}, paused('workers', 'borealis', hour), 'waiting'],
  ])('at a credential that has not answered: it %s', async (_, credential, pause, state) => {
    await put('credential', { id: 'crd_system', ...credential });
    if (pause) await put('connector_order', pause);
    await put('part_want', { id: 'W1' });
    await put('part_want_lookup', { want_id: 'W1' });
    expect(await statesOf()).toEqual({ W1: state });
  });

  it.each([
    ['number', 'unreachable', 'waiting'],
    ['sku', 'waiting', 'unreachable'],
  ])('cannot be reached by what a credential does not answer: %s', async (kind, byNumber, bySku) => {
    await put('credential', { id: 'crd_system', lookup_health: { [kind]: { kind: 'failing' } } });
    await put('part_want', { id: 'W1' }, { id: 'W2', mpn: null, supplier_id: 'borealis', sku: 'B-1' });
    await put('part_want_lookup', { want_id: 'W1' }, { want_id: 'W2' });
    const sku = { id: 'W2', kind: 'sku', supplierId: 'borealis', sku: 'B-1' } as const;
    expect(await statesOf(order({ wants: [number('W1'), sku] }))).toEqual({ W1: byNumber, W2: bySku });
  });

  it.each([
    ['to come', hour, true],
    ['past', -hour, false],
  ])('say when the queue is through where that is %s', async (_, ms, isTold) => {
    const until = new Date(Date.now() + ms);
    await put('credential', { id: 'crd_system', queue_until: until });
    await put('part_want', { id: 'W1' });
    await put('part_want_lookup', { want_id: 'W1' });
    const [lookup] = (await wants().survey(order())).get('acme') ?? [];
    expect(lookup?.state).toEqual({ kind: 'waiting', eta: isTold ? until : undefined });
  });

  const answered = { asked_at: noon, answer: 'found', due_at: null };
  const hit = { offer_id: 'ofr_1', want_id: 'W1', asked_at: noon };
  const matched = { matched_at: noon };
  it.each<[string, Row, Row | undefined, Row | undefined, Row | undefined, string]>([
    ['found at the earliest instant that counts', answered, hit, matched, { observed_at: noon }, 'found'],
    ['waiting when answered just before', { ...answered, asked_at: fromNoon(-1) }, hit, matched, {}, 'waiting'],
    ['found without an offer of this answer', answered, undefined, undefined, undefined, 'found'],
    ['applying without the offer', answered, hit, undefined, {}, 'applying'],
    ['applying while the offer is not matched', answered, hit, {}, {}, 'applying'],
    ['applying while nothing is recorded', answered, hit, matched, undefined, 'applying'],
    ['applying while what is recorded is older', answered, hit, matched, { observed_at: fromNoon(-1) }, 'applying'],
    ["applying with another credential's record", answered, hit, matched, { credential_id: 'crd_other' }, 'applying'],
    ['applying with a record of another offer', answered, hit, matched, { offer_id: 'ofr_2' }, 'applying'],
    ['found with an older hit', answered, { ...hit, asked_at: fromNoon(-1) }, undefined, undefined, 'found'],
    ["found with another want's hit", answered, { ...hit, want_id: 'W2' }, undefined, undefined, 'found'],
    ["found with another's hit", answered, { ...hit, credential_id: 'crd_other' }, undefined, undefined, 'found'],
  ])('are %s', async (_, lookup, itsHit, offer, record, state) => {
    await put('credential', { id: 'crd_system' });
    await put('part_want', { id: 'W1' });
    await put('part_want_lookup', { want_id: 'W1', ...lookup });
    if (itsHit) await put('part_want_offer', itsHit);
    if (offer) await put('offer', { id: 'ofr_1', ...offer });
    const recorded = { offer_id: 'ofr_1', observation_id: 'obs_1', known: {}, recorded_at: new Date() };
    if (record) await put('observation_history', { ...recorded, ...record });
    expect(await statesOf()).toEqual({ W1: state });
  });

  const before = { urgency: 2, due_at: noon, correlation_id: 'cor_first', traceparent: 'trace_first' };
  const cause = ['cor_first', 'trace_first'];
  const answer = { answer: 'found' };
  it.each<[string, Row, readonly unknown[]]>([
    ['earlier than it was', { ...before, due_at: fromNoon(1) }, [0, 2, ...cause]],
    ['as early as it was', { ...before, due_at: fromNoon(-1) }, [-1, 2, ...cause]],
    ['more urgently than it was', { ...before, urgency: 1 }, [0, 2, ...cause]],
    ['as urgently as it was', { ...before, urgency: 3 }, [0, 3, ...cause]],
    ['for this cause if it had none', { ...before, correlation_id: null }, [0, 2, 'cor_now', 'trace_now']],
    ['while it is due, though answered', { ...before, ...answer, urgency: 1, asked_at: noon }, [0, 2, ...cause]],
    ['not when answered since', { ...before, ...answer, due_at: null, asked_at: noon }, [null, 2, ...cause]],
    ['again when answered before', { ...before, ...answer, due_at: null, asked_at: fromNoon(-1) }, [0, 2, ...cause]],
  ])('are asked %s', async (_, row, [due, ...rest]) => {
    await put('credential', { id: 'crd_system' });
    await put('part_want_lookup', { want_id: 'W1', ...row });
    await wants().ask(order());
    const [now] = await database.pool.sql`
      select due_at as due, urgency, correlation_id as cause, traceparent as trace from part_want_lookup`;
    expect([now?.due && now.due.getTime() - noon.getTime(), now?.urgency, now?.cause, now?.trace]).toEqual([
      due,
      ...rest,
    ]);
  });

  it('by order number go to the credentials of their supplier alone, and remember when they were wanted last', async () => {
    await put('supplier', ...['borealis', 'cetus'].map((id) => ({ id, name: id })));
    await put('credential', { id: 'crd_b' }, { id: 'crd_c', supplier_id: 'cetus' });
    const sku = { id: 'W2', kind: 'sku', supplierId: 'cetus', sku: 'C-1' } as const;
    await wants().ask(order({ wants: [number('W1'), sku, number('W3', ['borealis'])] }));
    await wants().ask(order({ wants: [number('W1')], now: fromNoon(-1) }));
    await wants().ask(order({ wants: [number('W3')], now: fromNoon(1) }));
    const rows = await database.pool.sql`
      select want_id as want, array_agg(credential_id order by 1) as at, wanted_at as wanted
      from part_want_lookup join part_want on id = want_id group by 1, 3 order by 1`;
    expect(rows).toEqual([
      { want: 'W1', at: ['crd_b', 'crd_c'], wanted: noon },
      { want: 'W2', at: ['crd_c'], wanted: noon },
      { want: 'W3', at: ['crd_b', 'crd_c'], wanted: fromNoon(1) },
    ]);
  });

  it('are given out the most urgent first, then by how long they are due, until now', async () => {
    await put('part_want', ...['A', 'B', 'D', 'E', 'F', 'G'].map((id) => ({ id, mpn: id })));
    await put('part_want', { id: 'C', mpn: null, supplier_id: 'borealis', sku: 'B-1' });
    await put(
      'part_want_lookup',
      { want_id: 'B', due_at: noon },
      { want_id: 'A', due_at: noon },
      { want_id: 'C', due_at: fromNoon(-1) },
      { want_id: 'D', due_at: noon, urgency: 2, correlation_id: 'cor_d' },
      { want_id: 'E', due_at: fromNoon(1), urgency: 3 },
      { want_id: 'F', due_at: null, urgency: 3 },
      { want_id: 'G', due_at: fromNoon(-9), urgency: 3, credential_id: 'crd_other' },
    );
    const due = async (limit: number, only?: 'number' | 'sku') =>
      (await queue().due('crd_system', noon, limit, only)).map(({ wantId }) => wantId);
    expect(await due(9)).toEqual(['D', 'C', 'A', 'B']);
    expect(await due(2)).toEqual(['D', 'C']);
    expect(await due(9, 'sku')).toEqual(['C']);
    expect(await due(9, 'number')).toEqual(['D', 'A', 'B']);
    await queue().defer('crd_system', ['A', 'G'], noon);
    const rows = await database.pool.sql`
      select want_id as want, due_at as due from part_want_lookup where want_id in ('A', 'B', 'G') order by 1`;
    expect(rows).toEqual([
      { want: 'A', due: fromNoon(30_000) },
      { want: 'B', due: noon },
      { want: 'G', due: fromNoon(-9) },
    ]);
  });

  it('are forgotten that were last wanted before the instant, and no others', async () => {
    await put('part_want', { id: 'W1', wanted_at: fromNoon(-1) }, { id: 'W2', wanted_at: noon });
    expect(await wants().forget(noon, 9)).toBe(1);
    expect(await database.pool.sql`select id from part_want`).toEqual([{ id: 'W2' }]);
  });

  it('that are answered leave their own queue, and have their orphaned offers decided again', async () => {
    await put('credential', { id: 'crd_system' });
    await put('part_want', { id: 'W1' }, { id: 'W2' });
    await put('part_want_lookup', { want_id: 'W1' }, { want_id: 'W2' }, { want_id: 'W1', credential_id: 'crd_other' });
    await put(
      'offer',
      { id: 'ofr_orphan', matched_at: noon },
      { id: 'ofr_matched', matched_at: noon, match_confidence: 'exact', product_id: 'P1' },
      { id: 'ofr_other', matched_at: noon },
    );
    const found = { wantId: 'W1', answer: 'found', offerIds: ['ofr_orphan', 'ofr_matched'], units: 1 } as const;
    await queue().settle('crd_system', [found], noon);
    expect(await database.pool.sql`select id, matched_at as at from offer order by id`).toEqual([
      { id: 'ofr_matched', at: noon },
      { id: 'ofr_orphan', at: null },
      { id: 'ofr_other', at: noon },
    ]);
    const lookups = await database.pool.sql`
      select credential_id as at, want_id as want, asked_at as asked from part_want_lookup order by 1, 2`;
    expect(lookups).toEqual([
      { at: 'crd_other', want: 'W1', asked: null },
      { at: 'crd_system', want: 'W1', asked: noon },
      { at: 'crd_system', want: 'W2', asked: null },
    ]);
  });
});
