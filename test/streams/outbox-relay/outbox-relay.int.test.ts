import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../domain/events.ts';
import type { Outbox } from '../../../domain/outbox/ports.ts';
import { createOutbox } from '../../../storage/event-log/outbox.ts';
import type { Bus, Consumption, Delivery } from '../../../streams/bus/bus.ts';
import { connectJetStream } from '../../../streams/bus/jetstream/jetstream.ts';
import { decodeEvent } from '../../../streams/codec/codec.ts';
import { startOutboxRelay } from '../../../streams/outbox-relay/outbox-relay.ts';
import { createMetrics, type Metrics } from '../../../telemetry/metrics.ts';
import { type EventLog, eventLog } from '../../support/event-log.ts';
import { untraced, updated } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestNats, testNats } from '../../support/nats.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { type RecordingLogger, recordingLogger } from '../../support/recording-logger.ts';

type Relay = ReturnType<typeof startOutboxRelay>;

describe('the outbox relay', () => {
  let database: TestDatabase;
  let server: TestNats;
  let bus: Bus;
  let events: EventLog;
  let outbox: Outbox;
  let metrics: Metrics;
  let log: RecordingLogger;
  let relays: Relay[] = [];
  let consumption: Consumption | undefined;

  let run = 0;
  /** A product of this test's own. */
  const product = (name: string | number): string => `prd_${run}_${name}`;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    run += 1;
    await database.pool.sql`truncate event, event_stream, outbox`;
    server = await testNats();
    log = recordingLogger();
    bus = await connectJetStream({ url: server.url, replicas: 1, log, publishTimeoutMs: 3_000 });
    events = eventLog(database.pool.sql);
    outbox = createOutbox({ sql: database.pool.sql, url: database.url });
    metrics = createMetrics('test');
    relays = [];
    consumption = undefined;
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.stop()));
    await consumption?.drain();
    await bus.close();
    await server.close();
  });

  const start = (on: Outbox = outbox, idleMs = 1_000, by: Bus = bus): Relay => {
    const relay = startOutboxRelay({ bus: by, outbox: on, metrics, log, idleMs });
    relays.push(relay);
    return relay;
  };
  const append = (productId: string, ...changed: string[]) =>
    events.append([updated(productId, ...changed)], 'any', untraced);
  const unpublished = async () => (await outbox.stats()).unpublished;
  const collect = async (): Promise<DomainEvent[]> => {
    const heard: DomainEvent[] = [];
    const hear = (delivery: Delivery): void => {
      heard.push(decodeEvent(delivery.subject, delivery.payload));
      delivery.ack();
    };
    consumption = await bus.consume(
      { stream: 'EVENTS', durable: 'test', batch: 100, maxUnsettled: 500, ackWaitMs: 20_000, maxDeliveries: 5 },
      async (batch) => batch.forEach(hear),
    );
    return heard;
  };
  const attempts = async (outcome: string): Promise<number> => {
    const { values } = await metrics.eventStore.publishAttempts.get();
    return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
  };

  it('publishes what was appended before and after its start, in the order of each aggregate, and empties the outbox', async () => {
    for (let index = 0; index < 20; index += 1) await append(product(index % 4), `before ${index}`);
    start();
    for (let index = 0; index < 20; index += 1) await append(product(index % 4), `during ${index}`);
    const heard = await collect();
    await eventually(() => heard.length === 40);
    await eventually(async () => (await unpublished()) === 0);
    for (const productId of [0, 1, 2, 3].map(product)) {
      const own = heard.filter((event) => event.type === 'product.updated' && event.productId === productId);
      expect(own).toEqual((await events.read('product', productId)).map(({ event }) => event));
    }
    expect(await attempts('published')).toBe(40);
  });

  it('publishes soon after an append, without waiting for its next look', async () => {
    const anHourMs = 3_600_000;
    start(outbox, anHourMs);
    const heard = await collect();
    for (const [at, name] of ['first', 'second', 'third'].entries()) {
      await append(product('1'), name);
      await eventually(() => heard.length === at + 1);
    }
    await eventually(async () => (await unpublished()) === 0);
  });

  it('waits while the bus is dead: failures show, no event is held against, and all are published when it is back', async () => {
    start();
    await server.kill();
    for (let index = 0; index < 5; index += 1) await append(product('1'), String(index));
    await eventually(() => log.events.filter((event) => event === 'outbox.publish.failed').length >= 2);
    await server.restart();
    await eventually(() => bus.isHealthy());
    const heard = await collect();
    await eventually(() => heard.length === 5);
    expect(heard).toEqual((await events.read('product', product('1'))).map(({ event }) => event));
    await eventually(async () => (await unpublished()) === 0);
    expect(await attempts('failed')).toBeGreaterThan(0);
    expect(await attempts('parked')).toBe(0);
    const [{ blamed } = { blamed: -1 }] = await database.pool.sql<{ blamed: number }[]>`
      select count(*)::int as blamed from outbox where attempts > 0`;
    expect(blamed).toBe(0);
  });

  it('leaves the outbox to another relay where only its own connection to the bus is lost', async () => {
    const own = await connectJetStream({ url: server.url, replicas: 1, log, publishTimeoutMs: 3_000 });
    start(outbox, 1_000, own);
    const heard = await collect();
    await append(product('1'), 'by the first');
    await eventually(() => heard.length === 1);
    await own.close();
    start(createOutbox({ sql: database.pool.sql, url: database.url }));
    await append(product('1'), 'by the second');
    await eventually(() => heard.length === 2);
    // The first says so after it has given the right up: the second may have published by then.
    await eventually(() => log.events.includes('outbox.publish.failed'));
  });

  it('parks an event that the bus refuses after five tries, while all other aggregates go on', async () => {
    await append(product('big'), 'x'.repeat(1_200_000));
    await append(product('big'), 'after the big one');
    await append(product('small'), 'small');
    const heard = await collect();
    start();
    await eventually(() => heard.length === 2);
    expect(heard).toMatchObject([
      { productId: product('small') },
      { productId: product('big'), changed: ['after the big one'] },
    ]);
    expect(await outbox.stats()).toMatchObject({ parked: 1 });
    expect(log.events).toContain('outbox.parked');
    expect([await attempts('failed'), await attempts('parked')]).toEqual([4, 1]);
  });

  it('leaves the work to one relay, and another takes over when that one stops', async () => {
    const first = start();
    await append(product('1'), 'first');
    await eventually(async () => (await unpublished()) === 0);
    const otherOutbox = createOutbox({ sql: database.pool.sql, url: database.url });
    let asked = 0;
    start({
      ...otherOutbox,
      hold: async () => {
        const holds = await otherOutbox.hold();
        asked += holds ? 0 : 1;
        return holds;
      },
    });
    await eventually(() => asked > 0);
    await first.stop();
    await append(product('1'), 'second');
    await eventually(async () => (await unpublished()) === 0);
  });
});
