import { type ClientDuplexStream, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OfferChangeFeed, OfferStore } from '../../../domain/offers/ports.ts';
import type { UseCases } from '../../../gateway/create-use-cases.ts';
import { bulkCalculatePrice } from '../../../gateway/pricing/bulk-calculate-price.ts';
import { CalculatePriceRequest, type PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { fillMarket, hiddenOffer, marketUseCases, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import {
  answerOf,
  catalogKey,
  codeOf,
  drainOf,
  eventOf,
  fullKey,
  headers,
  heldUp,
  startTestEdge,
  type TestEdge,
} from './test-edge.ts';

let database: TestDatabase;
let edge: TestEdge;
let queries = 0;
let pastQueries = 0;
let priced = 0;

beforeAll(async () => {
  database = await testDatabase();
  await fillMarket(database.pool);
  const [store, keptStore] = [createOfferStore(database.pool.sql), createOfferChangeFeed(database.pool.sql)];
  const offers: OfferStore = {
    ...store,
    asOf: (ids, instant, options) => {
      pastQueries += 1;
      return store.asOf(ids, instant, options);
    },
  };
  const kept: OfferChangeFeed = {
    ...keptStore,
    records: (ids, options) => {
      queries += 1;
      return keptStore.records(ids, options);
    },
  };
  const useCases: UseCases = marketUseCases(database.pool, { offers, kept });
  const counted: UseCases['calculatePrice'] = (request, context) => {
    priced += 1;
    return useCases.calculatePrice(request, context);
  };
  edge = await startTestEdge({ calculatePrice: counted, bulkCalculatePrice: bulkCalculatePrice(counted, onItemError) });
});

afterAll(async () => {
  await edge.close();
  await database.close();
});

const itemErrors: string[] = [];
const onItemError = (kind: string): void => {
  itemErrors.push(kind);
};

const many = 6_000;

type Stream = ClientDuplexStream<CalculatePriceRequest, PricingResponse>;

const open = (key = fullKey, more = {}, options = {}): Stream =>
  edge.pricing.bulkCalculatePrice(headers(key, more), options);

const asking = (given: Partial<CalculatePriceRequest> = {}): CalculatePriceRequest =>
  CalculatePriceRequest.fromPartial({ offerId: sharedOffer, quantity: 10, ...given });

const answersTo = (requests: readonly CalculatePriceRequest[], stream = open()) => {
  for (const each of requests) stream.write(each);
  stream.end();
  return drainOf(stream);
};

const unary = (request: CalculatePriceRequest) =>
  answerOf<PricingResponse>((done) => edge.pricing.calculatePrice(request, headers(fullKey), {}, done));

describe('a stream of prices', () => {
  test('answers every request in its turn as CalculatePrice does by itself', async () => {
    const requests = Array.from({ length: 1_500 }, (_, at) => asking({ quantity: (at % 40) + 1 }));
    const { items, error } = await answersTo(requests);
    expect(error).toBeUndefined();
    expect(items.map(({ requestedQuantity }) => requestedQuantity)).toEqual(requests.map(({ quantity }) => quantity));
    const { response } = await unary(asking({ quantity: 7 }));
    expect({ ...items[6], freshness: undefined }).toEqual({ ...response, freshness: undefined });
  });

  test('answers what is not acceptable or not there in place, and goes on', async () => {
    itemErrors.length = 0;
    const { items, error } = await answersTo([
      asking(),
      asking({ quantity: 0 }),
      asking({ offerId: 'ofr_nothing' }),
      asking({ offerId: hiddenOffer }),
      asking({ deliveryZone: 'MOON', quantity: 3 }),
      asking({ quantity: 2 }),
    ]);
    expect(error).toBeUndefined();
    expect(items.map(({ itemError }) => itemError && [itemError.code, itemError.field])).toEqual([
      undefined,
      ['INVALID_ARGUMENT', 'quantity'],
      ['NOT_FOUND', ''],
      ['NOT_FOUND', ''],
      ['INVALID_ARGUMENT', 'delivery_zone'],
      undefined,
    ]);
    expect(itemErrors.toSorted()).toEqual(['invalid_argument', 'invalid_argument', 'not_found', 'not_found']);
    expect(items[2]).toMatchObject({ offerId: 'ofr_nothing', requestedQuantity: 10, pricingMode: '' });
    expect(items[2]?.itemError?.message).toContain('not found');
    expect(items[5]).toMatchObject({ finalPriceDecimal: '0.14', pricingMode: 'fixed' });
  });

  test('reads offers from the database many at a time', async () => {
    const ids = Array.from({ length: 200 }, (_, at) => `ofr_unknown_${at}`);
    queries = 0;
    const { items } = await answersTo(ids.map((offerId) => asking({ offerId })));
    expect(items).toHaveLength(200);
    expect(queries).toBeLessThan(150);
  });

  test('reads the past many offers at a time', async () => {
    pastQueries = 0;
    const date = new Date('2026-01-01T00:00:00.000Z');
    const { items } = await answersTo(Array.from({ length: 200 }, () => asking({ date })));
    expect(items.every(({ pricingMode }) => pricingMode === 'unknown')).toBe(true);
    expect(pastQueries).toBeLessThan(100);
  });

  test('that is given up takes its queries of the past with it', async () => {
    const { sql } = database.pool;
    const locked = Promise.withResolvers<void>();
    const blocked = Promise.withResolvers<void>();
    const lock = inTransaction(sql, async (transaction) => {
      await transaction`lock table observation_history in access exclusive mode`;
      locked.resolve();
      await blocked.promise;
    });
    await locked.promise;
    const stream = open();
    const ended = eventOf(stream, 'error');
    stream.write(asking({ date: new Date('2026-01-01T00:00:00.000Z') }));
    await eventually(async () => (await lockWaits(sql)) === 1);
    stream.cancel();
    await ended;
    await eventually(async () => (await lockWaits(sql)) === 0);
    blocked.resolve();
    await lock;
  });

  test('without requests ends with OK', async () => {
    expect(await answersTo([])).toEqual({ items: [], error: undefined });
  });

  test('needs the scope of prices and a key', async () => {
    expect(codeOf((await answersTo([asking()], open(catalogKey))).error)).toBe('PERMISSION_DENIED');
    expect(codeOf((await answersTo([asking()], open('os_unknownunknownunknownunknown'))).error)).toBe(
      'UNAUTHENTICATED',
    );
  });

  test("ends with DEADLINE_EXCEEDED at the caller's deadline, though requests may still come", async () => {
    const stream = open(fullKey, {}, { deadline: Date.now() + 300 });
    stream.write(asking());
    const { items, error } = await drainOf(stream);
    expect(items).toHaveLength(1);
    expect(codeOf(error)).toBe('DEADLINE_EXCEEDED');
  });

  test('whose reader stands still takes a bounded number of requests, and delays nobody else', async () => {
    priced = 0;
    const stream = open();
    let read = 0;
    const count = (): void => {
      read += 1;
      if (read === 1) stream.pause();
    };
    stream.on('data', count);
    for (let at = 0; at < many; at += 1) stream.write(asking({ quantity: (at % 1_000) + 1 }));
    stream.end();
    await heldUp(() => priced);
    expect(priced).toBeLessThan(1_500);
    const others = await Promise.all(Array.from({ length: 100 }, () => unary(asking())));
    expect(others.every(({ error }) => error === undefined)).toBe(true);
    const ended = eventOf(stream, 'end');
    stream.resume();
    await ended;
    expect(read).toBe(many);
  });

  test('whose caller hangs up takes no more requests', async () => {
    priced = 0;
    const stream = open();
    let read = 0;
    stream.on('data', () => {
      read += 1;
      if (read === 10) stream.cancel();
    });
    const hungUp = eventOf(stream, 'error');
    for (let at = 0; at < many; at += 1) stream.write(asking());
    expect(await hungUp).toMatchObject([{ code: status.CANCELLED }]);
    await heldUp(() => priced);
    expect(priced).toBeLessThan(1_500);
  });
});
