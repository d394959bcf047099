import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QuotedPrice } from '../../../domain/analytics/quoted-price.ts';
import type { IngestionRunRow, ObservationRow } from '../../../domain/analytics/rows.ts';
import { amountText } from '../../../domain/money.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';
import { euros, observationRowOf } from '../../support/analytics-rows.ts';
import { givenPrice, unknownPrice } from '../../support/given-prices.ts';

const march = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };
const at = (text: string): Date => new Date(`2026-03-${text}Z`);
const sourceOf = ({ offerId, credentialId }: ObservationRow) => ({ offerId, credentialId });

const inText = <Row extends object>(rows: readonly Row[]): readonly object[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        ['lowest', 'highest', 'median', 'last'].includes(name) ? amountText(value) : value,
      ]),
    ),
  );

describe.skipIf(!hasEmbeddedEngine)('analytics store', () => {
  const metrics = createMetrics('test');
  let fixture: TestEngine;
  let store: AnalyticsStore;

  beforeEach(async () => {
    fixture = await testEngine();
    store = createAnalyticsStore(fixture.engine, metrics.analytics);
  });
  afterEach(() => fixture.close());

  test('a customer is erased with what its credentials saw, and nobody else', async () => {
    const given = (messageId: string, customerId: string) => ({
      ...givenPrice(),
      messageId,
      customerId,
      answeredAt: march.from,
    });
    const odd = "it's \\ odd";
    await store.insert('price_given', [given('m1:0', odd), given('m1:1', odd), given('m2:0', 'bolt')]);
    const seen = observationRowOf('obs_1', { price: euros([1, '0.1']) });
    await store.insert('observation', [
      { ...seen, credentialId: 'crd_odd' },
      { ...seen, messageId: 'obs_2', credentialId: 'crd_bolt' },
    ]);
    const erased = { 'clickhouse.price_given': 2, 'clickhouse.observation': 1 };
    expect(await store.eraseCustomer(odd, ['crd_odd', 'crd_other'])).toMatchObject(erased);
    expect(await store.eraseCustomer(odd, [])).toEqual({ 'clickhouse.price_given': 0 });
    const left = `
      select id from (select customer_id as id from price_given union all select credential_id as id from observation)
      order by id`;
    expect(await fixture.engine.read(left, {})).toEqual([{ id: 'bolt' }, { id: 'crd_bolt' }]);
  });

  test('a message counts once however often it arrives, also with a later instant', async () => {
    const row = observationRowOf('obs_1', { price: euros([1, '0.1']), stock: 5, leadTimeDays: 3 });
    await store.insert('observation', [row, row]);
    await store.insert('observation', [row]);
    await store.insert('observation', [{ ...row, observedAt: at('02T00:00:00') }, observationRowOf('obs_2')]);
    expect(await fixture.engine.read('select count() as count from observation final', {})).toEqual([{ count: 2 }]);
    const [day, ...others] = await store.priceHistory({
      sources: [sourceOf(row)],
      quantity: 1,
      period: march,
      limit: 10,
    });
    expect(others).toEqual([]);
    expect(day).toMatchObject({ observations: 1, day: '2026-03-02' });
    const [coverage] = await store.supplierCoverage({ pricesSince: march.from, stocksSince: march.from });
    expect(coverage).toMatchObject({ supplierId: 'acme', offers: 1, priced: 1, stocked: 1 });
  });

  test('the spread is between suppliers, of the last price of the day of the best offer of each', async () => {
    const seen = (id: string, supplierId: string, supplierSku: string, time: string, price: string) =>
      observationRowOf(id, { supplierId, supplierSku, observedAt: at(time), price: euros([1, price]) });
    const rows = [
      seen('obs_1', 'acme', 'A', '01T08:00:00', '9'),
      seen('obs_2', 'acme', 'A', '01T09:00:00', '3'),
      seen('obs_3', 'acme', 'B', '01T09:00:00', '2'),
      seen('obs_4', 'bolt', 'A', '01T09:00:00', '4'),
      seen('obs_5', 'crux', 'A', '01T09:00:00', '5'),
      seen('obs_6', 'crux', 'A', '02T09:00:00', '5'),
    ];
    await store.insert('observation', rows);
    const spread = await store.priceSpread({ sources: rows.map(sourceOf), quantity: 1, period: march });
    expect(inText(spread)).toEqual([
      { day: '2026-03-01', currency: 'EUR', suppliers: 3, lowest: '2', median: '4', highest: '5' },
      { day: '2026-03-02', currency: 'EUR', suppliers: 1, lowest: '5', median: '5', highest: '5' },
    ]);
  });

  test('coverage counts offers by what was ever seen of them and by what of it is fresh', async () => {
    const seen = (id: string, supplierSku: string, time: string, part: object) =>
      observationRowOf(id, { supplierSku, observedAt: at(time), ...part });
    await store.insert('observation', [
      seen('obs_1', 'A', '01T08:00:00', { price: euros([1, '1']) }),
      seen('obs_2', 'A', '02T08:00:00', { stock: 0 }),
      seen('obs_3', 'B', '02T09:00:00', { price: { kind: 'on_request' } }),
      seen('obs_4', 'C', '02T09:00:00', {}),
      observationRowOf('obs_5', { supplierId: 'bolt', observedAt: at('01T00:00:00') }),
    ]);
    const since = at('02T00:00:00');
    expect(await store.supplierCoverage({ pricesSince: since, stocksSince: since })).toEqual([
      {
        supplierId: 'acme',
        offers: 3,
        priced: 2,
        stocked: 1,
        freshPrices: 1,
        freshStocks: 1,
        newestAt: at('02T09:00:00'),
      },
      {
        supplierId: 'bolt',
        offers: 1,
        priced: 0,
        stocked: 0,
        freshPrices: 0,
        freshStocks: 0,
        newestAt: at('01T00:00:00'),
      },
    ]);
  });

  test('lead times are weighted by offers and not by how often each was seen', async () => {
    const rows = Array.from({ length: 10 }, (_, offer) =>
      observationRowOf(`obs_${offer}`, {
        supplierSku: `SKU-${offer}`,
        leadTimeDays: offer,
        observedAt: at('05T10:00:00'),
      }),
    );
    const often = Array.from({ length: 50 }, (_, time) =>
      observationRowOf(`often_${time}`, { ...rows[9], supplierSku: 'SKU-9' }),
    );
    await store.insert('observation', [...rows, ...often, observationRowOf('none', { observedAt: at('06T00:00:00') })]);
    const day = {
      day: '2026-03-05',
      supplierId: 'acme',
      offers: 10,
      shortestDays: 0,
      medianDays: 4,
      ninetiethPercentileDays: 8,
      longestDays: 9,
    };
    expect(await store.leadTimeTrend({ supplierId: undefined, period: march })).toEqual([day]);
    expect(await store.leadTimeTrend({ supplierId: 'bolt', period: march })).toEqual([]);
    const fifth = { from: at('05T00:00:00'), to: at('06T00:00:00') };
    expect(await store.leadTimeTrend({ supplierId: 'acme', period: fifth })).toEqual([day]);
    const fourth = { from: at('04T00:00:00'), to: at('05T00:00:00') };
    expect(await store.leadTimeTrend({ supplierId: 'acme', period: fourth })).toEqual([]);
  });

  test('the use of budgets adds up runs; pages that a run does not tell are unknown', async () => {
    const run = (messageId: string, given: Partial<IngestionRunRow>): IngestionRunRow => ({
      messageId,
      runId: messageId,
      supplierId: 'acme',
      credentialId: 'crd_1',
      endedAt: at('01T10:00:00'),
      failure: undefined,
      pages: 10,
      items: 100,
      prices: 90,
      stocks: 80,
      ...given,
    });
    const failed = run('run_2', {
      failure: 'no session',
      pages: 1,
      items: undefined,
      prices: undefined,
      stocks: undefined,
    });
    await store.insert('ingestion_run', [run('run_1', {}), failed, failed]);
    await store.insert('ingestion_run', [failed, run('run_3', { credentialId: undefined, pages: undefined })]);
    expect(await store.budgetUse({ supplierId: 'acme', period: march })).toEqual([
      {
        day: '2026-03-01',
        supplierId: 'acme',
        credentialId: undefined,
        runs: 1,
        failedRuns: 0,
        pages: undefined,
        items: 100,
        prices: 90,
        stocks: 80,
      },
      {
        day: '2026-03-01',
        supplierId: 'acme',
        credentialId: 'crd_1',
        runs: 2,
        failedRuns: 1,
        pages: 11,
        items: 100,
        prices: 90,
        stocks: 80,
      },
    ]);
  });

  test('prices given are told by day, customer, offer and currency; answers without a price are counted apart', async () => {
    const row = (messageId: string, time: string, price: QuotedPrice) => ({
      ...price,
      messageId,
      answeredAt: at(time),
    });
    const dearest = row('pgv_1:2', '01T10:00:00', givenPrice({ unitPrice: '0.3' }));
    const rows = [
      row('pgv_1:0', '01T08:00:00', givenPrice({ unitPrice: '0.25' })),
      row('pgv_1:1', '01T09:00:00.500', givenPrice({ unitPrice: '0.000000001', quantity: 1_000 })),
      dearest,
      row('pgv_1:3', '01T11:00:00', givenPrice({ unitPrice: '9', currency: 'USD' })),
      row('pgv_2:0', '01T12:00:00', unknownPrice()),
      row('pgv_2:1', '01T13:00:00', unknownPrice('no_exchange_rate')),
      row('pgv_2:2', '01T08:00:00', givenPrice({ customerId: 'cus_bolt' })),
      row('pgv_2:3', '02T08:00:00', givenPrice({ offerId: 'ofr_2' })),
      row('pgv_2:4', '01T08:00:00', givenPrice({ productId: 'prd_2' })),
      row('pgv_2:5', '01T08:00:00', givenPrice({ productId: undefined })),
      { ...givenPrice(), messageId: 'pgv_2:6', answeredAt: march.to },
    ];
    await store.insert('price_given', rows);
    await store.insert('price_given', [dearest, dearest]);
    const ask = async (question: object = {}) => {
      const asked = { productId: 'prd_1', customerId: undefined, period: march, limit: 100, ...question };
      return (await store.pricesGiven(asked)).map(({ price, ...day }) => ({
        ...day,
        ...(price && inText([price])[0]),
      }));
    };
    const acme = { day: '2026-03-01', customerId: 'cus_acme', offerId: 'ofr_1', withoutPrice: 0 };
    expect(await ask()).toEqual([
      { ...acme, currency: undefined, answers: 2, withoutPrice: 2, lastAnsweredAt: at('01T13:00:00') },
      {
        ...acme,
        currency: 'EUR',
        answers: 3,
        lowest: '0.000000001',
        highest: '0.3',
        last: '0.3',
        lastAnsweredAt: at('01T10:00:00'),
      },
      { ...acme, currency: 'USD', answers: 1, lowest: '9', highest: '9', last: '9', lastAnsweredAt: at('01T11:00:00') },
      expect.objectContaining({ customerId: 'cus_bolt', answers: 1, last: '0.25' }),
      expect.objectContaining({ day: '2026-03-02', offerId: 'ofr_2', answers: 1 }),
    ]);
    expect(await ask({ customerId: 'cus_bolt' })).toMatchObject([{ customerId: 'cus_bolt', answers: 1 }]);
    expect(await ask({ productId: 'prd_2' })).toMatchObject([{ answers: 1 }]);
    expect(await ask({ limit: 2 })).toMatchObject([{ answers: 2 }, { answers: 3 }]);
    expect(await ask({ period: { from: at('02T00:00:00'), to: at('03T00:00:00') } })).toHaveLength(1);
    const { values } = await metrics.analytics.queryDuration.get();
    expect(values.map(({ labels }) => labels.query_class)).toContain('prices_given');
  });

  test('events are kept with what they say', async () => {
    const instant = at('01T10:00:00');
    await store.insert('match_decision', [
      {
        messageId: 'm:1',
        offerId: 'ofr_1',
        decidedAt: instant,
        productId: undefined,
        confidence: 'unmatched',
        rule: 'none',
      },
    ]);
    await store.insert('job_result', [
      {
        messageId: 'j:1',
        jobId: 'job_1',
        jobType: 'discovery',
        endedAt: instant,
        result: { kind: 'completed', counts: { asked: 3 } },
      },
      {
        messageId: 'j:2',
        jobId: 'job_2',
        jobType: 'discovery',
        endedAt: instant,
        result: { kind: 'failed', reason: 'timeout' },
      },
    ]);
    await store.insert('credential_state', [
      {
        messageId: 'c:1',
        credentialId: 'crd_1',
        supplierId: 'acme',
        changedAt: instant,
        state: 'failing',
        reason: 'throttled',
      },
    ]);
    const { engine } = fixture;
    expect(await engine.read('select offer_id, product_id, confidence from match_decision', {})).toEqual([
      { offer_id: 'ofr_1', product_id: null, confidence: 'unmatched' },
    ]);
    expect(await engine.read('select job_id, failure, counts from job_result order by job_id', {})).toEqual([
      { job_id: 'job_1', failure: null, counts: { asked: 3 } },
      { job_id: 'job_2', failure: 'timeout', counts: {} },
    ]);
    expect(await engine.read('select credential_id, state, reason from credential_state', {})).toEqual([
      { credential_id: 'crd_1', state: 'failing', reason: 'throttled' },
    ]);
  });

  test('tables that are gone are made again, and questions are timed by their class', async () => {
    await store.insert('observation', [observationRowOf('obs_1')]);
    await fixture.engine.run('drop table offer_newest_of_observation');
    await fixture.engine.run('drop table offer_newest');
    const question = { pricesSince: march.from, stocksSince: march.from };
    await expect(store.supplierCoverage(question)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await store.supplierCoverage(question)).toEqual([]);
    const { values } = await metrics.analytics.queryDuration.get();
    expect(values.map(({ labels }) => labels.query_class)).toContain('supplier_coverage');
  });
});
