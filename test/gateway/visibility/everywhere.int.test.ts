import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import type { Product as KnownProduct } from '../../../domain/catalog/catalog.ts';
import { amountText } from '../../../domain/money.ts';
import type { Offer as KnownOffer, OfferView } from '../../../domain/offers/offer.ts';
import { isVisible } from '../../../domain/pricing/source-selection.ts';
import { maskableFields, targetKinds, type VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import { offerValues, productValues, sourceValues } from '../../../domain/visibility/vocabulary.ts';
import {
  MatchPartsRequest,
  type Product,
  SearchProductsRequest,
  type SearchProductsResponse,
} from '../../../proto/gen/svc/public/v1/catalog.ts';
import type { GetOffersResponse, Offer } from '../../../proto/gen/svc/public/v1/offers.ts';
import { CalculatePriceRequest, type PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { policy } from '../../support/policies.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { type Expected, expected } from '../../support/visibility-oracle.ts';
import { answerOf, codeOf, drainOf, headers } from '../grpc/test-edge.ts';
import { callers, offerIds, openVisibilityWorld, parts, productIds, type VisibilityWorld } from './visibility-world.ts';

/**
 * What a caller gets through every operation of both edges, beside what the manual says that it
 * should get. The policies are random; the expectation is worked out by `visibility-oracle.ts`.
 */

let database: TestDatabase;
let world: VisibilityWorld;

beforeAll(async () => {
  database = await testDatabase();
  world = await openVisibilityWorld(database.pool);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** What one caller is told by one edge. */
interface Told {
  readonly searched: readonly Product[];
  /** By product id; undefined: not found. */
  readonly products: ReadonlyMap<string, Product | undefined>;
  readonly offers: ReadonlyMap<string, GetOffersResponse | undefined>;
  /** By offer id. */
  readonly prices: ReadonlyMap<string, PricingResponse | undefined>;
  /** The names of the facts of a product, by its id. */
  readonly facts: Map<string, readonly string[]>;
}

const eachOf = async <Answer>(ids: readonly string[], ask: (id: string) => Promise<Answer>) =>
  new Map(await Promise.all(ids.map(async (id): Promise<[string, Answer]> => [id, await ask(id)])));

/** The answer, or undefined for NOT_FOUND; anything else is a fault. */
const found = <Answer>({ response, error }: { response: Answer | undefined; error: Parameters<typeof codeOf>[0] }) => {
  expect(['OK', 'NOT_FOUND']).toContain(codeOf(error));
  return response;
};

const pageSize = 2;

const askGrpc = async (key: string): Promise<Told> => {
  const { catalog, offers, pricing } = world;
  const metadata = headers(key);
  const searched: Product[] = [];
  let cursor: SearchProductsResponse['nextCursor'];
  do {
    const request = SearchProductsRequest.fromPartial({ q: 'RX', limit: pageSize, cursor });
    const page = found(
      await answerOf<SearchProductsResponse>((done) => catalog.searchProducts(request, metadata, done)),
    );
    searched.push(...(page?.items ?? []));
    cursor = page?.nextCursor;
    if (cursor !== undefined) expect(page?.items).toHaveLength(pageSize);
  } while (cursor !== undefined);
  const streamed = await drainOf(catalog.streamProducts({ identityProfileId: '', batchSize: pageSize }, metadata));
  expect(streamed.error).toBeUndefined();
  expect(new Set(streamed.items.map(({ id }) => id))).toEqual(new Set(searched.map(({ id }) => id)));
  expect(streamed.items.toSorted(byId)).toEqual(
    searched.map((each) => ({ ...each, relevance: undefined, matchKind: '' })).toSorted(byId),
  );
  const asked = (offerId: string) => CalculatePriceRequest.fromPartial({ offerId, quantity: 1 });
  const told: Told = {
    searched,
    facts: new Map(),
    products: await eachOf(productIds, async (id) =>
      found(await answerOf<Product>((done) => catalog.getProduct({ id }, metadata, done))),
    ),
    offers: await eachOf(productIds, async (canonicalId) =>
      found(await answerOf<GetOffersResponse>((done) => offers.getOffers({ canonicalId }, metadata, done))),
    ),
    prices: await eachOf(offerIds, async (id) =>
      found(await answerOf<PricingResponse>((done) => pricing.calculatePrice(asked(id), metadata, done))),
    ),
  };
  for (const id of productIds) {
    const product = found(await answerOf<Product>((done) => catalog.getProduct({ id, facts: true }, metadata, done)));
    told.facts.set(id, product?.facts.map(({ name }) => name) ?? []);
    const seen = new Map(told.offers.get(id)?.items.map((offer) => [offer.id, offer]));
    for (const { offerId, supplierId } of product?.facts.flatMap(({ sources }) => sources) ?? []) {
      if (offerId !== '') expect(seen.get(offerId)?.supplierId).toBe(supplierId);
    }
  }
  const list = MatchPartsRequest.fromPartial({ items: parts, includeOffers: true });
  const matches = await drainOf(catalog.matchParts(list, metadata));
  expect(matches.error).toBeUndefined();
  const matchOf = (id: string) => matches.items.find(({ index }) => index === productIds.indexOf(id));
  for (const [id, product] of told.products)
    expect(matchOf(id)?.product && { ...matchOf(id)?.product, replacementChain: [] }).toEqual(
      product && { ...product, replacementChain: [] },
    );
  for (const [id, known] of told.offers) expect(matchOf(id)?.offers ?? []).toEqual(known?.items ?? []);
  const bulk = pricing.bulkCalculatePrice(metadata);
  for (const id of offerIds) bulk.write(asked(id));
  bulk.end();
  const { items } = await drainOf(bulk);
  expect(items.map((each) => (each.itemError?.code === 'NOT_FOUND' ? undefined : each))).toEqual([
    ...told.prices.values(),
  ]);
  return told;
};

const byId = (a: Product, b: Product): number => (a.id < b.id ? -1 : 1);

/** Names as gRPC has them, so that both edges are held to the same. */
const camel = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      name === 'characteristics' ? each : camel(each),
    ]),
  );
};

