import { connect } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMatcher } from '../../actors/guardian.ts';
import { createActorSystem } from '../../actors/runtime/system.ts';
import { matchPolicy } from '../../gateway/wire/matching.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { createOutbox } from '../../storage/event-log/outbox.ts';
import { createMatchStore } from '../../storage/matching/match-store.ts';
import { createObservationStore } from '../../storage/offers/observation-store.ts';
import { openPool, type Pool } from '../../storage/pool/pool.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { startNormalizer } from '../../streams/normalizer/normalizer.ts';
import { startOutboxRelay } from '../../streams/outbox-relay/outbox-relay.ts';
import { createObservationPublisher } from '../../streams/publishers/observation-publisher.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { recordingObserver } from '../actors/runtime/harness.ts';
import { untraced } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { credentials, observation, priceOf, putBorealis } from '../support/observations.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { recordingLogger } from '../support/recording-logger.ts';
import { testSealer } from '../support/sealer.ts';

const [, , system] = credentials;
const count = 2_000;

describe('a normalizer, a relay and a matcher whose PostgreSQL hangs while they work', () => {
  let postgres: OwnPostgres;
  let nats: TestNats;
  let pool: Pool;
  let bus: Bus;
  const log = recordingLogger();
  const metrics = createMetrics('test');
  let tries = 0;
  /** How often the matcher was told what waits. */
  let looks = 0;
  let stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    [postgres, nats] = await Promise.all([ownPostgres(), testNats()]);
    pool = openPool({ url: postgres.url, maxConnections: 6, statementTimeoutMs: 3_000 });
    bus = await connectJetStream({ url: nats.url, replicas: 1, log: recordingLogger() });
    await putBorealis(createSupplierStore(pool.sql, testSealer()));
    const store = createObservationStore(pool.sql, { onPricesHeld: () => undefined });
    const matching = createMatchStore(pool.sql);
    const actors = createActorSystem({
      now: () => new Date(),
      random: Math.random,
      observer: recordingObserver().observer,
    });
    const normalizer = startNormalizer({
      bus,
      store: {
        apply: (batch, context) => {
          tries += 1;
          return store.apply(batch, context);
        },
      },
      metrics,
      log,
    });
    const relay = startOutboxRelay({ bus, outbox: createOutbox({ sql: pool.sql, url: postgres.url }), metrics, log });
    startMatcher(actors, {
      store: {
        ...matching,
        backlog: async (limit) => {
          const found = await matching.backlog(limit);
          looks += 1;
          return found;
        },
      },
      policy: matchPolicy,
      metrics,
      log,
      newContext: () => untraced,
      now: () => new Date(),
    });
    stops = [normalizer.stop, relay.stop, () => actors.stop(5_000)];
  }, 60_000);

  afterAll(async () => {
    await postgres.thaw();
    for (const stop of stops) await stop();
    await pool.close();
    await bus.close();
    await Promise.all([postgres.close(), nats.close()]);
  });

  const figure = async (text: string): Promise<number> => {
    const [row] = await postgres.pool.sql.unsafe<{ count: number }[]>(text);
    return row?.count ?? -1;
  };
  const stored = () => figure('select count(*)::int as count from observation_history');

  it('give up in time, and go on afterwards without losing or doing anything twice', { timeout: 120_000 }, async () => {
    if (system === undefined) throw new Error('there is no system credential');
    const all = Array.from({ length: count }, (_, at) => observation(`frozen-${at}`, { price: priceOf('1.25') }));
    const publish = createObservationPublisher({ bus, metrics });
    await publish(all.slice(0, count / 2), { ...system, failingSince: undefined }, untraced);
    await eventually(async () => (await stored()) > 0);
    await postgres.freeze();
    const [before, looksBefore] = [tries, looks];
    await publish(all.slice(count / 2), { ...system, failingSince: undefined }, untraced);
    const givenUp = (event: string): boolean => (log.events as readonly string[]).includes(event);
    await eventually(() => tries > before + 1);
    await eventually(() => givenUp('outbox.publish.failed') && givenUp('matching.failed'));

    await postgres.thaw();
    await eventually(async () => (await stored()) >= count);
    await eventually(async () => (await figure('select count(*)::int as count from outbox')) === 0);
    await eventually(() => looks > looksBefore);
    expect(await stored()).toBe(count);
    expect(await figure('select count(*)::int as count from offer')).toBe(count);
    const nc = await connect({ servers: nats.url });
    const { state } = await (await nc.jetstreamManager()).streams.info('EVENTS');
    await nc.close();
    expect(state.messages).toBe(await figure('select count(*)::int as count from event'));
  });
});
