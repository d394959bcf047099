import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { observationRow } from '../../../domain/analytics/observation-row.ts';
import { rebuildProjection } from '../../../domain/analytics/rebuild.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { statementDigests } from '../../../domain/ingestion/statement-digest.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { createRecordedHistory } from '../../../storage/analytics/recorded-history.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferConfirmations } from '../../../storage/offers/offer-confirmations.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';
import { untraced } from '../../support/event-samples.ts';
import { fillMarket, hiddenOffer, sharedOffer } from '../../support/market.ts';
import { observation, offerOf, priceOf, stockOf } from '../../support/observations.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** More than two pages, of which the last part changes the price of what was there. */
const count = 2_300;

describe.skipIf(!hasEmbeddedEngine)('rebuilding the projection from the database', () => {
  let database: TestDatabase;
  let fixture: TestEngine;
  let store: AnalyticsStore;
  const observed: readonly Observation[] = Array.from({ length: count }, (_, at) =>
    observation(`SKU-${at % 2_000}`, {
      observedAt: new Date(noon.getTime() + Math.floor(at / 2_000) * 1_000),
      ...(at % 3 === 0 ? { stock: stockOf(at) } : { price: priceOf(`1.${at + 1}`), leadTimeDays: at % 7 }),
    }),
  );

  beforeAll(async () => {
    database = await testDatabase();
    await fillMarket(database.pool);
    const observations = createObservationStore(database.pool.sql);
    for (let at = 0; at < count; at += 500) await observations.apply(observed.slice(at, at + 500), untraced);
    fixture = await testEngine();
    store = createAnalyticsStore(fixture.engine, createMetrics('test').analytics);
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  const rebuild = () =>
    rebuildProjection({
      history: createRecordedHistory(database.pool.sql),
      projection: store,
      onProgress: () => undefined,
    });
  const columns = 'message_id, offer_id, supplier_sku, observed_at, is_priced, unit_prices, stock, lead_time_days';
  const contents = () => fixture.engine.read(`select ${columns} from observation final order by message_id`, {});

  test('brings back every observation with what it said, and the decisions of matches; again, it adds nothing', async () => {
    await fixture.engine.run('truncate table if exists observation');
    const first = await rebuild();
    expect(first).toMatchObject({ observations: count + 3, added: count + 3 });
    const rebuilt = await contents();
    expect(await rebuild()).toMatchObject({ observations: count + 3, added: 0 });
    expect(await contents()).toEqual(rebuilt);
    const decisions = await fixture.engine.read('select distinct offer_id from match_decision order by offer_id', {});
    expect(decisions).toEqual([hiddenOffer, sharedOffer].toSorted().map((offer_id) => ({ offer_id })));

    await fixture.engine.run('truncate table if exists observation');
    await store.insert('observation', observed.map(observationRow));
    const told = new Map((await contents()).map((row) => [(row as { message_id: string }).message_id, row]));
    const missing = rebuilt.filter((row) => !told.has((row as { message_id: string }).message_id));
    expect(missing).toHaveLength(3);
    expect(rebuilt.filter((row) => told.has((row as { message_id: string }).message_id))).toEqual([...told.values()]);
  });

  test('brings back when offers were last seen, also where no observation tells', async () => {
    const hoursOn = (hours: number): Date => new Date(noon.getTime() + hours * 3_600_000);
    const { apply } = createObservationStore(database.pool.sql);
    const { confirm } = createOfferConfirmations(database.pool.sql);
    const said = { price: priceOf('1'), stock: stockOf(1) };
    // Of the last it is known that there is some, and not how many.
    const some = { ...said, stock: [{ warehouseRef: 'main', quantity: undefined }] };
    const seen = [observation('AGAIN-1', said), observation('AGAIN-2', said), observation('AGAIN-3', some)];
    await apply(seen, untraced);
    const statements = seen.map((each) => ({
      offerId: offerOf(each.supplierSku),
      ...statementDigests(each, hoursOn(2)),
    }));
    expect((await confirm('crd_system', hoursOn(2), statements)).size).toBe(3);
    // The price of one is another by then; its stock was seen again all the same.
    await apply([observation('AGAIN-2', { price: priceOf('2'), observedAt: hoursOn(3) })], untraced);
    for (const table of ['observation', 'offer_newest']) await fixture.engine.run(`truncate table if exists ${table}`);
    await rebuild();
    const since = async (hours: number) => {
      const all = await store.supplierCoverage({ pricesSince: hoursOn(hours), stocksSince: hoursOn(hours) });
      return all.find(({ supplierId }) => supplierId === 'borealis');
    };
    expect(await since(2)).toMatchObject({ freshPrices: 3, freshStocks: 2, newestAt: hoursOn(3) });
    expect(await since(3)).toMatchObject({ freshPrices: 1, freshStocks: 0 });
    const { offers, priced, stocked } = (await since(0)) ?? {};
    await rebuild();
    expect(await since(0)).toMatchObject({ offers, priced, stocked });
  });

  test('leaves what the bus has told in more detail', async () => {
    const [first] = observed;
    if (first === undefined) throw new Error('nothing was observed');
    await store.insert('observation', [observationRow({ ...first, runId: 'run_told' })]);
    await rebuild();
    const statement =
      'select run_id from observation final where offer_id = {offer:String} and message_id = {id:String}';
    const offer = offerOf(first.supplierSku);
    expect(await fixture.engine.read(statement, { offer, id: first.id })).toEqual([{ run_id: 'run_told' }]);
  });
});
