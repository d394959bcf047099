import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CalculatePriceRequest, type PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import type { Bus } from '../../../streams/bus/bus.ts';
import { connectJetStream } from '../../../streams/bus/jetstream/jetstream.ts';
import { startProjection } from '../../../streams/projection/projection.ts';
import {
  type QuotedPricePublisher,
  startQuotedPricePublisher,
} from '../../../streams/publishers/quoted-price-publisher.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';
import { eventually } from '../../support/eventually.ts';
import {
  fullKey,
  type TestEdge as HttpEdge,
  startTestEdge as startHttpEdge,
  storeKeys,
} from '../../support/http-edge.ts';
import { fillMarket, hiddenOffer, marketUseCases, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestNats, testNats } from '../../support/nats.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import {
  answerOf,
  drainOf,
  type TestEdge as GrpcEdge,
  headers,
  startTestEdge as startGrpcEdge,
} from '../grpc/test-edge.ts';

const metrics = createMetrics('test');
const log = recordingLogger();
const limits = { count: 50, ageMs: 100, held: 200 };

describe.skipIf(!hasEmbeddedEngine)('prices given', () => {
  let database: TestDatabase;
  let nats: TestNats;
  let bus: Bus;
  let fixture: TestEngine;
  let publisher: QuotedPricePublisher;
  let projection: { stop(): Promise<void> };
  let http: HttpEdge;
  let grpc: GrpcEdge;

  beforeAll(async () => {
    [database, nats, fixture] = await Promise.all([testDatabase(), testNats(), testEngine()]);
    await storeKeys(database.pool);
    await fillMarket(database.pool);
    bus = await connectJetStream({ url: nats.url, replicas: 1, log, publishTimeoutMs: 300 });
    let batches = 0;
    publisher = startQuotedPricePublisher({
      bus,
      metrics: metrics.analytics,
      log,
      newId: () => `pgv_${++batches}`,
      limits,
    });
    const writer = createAnalyticsStore(fixture.engine, metrics.analytics);
    projection = startProjection({ bus, writer, metrics, log, limits: { count: 100, ageMs: 50 } });
    const useCases = marketUseCases(database.pool, {}, undefined, publisher.note);
    http = await startHttpEdge(database.pool, { useCases });
    grpc = await startGrpcEdge(useCases);
  });
  afterAll(async () => {
    await Promise.all([http.stop(), grpc.close()]);
    await publisher.stop();
    await projection.stop();
    await bus.close();
    await Promise.all([nats.close(), database.close(), fixture.close()]);
  });

  const ask = (body: object) =>
    http.send('/v1/pricing', { method: 'POST', headers: { 'content-type': 'application/json' } }, JSON.stringify(body));
  const stream = async (requests: readonly CalculatePriceRequest[]): Promise<readonly PricingResponse[]> => {
    const call = grpc.pricing.bulkCalculatePrice(headers(fullKey));
    for (const request of requests) call.write(request);
    call.end();
    return (await drainOf<PricingResponse>(call)).items;
  };
  const requestFor = (quantity: number, offerId = sharedOffer): CalculatePriceRequest =>
    CalculatePriceRequest.fromPartial({ offerId, quantity });
  const rows = (where: string): Promise<readonly Record<string, unknown>[]> =>
    fixture.engine.read(
      `select customer_id, offer_id, product_id, quantity, pricing_mode, unknown_reason, toString(unit_price) as unit_price,
         currency, source, freshness, toString(asked_date) as asked_date
       from price_given final where ${where} order by quantity`,
      {},
    );
  const arrived = (where: string, count: number) =>
    eventually(async () => {
      const found = await rows(where);
      expect(found).toHaveLength(count);
      return found;
    });
  const dropped = async (): Promise<number> => (await metrics.analytics.givenPricesDropped.get()).values[0]?.value ?? 0;

  test('every answer over HTTP and gRPC becomes one row with what the customer was told; what was refused does not', async () => {
    const lost = await dropped();
    expect((await ask({ offer_id: sharedOffer, quantity: 1 })).status).toBe(200);
    expect((await ask({ offer_id: hiddenOffer, quantity: 2 })).status).toBe(404);
    expect((await ask({ offer_id: sharedOffer, quantity: 0 })).status).toBe(400);
    const past = '2020-01-01T00:00:00.000Z';
    expect((await ask({ offer_id: sharedOffer, quantity: 3, date: past })).status).toBe(200);
    const { response } = await answerOf<PricingResponse>((done) =>
      grpc.pricing.calculatePrice(requestFor(4), headers(fullKey), done),
    );
    const bulk = Array.from({ length: 120 }, (_, at) => requestFor(100 + at));
    await stream([...bulk, requestFor(99, 'ofr_none')]);
    const [first, second, third, ...others] = await arrived('quantity < 1000', 123);
    const told = {
      customer_id: 'acme',
      offer_id: sharedOffer,
      product_id: resistorId(0),
      pricing_mode: 'fixed',
      unknown_reason: null,
      unit_price: response?.unitPriceDecimal,
      currency: 'EUR',
      source: 'customer',
      freshness: response?.freshness?.status,
      asked_date: null,
    };
    expect(first).toEqual({ ...told, quantity: 1 });
    expect(second).toEqual({
      ...told,
      quantity: 3,
      pricing_mode: 'unknown',
      unknown_reason: 'no_observation',
      unit_price: null,
      currency: null,
      source: null,
      freshness: 'EMPTY',
      asked_date: '2020-01-01 00:00:00.000',
    });
    expect(third).toEqual({ ...told, quantity: 4 });
    expect(others.map(({ quantity }) => quantity)).toEqual(bulk.map(({ quantity }) => quantity));
    expect(await dropped()).toBe(lost);
  });

  test('while the bus is away answers go on, what finds no room is counted, and the rest arrives when it is back', async () => {
    const before = await dropped();
    await nats.kill();
    const asked = Array.from({ length: 500 }, (_, at) => requestFor(1_000 + at));
    const answers = await stream(asked);
    expect(answers.map(({ pricingMode }) => pricingMode)).toEqual(asked.map(() => 'fixed'));
    const lost = (await dropped()) - before;
    expect(lost).toBeGreaterThanOrEqual(asked.length - limits.held);
    expect(lost).toBeLessThan(asked.length);
    await nats.restart();
    await arrived('quantity >= 1000', asked.length - lost);
    expect(await dropped()).toBe(before + lost);
    expect(log.events).toEqual(expect.arrayContaining(['store.unavailable', 'store.recovered']));
  });
});