const askHttp = async (key: string): Promise<Told> => {
  const send = async <Answer>(path: string, body?: object): Promise<Answer | undefined> => {
    const method = body === undefined ? 'GET' : 'POST';
    const options = { method, headers: { 'x-api-key': key, 'content-type': 'application/json' } };
    const answer = await world.http.send(path, options, body && JSON.stringify(body));
    expect([200, 404]).toContain(answer.status);
    return answer.status === 404 ? undefined : (camel(JSON.parse(answer.body)) as Answer);
  };
  const searched: Product[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page: { items: Product[]; nextCursor?: { token: string } } | undefined = await send(
      `/v1/products?q=RX&limit=${pageSize}${cursor && `&cursor=${cursor}`}`,
    );
    searched.push(...(page?.items ?? []));
    cursor = page?.nextCursor?.token;
  }
  const withFacts = await eachOf(productIds, (id) => send<Product>(`/v1/products/${id}?facts=true`));
  return {
    searched,
    facts: new Map([...withFacts].map(([id, product]) => [id, product?.facts?.map(({ name }) => name) ?? []])),
    products: await eachOf(productIds, (id) => send<Product>(`/v1/products/${id}`)),
    offers: await eachOf(productIds, (id) => send<GetOffersResponse>(`/v1/products/${id}/offers`)),
    prices: await eachOf(offerIds, (offer_id) => send<PricingResponse>('/v1/pricing', { offer_id, quantity: 1 })),
  };
};

const mustBe = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('there must be one');
  return value;
};

const productOf = (id: string | undefined): KnownProduct => mustBe(world.products.find((each) => each.id === id));
const offerOf = (id: string): KnownOffer => mustBe(world.known.find((each) => each.id === id));

/** What the manual says. */
const manual = (policies: readonly VisibilityPolicy[], caller: Caller) => {
  const product = (id: string): Expected =>
    expected(policies, 'product', caller, { product: productValues(productOf(id)) });
  const valuesOf = (offer: KnownOffer) => ({
    product: productValues(productOf(offer.productId)),
    offer: offerValues(offer),
    supplier: { id: offer.supplierId },
  });
  const offer = (id: string): Expected => {
    const known = offerOf(id);
    const verdicts = [
      product(known.productId ?? ''),
      ...(['supplier', 'offer'] as const).map((kind) => expected(policies, kind, caller, valuesOf(known))),
    ];
    if (verdicts.includes('hidden')) return 'hidden';
    return new Set(verdicts.slice(1).flatMap((each) => [...each].filter((field) => field !== undefined))) as Expected;
  };
  const rank = { customer: 0, group: 1, system: 2 } as const;
  /**
   * The first source that is open to the caller and whose price is not hidden, with what of it is
   * masked.
   */
  const price = (id: string): { readonly view: OfferView; readonly masked: Expected } | undefined => {
    const known = offerOf(id);
    return known.views
      .filter((view) => isVisible(view, caller))
      .sort((a, b) => rank[a.credential.scope] - rank[b.credential.scope])
      .map((view) => {
        const values = { ...valuesOf(known), source: sourceValues(view.credential) };
        return { view, masked: expected(policies, 'price', caller, values) };
      })
      .find(({ masked }) => masked !== 'hidden');
  };
  return { product, offer, price };
};

const amountOf = ({ price }: OfferView): string => {
  const statement = price?.value;
  return statement?.kind === 'ladder' ? amountText(mustBe(statement.ladder.breaks[0]).price) : '';
};

