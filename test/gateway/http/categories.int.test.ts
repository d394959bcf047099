import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categoryPath } from '../../../domain/catalog/category.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { callerPoliciesOf } from '../../../domain/visibility/caller-policies.ts';
import { compilePolicies } from '../../../domain/visibility/compile.ts';
import type { Effect, VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { createVisibility, type Visibility } from '../../../gateway/visibility/visibility.ts';
import type { ListCategoriesResponse, SearchProductsResponse } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { untraced } from '../../support/event-samples.ts';
import { fullKey, scopelessKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { marketUseCases } from '../../support/market.ts';
import { hoursBefore, noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import {
  answerOf,
  catalogKey,
  type TestEdge as GrpcEdge,
  headers,
  startTestEdge as startGrpcEdge,
} from '../grpc/test-edge.ts';

/** Parts as catalogues state them: maker, number, category in the words of somebody. */
const stated = [
  ['Yageo', 'RC0603FR-071KL', 'Chip Resistor - Surface Mount'],
  ['Yageo', 'RC0603FR-072KL', '0603 SMD resistors'],
  ['Vishay', 'CRCW06031K00', 'Resistors > Chip Resistor'],
  ['Vishay', 'MBB02070C1001', 'Wired resistor'],
  ['Murata', 'GRM188R71H104', '0603 MLCC SMD capacitors'],
  ['Acme', 'HOSE-1', 'Garden tools > Hoses'],
  ['Acme', 'NOTHING-1', undefined],
] as const;

let database: TestDatabase;
let edge: TestEdge;
let grpc: GrpcEdge;
/** What policies are in force. */
let policies: readonly VisibilityPolicy[] = [];

const policy = (effect: Effect, condition: string): VisibilityPolicy => ({
  id: 'vpl_1',
  version: 1,
  label: 'test',
  target: 'product',
  effect,
  condition,
  priority: 1,
  isEnabled: true,
  validFrom: undefined,
  validUntil: undefined,
});

const visibility = (): Visibility =>
  createVisibility({
    book: {
      callerPoliciesOf: (who) =>
        policies.length === 0 ? undefined : callerPoliciesOf(compilePolicies(policies), who, noon, () => undefined),
    },
    product: async () => undefined,
    metrics: createMetrics('offerstream').visibility,
  });

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
  await createCatalogStore(database.pool.sql).upsert(
    stated.map(([manufacturer, mpn, category]) => ({
      profileId: defaultProfile.id,
      manufacturer,
      mpn,
      description: `A part of ${manufacturer}`,
      ...(category !== undefined && { characteristics: { category } }),
    })),
    hoursBefore(1),
    untraced,
  );
  const useCases = marketUseCases(database.pool, { visibility: visibility() });
  edge = await startTestEdge(database.pool, { useCases });
  grpc = await startGrpcEdge(useCases);
});
afterAll(async () => {
  await edge.stop();
  await grpc.close();
  await database.close();
});

const ask = async (path: string, key = fullKey) => {
  const { status, body } = await edge.send(`/v1/${path}`, { headers: { 'x-api-key': key } });
  return { status, body: JSON.parse(body) };
};

const numbersOf = ({ items }: { readonly items: readonly { readonly mpn: string }[] }): readonly string[] =>
  items.map(({ mpn }) => mpn).sort();

const countsOf = ({ categories }: { readonly categories: readonly { path: string; products: number }[] }) =>
  Object.fromEntries(categories.map(({ path, products }) => [path, products]));

describe('the tree of categories', () => {
  const whole = {
    Capacitors: 1,
    'Capacitors > Ceramic capacitors': 1,
    'Garden tools': 1,
    'Garden tools > Hoses': 1,
    Resistors: 4,
    'Resistors > Chip resistors': 3,
    'Resistors > Wired resistors': 1,
  };

  it('counts products at and below every category, whatever suppliers call it', async () => {
    const { status, body } = await ask('categories');
    expect(status).toBe(200);
    expect(countsOf(body)).toEqual(whole);
    expect(body.categories[1]).toEqual({
      path: 'Capacitors > Ceramic capacitors',
      name: 'Ceramic capacitors',
      parent: 'Capacitors',
      products: 1,
    });
    expect(countsOf((await ask('categories?levels=1')).body)).toEqual({
      Capacitors: 1,
      'Garden tools': 1,
      Resistors: 4,
    });
    expect(countsOf((await ask('categories?under=Resistors')).body)).toEqual({
      'Resistors > Chip resistors': 3,
      'Resistors > Wired resistors': 1,
    });
  });

  it('has nothing below a text that is no category', async () => {
    expect((await ask('categories?under=***')).body).toEqual({ categories: [] });
    expect(countsOf((await ask('categories?under=%20')).body)).toEqual(whole);
  });

  it('can be asked for by the longest path that is served, and not by a longer text', async () => {
    const level = (at: number) => `${'Tool'.repeat(14)}ing${at}`;
    const longest = categoryPath([1, 2, 3, 4].map(level).join(' > ')) ?? '';
    expect(longest).toHaveLength(249);
    for (const [path, field] of [
      ['categories', 'under'],
      ['products', 'category'],
    ] as const) {
      expect((await ask(`${path}?${field}=${encodeURIComponent(longest)}`)).status).toBe(200);
      const { status, body } = await ask(`${path}?${field}=${encodeURIComponent(`${longest}x`)}`);
      expect([status, body.violations?.[0]?.field]).toEqual([400, field]);
    }
  });

  it('is the same over gRPC', async () => {
    const { response: answer } = await answerOf<ListCategoriesResponse>((done) =>
      grpc.catalog.listCategories({ under: 'resistors', levels: 0 }, headers(catalogKey), done),
    );
    expect(countsOf(answer ?? { categories: [] })).toEqual({
      'Resistors > Chip resistors': 3,
      'Resistors > Wired resistors': 1,
    });
  });

  it('refuses levels that there are none of, and callers without the scope', async () => {
    for (const levels of ['5', '-1', 'two']) {
      const { status, body } = await ask(`categories?levels=${levels}`);
      expect([status, body.violations?.[0]?.field]).toEqual([400, 'levels']);
    }
    expect((await ask('categories', scopelessKey)).status).toBe(403);
  });

  it('counts nothing that a policy hides from the caller, here and in facets', async () => {
    policies = [policy({ kind: 'deny' }, 'product.manufacturer == "Vishay"')];
    const { body } = await ask('categories');
    const { 'Resistors > Wired resistors': _, ...others } = whole;
    const seen = { ...others, Resistors: 2, 'Resistors > Chip resistors': 2 };
    expect(countsOf(body)).toEqual(seen);
    expect(body.is_capped).toBeUndefined();
    const found = await ask('products?category=Resistors&facets=category');
    expect(numbersOf(found.body)).toEqual(['RC0603FR-071KL', 'RC0603FR-072KL']);
    expect(found.body.counts.facets[0].values).toEqual([
      { value: 'Resistors', count: 2 },
      { value: 'Resistors > Chip resistors', count: 2 },
    ]);
    policies = [];
  });

  it.each(['category', 'characteristics'] as const)(
    'tells nothing of a category where %s are masked',
    async (field) => {
      policies = [policy({ kind: 'mask', fields: [field] }, 'product.manufacturer == "Yageo"')];
      expect(countsOf((await ask('categories?under=Resistors')).body)).toEqual({
        'Resistors > Chip resistors': 1,
        'Resistors > Wired resistors': 1,
      });
      expect(numbersOf((await ask('products?category=Resistors')).body)).toEqual(['CRCW06031K00', 'MBB02070C1001']);
      expect((await ask('products?q=RC0603FR-071KL')).body.items[0].category).toBeUndefined();
      policies = [];
    },
  );
});

describe('a search in a category', () => {
  it('lists what is in it and below it, by path or by a name that suppliers have for it', async () => {
    const chips = ['CRCW06031K00', 'RC0603FR-071KL', 'RC0603FR-072KL'];
    expect(numbersOf((await ask('products?category=Resistors')).body)).toEqual([...chips, 'MBB02070C1001'].sort());
    expect(numbersOf((await ask('products?category=Resistors%20%3E%20Chip%20resistors')).body)).toEqual(chips);
    expect(numbersOf((await ask('products?category=0805%20SMD%20resistors')).body)).toEqual(chips);
    expect(numbersOf((await ask('products?category=garden%20TOOLS')).body)).toEqual([]);
    expect(numbersOf((await ask('products?category=Garden%20tools')).body)).toEqual(['HOSE-1']);
    const { body } = await ask('products?category=Garden%20tools');
    expect(body.items[0]).toMatchObject({ category: 'Garden tools > Hoses', match_kind: 'listed' });
  });

  it('goes with a text, a maker and other filters, and goes on page by page', async () => {
    expect(numbersOf((await ask('products?q=RC0603FR&category=Resistors')).body)).toHaveLength(2);
    expect(numbersOf((await ask('products?q=RC0603FR&category=Capacitors')).body)).toEqual([]);
    expect(numbersOf((await ask('products?q=part&category=Capacitors')).body)).toEqual(['GRM188R71H104']);
    expect(numbersOf((await ask('products?manufacturer=Vishay&category=Resistors')).body)).toHaveLength(2);
    expect(numbersOf((await ask('products?category=Resistors&characteristic=category:Wired%20resistor')).body)).toEqual(
      ['MBB02070C1001'],
    );
    const first = await ask('products?category=Resistors&limit=3');
    const token = encodeURIComponent(first.body.next_cursor.token);
    const second = await ask(`products?category=Resistors&limit=3&cursor=${token}`);
    expect([...numbersOf(first.body), ...numbersOf(second.body)]).toHaveLength(4);
    expect((await ask(`products?category=Capacitors&limit=3&cursor=${token}`)).status).toBe(400);
  });

  it('streams, and counts by category in every category that a product is in', async () => {
    const { body } = await edge.send('/v1/products/stream?category=Capacitors', { headers: { 'x-api-key': fullKey } });
    expect(body.trim().split('\n')).toHaveLength(1);
    const { response: answer } = await answerOf<SearchProductsResponse>((done) =>
      grpc.catalog.searchProducts(
        {
          q: 'RC0603FR',
          identityProfileId: '',
          manufacturer: '',
          limit: 0,
          cursor: undefined,
          lifecycleStatus: [],
          inStock: false,
          characteristics: {},
          ranges: {},
          facets: ['category', 'manufacturer'],
          live: false,
          category: 'Resistors',
          maxLookupCost: {},
        },
        headers(catalogKey),
        done,
      ),
    );
    expect(answer?.counts?.facets).toEqual([
      { name: 'manufacturer', values: [{ value: 'Yageo', count: 2 }] },
      {
        name: 'category',
        values: [
          { value: 'Resistors', count: 2 },
          { value: 'Resistors > Chip resistors', count: 2 },
        ],
      },
    ]);
  });
});
