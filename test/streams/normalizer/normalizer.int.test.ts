import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../../domain/errors.ts';
import { observationSubject } from '../../../domain/events.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import type { ApplyOutcome, ObservationStore } from '../../../domain/ingestion/ports.ts';
import { calculatePrice, type PriceAnswer } from '../../../domain/pricing/calculate.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import type { Bus } from '../../../streams/bus/bus.ts';
import { deadLetterHeaders } from '../../../streams/bus/delivery/dead-letter.ts';
import { createEmbeddedBus } from '../../../streams/bus/postgres/embedded-bus.ts';
import { changedOffersSignal, startNormalizer } from '../../../streams/normalizer/normalizer.ts';
import { createObservationPublisher } from '../../../streams/publishers/observation-publisher.ts';
import { createMetrics, type Metrics } from '../../../telemetry/metrics.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { credentials, observation, offerOf, priceOf, putBorealis, stockOf } from '../../support/observations.ts';
import { caller, hoursBefore, noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { type RecordingLogger, recordingLogger } from '../../support/recording-logger.ts';
import { testSealer } from '../../support/sealer.ts';

const [, , system] = credentials;

describe('the normalizer', () => {
  let database: TestDatabase;
  let bus: Bus;
  let store: ObservationStore;
  let metrics: Metrics;
  let log: RecordingLogger;
  let outcomes: ApplyOutcome[] = [];
  let running: { stop(): Promise<void> } | undefined;

  beforeAll(async () => {
    database = await testDatabase();
    await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.sql`truncate bus_message, bus_consumer, bus_unsettled`;
    log = recordingLogger();
    bus = createEmbeddedBus({ pool: database.pool, log });
    metrics = createMetrics('test');
    store = createObservationStore(database.pool.sql, {
      onPricesHeld: (supplierId, count) => metrics.ingestion.pricesHeld.inc({ supplier_id: supplierId }, count),
    });
    outcomes = [];
    running = undefined;
  });
  afterEach(async () => {
    await running?.stop();
    await bus.close();
  });

  const start = (on: ObservationStore = store): void => {
    running = startNormalizer({ bus, store: on, metrics, log, onApplied: (outcome) => outcomes.push(outcome) });
  };
  const publish = async (...observations: readonly Observation[]): Promise<void> => {
    if (system === undefined) throw new Error('there is no system credential');
    await createObservationPublisher({ bus, metrics })(observations, { ...system, failingSince: undefined }, untraced);
  };
  const priced = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => observation(`${prefix}-${index}`, { price: priceOf('1.25') }));
  const applied = () => outcomes.reduce((sum, outcome) => sum + outcome.applied, 0);
  const settled = () => eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
  const deadReasons = async (): Promise<readonly unknown[]> => {
    const rows = await database.pool.sql<{ reason: string }[]>`
      select headers ->> ${deadLetterHeaders.reason} as reason from bus_message where stream = 'DEAD' order by sequence`;
    return rows.map(({ reason }) => reason);
  };
  const metricValue = async (name: string, labels: object): Promise<number | undefined> => {
    const metric = await metrics.registry.getSingleMetric(name)?.get();
    return metric?.values.find((each) => Object.entries(labels).every(([key, value]) => each.labels[key] === value))
      ?.value;
  };

  it('applies every observation once, names the changed offers in a signal, and counts', async () => {
    const signalled: string[] = [];
    bus.onSignal(changedOffersSignal, (_, payload) => signalled.push(...JSON.parse(Buffer.from(payload).toString())));
    const all = priced(600, 'once');
    await publish(...all);
    start();
    await eventually(() => applied() === 600);
    await settled();
    expect(new Set(signalled)).toEqual(new Set(all.map(({ supplierSku }) => offerOf(supplierSku))));
    const [row] = await database.pool.sql`select count(*)::int as count from offer where supplier_sku like 'once-%'`;
    expect(row).toEqual({ count: 600 });
    expect(
      await metricValue('ingestion_observations_emitted_total', { supplier_id: 'borealis', scope: 'system' }),
    ).toBe(600);
    for (const stage of ['parse', 'normalize', 'emit']) {
      const labels = { supplier_id: 'borealis', stage };
      expect(await metricValue('ingestion_normalization_duration_seconds', labels), stage).toBeDefined();
    }
  });

  it('sets aside what cannot be read or applied, each with its reason, and applies all the rest', async () => {
    const [first, ...rest] = priced(40, 'bad');
    const unknown = observation('orphan', { credentialId: 'crd_nobody', price: priceOf('1') });
    await bus.publish([
      { subject: observationSubject, messageId: 'bad', headers: {}, payload: Buffer.from('{"id":"obs_bad"}') },
    ]);
    await publish(...(first ? [first] : []), unknown, ...rest);
    start();
    await eventually(() => applied() === 40);
    await settled();
    const reasons = await deadReasons();
    expect(reasons).toHaveLength(2);
    expect(reasons[0]).toMatch(/^credential: is missing/u);
    expect(reasons[1]).toMatch(/crd_nobody/u);
    expect(log.events.filter((event) => event === 'ingestion.observation.rejected')).toHaveLength(2);
  });

  it('waits out an outage of the store with the batch in hand: nothing is lost, nothing is counted against it', async () => {
    let failures = 4;
    start({
      apply: async (batch, context) => {
        failures -= 1;
        if (failures >= 0) throw unavailable('the database is away', 10);
        return store.apply(batch, context);
      },
    });
    await publish(...priced(300, 'outage'));
    await eventually(() => applied() === 300);
    await settled();
    expect(failures).toBeLessThan(0);
    expect(await deadReasons()).toEqual([]);
  });

  it('leaves what it holds to another one, whose store answers, and takes its own store coming back', async () => {
    let isAway = true;
    const tries: number[] = [];
    const lost = startNormalizer({
      bus,
      metrics,
      log,
      ackWaitMs: 500,
      store: {
        apply: async (batch, context) => {
          tries.push(batch.length);
          if (isAway) throw unavailable('the way to the database is lost', 10);
          return store.apply(batch, context);
        },
      },
    });
    await publish(...priced(20, 'partition'));
    await eventually(() => tries.includes(20));
    start();
    await eventually(() => applied() === 20);
    await settled();
    isAway = false;
    await publish(...priced(5, 'after'));
    await eventually(async () => (await bus.lag('OBSERVATIONS', 'normalizer')) === 0);
    await lost.stop();
    expect(await deadReasons()).toEqual([]);
  });

  it('stopped in the middle of an outage, gives back what it holds, and the next one applies it', async () => {
    let tried = false;
    start({
      apply: async () => {
        tried = true;
        throw unavailable('the database is away', 10);
      },
    });
    await publish(...priced(20, 'stopped'));
    await eventually(() => tried);
    await running?.stop();
    expect(await bus.lag('OBSERVATIONS', 'normalizer')).toBe(20);
    start();
    await eventually(() => applied() === 20);
    await settled();
  });

  it('holds a price back that jumps, prices from the one before, and goes over to it when the next run confirms it', async () => {
    const offers = createOfferStore(database.pool.sql);
    const prices = async (run: number, text: string): Promise<PriceAnswer> => {
      const changed = outcomes.length;
      const observedAt = hoursBefore(3 - run);
      await publish(observation('jump', { observedAt, runId: `run_${run}`, price: priceOf(text), stock: stockOf(1) }));
      await eventually(() => outcomes.length > changed);
      const [offer] = await offers.byIds([offerOf('jump')]);
      if (offer === undefined) throw new Error('there is no offer');
      return calculatePrice({ offer, caller, quantity: 2, at: noon });
    };
    start();
    expect(await prices(1, '1.00')).toMatchObject({ unitPrice: '1', freshness: { status: 'FRESH' } });
    expect(await prices(2, '1000')).toMatchObject({
      unitPrice: '1',
      source: { fallbackReason: 'price_jump' },
      freshness: { status: 'STALE', observedAt: hoursBefore(2), staleSince: hoursBefore(1) },
    });
    expect(await metricValue('ingestion_prices_held_total', { supplier_id: 'borealis' })).toBe(1);
    const confirmed = await prices(3, '1000');
    expect(confirmed).toMatchObject({ unitPrice: '1000', freshness: { status: 'FRESH' } });
    expect(confirmed.source?.fallbackReason).toBeUndefined();
  });

  it('an answer that says nothing leaves every price and stock as it was', async () => {
    await publish(observation('blank', { observedAt: hoursBefore(1), price: priceOf('1'), stock: stockOf(5) }));
    await publish(observation('blank'));
    start();
    await eventually(() => applied() === 2);
    const [offer] = await createOfferStore(database.pool.sql).byIds([offerOf('blank')]);
    expect(offer?.views).toMatchObject([
      { price: { value: priceOf('1'), observedAt: hoursBefore(1) }, stock: { value: stockOf(5) } },
    ]);
  });

  it('keeps the correlation of each tick when ticks share a batch', async () => {
    const contexts: string[] = [];
    if (system === undefined) throw new Error('there is no system credential');
    const publishTick = createObservationPublisher({ bus, metrics });
    for (const correlationId of ['cor_1', 'cor_2', 'cor_1']) {
      await publishTick(
        priced(2, correlationId),
        { ...system, failingSince: undefined },
        { ...untraced, correlationId },
      );
    }
    start({
      apply: (batch, context) => {
        for (const each of batch) contexts.push(`${context.correlationId} ${each.supplierSku.slice(0, 5)}`);
        return store.apply(batch, context);
      },
    });
    await settled();
    await eventually(() => contexts.length >= 6);
    expect(new Set(contexts)).toEqual(new Set(['cor_1 cor_1', 'cor_2 cor_2']));
  });
});
