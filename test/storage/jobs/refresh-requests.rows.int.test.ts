import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RefreshOrder } from '../../../domain/enrichment/ports.ts';
import { createRefreshRequests } from '../../../storage/jobs/refresh-requests.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const tables = [
  'connector_order',
  'credential',
  'enrichment_requester',
  'group_member',
  'ingestion_tick',
  'lookup',
  'offer',
  'offer_view',
] as const;

/** Rows as they may stand at noon, those at a bound exactly there and one millisecond beside it. */
describe('the rows that a job’s questions are made of', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await put('product', { id: 'prd_1', mpn: 'NE555P' });
  });
  beforeEach(async () => {
    await emptyTables(database.pool.sql, tables);
    await put('enrichment_requester', { job_id: 'job_1' });
  });
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const requests = () => createRefreshRequests(database.pool.sql);
  const order = (changes: Partial<RefreshOrder> = {}): RefreshOrder => ({
    jobId: 'job_1',
    cause: { correlationId: 'cor_now', traceparent: 'trace_now' },
    target: { kind: 'product', productId: 'prd_1' },
    priority: 'normal',
    since: noon,
    isDiscovery: false,
    isLookUpOnly: false,
    ...changes,
  });
  /** An offer of the product that the system's credential sees. */
  const offered = async (given: Row = {}) => {
    await put('offer', { id: 'ofr_1', product_id: 'prd_1', ...given });
    await put('offer_view', { offer_id: 'ofr_1' });
  };
  const lookups = async () => {
    const rows = await database.pool.sql<{ of: string }[]>`
      select credential_id || ' ' || product_id as of from lookup order by 1`;
    return rows.map(({ of }) => of);
  };
  const wantedOf = async () => {
    const rows = await database.pool.sql<{ id: string; at: Date | null }[]>`
      select id, wanted_since as at from credential where wanted_since is not null order by id`;
    return Object.fromEntries(rows.map(({ id, at }) => [id, at]));
  };

  it('are seen through the credentials of each customer who waits, and through no others', async () => {
    const scopes: readonly (readonly [string, Row])[] = [
      ['system', {}],
      ['own', { scope: 'customer', owner_id: 'acme' }],
      ['of_another', { scope: 'customer', owner_id: 'globex' }],
      ['of_group', { scope: 'group', owner_id: 'buyers' }],
      ['of_another_group', { scope: 'group', owner_id: 'sellers' }],
      ['customer_named_as_group', { scope: 'customer', owner_id: 'buyers' }],
      ['group_named_as_customer', { scope: 'group', owner_id: 'acme' }],
    ];
    await put('credential', ...scopes.map(([id, row]) => ({ id, ...row })));
    await put('offer_view', ...scopes.map(([id]) => ({ offer_id: `by_${id}`, credential_id: id })));
    await put('group_member', { customer_id: 'acme', group_id: 'buyers' });
    await put('group_member', { customer_id: 'globex', group_id: 'sellers' });
    await put(
      'enrichment_requester',
      { job_id: 'job_1', customer_id: 'initech' },
      { job_id: 'job_1', customer_id: 'globex', is_waiting: false },
      { job_id: 'job_2', customer_id: 'globex' },
    );
    const all = scopes.map(([id]) => `by_${id}`);
    const seen = await requests().visibleOffersByCustomer('job_1', all);
    expect([...seen.keys()].toSorted()).toEqual(['acme', 'initech']);
    expect([...(seen.get('acme') ?? [])].toSorted()).toEqual(['by_of_group', 'by_own', 'by_system']);
    expect([...(seen.get('initech') ?? [])]).toEqual(['by_system']);
    expect(await requests().visibleOffersByCustomer('job_1', ['by_of_another'])).toEqual(
      new Map([
        ['acme', new Set()],
        ['initech', new Set()],
      ]),
    );
  });

  it.each<[string, Row, boolean, boolean, boolean]>([
    ['one that looks up', {}, false, true, true],
    ['one that looks up, of those alone', {}, true, true, true],
    ['one that reads in bulk', { enrolled_at: null }, false, false, true],
    ['one that reads in bulk, where only look-ups are wanted', { enrolled_at: null }, true, false, false],
    ['one that is disabled', { disabled_at: noon }, false, false, false],
    ['one without a secret', { secret: null }, false, false, false],
    ['one of another supplier', { supplier_id: 'cetus' }, false, false, false],
    ['one that is disabled and reads in bulk', { enrolled_at: null, disabled_at: noon }, false, false, false],
  ])('are asked or not: %s', async (_, credential, isLookUpOnly, looksUp, isWanted) => {
    await offered();
    await put(
      'credential',
      { id: 'crd_system', ...credential },
      { id: 'crd_foreign', scope: 'customer', owner_id: 'x' },
    );
    const asked = await requests().ask(order({ isLookUpOnly }));
    expect(asked).toEqual(isWanted ? ['borealis'] : []);
    expect(await lookups()).toEqual(looksUp ? ['crd_system prd_1'] : []);
    expect(await wantedOf()).toEqual(isWanted ? { crd_system: noon } : {});
  });

  it('that are discovered are asked of every credential that looks up, and no others', async () => {
    await put('credential', { id: 'crd_a' }, { id: 'crd_b', supplier_id: 'cetus' }, { id: 'crd_c', enrolled_at: null });
    expect((await requests().ask(order({ isDiscovery: true }))).toSorted()).toEqual(['borealis', 'cetus']);
    expect(await lookups()).toEqual(['crd_a prd_1', 'crd_b prd_1']);
    expect(await requests().ask(order())).toEqual([]);
  });

  it('of an offer without a product are asked in bulk alone', async () => {
    await offered({ product_id: null });
    await put('credential', { id: 'crd_system' }, { id: 'crd_bulk', enrolled_at: null });
    await requests().ask(order({ target: { kind: 'supplier', supplierId: 'borealis' } }));
    expect([await lookups(), await wantedOf()]).toEqual([[], { crd_bulk: noon }]);
  });

  const first = { correlation_id: 'cor_first', traceparent: 'trace_first' };
  const cause = ['cor_first', 'trace_first'];
  it.each<[string, Row, readonly unknown[]]>([
    ['earlier', { ...first, urgency: 2, due_at: fromNoon(1) }, [0, 2, ...cause]],
    ['as early as they were', { ...first, urgency: 2, due_at: fromNoon(-1) }, [-1, 2, ...cause]],
    ['more urgently', { ...first, urgency: 1 }, [0, 2, ...cause]],
    ['as urgently as they were', { ...first, urgency: 3 }, [0, 3, ...cause]],
    ['for this job if for none before', { urgency: 2 }, [0, 2, 'cor_now', 'trace_now']],
    ['again when answered before', { ...first, asked_at: fromNoon(-1), due_at: fromNoon(9) }, [0, 2, ...cause]],
    ['not again when answered since', { ...first, asked_at: noon, due_at: fromNoon(9) }, [9, 0, ...cause]],
  ])('are looked up %s', async (_, row, [due, ...rest]) => {
    await offered();
    await put('credential', { id: 'crd_system', wanted_since: fromNoon(5) });
    await put('lookup', { product_id: 'prd_1', ...row });
    await requests().ask(order());
    const [now] = await database.pool.sql`
      select due_at as due, urgency, correlation_id as cause, traceparent as trace from lookup`;
    expect([now?.due.getTime() - noon.getTime(), now?.urgency, now?.cause, now?.trace]).toEqual([due, ...rest]);
    expect(await wantedOf()).toEqual({ crd_system: fromNoon(5) });
  });

  const pause = (given: Row = {}, ms = hour) => ({
    kind: 'pause',
    supplier_id: 'borealis',
    until: new Date(Date.now() + ms),
    ...given,
  });
  const bulk = { enrolled_at: null };
  const bySku = { lookup_health: { number: { kind: 'failing' } } };
  it.each<[string, Row, Row | undefined, Row | undefined, 'answered' | 'open' | 'unreachable']>([
    ['answered since', {}, { asked_at: noon }, undefined, 'answered'],
    ['answered before', {}, { asked_at: fromNoon(-1) }, undefined, 'open'],
    ['answered never', {}, {}, undefined, 'open'],
    ['looked up by nobody yet', { refreshed_since: noon }, undefined, undefined, 'open'],
    ['read in bulk since', { ...bulk, refreshed_since: noon }, undefined, undefined, 'answered'],
    ['read in bulk before', { ...bulk, refreshed_since: fromNoon(-1) }, undefined, undefined, 'open'],
    ['at a credential that fails', { failing_since: noon }, {}, undefined, 'unreachable'],
    ['answered by a credential that fails', { failing_since: noon }, { asked_at: noon }, undefined, 'answered'],
    ['at a supplier that is paused', {}, {}, pause(), 'unreachable'],
    ['at a supplier whose pause is over', {}, {}, pause({}, -hour), 'open'],
    ['while another supplier is paused', {}, {}, pause({ supplier_id: 'cetus' }), 'open'],
    ['under an order of another kind', {}, {}, pause({ kind: 'workers' }), 'open'],
    ['by order number, which the supplier has', bySku, {}, undefined, 'open'],
  ])('are surveyed: %s', async (_, credential, lookup, itsPause, expected) => {
    await offered();
    await put('credential', { id: 'crd_system', ...credential });
    if (lookup) await put('lookup', { product_id: 'prd_1', ...lookup });
    if (itsPause) await put('connector_order', itsPause);
    const { all, byCustomer } = await requests().survey(order());
    const counts = {
      known: 1,
      answered: Number(expected === 'answered'),
      unreachable: Number(expected === 'unreachable'),
    };
    expect(all).toEqual(counts);
    expect(byCustomer).toEqual(new Map([['acme', counts]]));
  });

  it.each<[string, Row | undefined, number]>([
    ['has none of it', undefined, 1],
    ['has none, though another supplier has', { supplier_id: 'cetus' }, 1],
    ['has others alone', { product_id: 'prd_2' }, 1],
    ['has one', {}, 0],
  ])('that are discovered by order number alone cannot be where the supplier %s', async (_, offer, unreachable) => {
    await put('credential', { id: 'crd_system', ...bySku });
    if (offer) await offered(offer);
    const { all } = await requests().survey(order({ isDiscovery: true }));
    expect(all).toEqual({ known: 1, answered: 0, unreachable });
  });

  it('count the offers that came meanwhile and that nothing has matched', async () => {
    await offered();
    await put('credential', { id: 'crd_system' });
    await put(
      'offer',
      { id: 'first', mpn: 'A', created_at: noon },
      { id: 'last', mpn: 'A', created_at: fromNoon(10) },
      { id: 'before', mpn: 'A', created_at: fromNoon(-1) },
      { id: 'after', mpn: 'A', created_at: fromNoon(11) },
      { id: 'matched', mpn: 'A', matched_at: noon },
      { id: 'without_number' },
      { id: 'elsewhere', mpn: 'A', supplier_id: 'cetus' },
    );
    expect(await requests().unmatched(order(), fromNoon(10))).toBe(2);
  });

  it('are wanted of a supplier for an hour, until it was read since', async () => {
    const recent = new Date(Date.now() - hour / 2);
    const wanted = (id: string, given: Row = {}) => ({ id, wanted_since: recent, ...given });
    await put(
      'credential',
      wanted('never_read'),
      wanted('read_before', { refreshed_since: new Date(recent.getTime() - 1) }),
      wanted('read_since', { refreshed_since: recent }),
      wanted('void', { wanted_since: new Date(Date.now() - hour - 60_000) }),
      wanted('not_wanted', { wanted_since: null }),
      wanted('elsewhere', { supplier_id: 'cetus' }),
    );
    const found = await requests().wanted('borealis');
    expect([...found.keys()].toSorted()).toEqual(['never_read', 'read_before']);
  });

  const tick = (given: Row = {}) => ({ started_at: noon, ...given });
  it.each<[string, readonly Row[], boolean]>([
    ['a catalogue', [tick()], true],
    ['a catalogue that began before', [tick({ started_at: fromNoon(-1) })], false],
    ['a catalogue that failed', [tick({ outcome: 'failure', reason: 'timeout' })], false],
    ["another credential's catalogue", [tick({ credential_id: 'crd_other' })], false],
    ['prices alone', [tick({ kind: 'prices' })], false],
    ['prices twice', [tick({ kind: 'prices' }), tick({ kind: 'prices' })], false],
    ['prices and stocks', [tick({ kind: 'prices' }), tick({ kind: 'stocks' })], true],
    ['prices and what does not matter', [tick({ kind: 'prices' }), tick({ kind: 'lookup' })], false],
    ['nothing', [], false],
  ])('are read of a credential or not by %s', async (_, ticks, isRead) => {
    await put('credential', { id: 'crd_system' }, { id: 'crd_other' });
    await put('ingestion_tick', ...ticks.map((row, at) => ({ run_id: `run_${at}`, ...row })));
    await requests().settle('crd_system', noon, ['prices', 'stocks']);
    const rows = await database.pool.sql`select id, refreshed_since as at from credential order by id`;
    expect(rows).toEqual([
      { id: 'crd_other', at: null },
      { id: 'crd_system', at: isRead ? noon : null },
    ]);
  });

  it('are read since the later of two instants', async () => {
    await put('credential', { id: 'crd_system', refreshed_since: fromNoon(1) });
    await put('ingestion_tick', { run_id: 'run_1' });
    await requests().settle('crd_system', noon, []);
    const [row] = await database.pool.sql`select refreshed_since as at from credential`;
    expect(row?.at).toEqual(fromNoon(1));
  });

  it('are all asked by an operator: of credentials in use, and earlier than they were due', async () => {
    await put(
      'credential',
      { id: 'crd_system' },
      { id: 'disabled', disabled_at: noon },
      { id: 'without_secret', secret: null },
      { id: 'elsewhere', supplier_id: 'cetus' },
    );
    const far = new Date(Date.now() + hour);
    await put(
      'lookup',
      { product_id: 'due_long' },
      { product_id: 'due_later', due_at: far },
      { product_id: 'disabled', credential_id: 'disabled', due_at: far },
      { product_id: 'elsewhere', credential_id: 'elsewhere', due_at: far },
    );
    expect(await requests().askAll('borealis', {})).toEqual(['crd_system']);
    expect(Object.keys(await wantedOf())).toEqual(['crd_system']);
    const rows = await database.pool.sql`
      select product_id as of, due_at = ${noon} as long, due_at < ${far} as earlier from lookup order by 1`;
    expect(rows).toEqual([
      { of: 'disabled', long: false, earlier: false },
      { of: 'due_later', long: false, earlier: true },
      { of: 'due_long', long: true, earlier: true },
      { of: 'elsewhere', long: false, earlier: false },
    ]);
  });
});
