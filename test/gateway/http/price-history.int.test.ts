import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { observationRow } from '../../../domain/analytics/observation-row.ts';
import type { PriceHistoryStore } from '../../../domain/analytics/ports.ts';
import { builtInProfiles } from '../../../domain/identity/built-in-profiles.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { unrestrictedOffer } from '../../../domain/visibility/offers.ts';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import { createUseCases } from '../../../gateway/create-use-cases.ts';
import { createOfferCache } from '../../../gateway/pricing/offer-cache/offer-cache.ts';
import type { Visibility } from '../../../gateway/visibility/visibility.ts';
import { priceHistoryOf } from '../../../gateway/wire/analytics.ts';
import { createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { createServerEngine } from '../../../storage/analytics/server-engine.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createMatchStore } from '../../../storage/matching/match-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createPriceHistoryStore } from '../../../storage/offers/price-history.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { testAdmin } from '../../support/admin.ts';
import { hasEmbeddedEngine, testEngine } from '../../support/analytics.ts';
import { untraced } from '../../support/event-samples.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, hiddenOffer, resistorId, sharedOffer } from '../../support/market.ts';
import { observation, offerOf, priceOf, stockOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const globexKey = 'os_globexglobexglobexglobexglobexglob';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const dayBefore = (days: number): string => new Date(today - days * dayMs).toISOString().slice(0, 10);

/** Three days before this one, and the day after it. */
const [first, second] = [dayBefore(3), dayBefore(2)];
const days = `?from=${dayBefore(5)}&to=${dayBefore(1)}`;

const seen = (sku: string, at: string, given: Partial<Observation>): Observation =>
  observation(sku, { observedAt: new Date(`${at}Z`), ...given });

const observed: readonly Observation[] = [
  seen('SHARED', `${first}T08:00:00`, { price: priceOf('0.12'), stock: stockOf(900), leadTimeDays: 14 }),
  seen('SHARED', `${first}T09:00:00`, { price: priceOf('0.10') }),
  seen('SHARED', `${second}T08:00:00`, { credentialId: 'crd_acme', price: priceOf('0.07') }),
  seen('HIDDEN', `${first}T08:00:00`, { credentialId: 'crd_globex', price: priceOf('0.01') }),
];

const ofSystem = {
  offer_id: sharedOffer,
  supplier_id: 'borealis',
  supplier_sku: 'SHARED',
  source_type: 'SYSTEM_CREDENTIAL',
  credential_label: 'house account',
  days: [
    {
      day: first,
      currency: 'EUR',
      lowest: '0.1',
      highest: '0.12',
      last: '0.1',
      last_observed_at: `${first}T09:00:00.000Z`,
      observations: 2,
    },
  ],
};

/** A store to answer from that knows what was observed. */
interface Kept {
  readonly store: PriceHistoryStore;
  close(): Promise<void>;
}

const inDatabase = async ({ pool: { sql } }: TestDatabase): Promise<Kept> => {
  await createObservationStore(sql).apply(observed, untraced);
  return { store: createPriceHistoryStore(sql), close: async () => undefined };
};

const inProjection = async (): Promise<Kept> => {
  const { engine, close } = await testEngine();
  const store = createAnalyticsStore(engine, createMetrics('test').analytics);
  await store.insert('observation', observed.map(observationRow));
  return { store, close };
};

const places = [
  { place: 'the database', open: inDatabase, isThere: true },
  { place: 'the analytical projection', open: inProjection, isThere: hasEmbeddedEngine },
];

const ask = async (edge: TestEdge, path: string, key = fullKey) => {
  const { status, body } = await edge.send(path, { headers: { 'x-api-key': key } });
  return { status, body: JSON.parse(body) };
};

const publicPath = (product: number, query = '') => `/v1/products/${resistorId(product)}/price-history${query}`;

const filledDatabase = async (): Promise<TestDatabase> => {
  const database = await testDatabase();
  await storeKeys(database.pool);
  const callers = createCallerStore(database.pool.sql);
  await callers.putCustomer({ id: 'globex', name: 'Globex', groupIds: [] });
  const hash = keyHash(globexKey);
  await callers.putKey({ id: 'key_globex', customerId: 'globex', hash, scopes: ['catalog'], label: 'g' });
  await fillMarket(database.pool);
  return database;
};

const useCasesOver = ({ pool: { sql } }: TestDatabase, priceHistory: PriceHistoryStore, visibility?: Visibility) =>
  createUseCases({
    catalog: createCatalogStore(sql),
    offers: createOfferStore(sql),
    priceHistory,
    offerCache: createOfferCache({ store: createOfferChangeFeed(sql) }),
    profiles: builtInProfiles,
    zones: [],
    cursorKey: Buffer.alloc(32, 5),
    ...(visibility && { visibility }),
  });

for (const { place, open, isThere } of places) {
  describe.skipIf(!isThere)(`the history of prices, from ${place}`, () => {
    let database: TestDatabase;
    let kept: Kept;
    let edge: TestEdge;
    beforeAll(async () => {
      database = await filledDatabase();
      kept = await open(database);
      edge = await startTestEdge(database.pool, {
        useCases: useCasesOver(database, kept.store),
        admin: testAdmin(database, { priceHistory: kept.store }),
      });
    });
    afterAll(async () => {
      await edge?.stop();
      await kept?.close();
      await database?.close();
    });

    test('is that of the caller’s own credentials and the shared ones, and of no other tenant', async () => {
      const own = { source_type: 'CUSTOMER_CREDENTIAL', days: [{ day: second, last: '0.07' }] };
      const acme = await ask(edge, publicPath(0, days));
      expect(acme.status).toBe(200);
      const heading = {
        product_id: resistorId(0),
        quantity: 1,
        from: dayBefore(5),
        to: dayBefore(1),
        truncated: false,
      };
      expect(acme.body).toMatchObject(heading);
      const bySource = acme.body.series.toSorted((a: { source_type: string }, b: { source_type: string }) =>
        a.source_type < b.source_type ? -1 : 1,
      );
      expect(bySource).toMatchObject([own, ofSystem]);
      expect((await ask(edge, publicPath(0, days), globexKey)).body.series).toEqual([ofSystem]);
      expect((await ask(edge, publicPath(1, days))).body.series).toEqual([]);
      const globex = await ask(edge, publicPath(1, days), globexKey);
      expect(globex.body.series).toMatchObject([{ offer_id: hiddenOffer, days: [{ last: '0.01' }] }]);
    });

    test('is without what a policy hides or empties of an offer and its price', async () => {
      const masking = (masked: readonly string[], maskedPrice: readonly string[]): Visibility => ({
        of: () => ({
          restrictsProducts: false,
          namesSuppliersByOffer: false,
          namesSupplier: () => true,
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
        const useCases = useCasesOver(database, kept.store, visibility);
        const masked = await startTestEdge(database.pool, { useCases });
        const { body } = await ask(masked, publicPath(0, days), globexKey);
        await masked.stop();
        return body.series;
      };
      expect(await historyWith(masking([], ['amounts']))).toEqual([]);
      const [series] = await historyWith(masking(['supplier_id', 'supplier_sku'], ['observation_source']));
      expect(series).toEqual({ offer_id: sharedOffer, days: ofSystem.days });
    });

    test('is of days and a quantity that are checked, each by its name', async () => {
      const violation = async (query: string) => (await ask(edge, publicPath(0, query))).body.violations?.[0]?.field;
      expect(await violation('?from=yesterday')).toBe('from');
      expect(await violation('?to=2026-02-30')).toBe('to');
      expect(await violation('?from=2026-02-02&to=2026-02-01')).toBe('from');
      expect(await violation('?from=2024-02-02&to=2026-02-01')).toBe('from');
      expect(await violation('?quantity=0')).toBe('quantity');
      expect(await violation('?quantity=2147483648')).toBe('quantity');
      expect((await ask(edge, '/v1/products/prd_none/price-history')).status).toBe(404);
    });

    test('is for operators that of every credential, by its id', async () => {
      const path = (product: number) => `/v1/admin/analytics/products/${resistorId(product)}/price-history${days}`;
      const shared = await ask(edge, path(0), adminKey);
      expect(shared.body).toMatchObject({ product_id: resistorId(0), truncated: false });
      const refs = shared.body.series.map((each: { credential_ref: string }) => each.credential_ref);
      expect(refs.toSorted()).toEqual(['crd_acme', 'crd_system']);
      const hidden = await ask(edge, path(1), adminKey);
      expect(hidden.body.series).toMatchObject([{ offer_id: hiddenOffer, credential_ref: 'crd_globex' }]);
      expect((await ask(edge, path(0))).status).toBe(403);
    });
  });
}

describe('which store is asked', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await filledDatabase();
    await createObservationStore(database.pool.sql).apply(observed, untraced);
  });
  afterAll(() => database?.close());

  const answeredBy = async (analytics: PriceHistoryStore | undefined) => {
    const stores = { priceHistory: createPriceHistoryStore(database.pool.sql) };
    const edge = await startTestEdge(database.pool, {
      useCases: useCasesOver(database, priceHistoryOf({ analytics, stores })),
    });
    return ask(edge, publicPath(0, days)).finally(() => edge.stop());
  };

  test('is the database where no analytical projection is kept', async () => {
    expect((await answeredBy(undefined)).body.series).toHaveLength(2);
  });

  test('is the projection where one is kept, and no other while its engine is away', async () => {
    const engine = createServerEngine({ url: 'http://127.0.0.1:1/default' });
    const { status } = await answeredBy(createAnalyticsStore(engine, createMetrics('test').analytics));
    expect(status).toBe(503);
    await engine.close();
  });
});

describe('a history of more days than an answer holds', () => {
  const skus = Array.from({ length: 28 }, (_, at) => `LONG-${at}`);
  const ofLong = resistorId(3);
  let database: TestDatabase;
  let edge: TestEdge;
  beforeAll(async () => {
    database = await filledDatabase();
    const { sql } = database.pool;
    await createObservationStore(sql).apply(
      skus.map((sku) => observation(sku, { price: priceOf('1'), observedAt: new Date(today - 366 * dayMs) })),
      untraced,
    );
    const decisions = skus.map((sku) => ({
      offerId: offerOf(sku),
      productId: ofLong,
      confidence: 'exact' as const,
      strategy: 'deterministic' as const,
      rule: 'manufacturer_and_mpn',
      evidence: {},
      create: undefined,
    }));
    await createMatchStore(sql).record(decisions, untraced, new Date());
    // The same again on every day since.
    await sql`
      insert into observation_history (offer_id, credential_id, recorded_at, observation_id, observed_at, known)
      select offer_id, credential_id, recorded_at, id, at,
        jsonb_set(known::jsonb, '{stated}', jsonb_build_array(jsonb_build_array(at, id, array['price'])))::json
      from observation_history,
        generate_series(1, 366) as day,
        lateral (select observation_id || '_' || day as id, observed_at + make_interval(days => day) as at) as again
      where offer_id = any(${skus.map(offerOf)}::text[])`;
    edge = await startTestEdge(database.pool, {
      useCases: useCasesOver(database, createPriceHistoryStore(sql)),
      admin: testAdmin(database),
    });
  });
  afterAll(async () => {
    await edge?.stop();
    await database?.close();
  });

  test('is cut after the first of them, and says so', async () => {
    const whole = `?from=${dayBefore(365)}&to=${dayBefore(0)}`;
    const paths = [`/v1/products/${ofLong}`, `/v1/admin/analytics/products/${ofLong}`];
    for (const path of paths) {
      const { body } = await ask(edge, `${path}/price-history${whole}`, path.includes('admin') ? adminKey : fullKey);
      const told = body.series.flatMap((each: { days: readonly { day: string }[] }) => each.days);
      expect([body.truncated, body.series.length, told.length]).toEqual([true, skus.length, 10_000]);
      const last = told
        .map(({ day }: { day: string }) => day)
        .toSorted()
        .at(-1);
      expect(last).toBe(dayBefore(365 - Math.floor(10_000 / skus.length)));
    }
    const { body } = await ask(edge, `/v1/products/${ofLong}/price-history`);
    expect(body.truncated).toBe(false);
    expect(body.series.map((each: { days: readonly object[] }) => each.days.length)).toEqual(skus.map(() => 30));
  });
});

describe('more histories than the database is asked for', () => {
  let database: TestDatabase;
  let edge: TestEdge;
  let store: PriceHistoryStore;
  beforeAll(async () => {
    database = await filledDatabase();
    const { sql } = database.pool;
    await createObservationStore(sql).apply(observed, untraced);
    store = createPriceHistoryStore(sql, { deadlineMs: 600_000 });
    edge = await startTestEdge(database.pool, {
      useCases: useCasesOver(database, store),
      admin: testAdmin(database, { priceHistory: store }),
    });
  });
  afterAll(async () => {
    await edge?.stop();
    await database?.close();
  });

  test('are refused with the time to come back, for callers and operators, and offers are read meanwhile', async () => {
    const period = { from: new Date(dayBefore(5)), to: new Date(dayBefore(0)) };
    const sources = [{ offerId: sharedOffer, credentialId: 'crd_system' }];
    const tenant = { customerId: 'globex', groupIds: [] };
    const { asks } = await inTransaction(database.pool.sql, async (transaction) => {
      await transaction`lock table observation_history in access exclusive mode`;
      const asks = Array.from({ length: 9 }, () =>
        store.priceHistory({ sources, quantity: 1, period, limit: 10 }, { tenant }),
      );
      const byOperator = `/v1/admin/analytics/products/${resistorId(0)}/price-history${days}`;
      for (const [path, key] of [
        [publicPath(0, days), fullKey],
        [byOperator, adminKey],
      ] as const) {
        const { status, headers, body } = await edge.send(path, { headers: { 'x-api-key': key } });
        expect([status, headers['retry-after']], path).toEqual([429, '600']);
        expect(JSON.parse(body).detail, path).toBe('too many price histories are asked for; try again');
      }
      expect((await ask(edge, `/v1/products/${resistorId(0)}/offers`)).status).toBe(200);
      return { asks };
    });
    await Promise.all(asks);
    expect((await ask(edge, publicPath(0, days))).body.series).toHaveLength(2);
  });
});
