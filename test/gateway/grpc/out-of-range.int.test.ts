import { afterAll, beforeAll, expect, it } from 'vitest';
import { CalculatePriceRequest, type PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { fillMarket, marketUseCases } from '../../support/market.ts';
import { observation, offerOf } from '../../support/observations.ts';
import { hoursBefore, ladder } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { answerOf, codeOf, drainOf, fullKey, headers, startTestEdge, type TestEdge } from './test-edge.ts';

let database: TestDatabase;
let edge: TestEdge;

/**
 * Sold in tens, with a price break that the greatest number of pieces that a request may name is
 * below.
 */
const inTens = offerOf('TENS');

beforeAll(async () => {
  database = await testDatabase();
  await fillMarket(database.pool);
  const price = {
    kind: 'ladder',
    ladder: ladder([
      [1, '2'],
      [2_147_483_600, '1'],
    ]),
  } as const;
  await createObservationStore(database.pool.sql).apply(
    [observation('TENS', { price, orderMultiple: 10, observedAt: hoursBefore(1) })],
    { correlationId: 'test', traceparent: undefined },
  );
  edge = await startTestEdge(marketUseCases(database.pool));
});

afterAll(async () => {
  await edge.close();
  await database.close();
});

const asking = (quantity: number): CalculatePriceRequest =>
  CalculatePriceRequest.fromPartial({ offerId: inTens, quantity });

const maxInt32 = 2_147_483_647;

it('a price for more pieces than the wire can name is refused by the quantity that asked for it', async () => {
  const { error } = await answerOf<PricingResponse>((done) =>
    edge.pricing.calculatePrice(asking(maxInt32), headers(fullKey), {}, done),
  );
  expect(codeOf(error)).toBe('INVALID_ARGUMENT');
  expect(error?.details).toMatch(/^quantity: .*2147483650/);
});

it('a stream of prices answers such a request with its own error, and goes on', async () => {
  const stream = edge.pricing.bulkCalculatePrice(headers(fullKey));
  for (const quantity of [1, maxInt32, 20]) stream.write(asking(quantity));
  stream.end();
  const { items, error } = await drainOf(stream);
  expect(error).toBeUndefined();
  expect(items.map(({ pricedQuantity, itemError }) => itemError?.field ?? pricedQuantity)).toEqual([
    10,
    'quantity',
    20,
  ]);
});
