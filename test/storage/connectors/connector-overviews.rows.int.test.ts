import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConnectorOverviews } from '../../../storage/connectors/connector-overviews.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const tables = [
  'connector_lease',
  'connector_order',
  'credential',
  'ingestion_tick',
  'lookup',
  'offer',
  'part_want_lookup',
  'rate_budget',
  'supplier',
] as const;

/** Rows as they may stand; what is compared with now lies some hours before it or after it. */
describe('the rows that operators see of connectors', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await emptyTables(database.pool.sql, tables);
    await put('supplier', { id: 'cetus', name: 'Cetus' }, { id: 'borealis', name: 'Borealis' });
    await put('credential', { id: 'crd_system' }, { id: 'crd_other' }, { id: 'crd_cetus', supplier_id: 'cetus' });
  });
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const overviews = () => createConnectorOverviews(database.pool.sql);
  const inHours = (hours: number): Date => new Date(Date.now() + hours * hour);
  /** For how many hours something goes on. */
  const hoursTo = (instant: Date | undefined): number | undefined =>
    instant && Math.round((instant.getTime() - Date.now()) / hour);
  const ofSystem = async () => {
    const overview = await overviews().supplier('borealis');
    return overview?.credentials.find(({ credential }) => credential.id === 'crd_system');
  };

  it('are those of suppliers that are not retired, by their ids, with the orders of each that hold', async () => {
    const order = (supplier: string, kind: string, hours: number): Row => ({
      supplier_id: supplier,
      kind,
      detail: { kind },
      until: inHours(hours),
    });
    await put('supplier', { id: 'retired', name: 'Retired', retired_at: noon });
    await put('credential', { id: 'crd_retired', supplier_id: 'retired' });
    await put(
      'connector_order',
      order('borealis', 'rates', 1),
      order('borealis', 'pause', 2),
      order('borealis', 'workers', -1),
      order('retired', 'pause', 1),
    );
    const seen = async (id?: string) => {
      const found = id === undefined ? await overviews().suppliers() : [await overviews().supplier(id)];
      return found.map((each) => [
        each?.supplier.id,
        each?.orders.map(({ kind, until }) => `${kind} ${hoursTo(until)}`),
        each?.credentials.map(({ credential }) => credential.id),
      ]);
    };
    const borealis = ['borealis', ['pause 2', 'rates 1'], ['crd_other', 'crd_system']];
    const cetus = ['cetus', [], ['crd_cetus']];
    expect(await seen()).toEqual([borealis, cetus]);
    expect(await seen('cetus')).toEqual([cetus]);
    expect(await overviews().supplier('retired')).toBeUndefined();
  });

  it.each<[string, Row | undefined, number | undefined]>([
    ['its own while it holds', { expires_at: 2 }, 2],
    ['none that is over', { expires_at: -2 }, undefined],
    ['none', undefined, undefined],
  ])('have of leases %s, and none of another', async (_, lease, hours) => {
    const held = (id: string, at: unknown): Row => ({
      credential_id: id,
      owner: `of_${id}`,
      token: 1,
      expires_at: inHours(Number(at)),
    });
    await put('connector_lease', held('crd_other', 5));
    if (lease) await put('connector_lease', held('crd_system', lease.expires_at));
    const seen = (await ofSystem())?.lease;
    expect(seen && [seen.owner, hoursTo(seen.until)]).toEqual(hours && ['of_crd_system', hours]);
  });

  /** A budget of an endpoint that gives; instants are in hours from now. */
  const budget = (endpoint: string, given: { notBefore?: number; startsAt?: number; units?: number | null }): Row => ({
    key: `ratelimit:borealis:crd_system:${endpoint}`,
    arrivals: [],
    units: given.units === undefined ? 1 : given.units,
    starts_at: inHours(given.startsAt ?? -9).getTime(),
    not_before: given.notBefore === undefined ? 0 : inHours(given.notBefore).getTime(),
  });
  const elsewhere = (key: string): Row => ({ ...budget('parts', { notBefore: 9 }), key });
  it.each<[string, readonly Row[], number | undefined]>([
    ['not without a budget', [], undefined],
    ['not by one that gives', [budget('parts', { startsAt: 2 })], undefined],
    ['for as long as the supplier asked', [budget('parts', { notBefore: 2 })], 2],
    ['not for what it asked for before', [budget('parts', { notBefore: -2 })], undefined],
    ['until there are units again', [budget('parts', { startsAt: 2, units: null })], 2],
    ['not by what was refused before', [budget('parts', { startsAt: -2, units: null })], undefined],
    ['until both are over', [budget('parts', { startsAt: 3, units: null, notBefore: 2 })], 3],
    ['until both are over, the other way', [budget('parts', { startsAt: 2, units: null, notBefore: 3 })], 3],
    ['until the last endpoint is free', [budget('parts', { notBefore: 3 }), budget('stock', { notBefore: 4 })], 4],
    ['not by another credential', [elsewhere('ratelimit:borealis:crd_system_2:parts')], undefined],
    ['not by another supplier', [elsewhere('ratelimit:cetus:crd_system:parts')], undefined],
  ])('are throttled %s', async (_, budgets, hours) => {
    await put('rate_budget', ...budgets);
    expect(hoursTo((await ofSystem())?.throttledUntil)).toBe(hours);
  });

  it('have the use of the budgets of each of their own endpoints', async () => {
    // What was used at an instant to come is left whole; what was used hours ago is forgotten.
    const used = (row: Row, share: number, hours: number): Row => ({
      ...row,
      usage: share,
      usage_at: inHours(hours).getTime(),
      usage_window: 1_000,
    });
    await put(
      'rate_budget',
      used(budget('parts', {}), 0.5, 1),
      used(budget('stock', {}), 0.25, 1),
      used(budget('prices', {}), 0.75, -1),
      used(elsewhere('ratelimit:borealis:crd_system_2:orders'), 1, 1),
      used(elsewhere('ratelimit:cetus:crd_system:orders'), 1, 1),
    );
    const use = Object.entries((await ofSystem())?.budgetUse ?? {});
    expect(Object.fromEntries(use.map(([name, share]) => [name, Number(share.toFixed(9))]))).toEqual({
      parts: 0.5,
      stock: 0.25,
      prices: 0,
    });
  });

  it('count their own lookups that are due, of products and of parts', async () => {
    const lookup = (id: string, product: string, hours: number): Row => ({
      credential_id: id,
      product_id: product,
      due_at: inHours(hours),
    });
    await put(
      'lookup',
      lookup('crd_system', 'due', -1),
      lookup('crd_system', 'due_too', -2),
      lookup('crd_system', 'due_as_well', -3),
      lookup('crd_system', 'later', 1),
      lookup('crd_other', 'due', -1),
    );
    const part = (id: string, want: string, hours: number | undefined): Row => ({
      credential_id: id,
      want_id: want,
      due_at: hours === undefined ? null : inHours(hours),
    });
    await put(
      'part_want_lookup',
      part('crd_system', 'due', -1),
      part('crd_system', 'due_too', -1),
      part('crd_system', 'later', 1),
      part('crd_system', 'answered', undefined),
      part('crd_other', 'due', -1),
    );
    expect((await ofSystem())?.dueLookups).toBe(5);
  });

  it('have a secret where one is stored, whatever it was entered for', async () => {
    const sealed = { sealed_for: { plugin: 'demo-bulk', origins: ['http://127.0.0.1:1'] } };
    await emptyTables(database.pool.sql, ['credential']);
    await put('credential', { id: 'crd_with', ...sealed }, { id: 'crd_without', ...sealed, secret: null });
    const seen = (await overviews().supplier('borealis'))?.credentials;
    expect(seen?.map(({ secret }) => secret.kind)).toEqual(['attached', 'detached']);
  });

  const tick = (run: string, at: number, given: Row = {}): Row => ({
    run_id: run,
    credential_id: 'crd_system',
    started_at: fromNoon(at),
    ...given,
  });

  it('have their latest tick, and of those of one instant the one whose id is last', async () => {
    await put('ingestion_tick', tick('run_3', -1), tick('run_1', 0), tick('run_2', 0), tick('run_0', -2));
    await put('ingestion_tick', tick('run_9', 1, { credential_id: 'crd_other' }));
    const seen = await ofSystem();
    expect(seen?.tick?.runId).toBe('run_2');
    expect(seen?.recentTicks.map(({ runId }) => runId)).toEqual(['run_2', 'run_1', 'run_3', 'run_0']);
  });

  it('have no more than twenty of their ticks, the latest ones', async () => {
    const twenty = Array.from({ length: 20 }, (_, at) => `run_${10 + at}`);
    // One that is older, and one of the same instant as the oldest that is told, with a lesser id.
    await put('ingestion_tick', tick('run_99', -1), tick('run_01', 0));
    await put('ingestion_tick', ...twenty.map((run, at) => tick(run, at)));
    const seen = (await ofSystem())?.recentTicks.map(({ runId }) => runId);
    expect(seen).toEqual(twenty.toReversed());
  });

  it('are without attributes where an offer has none, counted for each supplier', async () => {
    const described = { attributes: { colour: 'red' } };
    const offer = (id: string, given: Row = {}): Row => ({ id, supplier_sku: id, ...given });
    await put(
      'offer',
      offer('one', described),
      offer('two', described),
      offer('three'),
      offer('four', { ...described, supplier_id: 'cetus' }),
    );
    expect(await overviews().attributeCoverage()).toEqual(
      new Map([
        ['borealis', { offers: 3, withoutAttributes: 1 }],
        ['cetus', { offers: 1, withoutAttributes: 0 }],
      ]),
    );
  });
});