const has = (seen: Expected, field: Parameters<ReadonlySet<unknown>['has']>[0]): boolean =>
  seen !== 'hidden' && (seen as ReadonlySet<unknown>).has(field);

type Manual = ReturnType<typeof manual>;

const checkProduct = (told: Told, id: string, right: Manual): void => {
  const seen = right.product(id);
  const product = told.products.get(id);
  expect(product === undefined).toBe(seen === 'hidden');
  expect(told.offers.get(id) === undefined).toBe(seen === 'hidden');
  if (product === undefined) return;
  const { replacedBy, description, lifecycle, characteristics } = productOf(id);
  const isNamed = replacedBy !== undefined && right.product(replacedBy) !== 'hidden' && !has(seen, 'replaced_by');
  expect(product.replacedBy || undefined).toBe(isNamed ? replacedBy : undefined);
  expect(product.description || undefined).toBe(has(seen, 'description') ? undefined : description);
  expect(product.lifecycleStatus || undefined).toBe(has(seen, 'lifecycle_status') ? undefined : lifecycle);
  expect(product.characteristics ?? {}).toEqual(has(seen, 'characteristics') ? {} : characteristics);
  const facts = told.facts.get(id) ?? [];
  expect(facts.includes('description')).toBe(!has(seen, 'description') && description !== undefined);
  expect(facts.includes('lifecycle_status')).toBe(!has(seen, 'lifecycle_status') && lifecycle !== undefined);
  if (has(seen, 'characteristics') || has(seen, 'category')) expect(facts).not.toContain('category');
  if (replacedBy !== undefined) expect(facts.includes('replaced_by_mpn')).toBe(isNamed);
};

const checkPrice = (listed: Offer, price: PricingResponse, source: ReturnType<Manual['price']>): void => {
  const amount = source === undefined || has(source.masked, 'amounts') ? undefined : amountOf(source.view);
  expect(listed.priceBreaks?.[0]?.price?.amount).toBe(amount);
  expect(price.pricingMode).toBe(amount === undefined ? 'unknown' : 'fixed');
  expect(price.unitPriceDecimal || undefined).toBe(amount);
  expect(price.unknownReason || undefined).toBe(amount === undefined ? 'not_visible' : undefined);
  const isEmpty = amount === undefined || (source !== undefined && has(source.masked, 'breakdown'));
  expect((price.breakdown ?? []).length === 0).toBe(isEmpty);
};

const checkOffer = (told: Told, id: string, right: Manual): void => {
  const seen = right.offer(id);
  const { productId = '', supplierId } = offerOf(id);
  const listed = told.offers.get(productId)?.items.find((each) => each.id === id);
  const price = told.prices.get(id);
  expect(listed === undefined).toBe(seen === 'hidden');
  expect(price === undefined).toBe(seen === 'hidden');
  if (listed === undefined || price === undefined) return;
  checkPrice(listed, price, right.price(id));
  expect(listed.supplierId || undefined).toBe(has(seen, 'supplier_id') ? undefined : supplierId);
  if (has(seen, 'supplier_id')) expect(listed.supplyChainTrace).toBeUndefined();
  expect((listed.stock ?? []).length === 0).toBe(has(seen, 'stock'));
};

const check = (told: Told, policies: readonly VisibilityPolicy[], caller: Caller): void => {
  const right = manual(policies, caller);
  const visible = productIds.filter((id) => right.product(id) !== 'hidden');
  expect(told.searched.map(({ id }) => id).toSorted()).toEqual(visible.toSorted());
  for (const id of productIds) checkProduct(told, id, right);
  for (const id of offerIds) checkOffer(told, id, right);
  const answers = [told.products, told.offers, told.prices].flatMap((each) => [...each.values()]);
  const everything = JSON.stringify([told.searched, answers]);
  for (const id of productIds) if (right.product(id) === 'hidden') expect(everything).not.toContain(id);
  for (const id of offerIds) if (right.offer(id) === 'hidden') expect(everything).not.toContain(id);
};

const whose = ['true', 'caller.customer == "acme"', '"buyers-club" in caller.groups', '!("gold" in caller.groups)'];
const which = {
  product: [
    'true',
    'product.manufacturer == "Yageo"',
    '"case" in product.characteristics',
    'product.description == "Resistor 2"',
  ],
  offer: ['true', 'product.manufacturer == "Vishay"', 'offer.supplier_sku == "S1"', 'supplier.id == "borealis"'],
  price: ['true', 'source.scope == "customer"', 'source.scope != "system"', 'product.lifecycle_status == "active"'],
  supplier: ['true', 'supplier.id == "borealis"', 'supplier.id == "australis"'],
} as const;

