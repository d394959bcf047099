import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../../domain/errors.ts';
import type { PublishObservations } from '../../../domain/ingestion/ports.ts';
import type { Tick } from '../../../domain/ingestion/tick.ts';
import { assortmentOf } from '../../../ops/demo/assortment.ts';
import { startDemoBulkSupplier } from '../../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import type { FaultOrder } from '../../../ops/demo/server/faults.ts';
import { borealis } from '../../../ops/demo/supplier-profile.ts';
import { createObservationPublisher } from '../../../streams/publishers/observation-publisher.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { observationsOfRun } from '../../support/ingestion-world.ts';
import { type ConnectorWorld, connectorWorld, type OneSupplier, type RunningConnector } from './connector-world.ts';

const seed = 'ticks';
const products = shareOf(demoCatalogue('demo'), 1_300);
const assortment = assortmentOf(borealis, products, seed);
const skus = assortment.slice(0, assortment.size).map(({ sku }) => sku);
const secret = { login: 'the-login', password: 'the-password' };
const sessionTtlMs = 60_000;

/** Pages of 500 rows: one of warehouses, three of each phase with rows. */
const allPages = [
  ['warehouses', 1],
  ...['catalogue', 'prices', 'stocks'].flatMap((phase) => [1, 2, 3].map((page) => [phase, page])),
];

