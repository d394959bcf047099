import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FullWalk } from '../../../domain/ingestion/withdrawal.ts';
import { createOfferWithdrawals } from '../../../storage/offers/offer-withdrawals.ts';
import { untraced } from '../../support/event-samples.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const day = 24 * hour;
/** Clocks differ by less than that. */
const allowance = 5 * 60_000;

/** Rows as they may stand for a walk that began at noon, at each bound and beside it. */
describe('the rows that walks are judged by', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['ingestion_tick', 'offer', 'offer_view']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const store = () => createOfferWithdrawals(database.pool.sql);
  /** Offers of Borealis as the system's credential sees them, walked before if not said. */
  const offers = async (views: Readonly<Record<string, Row>>) => {
    const ids = Object.keys(views);
    await put('offer', ...ids.map((id) => ({ id, supplier_sku: `sku_${id}` })));
    await put('offer_view', ...ids.map((id) => ({ offer_id: id, last_walked_at: fromNoon(-1), ...views[id] })));
  };
  const walk = (read: number, unreadableSkus: readonly string[] = []): FullWalk => ({
    runId: 'run_noon',
    supplierId: 'borealis',
    credentialId: 'crd_system',
    startedAt: noon,
    rows: { phases: { catalogue: { read, unreadable: 0 } }, reasons: {}, first: undefined, unreadableSkus },
  });
  const judge = (given: FullWalk) => {
    const { signal } = new AbortController();
    return store().judge(given, { now: fromNoon(9), context: untraced, signal, onWithdrawn: () => undefined });
  };
  const withdrawn = async () => {
    const rows = await database.pool.sql<{ of: string }[]>`
      select offer_id || ' ' || credential_id as of from offer_view where withdrawn_at = ${fromNoon(9)} order by 1`;
    return rows.map(({ of }) => of);
  };
  const sawNow = { last_walked_at: noon, last_observed_at: noon };

  it('are what its credential has known and seen, and what it has missed is withdrawn', async () => {
    const long = fromNoon(-hour);
    await offers({
      ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`seen_${at}`, sawNow])),
      missed: { last_observed_at: fromNoon(-allowance - 1) },
      missed_unreadable: { last_observed_at: long },
      seen_by_another_clock: { last_observed_at: fromNoon(-allowance) },
      withdrawn_before: { last_observed_at: long, withdrawn_at: long },
      seen_though_withdrawn: { last_walked_at: noon, last_observed_at: long, withdrawn_at: long },
      looked_up_alone: { last_walked_at: null, last_observed_at: long },
    });
    await put('offer', { id: 'elsewhere', supplier_id: 'cetus' });
    await put('offer_view', { offer_id: 'elsewhere', last_walked_at: fromNoon(-1), last_observed_at: long });
    const byAnother = { credential_id: 'crd_other', last_walked_at: fromNoon(-1), last_observed_at: long };
    await put('offer_view', { offer_id: 'missed', ...byAnother }, { offer_id: 'seen_1', ...byAnother });
    expect(await judge(walk(41, ['sku_missed_unreadable']))).toEqual({
      known: 43,
      missed: 2,
      seen: 41,
      judgement: 'few_missed',
      withdrawn: 1,
    });
    expect(await withdrawn()).toEqual(['missed crd_system']);
  });

  it('are compared with the latest sound walk of the credential before', async () => {
    const sound = (id: string, started: Date, given: Row = {}) => ({
      run_id: id,
      started_at: started,
      judged_at: started,
      judgement: 'unconfirmed',
      ...given,
    });
    await put(
      'ingestion_tick',
      sound('run_long_before', fromNoon(-2 * day)),
      sound('run_before', fromNoon(-day)),
      sound('run_unsound', fromNoon(-hour), { judgement: 'not_all_applied' }),
      sound('run_of_another', fromNoon(-hour), { credential_id: 'crd_other' }),
      sound('run_of_noon', noon),
    );
    await offers({
      seen: sawNow,
      missed_by_both: { last_observed_at: fromNoon(-day - allowance - 1) },
      missed_by_one: { last_observed_at: fromNoon(-day - allowance) },
      missed_just_now: { last_observed_at: fromNoon(-hour) },
    });
    expect(await judge(walk(1))).toMatchObject({ judgement: 'compared', missed: 3, withdrawn: 1 });
    expect(await withdrawn()).toEqual(['missed_by_both crd_system']);
  });

  it('are judged with the walks of the credential before, and no others', async () => {
    const judgedBefore = { judged_at: fromNoon(1), judgement: 'unnamed_rows' };
    const ticks: readonly (readonly [string, Row])[] = [
      ['run_noon', {}],
      ['run_before', { started_at: fromNoon(-1) }],
      ['run_after', { started_at: fromNoon(1) }],
      ['run_of_another', { credential_id: 'crd_other' }],
      ['run_of_prices', { kind: 'prices' }],
      ['run_that_failed', { outcome: 'failure', reason: 'timeout' }],
      ['run_judged_before', { started_at: fromNoon(-2), ...judgedBefore }],
    ];
    await put('ingestion_tick', ...ticks.map(([id, row]) => ({ run_id: id, ...row })));
    await judge(walk(0));
    const rows = await database.pool.sql`
      select run_id as run, judged_at as at, judgement from ingestion_tick where judged_at is not null order by 1`;
    expect(rows).toEqual([
      { run: 'run_before', at: fromNoon(9), judgement: null },
      { run: 'run_judged_before', at: fromNoon(1), judgement: 'unnamed_rows' },
      { run: 'run_noon', at: fromNoon(9), judgement: 'no_catalogue' },
    ]);
  });

  const judged = { judged_at: noon, judgement: 'nothing_missed' };
  const later = { started_at: fromNoon(1) };
  it.each<[string, readonly Row[], readonly string[]]>([
    ['the only one', [{}], ['run_0']],
    ['the latest of two', [{ started_at: fromNoon(-1) }, {}], ['run_1']],
    ['the latest of two, whichever was stored first', [{}, { started_at: fromNoon(-1) }], ['run_0']],
    ['none that was judged', [judged], []],
    ['none of prices', [{ kind: 'prices' }], []],
    ['none that failed', [{ outcome: 'failure', reason: 'timeout' }], []],
    ['none with a later one that was judged', [{}, { ...later, ...judged }], []],
    ['one with a later one that failed', [{}, { ...later, outcome: 'failure', reason: 'timeout' }], ['run_0']],
    ['one with later prices', [{}, { ...later, kind: 'prices' }], ['run_0']],
    ['one with a later one of another', [{}, { ...later, ...judged, credential_id: 'crd_other' }], ['run_0']],
    ['one of each credential', [{}, { credential_id: 'crd_other' }], ['run_0', 'run_1']],
  ])('wait to be judged: %s', async (_, ticks, waiting) => {
    await put('ingestion_tick', ...ticks.map((row, at) => ({ run_id: `run_${at}`, ...row })));
    expect((await store().unjudged()).map(({ runId }) => runId).toSorted()).toEqual(waiting);
  });
});
