import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import { startDemoLookupSupplier } from '../../../ops/demo/lookup-supplier.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import { meridian } from '../../../ops/demo/supplier-profile.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type ConnectorWorld, connectorWorld, type OneSupplier } from './connector-world.ts';

const seed = 'asked twice';
const apiKey = 'the-api-key';
const products = shareOf(demoCatalogue('demo'), 90);
const profile = { ...meridian, share: 1 };

describe('a part that is asked for twice within one tick of look-ups', () => {
  let world: ConnectorWorld;
  let server: DemoSupplier;
  let one: OneSupplier;

  beforeAll(async () => {
    world = await connectorWorld();
    server = await startDemoLookupSupplier({ products, seed, apiKey, profile });
    one = await world.addSupplier({ id: 'meridian', plugin: 'demo-lookup', baseUrl: server.url }, { apiKey });
    await world.catalog.upsert(
      [...products].map(({ manufacturer, mpn }) => ({ profileId: defaultProfile.id, manufacturer, mpn })),
      new Date(),
      untraced,
    );
  });
  afterAll(async () => {
    await server.close();
    await world.close();
  });

  const setPrice = async (sku: string, price: string): Promise<void> => {
    const body = JSON.stringify({ sku, base: 1, breaks: [{ from: 1, price }] });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/control/price`, { method: 'POST', headers, body });
    expect(answer.ok).toBe(true);
  };

  it('leaves both answers on the bus, the later one with the later price and the later instant', async () => {
    let twice: Observation | undefined;
    const connector = world.start(one, {
      ticks: {
        ...world.ticks,
        save: async (tick, ...rest) => {
          if (tick.counters.pages === 1) {
            twice = await eventually(() => world.received[0] ?? false);
            await setPrice(twice.supplierSku, '2.75');
            await world.wantAgain(one, twice.description?.mpn ?? '');
          }
          await world.ticks.save(tick, ...rest);
        },
      },
    });
    const { runId } = await eventually(async () => (await world.ended(one)) ?? false);
    await connector.stop();
    const answers = await eventually(async () => {
      const all = world.received.filter((each) => each.runId === runId);
      return all.length > products.size && all.filter(({ supplierSku }) => supplierSku === twice?.supplierSku);
    });
    const prices = answers.map(({ price }) => price?.kind === 'ladder' && String(price.ladder.breaks[0]?.price));
    expect(prices).toHaveLength(2);
    expect(prices[0]).not.toBe('2.75');
    expect(prices[1]).toBe('2.75');
    const [first, second] = answers;
    expect(first?.observedAt.getTime()).toBeLessThan(second?.observedAt.getTime() ?? 0);
    expect(first?.id).not.toBe(second?.id);
  });
});