describe('a connector over the bulk supplier', () => {
  let world: ConnectorWorld;
  let server: DemoSupplier;
  let one: OneSupplier;
  let clockAheadMs = 0;
  const running: RunningConnector[] = [];

  beforeAll(async () => {
    world = await connectorWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    clockAheadMs = 0;
    const now = () => Date.now() + clockAheadMs;
    server = await startDemoBulkSupplier({ products, seed, ...secret, sessionTtlMs, now });
    one = await world.addSupplier({ id: 'borealis', plugin: 'demo-bulk', baseUrl: server.url }, secret);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await server.close();
    // Whatever the test has made happen.
    for (const value of Object.values(secret)) expect(world.logged.filter((line) => line.includes(value))).toEqual([]);
  });

  const start = (changes: Parameters<ConnectorWorld['start']>[1] = {}): RunningConnector => {
    const connector = world.start(one, changes);
    running.push(connector);
    return connector;
  };
  const ended = (): Promise<Tick> => eventually(async () => (await world.ended(one)) ?? false);
  const publishing = (): PublishObservations =>
    createObservationPublisher({ bus: world.bus, metrics: createMetrics('test') });
  const timesServed = () => server.served().map(({ phase, page, times }) => [phase, page, times]);
  const onceEach = allPages.map((page) => [...page, 1]);

  /** Every observation of the run came over the bus, and came once. */
  const expectAllOnce = async ({ runId }: Tick): Promise<void> => {
    const expected = observationsOfRun(runId, skus).toSorted();
    const ofRun = () => world.received.filter((each) => each.runId === runId).map(({ id }) => id);
    await eventually(() => ofRun().length >= expected.length);
    expect(ofRun().toSorted()).toEqual(expected);
  };

  it('fetches every page once, puts every observation on the bus, and tells when it looks again', async () => {
    const connector = start();
    const tick = await ended();
    await expectAllOnce(tick);
    expect(timesServed()).toEqual(onceEach);
    expect(tick).toMatchObject({
      state: { outcome: 'success' },
      counters: { items: skus.length, warehouses: 3, pages: 10 },
    });
    const work = await eventually(async () => {
      const { work } = (await connector.status()).connector;
      return work.kind === 'idle' && work;
    });
    expect(work.next).toEqual({ kind: 'catalogue', at: new Date(tick.startedAt.getTime() + 3_600_000) });
    const emitted = await connector.metrics.ingestion.observationsEmitted.get();
    expect(emitted.values[0]?.value).toBe(3 * skus.length);
  });

  it('publishes of a later walk what has changed, and confirms the rest', async () => {
    // All on one day, whenever the test runs.
    const begin = Date.now();
    const clockFrom = (hour: number) => () => new Date(Date.UTC(2026, 4, 7, hour) + Date.now() - begin);
    const first = start({ now: clockFrom(12) });
    const { runId } = await ended();
    await first.stop();
    await eventually(() => world.received.filter((each) => each.runId === runId).length === 3 * skus.length);
    await world.applyReceived(one);
    const [sku] = skus;
    const change = { sku, base: 1, breaks: [{ from: 1, price: '0.123' }] };
    const headers = { 'content-type': 'application/json' };
    await fetch(`${server.url}/control/price`, { method: 'POST', headers, body: JSON.stringify(change) });

    const later = start({ now: clockFrom(14) });
    const next = await eventually(async () => {
      const tick = await world.ended(one);
      return tick !== undefined && tick.runId !== runId && tick;
    });
    await later.stop();
    await eventually(() => world.received.filter((each) => each.runId === next.runId).length === 2);
    expect(
      world.received.filter((each) => each.runId === next.runId).map((each) => [each.phase, each.supplierSku]),
    ).toEqual([
      ['catalogue', sku],
      ['prices', sku],
    ]);
    expect(next.counters).toMatchObject({ items: skus.length, pages: 10 });
    const { values } = await later.metrics.ingestion.observationsConfirmed.get();
    expect(values[0]?.value).toBeGreaterThanOrEqual(3 * skus.length - 2);
  });

  it('signs in anew when its session ends in the middle, at no page', async () => {
    const publish = publishing();
    let pages = 0;
    start({
      publish: (...page) => {
        pages += 1;
        if (pages === 4) clockAheadMs += sessionTtlMs;
        return publish(...page);
      },
    });
    await expectAllOnce(await ended());
    expect(timesServed()).toEqual(onceEach);
  });

  it.each<FaultOrder>([
    { kind: 'status', status: 500, count: 1 },
    { kind: 'status', status: 429, retryAfterSeconds: 1, count: 1 },
    { kind: 'hang', count: 1 },
    { kind: 'malformed', count: 1 },
  ])('pauses at a page that meets %o and goes on with it under the same run id', async (fault) => {
    const publish = publishing();
    const runs = new Set<string | undefined>();
    const instants: number[] = [];
    start({
      // Only what hangs must be given up; what is slow on a busy machine must not.
      callTimeoutMs: fault.kind === 'hang' ? 5_000 : 30_000,
      publish: async (observations, ...rest) => {
        runs.add(observations[0]?.runId);
        await publish(observations, ...rest);
        instants.push(performance.now());
        // The next page meets it.
        if (instants.length === 1) server.fail(fault);
      },
    });
    const tick = await ended();
    await expectAllOnce(tick);
    expect([...runs]).toEqual([tick.runId]);
    expect(timesServed()).toEqual(onceEach);
    const askedMs = fault.kind === 'status' ? (fault.retryAfterSeconds ?? 0) * 1_000 : 0;
    const [before = 0, resumed = 0] = instants;
    // Timers keep time to the millisecond.
    expect(resumed - before).toBeGreaterThanOrEqual(Math.max(askedMs, 500) - 2);
  });

  it.each([1, 5])('stopped in the middle of its page %i with rows, goes on there in the next life', async (last) => {
    const publish = publishing();
    const held = Promise.withResolvers<string>();
    let pages = 0;
    const first = start({
      publish: async (observations, ...rest) => {
        pages += 1;
        if (pages > last) throw new Error('a page began after the stop');
        await publish(observations, ...rest);
        if (pages < last) return;
        held.resolve(observations[0]?.runId ?? '');
        // The bus has it all, the checkpoint does not: the worst instant to end.
        await new Promise(() => undefined);
      },
    });
    const runId = await held.promise;
    await first.stop();
    start();
    const tick = await ended();
    expect(tick.runId).toBe(runId);
    await expectAllOnce(tick);
    const again = timesServed().filter(([, , times]) => times !== 1);
    expect(again).toEqual([[...(allPages[last] ?? []), 2]]);
    expect(world.logged.some((line) => line.includes('"state":"resumed"') && line.includes(runId))).toBe(true);
  });

  it('keeps the run id of the very first page through a crash', async () => {
    const held = Promise.withResolvers<void>();
    server.fail({ kind: 'hang', count: 1 });
    const first = start({
      ticks: {
        ...world.ticks,
        save: async (...tick) => {
          await world.ticks.save(...tick);
          held.resolve();
        },
      },
    });
    await held.promise;
    const unfinished = await world.ticks.unfinished(one.credential.id);
    expect(unfinished?.counters.pages).toBe(0);
    await first.stop();
    start({ callTimeoutMs: 5_000 });
    expect((await ended()).runId).toBe(unfinished?.runId);
  });

  it('waits out a store that does not take checkpoints, and counts the page once', async () => {
    let failures = 2;
    start({
      ticks: {
        ...world.ticks,
        save: (tick, ...rest) => {
          if (tick.counters.pages !== 3 || failures === 0) return world.ticks.save(tick, ...rest);
          failures -= 1;
          return Promise.reject(unavailable('the database is away', 10));
        },
      },
    });
    const tick = await ended();
    await expectAllOnce(tick);
    expect(failures).toBe(0);
    expect(tick.counters.items).toBe(skus.length);
  });

  it('shows no secret in log lines, whatever happens', async () => {
    const before = world.logged.length;
    server.fail({ kind: 'status', status: 401, count: 1 });
    start();
    await ended();
    const lines = world.logged.slice(before);
    // The request for each page, and its answer.
    expect(lines.length).toBeGreaterThanOrEqual(2 * allPages.length);
    for (const value of Object.values(secret)) expect(lines.filter((line) => line.includes(value))).toEqual([]);
  });
});
