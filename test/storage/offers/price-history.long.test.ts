import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createPriceHistoryStore } from '../../../storage/offers/price-history.ts';
import { putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';
import { p95Of, processorClock } from '../analytics/volume.scenario.ts';

const dayMs = 86_400_000;
const offers = 300;
const observedDays = 90;

const offerIdOf = (at: number): string => `ofr_${String(at % offers).padStart(20, '0')}`;

/** Partitions of the months before this one. */
const partitionsOfPast = async ({ pool: { sql } }: TestDatabase): Promise<void> => {
  for (let month = 1; month <= 4; month += 1) {
    const [row] = await sql<{ name: string; first: string; next: string }[]>`
      select to_char(first, '"observation_history_"YYYY_MM') as name, first::text, (first + interval '1 month')::text as next
      from (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${month}) as first) as month`;
    if (row === undefined) throw new Error('no month');
    await sql.unsafe(`
      create table ${row.name} partition of observation_history for values from ('${row.first}+00') to ('${row.next}+00')`);
  }
};

/**
 * Every offer twenty times a day, one after the other as ticks come to them. Each fourth
 * observation is of the price, of eight steps; the others are of the stock.
 */
const fillDay = async ({ pool: { sql } }: TestDatabase, daysAgo: number): Promise<void> => {
  await sql`
    insert into observation_history (offer_id, credential_id, recorded_at, observation_id, observed_at, known)
    select 'ofr_' || lpad(offer::text, 20, '0'), 'crd_system', at, id, at - interval '2 seconds',
      json_build_object(
        'price', json_build_object('currency', 'EUR', 'base', 100, 'breaks', (
          select json_agg(json_build_array(step, (1 + (offer + ${daysAgo}::int / 3) % 90 / 100.0)::numeric(6, 4)::text))
          from unnest(array[1, 10, 100, 500, 1000, 2500, 5000, 10000]) as step)),
        'minimumOrderQuantity', 5, 'orderMultiple', 5, 'packaging', 'reel',
        'stock', json_build_array(json_build_array('main', 500 + time), json_build_array('east', null)),
        'leadTimeDays', 10,
        'stated', json_build_array(
          json_build_array(at, case when time % 4 = 0 then id else 'obs_before' end, array['price', 'orderMultiple']),
          json_build_array(at, case when time % 4 = 0 then 'obs_before' else id end, array['stock', 'leadTimeDays'])))
    from generate_series(1, 20) as time, generate_series(0, ${offers - 1}::int) as offer,
      lateral (select now() - make_interval(days => ${daysAgo}::int, mins => 60 * time) as at) as observed,
      lateral (select 'obs_' || md5(offer || ' ' || at) as id) as named`;
};

describe('half a million observations of 90 days in the history of the database', () => {
  let database: TestDatabase;
  let pid: number | undefined;
  beforeAll(async () => {
    // One connection for all reads, of which the processor's time is told.
    database = await testDatabase({ maxConnections: 4 });
    const { sql } = database.pool;
    await putBorealis(createSupplierStore(sql, testSealer()));
    await partitionsOfPast(database);
    for (let daysAgo = observedDays; daysAgo > 0; daysAgo -= 1) await fillDay(database, daysAgo);
    await sql`vacuum analyze observation_history`;
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    pid = row?.pid;
  }, 600_000);
  afterAll(() => database?.close());

  test.each([
    { days: 30, sources: 10, belowMs: 250 },
    { days: 90, sources: 10, belowMs: 750 },
    { days: 90, sources: 20, belowMs: 1_500 },
  ])('$days days of $sources sources cost less than $belowMs ms of a processor at their p95', async (asked) => {
    const { priceHistory } = createPriceHistoryStore(database.pool.sql, { deadlineMs: 60_000 });
    const to = new Date(Math.floor(Date.now() / dayMs + 1) * dayMs);
    const period = { from: new Date(to.getTime() - asked.days * dayMs), to };
    const p95 = await p95Of(
      async (turn) => {
        const sources = Array.from({ length: asked.sources }, (_, at) => ({
          offerId: offerIdOf(turn * 37 + at),
          credentialId: 'crd_system',
        }));
        const found = await priceHistory({ sources, quantity: 100, period, limit: 10_001 });
        expect(found.length).toBeGreaterThanOrEqual(asked.sources * (asked.days - 2));
      },
      20,
      processorClock(() => pid),
    );
    process.stdout.write(`${asked.days} days of ${asked.sources} sources: ${p95.toFixed(0)} ms of a processor\n`);
    expect(p95).toBeLessThan(asked.belowMs);
  });
});
