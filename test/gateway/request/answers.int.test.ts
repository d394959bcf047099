import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import type { OfferChangeFeed } from '../../../domain/offers/ports.ts';
import type { UseCases } from '../../../gateway/create-use-cases.ts';
import type { RequestContext } from '../../../gateway/request/request-context.ts';
import type { Product, SearchProductsRequest } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { createProductDemand } from '../../../storage/catalog/product-demand.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import {
  fillMarket,
  hiddenOffer,
  marketSize,
  marketUseCases,
  resistor,
  resistorId,
  sharedOffer,
} from '../../support/market.ts';
import { caller, hoursBefore, noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let useCases: UseCases;

beforeAll(async () => {
  database = await testDatabase();
  await fillMarket(database.pool);
  useCases = marketUseCases(database.pool);
});

afterAll(() => database.close());

const globex: Caller = { ...caller, customerId: 'globex', groupIds: [] };

const as = (who: Caller = caller, now: Date = noon): RequestContext => ({
  caller: who,
  correlationId: 'test',
  traceparent: undefined,
  signal: new AbortController().signal,
  now: () => now,
});

const searching = (given: Partial<SearchProductsRequest>): SearchProductsRequest => ({
  q: 'RC0603FR-07',
  category: '',
  maxLookupCost: {},
  identityProfileId: '',
  manufacturer: '',
  limit: 0,
  cursor: undefined,
  lifecycleStatus: [],
  inStock: false,
  characteristics: {},
  ranges: {},
  facets: [],
  live: false,
  ...given,
});

describe('GetProduct', () => {
  it('answers the product with its freshness, and not_found for an id that nobody knows', async () => {
    expect(await useCases.getProduct({ id: resistorId(3) }, as())).toMatchObject({
      mpn: resistor(3),
      manufacturer: 'Yageo',
      freshness: { status: 'FRESH' },
    });
    await expect(useCases.getProduct({ id: 'prd_nothing' }, as())).rejects.toEqual(notFound('product', 'prd_nothing'));
  });
});

describe('SearchProducts', () => {
  it('gives every product once over pages of any size, and no cursor with the last', async () => {
    for (const limit of [1, 7, 40, 60, 120, 500]) {
      const found: Product[] = [];
      let request: SearchProductsRequest | undefined = searching({ limit });
      while (request !== undefined) {
        const page = await useCases.searchProducts(request, as());
        expect(page.items.length).toBeLessThanOrEqual(limit);
        found.push(...page.items);
        request = page.nextCursor && searching({ limit, cursor: page.nextCursor });
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(marketSize);
      expect(found).toHaveLength(marketSize);
    }
  });

  it('puts the exact number first, whose relevance is 1', async () => {
    const page = await useCases.searchProducts(searching({ q: resistor(7).replaceAll('-', '') }), as());
    expect(page.items[0]).toMatchObject({ id: resistorId(7), relevance: 1 });
  });

  it('gives 50 items when no limit is asked for, and the worst freshness of the page', async () => {
    const page = await useCases.searchProducts(searching({}), as());
    expect(page.items).toHaveLength(50);
    expect(page.freshness?.status).toBe('FRESH');
  });

  it('takes for in stock only what the caller may see', async () => {
    const inStock = async (who: Caller): Promise<readonly string[]> =>
      (await useCases.searchProducts(searching({ inStock: true }), as(who))).items.map(({ mpn }) => mpn);
    expect(await inStock(caller)).toEqual([resistor(0)]);
    expect(await inStock(globex)).toEqual([resistor(0), resistor(1)]);
    // A group of the name of a customer is somebody else.
    expect(await inStock({ ...caller, groupIds: ['globex'] })).toEqual([resistor(0)]);
    expect(await inStock({ ...globex, customerId: 'initech', groupIds: ['globex', '*'] })).toEqual([resistor(0)]);
  });

  it('counts by facets over all pages, and only when asked', async () => {
    const counted = await useCases.searchProducts(searching({ facets: ['manufacturer'], limit: 5 }), as());
    expect(counted.counts).toEqual({
      counted: marketSize,
      isCapped: false,
      facets: [{ name: 'manufacturer', values: [{ value: 'Yageo', count: marketSize }] }],
    });
    expect((await useCases.searchProducts(searching({}), as())).counts).toBeUndefined();
  });

  it('puts among equals those first that the caller sees in stock, then those that are asked for more', async () => {
    const demand = createProductDemand(database.pool.sql);
    await demand.add(new Map([[resistorId(7), 5]]), hoursBefore(200));
    await demand.add(new Map([[resistorId(8), 5]]), hoursBefore(1));
    const first = async (who: Caller, given: Partial<SearchProductsRequest> = {}): Promise<readonly string[]> =>
      (await useCases.searchProducts(searching({ limit: 500, ...given }), as(who))).items
        .slice(0, 4)
        .map(({ mpn }) => mpn);
    const listed = { q: '', manufacturer: 'Yageo' };
    for (const given of [{}, listed]) {
      expect((await first(caller, given)).slice(0, 3)).toEqual([0, 8, 7].map(resistor));
      const [one, other, ...rest] = await first(globex, given);
      expect([one, other].toSorted()).toEqual([0, 1].map(resistor));
      expect(rest).toEqual([8, 7].map(resistor));
    }
  });

  it('counts by characteristics, ten at most, and names a facet that is none', async () => {
    const { counts } = await useCases.searchProducts(searching({ facets: ['characteristics.package'] }), as());
    expect(counts?.facets).toEqual([{ name: 'characteristics.package', values: [] }]);
    const many = Array.from({ length: 11 }, (_, at) => `characteristics.c${at}`);
    for (const facets of [many, ['characteristics.'], ['package']])
      await expect(useCases.searchProducts(searching({ facets }), as())).rejects.toMatchObject({
        violations: [{ field: 'facets' }],
      });
  });

  it('reads ranges by the units of the profile, and names those that it cannot read', async () => {
    const none = await useCases.searchProducts(
      searching({ ranges: { resistance: '1k to 10k', voltage_rating: '>= 50V' } }),
      as(),
    );
    expect(none.items).toEqual([]);
    await expect(
      useCases.searchProducts(searching({ ranges: { colour: 'blue', resistance: 'much', tolerance: '1%' } }), as()),
    ).rejects.toMatchObject({ violations: [{ field: 'ranges.colour' }, { field: 'ranges.resistance' }] });
  });

  it('binds a cursor to every filter', async () => {
    const { nextCursor: cursor } = await useCases.searchProducts(searching({ limit: 5 }), as());
    for (const other of [{ inStock: true }, { lifecycleStatus: ['new'] }, { characteristics: { a: 'b' } }])
      await expect(useCases.searchProducts(searching({ ...other, cursor }), as())).rejects.toMatchObject({
        violations: [{ field: 'cursor.token' }],
      });
  });

  it('answers an empty page where nothing is found', async () => {
    expect(await useCases.searchProducts(searching({ q: 'NE555' }), as())).toEqual({
      items: [],
      nextCursor: undefined,
      counts: undefined,
      freshness: { status: 'EMPTY', observedAt: undefined, staleSince: undefined, refreshEta: undefined },
      lookups: [],
      lookupCosts: [],
    });
  });
});

describe('StreamProducts', () => {
  it.each([0, 1, 50, 120, 1_000])('gives every product once in id order in batches of %d', async (batchSize) => {
    const ids: string[] = [];
    for await (const { id } of useCases.streamProducts({ identityProfileId: '', batchSize }, as())) ids.push(id);
    expect(ids).toHaveLength(marketSize);
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it('ends with the reason when its caller goes away', async () => {
    const leaving = new AbortController();
    const stream = useCases.streamProducts(
      { identityProfileId: '', batchSize: 1 },
      { ...as(), signal: leaving.signal },
    );
    const reason = new Error('gone');
    const read = async () => {
      for await (const _ of stream) leaving.abort(reason);
    };
    await expect(read()).rejects.toBe(reason);
  });
});

describe('GetOffers', () => {
  it("answers the caller's own view of an offer with its trace", async () => {
    const { items, freshness } = await useCases.getOffers({ canonicalId: resistorId(0) }, as());
    expect(items).toMatchObject([
      {
        id: sharedOffer,
        matchConfidence: 'exact',
        priceBreaks: [{ quantity: 1, price: { amount: '0.07', currency: 'EUR' } }],
        stock: [],
        observationSource: { type: 'CUSTOMER_CREDENTIAL', credentialLabel: 'acme at borealis' },
        supplyChainTrace: { observedViaSupplierRef: 'borealis', apiProviderRef: 'partgate', manufacturerRef: 'Yageo' },
        freshness: { status: 'INCOMPLETE' },
      },
    ]);
    expect(freshness?.status).toBe('INCOMPLETE');
  });

  it('answers another tenant from what that tenant may see', async () => {
    const { items } = await useCases.getOffers({ canonicalId: resistorId(0) }, as(globex));
    expect(items).toMatchObject([
      { priceBreaks: [{ price: { amount: '0.1' } }], observationSource: { type: 'SYSTEM_CREDENTIAL' } },
    ]);
  });

  it('answers an empty list for offers that are hidden from the caller and for a product that nobody sells', async () => {
    for (const canonicalId of [resistorId(1), resistorId(9)]) {
      const answer = await useCases.getOffers({ canonicalId }, as());
      expect(answer).toMatchObject({ items: [], freshness: { status: 'EMPTY' } });
    }
    expect((await useCases.getOffers({ canonicalId: resistorId(1) }, as(globex))).items).toHaveLength(1);
  });

  it('is not_found for a product that nobody knows', async () => {
    const canonicalId = 'prd_nothing';
    await expect(useCases.getOffers({ canonicalId }, as())).rejects.toEqual(notFound('product', canonicalId));
  });
});

describe('CalculatePrice', () => {
  const asking = { offerId: sharedOffer, quantity: 10, deliveryZone: 'EU', date: undefined };

  it("prices from the caller's own observation", async () => {
    expect(await useCases.calculatePrice(asking, as())).toMatchObject({
      finalPriceDecimal: '0.7',
      observationSource: { type: 'CUSTOMER_CREDENTIAL' },
    });
    expect(await useCases.calculatePrice(asking, as(globex))).toMatchObject({
      finalPriceDecimal: '1',
      observationSource: { type: 'SYSTEM_CREDENTIAL' },
    });
  });

  it('does not know an offer that only another tenant has seen, today or in the past', async () => {
    for (const date of [undefined, new Date(0), new Date(noon.getTime() - 60_000)]) {
      const hidden = useCases.calculatePrice({ ...asking, offerId: hiddenOffer, date }, as());
      await expect(hidden).rejects.toEqual(notFound('offer', hiddenOffer));
    }
  });

  it('answers unknown for a date before anything was observed', async () => {
    const answer = await useCases.calculatePrice({ ...asking, date: new Date('2020-01-01') }, as());
    expect(answer).toMatchObject({ pricingMode: 'unknown', unknownReason: 'no_observation', decisionTrail: [] });
  });

  it('prices a date in the past with what had been recorded then', async () => {
    const later = new Date(Date.now() + 3_600_000);
    const answer = await useCases.calculatePrice({ ...asking, date: new Date(Date.now() + 1_000) }, as(caller, later));
    expect(answer).toMatchObject({ pricingMode: 'fixed', finalPriceDecimal: '0.7' });
  });

  it('prices a future date with what is known now', async () => {
    const date = new Date('2035-01-01');
    expect(await useCases.calculatePrice({ ...asking, date }, as())).toMatchObject({ finalPriceDecimal: '0.7' });
  });

  it('is counted for the product whose offer was priced, and for no other', async () => {
    const priced: string[] = [];
    const counted = marketUseCases(database.pool, {}, (productId) => priced.push(productId));
    await counted.calculatePrice(asking, as());
    await counted.calculatePrice({ ...asking, date: new Date('2020-01-01') }, as());
    await expect(counted.calculatePrice({ ...asking, offerId: hiddenOffer }, as())).rejects.toThrow();
    expect(priced).toEqual([resistorId(0), resistorId(0)]);
  });

  it('asks the database once for many prices at a time', async () => {
    let queries = 0;
    const store = createOfferChangeFeed(database.pool.sql);
    const kept: OfferChangeFeed = {
      ...store,
      records: (ids, options) => {
        queries += 1;
        return store.records(ids, options);
      },
    };
    const counted = marketUseCases(database.pool, { kept });
    await Promise.all(Array.from({ length: 100 }, () => counted.calculatePrice(asking, as())));
    expect(queries).toBe(1);
  });
});