const policies = fc
  .array(
    fc.constantFrom(...targetKinds).chain((target) =>
      fc.record({
        target: fc.constant(target),
        condition: fc
          .tuple(fc.constantFrom(...whose), fc.constantFrom('&&', '||'), fc.constantFrom<string>(...which[target]))
          .map((parts) => parts.join(' ')),
        priority: fc.integer({ min: 0, max: 2 }),
        effect: fc.oneof(
          fc.constant({ kind: 'deny' } as const),
          fc.constant({ kind: 'allow' } as const),
          fc
            .subarray([...maskableFields[target]], { minLength: 1 })
            .map((fields) => ({ kind: 'mask', fields }) as const),
        ),
      }),
    ),
    { maxLength: 6 },
  )
  .map((drafts) => drafts.map((draft, at) => policy(`vis_${at}`, draft)));

const searchFor = async (key: string, given: Partial<SearchProductsRequest>) => {
  const request = SearchProductsRequest.fromPartial({ q: 'RX', ...given });
  return found(
    await answerOf<SearchProductsResponse>((done) => world.catalog.searchProducts(request, headers(key), done)),
  );
};

/** Nothing is counted that is hidden, and nothing is found by what is masked. */
const checkSearches = async (key: string, policies: readonly VisibilityPolicy[], caller: Caller): Promise<void> => {
  const right = manual(policies, caller);
  const visible = world.products.filter(({ id }) => right.product(id) !== 'hidden');
  const counts = (await searchFor(key, { facets: ['manufacturer'] }))?.counts;
  expect(counts?.counted).toBe(visible.length);
  for (const { value, count } of counts?.facets[0]?.values ?? [])
    expect(count).toBe(visible.filter(({ manufacturer }) => manufacturer === value).length);
  const idsOf = (page: SearchProductsResponse | undefined) => page?.items.map(({ id }) => id).toSorted();
  const showing = (field: string, isAsked: (product: KnownProduct) => boolean) =>
    visible
      .filter((each) => isAsked(each) && !has(right.product(each.id), field))
      .map(({ id }) => id)
      .toSorted();
  const active = await searchFor(key, { lifecycleStatus: ['active'] });
  expect(idsOf(active)).toEqual(showing('lifecycle_status', ({ lifecycle }) => lifecycle === 'active'));
  const small = await searchFor(key, { characteristics: { case: '0603' } });
  expect(idsOf(small)).toEqual(showing('characteristics', ({ characteristics }) => characteristics.case === '0603'));
  const worded = await searchFor(key, { q: 'resistor' });
  expect(idsOf(worded)).toEqual(showing('description', ({ description }) => description !== undefined));
};

describe('for any policies, each of two callers', () => {
  test('is told by every operation of both edges what the manual says, and nothing that is hidden or masked', async () => {
    await fc.assert(
      fc.asyncProperty(policies, async (enforced) => {
        await world.enforce(enforced);
        for (const [key, caller] of Object.entries(callers)) {
          check(await askGrpc(key), enforced, caller);
          check(await askHttp(key), enforced, caller);
          await checkSearches(key, enforced, caller);
        }
      }),
      { numRuns: 40 },
    );
  });
});

test('every metric of visibility moves', async () => {
  await world.enforce([
    policy('a', { condition: 'product.manufacturer == "Yageo"' }),
    policy('b', {
      target: 'offer',
      effect: { kind: 'mask', fields: ['stock'] },
      condition: 'offer.supplier_sku != ""',
    }),
    policy('c', { target: 'price', condition: 'source.scope == "customer"' }),
    policy('d', { target: 'supplier', condition: 'supplier.id == "nobody"' }),
    policy('e', { condition: 'product.colour == "red"', isEnabled: false }),
    policy('f', { target: 'offer', condition: 'product.description == "x"', effect: { kind: 'allow' }, priority: 1 }),
  ]);
  await askGrpc('key_of_acme');
  const exposed = await world.metrics.registry.metrics();
  const count = (name: string, label = ''): number => {
    const line = exposed.split('\n').find((each) => each.startsWith(`${name}{`) && each.includes(label));
    return Number(line?.split(' ').at(-1));
  };
  for (const kind of targetKinds) {
    expect(count('visibility_evaluations_total', kind)).toBeGreaterThan(0);
    expect(count('visibility_evaluation_duration_seconds_count', kind)).toBeGreaterThan(0);
  }
  for (const effect of ['deny', 'mask']) expect(count('visibility_filtered_total', effect)).toBeGreaterThan(0);
  for (const name of [
    'visibility_compile_duration_seconds_count',
    'visibility_cache_hits_total',
    'visibility_cache_misses_total',
    'visibility_policy_compile_errors_total',
    'visibility_undecided_total',
  ])
    expect(count(name)).toBeGreaterThan(0);
});
