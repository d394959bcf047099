import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnalyticsWriter } from '../../../domain/analytics/ports.ts';
import { Failure, unavailable } from '../../../domain/errors.ts';
import {
  confirmationSubject,
  givenPricesSubject,
  observationSubject,
  type StoredEvent,
} from '../../../domain/events.ts';
import type { ConfirmedOffers } from '../../../domain/ingestion/confirmation.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import type { Bus, Delivery } from '../../../streams/bus/bus.ts';
import { deadLetterHeaders } from '../../../streams/bus/delivery/dead-letter.ts';
import { connectJetStream } from '../../../streams/bus/jetstream/jetstream.ts';
import { encodeConfirmation, encodeEvent, encodeQuotedPrices } from '../../../streams/codec/codec.ts';
import { startProjection } from '../../../streams/projection/projection.ts';
import { createObservationPublisher } from '../../../streams/publishers/observation-publisher.ts';
import { createMetrics, type Metrics } from '../../../telemetry/metrics.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';
import { confirmation } from '../../support/confirmations.ts';
import { eventSamples, untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { givenPrice, unknownPrice } from '../../support/given-prices.ts';
import { type TestNats, testNats } from '../../support/nats.ts';
import { observation, offerOf, priceOf, stockOf } from '../../support/observations.ts';
import { credential, noon } from '../../support/offers.ts';
import { type RecordingLogger, recordingLogger } from '../../support/recording-logger.ts';

const durables = [
  ['OBSERVATIONS', 'analytics-observations'],
  ['CONFIRMATIONS', 'analytics-confirmations'],
  ['EVENTS', 'analytics-events'],
  ['PRICES', 'analytics-prices'],
] as const;

const house = credential();

describe.skipIf(!hasEmbeddedEngine)('the analytical projection', () => {
  let nats: TestNats;
  let bus: Bus;
  let fixture: TestEngine;
  let store: AnalyticsStore;
  let metrics: Metrics;
  let log: RecordingLogger;
  let running: { stop(): Promise<void> } | undefined;

  beforeAll(async () => {
    nats = await testNats();
  });
  afterAll(() => nats?.close());
  beforeEach(async () => {
    log = recordingLogger();
    metrics = createMetrics('test');
    bus = await connectJetStream({ url: nats.url, replicas: 1, log });
    fixture = await testEngine();
    store = createAnalyticsStore(fixture.engine, metrics.analytics);
    running = undefined;
  });
  afterEach(async () => {
    await running?.stop();
    await bus.close();
    await fixture.close();
    await nats.kill();
    await nats.loseStore();
    await nats.restart();
  });

  const start = (writer: AnalyticsWriter = store): void => {
    running = startProjection({ bus, writer, metrics, log, limits: { count: 300, ageMs: 50 } });
  };
  const publish = async (observations: readonly Observation[]): Promise<void> => {
    await createObservationPublisher({ bus, metrics })(observations, house, untraced);
  };
  const priced = (count: number, prefix: string): readonly Observation[] =>
    Array.from({ length: count }, (_, index) => observation(`${prefix}-${index}`, { price: priceOf('1.25') }));
  const settled = () =>
    eventually(async () => {
      for (const [stream, durable] of durables) if ((await bus.lag(stream, durable)) > 0) return false;
      return true;
    });
  const rowsOf = async (table: string): Promise<number> => {
    const [row] = await fixture.engine.read<{ rows: number }>(`select count() as rows from ${table} final`, {});
    return row?.rows ?? -1;
  };
  const errors = async (topic: string): Promise<number> => {
    const { values } = await metrics.analytics.ingestionErrors.get();
    return values.find(({ labels }) => labels.topic === topic)?.value ?? 0;
  };
  const deadLetters = async (): Promise<readonly Delivery[]> => {
    const letters: Delivery[] = [];
    const consumer = {
      stream: 'DEAD',
      durable: 'test',
      batch: 100,
      maxUnsettled: 100,
      ackWaitMs: 5_000,
      maxDeliveries: 5,
    } as const;
    const reading = await bus.consume(consumer, async (batch) => {
      for (const letter of batch) {
        letters.push(letter);
        letter.ack();
      }
    });
    await eventually(() => letters.length > 0);
    await reading.drain();
    return letters;
  };

  test('what was published before and after its start becomes rows, each message once, and its lag is told', async () => {
    await publish(priced(700, 'before'));
    const events = Object.values(eventSamples).map(
      (event, index): StoredEvent => ({
        ...untraced,
        position: BigInt(index),
        aggregateType: 'sample',
        aggregateId: event.type,
        version: 1,
        event,
        recordedAt: new Date('2026-03-01T12:00:00Z'),
      }),
    );
    await bus.publish(events.map(encodeEvent));
    start();
    await publish(priced(5, 'after'));
    await eventually(async () => (await rowsOf('observation')) === 705);
    await settled();
    expect(await rowsOf('match_decision')).toBe(1);
    expect(await rowsOf('job_result')).toBe(2);
    expect(await rowsOf('credential_state')).toBe(6);
    expect(await rowsOf('ingestion_run')).toBe(2);
    const [decision] = await fixture.engine.read(
      'select message_id, toString(decided_at) as at from match_decision',
      {},
    );
    expect(decision).toEqual({ message_id: 'sample:offer.matched:1', at: '2026-03-01 12:00:00.000' });
    const { values } = await metrics.analytics.ingestionLag.get();
    const counted = values.find(
      (each) => each.metricName?.endsWith('_count') && each.labels.topic === observationSubject,
    );
    expect(counted?.value).toBe(705);
  });

  test('the engine may be killed while messages come: every one is a row, none twice', async () => {
    await fixture.engine.run('select 1');
    start();
    for (const round of ['one', 'two', 'three']) {
      await publish(priced(2_000, round));
      const pid = fixture.engine.pid();
      if (pid !== undefined && round !== 'three') process.kill(pid, 'SIGKILL');
    }
    await eventually(async () => (await rowsOf('observation')) === 6_000, 50_000);
    await settled();
    expect(await rowsOf('observation')).toBe(6_000);
    expect(log.events).not.toContain('analytics.message.rejected');
  });

  /** Messages of a hundred prices each, every quantity once. */
  const given = (messages: number, prefix: string) =>
    Array.from({ length: messages }, (_, message) =>
      encodeQuotedPrices({
        id: `${prefix}_${message}`,
        prices: Array.from({ length: 100 }, (_, place) => givenPrice({ quantity: 1 + message * 100 + place })),
      }),
    );

  test('prices given become a row each, with what they say', async () => {
    start();
    await bus.publish([encodeQuotedPrices({ id: 'pgv_1', prices: [givenPrice(), unknownPrice('not_visible')] })]);
    await eventually(async () => (await rowsOf('price_given')) === 2);
    await settled();
    const columns =
      'message_id, customer_id, product_id, quantity, pricing_mode, unknown_reason, toString(unit_price) as unit_price, currency, source, freshness, asked_date';
    expect(await fixture.engine.read(`select ${columns} from price_given order by message_id`, {})).toEqual([
      {
        message_id: 'pgv_1:0',
        customer_id: 'cus_acme',
        product_id: 'prd_1',
        quantity: 10,
        pricing_mode: 'fixed',
        unknown_reason: null,
        unit_price: '0.25',
        currency: 'EUR',
        source: 'system',
        freshness: 'FRESH',
        asked_date: null,
      },
      expect.objectContaining({
        message_id: 'pgv_1:1',
        pricing_mode: 'unknown',
        unknown_reason: 'not_visible',
        unit_price: null,
        currency: null,
        source: null,
      }),
    ]);
  });

  test('prices given count once although the engine is killed and a writer dies before it can acknowledge', async () => {
    await fixture.engine.run('select 1');
    let deaths = 0;
    const dying: AnalyticsWriter = {
      insert: async (table, rows) => {
        await store.insert(table, rows);
        if (deaths++ === 0) throw unavailable('the writer died after its rows were on disk', 1_000);
      },
    };
    start(dying);
    for (const round of ['one', 'two', 'three']) {
      await bus.publish(given(30, round));
      const pid = fixture.engine.pid();
      if (pid !== undefined && round !== 'three') process.kill(pid, 'SIGKILL');
    }
    // Whoever published did not hear that it was stored.
    await bus.publish(given(30, 'three'));
    await eventually(async () => (await rowsOf('price_given')) === 9_000, 50_000);
    await settled();
    expect(await rowsOf('price_given')).toBe(9_000);
    const [twice] = await fixture.engine.read<{ copies: number }>('select count() as copies from price_given', {});
    expect(twice?.copies).toBeGreaterThanOrEqual(9_000);
    expect(deaths).toBeGreaterThan(1);
  });

  test('what is seen again makes an offer as fresh as the latest of it, with what was stated, however often it comes', async () => {
    const hoursOn = (hours: number): Date => new Date(noon.getTime() + hours * 3_600_000);
    const told = (hours: number, ...confirmed: readonly ConfirmedOffers[]) => {
      const again = confirmation(...confirmed);
      return encodeConfirmation({ ...again, id: `${again.id}_${hours}`, seenAt: hoursOn(hours) }, house, untraced);
    };
    const [one, other] = [offerOf('one'), offerOf('other')];
    const both = { price: priceOf('1.25'), stock: stockOf(3) };
    await publish([observation('one', both), observation('other', both)]);
    const latest = told(
      2,
      { offerIds: [one], price: true, stock: true },
      { offerIds: [other], price: true, stock: false },
    );
    await bus.publish([latest, told(1, { offerIds: [one, other], price: true, stock: true })]);
    start();
    await settled();
    // Whoever published did not hear that it was stored, an hour later.
    await bus.publish([{ ...latest, messageId: 'again', headers: { ...latest.headers, 'ce-id': 'again' } }]);
    await settled();
    const since = (hours: number) =>
      store.supplierCoverage({ pricesSince: hoursOn(hours), stocksSince: hoursOn(hours) });
    const known = { supplierId: 'borealis', offers: 2, priced: 2, stocked: 2, newestAt: hoursOn(2) };
    expect(await since(2)).toEqual([{ ...known, freshPrices: 2, freshStocks: 1 }]);
    expect(await since(1)).toEqual([{ ...known, freshPrices: 2, freshStocks: 2 }]);
    expect(await since(3)).toEqual([{ ...known, freshPrices: 0, freshStocks: 0 }]);
    expect(await rowsOf('observation')).toBe(2);
  });

  test('a confirmation that cannot be read is set aside as a whole, and the others are kept', async () => {
    start();
    const good = confirmation({ offerIds: [offerOf('one'), offerOf('other')], price: true, stock: false });
    const bad = { ...good, id: 'bad', confirmed: [...good.confirmed, { offerIds: [], price: true, stock: true }] };
    await bus.publish([bad, good].map((each) => encodeConfirmation(each, house, untraced)));
    await eventually(async () => (await rowsOf('offer_newest')) === 2);
    const [letter] = await deadLetters();
    expect(letter?.headers[deadLetterHeaders.reason]).toContain('confirmed[1].offer_ids');
    expect(letter?.headers[deadLetterHeaders.durable]).toBe('analytics-confirmations');
    expect(await errors(confirmationSubject)).toBe(1);
  });

  test('a message with a price that cannot be read is set aside as a whole, and the others are kept', async () => {
    start();
    const bad = { ...givenPrice(), currency: 'euro' };
    await bus.publish([encodeQuotedPrices({ id: 'bad', prices: [givenPrice(), bad] }), ...given(1, 'good')]);
    await eventually(async () => (await rowsOf('price_given')) === 100);
    const [letter] = await deadLetters();
    expect(letter?.headers[deadLetterHeaders.reason]).toContain('prices[1].currency');
    expect(await errors(givenPricesSubject)).toBe(1);
  });

  test('a message that cannot be read is set aside with the reason and counted, and holds up nothing', async () => {
    start();
    const bad = {
      subject: observationSubject,
      messageId: 'bad',
      headers: { 'ce-id': 'bad' },
      payload: Buffer.from('{"id":7}'),
    };
    await bus.publish([bad]);
    await publish(priced(3, 'good'));
    await eventually(async () => (await rowsOf('observation')) === 3);
    const [letter] = await deadLetters();
    expect(letter?.headers[deadLetterHeaders.reason]).toContain('credential');
    expect(letter?.headers[deadLetterHeaders.durable]).toBe('analytics-observations');
    expect(await errors(observationSubject)).toBe(1);
  });

  test('a row that the engine refuses is found in its batch and set aside alone', async () => {
    const refusing: AnalyticsWriter = {
      insert: async (table, rows) => {
        const isRefused = rows.some((row) => 'supplierSku' in row && row.supplierSku === 'mixed-77');
        if (isRefused) throw new Failure('invalid_argument', 'no', { internal: 'the engine says why' });
        await store.insert(table, rows);
      },
    };
    await publish(priced(200, 'mixed'));
    start(refusing);
    await eventually(async () => (await rowsOf('observation')) === 199);
    await settled();
    const letters = await deadLetters();
    expect(letters.map(({ headers }) => headers[deadLetterHeaders.reason])).toEqual(['the engine says why']);
  });

  test('while the engine is away messages wait on the bus; a stop gives back what is in hand, and another goes on', async () => {
    const away: AnalyticsWriter = {
      insert: async () => {
        throw unavailable('the engine is away', 1_000);
      },
    };
    await publish(priced(400, 'waiting'));
    start(away);
    await eventually(async () => (await errors(observationSubject)) >= 2);
    expect(await bus.lag('OBSERVATIONS', 'analytics-observations')).toBe(400);
    await running?.stop();
    start();
    await eventually(async () => (await rowsOf('observation')) === 400);
    await settled();
    expect(log.events.filter((event) => event === 'store.unavailable')).toHaveLength(1);
  });
});
