import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { observationRow } from '../../../domain/analytics/observation-row.ts';
import { builtInProfiles } from '../../../domain/identity/built-in-profiles.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { unrestrictedOffer } from '../../../domain/visibility/offers.ts';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import { createUseCases } from '../../../gateway/create-use-cases.ts';
import { createOfferCache } from '../../../gateway/pricing/offer-cache/offer-cache.ts';
import type { Visibility } from '../../../gateway/visibility/visibility.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { testAdmin } from '../../support/admin.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';
import { givenPrice, unknownPrice } from '../../support/given-prices.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, hiddenOffer, marketUseCases, resistorId, sharedOffer } from '../../support/market.ts';
import { observation, priceOf, stockOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const globexKey = 'os_globexglobexglobexglobexglobexglob';

const ask = async (edge: TestEdge, path: string, key = fullKey) => {
  const { status, body } = await edge.send(path, { headers: { 'x-api-key': key } });
  return { status, body: JSON.parse(body) };
};

const publicPath = (product: number, query = '') => `/v1/products/${resistorId(product)}/price-history${query}`;
const days = '?from=2026-02-01&to=2026-02-28';

const adminPaths = [
  `/v1/admin/analytics/products/${resistorId(0)}/price-history`,
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

  test('the history of prices says so to callers', async () => {
    expect(await ask(edge, publicPath(0))).toMatchObject({ status: 501 });
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
    const callers = createCallerStore(database.pool.sql);
    await callers.putCustomer({ id: 'globex', name: 'Globex', groupIds: [] });
    await callers.putKey({
      id: 'key_globex',
      customerId: 'globex',
      hash: keyHash(globexKey),
      scopes: ['catalog'],
      label: 'g',
    });
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
      useCases: useCases(),
      admin: testAdmin(database, { analytics: store }),
    });
  });
  afterAll(async () => {
    await edge.stop();
    await fixture.close();
    await database.close();
  });

  const useCases = (visibility?: Visibility) => {
    const { sql } = database.pool;
    const stores = { catalog: createCatalogStore(sql), offers: createOfferStore(sql), analytics: store };
    const offerCache = createOfferCache({ store: createOfferChangeFeed(sql) });
    const rest = { offerCache, profiles: builtInProfiles, zones: [], cursorKey: Buffer.alloc(32, 5) };
    return createUseCases({ ...stores, ...rest, ...(visibility && { visibility }) });
  };

  const ofSystem = {
    offer_id: sharedOffer,
    supplier_id: 'borealis',
    supplier_sku: 'SHARED',
    source_type: 'SYSTEM_CREDENTIAL',
    credential_label: 'house account',
    days: [
      {
        day: '2026-02-10',
        currency: 'EUR',
        lowest: '0.1',
        highest: '0.12',
        last: '0.1',
        last_observed_at: '2026-02-10T09:00:00.000Z',
        observations: 2,
      },
    ],
  };

  test('a caller sees the history of its own credentials and the shared ones, and of no other tenant', async () => {
    const own = { source_type: 'CUSTOMER_CREDENTIAL', days: [{ day: '2026-02-11', last: '0.07' }] };
    const acme = await ask(edge, publicPath(0, days));
    expect(acme.status).toBe(200);
    expect(acme.body).toMatchObject({ product_id: resistorId(0), quantity: 1, from: '2026-02-01', to: '2026-02-28' });
    const bySource = acme.body.series.toSorted((a: { source_type: string }, b: { source_type: string }) =>
      a.source_type < b.source_type ? -1 : 1,
    );
    expect(bySource).toMatchObject([own, ofSystem]);
    expect((await ask(edge, publicPath(0, days), globexKey)).body.series).toEqual([ofSystem]);
    expect((await ask(edge, publicPath(1, days))).body.series).toEqual([]);
    const globex = await ask(edge, publicPath(1, days), globexKey);
    expect(globex.body.series).toMatchObject([{ offer_id: hiddenOffer, days: [{ last: '0.01' }] }]);
  });

  test('what a policy hides or empties of an offer and its price is not in its history either', async () => {
    const masking = (masked: readonly string[], maskedPrice: readonly string[]): Visibility => ({
      of: () => ({
        restrictsProducts: false,
        products: async (products) => products,
        maskedFields: () => new Set(),
        seesProduct: async () => true,
        offers: (offers) =>
          offers.map((offer) => ({
            ...unrestrictedOffer(offer),
            masked: new Set(masked) as never,
            maskedPrice: () => new Set(maskedPrice) as never,
          })),
        offer: unrestrictedOffer,
      }),
    });
    const historyWith = async (visibility: Visibility) => {
      const masked = await startTestEdge(database.pool, { useCases: useCases(visibility) });
      const { body } = await ask(masked, publicPath(0, days), globexKey);
      await masked.stop();
      return body.series;
    };
    expect(await historyWith(masking([], ['amounts']))).toEqual([]);
    const [series] = await historyWith(masking(['supplier_id', 'supplier_sku'], ['observation_source']));
    expect(series).toEqual({ offer_id: sharedOffer, days: ofSystem.days });
  });

  test('days and quantity are checked, each by its name', async () => {
    const violation = async (query: string) => (await ask(edge, publicPath(0, query))).body.violations?.[0]?.field;
    expect(await violation('?from=yesterday')).toBe('from');
    expect(await violation('?to=2026-02-30')).toBe('to');
    expect(await violation('?from=2026-02-02&to=2026-02-01')).toBe('from');
    expect(await violation('?from=2024-02-02&to=2026-02-01')).toBe('from');
    expect(await violation('?quantity=0')).toBe('quantity');
    expect(await violation('?quantity=2147483648')).toBe('quantity');
    expect((await ask(edge, '/v1/products/prd_none/price-history')).status).toBe(404);
  });

  test('operators see what every credential saw', async () => {
    const path = (product: number, kind: string) =>
      `/v1/admin/analytics/products/${resistorId(product)}/${kind}${days}`;
    const hidden = await ask(edge, path(1, 'price-history'), adminKey);
    expect(hidden.body.series).toMatchObject([{ offer_id: hiddenOffer, credential_ref: 'crd_globex' }]);
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
