import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { observationRow } from '../../../domain/analytics/observation-row.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { testAdmin } from '../../support/admin.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';
import { givenPrice, unknownPrice } from '../../support/given-prices.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, marketUseCases, resistorId, sharedOffer } from '../../support/market.ts';
import { observation, priceOf, stockOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const ask = async (edge: TestEdge, path: string, key = fullKey) => {
  const { status, body } = await edge.send(path, { headers: { 'x-api-key': key } });
  return { status, body: JSON.parse(body) };
};

const days = '?from=2026-02-01&to=2026-02-28';

const adminPaths = [
  `/v1/admin/analytics/products/${resistorId(0)}/price-spread`,
  `/v1/admin/analytics/products/${resistorId(0)}/prices-given`,
  '/v1/admin/analytics/supplier-coverage',
  '/v1/admin/analytics/lead-times',
  '/v1/admin/analytics/budget-use',
];

describe('where no analytical projection is kept', () => {
  let database: TestDatabase;
  let edge: TestEdge;
  beforeAll(async () => {
    database = await testDatabase();
    await storeKeys(database.pool);
    await fillMarket(database.pool);
    edge = await startTestEdge(database.pool, { useCases: marketUseCases(database.pool), admin: testAdmin(database) });
  });
  afterAll(async () => {
    await edge.stop();
    await database.close();
  });

  test.each(adminPaths)('%s says so', async (path) => {
    const { status, body } = await ask(edge, path, adminKey);
    expect(status).toBe(501);
    expect(body.detail).toContain('ANALYTICS');
  });
});

describe.skipIf(!hasEmbeddedEngine)('the analytical projection', () => {
  let database: TestDatabase;
  let fixture: TestEngine;
  let store: AnalyticsStore;
  let edge: TestEdge;

  const seen = (sku: string, at: string, given: Partial<Observation>): Observation =>
    observation(sku, { observedAt: new Date(`2026-02-${at}Z`), ...given });

  beforeAll(async () => {
    database = await testDatabase();
    await storeKeys(database.pool);
    await fillMarket(database.pool);
    fixture = await testEngine();
    store = createAnalyticsStore(fixture.engine, createMetrics('test').analytics);
    const observations = [
      seen('SHARED', '10T08:00:00', { price: priceOf('0.12'), stock: stockOf(900), leadTimeDays: 14 }),
      seen('SHARED', '10T09:00:00', { price: priceOf('0.10') }),
      seen('SHARED', '11T08:00:00', { credentialId: 'crd_acme', price: priceOf('0.07') }),
      seen('HIDDEN', '10T08:00:00', { credentialId: 'crd_globex', price: priceOf('0.01') }),
    ];
    await store.insert('observation', observations.map(observationRow));
    await store.insert('ingestion_run', [
      {
        messageId: 'ingestion_run:run_1:1',
        runId: 'run_1',
        supplierId: 'borealis',
        credentialId: 'crd_system',
        endedAt: new Date('2026-02-10T10:00:00Z'),
        failure: undefined,
        pages: 12,
        items: 100,
        prices: 90,
        stocks: 80,
      },
    ]);
    edge = await startTestEdge(database.pool, {
      admin: testAdmin(database, { analytics: store }),
    });
  });
  afterAll(async () => {
    await edge.stop();
    await fixture.close();
    await database.close();
  });

  test('operators see how far apart prices are', async () => {
    const path = (product: number, kind: string) =>
      `/v1/admin/analytics/products/${resistorId(product)}/${kind}${days}`;
    const spread = await ask(edge, path(0, 'price-spread'), adminKey);
    expect(spread.body.days).toEqual([
      { day: '2026-02-10', currency: 'EUR', suppliers: 1, lowest: '0.1', median: '0.1', highest: '0.1' },
      { day: '2026-02-11', currency: 'EUR', suppliers: 1, lowest: '0.07', median: '0.07', highest: '0.07' },
    ]);
    const unknown = '/v1/admin/analytics/products/prd_none/price-spread';
    expect((await ask(edge, unknown, adminKey)).status).toBe(404);
  });

  test('operators see coverage, lead times and the use of budgets', async () => {
    const coverage = await ask(edge, '/v1/admin/analytics/supplier-coverage', adminKey);
    expect(coverage.body).toEqual({
      suppliers: [
        {
          supplier_id: 'borealis',
          offers: 2,
          priced: 2,
          stocked: 1,
          fresh_prices: 0,
          fresh_stocks: 0,
          newest_at: '2026-02-11T08:00:00.000Z',
        },
      ],
    });
    const leadTimes = await ask(edge, `/v1/admin/analytics/lead-times${days}&supplier_id=borealis`, adminKey);
    expect(leadTimes.body.days).toEqual([
      {
        day: '2026-02-10',
        supplier_id: 'borealis',
        offers: 1,
        shortest_days: 14,
        median_days: 14,
        p90_days: 14,
        longest_days: 14,
      },
    ]);
    const budget = await ask(edge, `/v1/admin/analytics/budget-use${days}`, adminKey);
    expect(budget.body.days).toEqual([
      {
        day: '2026-02-10',
        supplier_id: 'borealis',
        credential_ref: 'crd_system',
        runs: 1,
        failed_runs: 0,
        pages: 12,
        items: 100,
        prices: 90,
        stocks: 80,
      },
    ]);
  });

  test('operators see what customers were told of the prices of a product', async () => {
    const answered = { productId: resistorId(0), offerId: sharedOffer, answeredAt: new Date('2026-02-10T08:00:00Z') };
    await store.insert('price_given', [
      { ...givenPrice(answered), messageId: 'pgv_1:0' },
      { ...givenPrice({ ...answered, customerId: 'cus_globex' }), messageId: 'pgv_1:1' },
      { ...unknownPrice('not_visible'), ...answered, messageId: 'pgv_1:2' },
    ]);
    const path = (product: string) => `/v1/admin/analytics/products/${product}/prices-given${days}`;
    const { status, body } = await ask(edge, `${path(resistorId(0))}&customer_id=cus_acme`, adminKey);
    expect(status).toBe(200);
    const acme = {
      day: '2026-02-10',
      customer_id: 'cus_acme',
      offer_id: sharedOffer,
      last_answered_at: '2026-02-10T08:00:00.000Z',
    };
    expect(body).toEqual({
      product_id: resistorId(0),
      from: '2026-02-01',
      to: '2026-02-28',
      days: [
        { ...acme, answers: 1, without_price: 1 },
        { ...acme, currency: 'EUR', answers: 1, without_price: 0, lowest: '0.25', highest: '0.25', last: '0.25' },
      ],
      truncated: false,
    });
    expect((await ask(edge, path(resistorId(0)), adminKey)).body.days).toHaveLength(3);
    expect((await ask(edge, path(resistorId(1)), adminKey)).body.days).toEqual([]);
    expect((await ask(edge, path('prd_none'), adminKey)).status).toBe(404);
    expect((await ask(edge, `${path(resistorId(0))}&from=x`, adminKey)).status).toBe(400);
  });

  test.each(adminPaths)('%s is for operators only', async (path) => {
    expect((await ask(edge, path)).status).toBe(403);
  });
});
