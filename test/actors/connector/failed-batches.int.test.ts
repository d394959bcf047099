import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import { startDemoLookupSupplier } from '../../../ops/demo/lookup-supplier.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import { meridian } from '../../../ops/demo/supplier-profile.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type ConnectorWorld, connectorWorld, type OneSupplier, type RunningConnector } from './connector-world.ts';

const seed = 'failed batches';
const catalogue = shareOf(demoCatalogue('demo'), 10);
const profile = { ...meridian, share: 1 };

describe('parts whose batch has failed', () => {
  let world: ConnectorWorld;
  let server: DemoSupplier;
  let one: OneSupplier;
  let connector: RunningConnector | undefined;

  beforeAll(async () => {
    world = await connectorWorld();
    server = await startDemoLookupSupplier({ products: catalogue, seed, apiKey: 'key', profile });
    one = await world.addSupplier({ id: 'meridian', plugin: 'demo-lookup', baseUrl: server.url }, { apiKey: 'key' });
  });
  afterAll(async () => {
    await server.close();
    await world.close();
  });
  afterEach(() => connector?.stop());

  it('do not count as asked: the page is tried again, and they are found in the same tick', async () => {
    const parts = [...catalogue].map(({ manufacturer, mpn }) => ({ profileId: defaultProfile.id, manufacturer, mpn }));
    await world.catalog.upsert(parts, new Date(), untraced);
    const ordered = await fetch(`${server.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'status', status: 500, count: 2 }),
    });
    expect(ordered.ok).toBe(true);
    connector = world.start(one);
    await eventually(() => world.received.length >= parts.length);
    expect(new Set(world.received.map(({ runId }) => runId)).size).toBe(1);
    expect(world.received).toHaveLength(parts.length);
  });
});
