import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import type { DemoProduct } from '../../../ops/demo/catalogue/part.ts';
import { startDemoLookupSupplier } from '../../../ops/demo/lookup-supplier.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import { meridian } from '../../../ops/demo/supplier-profile.ts';
import { createObservationPublisher } from '../../../streams/publishers/observation-publisher.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type ConnectorWorld, connectorWorld, type OneSupplier, type RunningConnector } from './connector-world.ts';

const seed = 'lookups';
const products = [...shareOf(demoCatalogue('demo'), 130)];
const apiKey = 'the-api-key';

/** The supplier sells all of the catalogue, so that what was asked for can be told by what came. */
const profile = { ...meridian, share: 1 };
const skuOf = (product: DemoProduct): string => profile.sku.of(product, seed);

describe('a connector over the lookup supplier', () => {
  let world: ConnectorWorld;
  let server: DemoSupplier;
  let one: OneSupplier;
  let connector: RunningConnector | undefined;

  beforeAll(async () => {
    world = await connectorWorld();
  });
  beforeEach(async () => {
    await world.forgetProducts();
    const catalogue = shareOf(demoCatalogue('demo'), products.length);
    server = await startDemoLookupSupplier({ products: catalogue, seed, apiKey, profile });
    one = await world.addSupplier({ id: 'meridian', plugin: 'demo-lookup', baseUrl: server.url }, { apiKey });
  });
  afterEach(async () => {
    await connector?.stop();
    await server.close();
  });
  afterAll(() => world.close());

  const learn = (some: readonly DemoProduct[]) =>
    world.catalog.upsert(
      some.map(({ manufacturer, mpn }) => ({ profileId: defaultProfile.id, manufacturer, mpn })),
      new Date(),
      untraced,
    );
  const skusOfRun = (runId: string | undefined) =>
    world.received
      .filter((each) => each.runId === runId)
      .map((each) => each.supplierSku)
      .toSorted();

  /** Its tick has ended, and nothing is left to do. */
  const isAtRest = async (running: RunningConnector): Promise<boolean> =>
    (await world.ended(one)) !== undefined && (await running.status()).connector.work.kind === 'idle';

  it('asks for each known part once, and soon for those that became known meanwhile', async () => {
    const [known, later] = [products.slice(0, 90), products.slice(90)];
    await learn(known);
    const publish = createObservationPublisher({ bus: world.bus, metrics: createMetrics('test') });
    const runs: string[] = [];
    const asked = { atFirstEnd: 0 };
    connector = world.start(one, {
      publish: async (observations, ...rest) => {
        const runId = observations[0]?.runId ?? '';
        if (!runs.includes(runId)) runs.push(runId);
        await publish(observations, ...rest);
      },
      ticks: {
        ...world.ticks,
        save: async (tick, ...rest) => {
          const isFirstEnd = tick.state.kind === 'finished' && runs.length === 1;
          if (isFirstEnd) {
            asked.atFirstEnd = server.served()[0]?.times ?? 0;
            await learn(later);
          }
          await world.ticks.save(tick, ...rest);
        },
      },
    });
    await eventually(() => runs.length === 2);
    const [first, second] = runs;
    await eventually(() => skusOfRun(second).length >= later.length);
    expect(skusOfRun(first)).toEqual(known.map(skuOf).toSorted());
    expect(skusOfRun(second)).toEqual(later.map(skuOf).toSorted());
    expect(asked.atFirstEnd).toBe(Math.ceil(known.length / 20));
  });

  it('then rests, without a tick, until the first of them is due again', async () => {
    await learn(products.slice(0, 90));
    const first = world.start(one);
    connector = first;
    await eventually(() => isAtRest(first));
    await first.stop();
    const again = world.start(one);
    connector = again;
    await eventually(() => isAtRest(again));
    expect(server.served()[0]?.times).toBe(Math.ceil(90 / 20));
  });

  it('says how long its queue takes, and at the end of a tick that nothing is left in it', async () => {
    await learn(products.slice(0, 20));
    connector = world.start(one);
    await eventually(async () => {
      const [tick, until] = await Promise.all([world.ended(one), world.queueUntil(one)]);
      return tick !== undefined && until !== undefined && until > tick.startedAt && until <= new Date();
    });
  });

  it('keeps the key, which is in every URL, out of every log line', async () => {
    await learn(products);
    const running = world.start(one);
    connector = running;
    await eventually(() => isAtRest(running));
    expect(world.logged.length).toBeGreaterThan(20);
    expect(world.logged.filter((line) => line.includes(apiKey))).toEqual([]);
  });
});
