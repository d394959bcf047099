import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SupplierCoverage } from '../../../domain/analytics/queries.ts';
import { assortmentOf } from '../../../ops/demo/assortment.ts';
import { startDemoBulkSupplier } from '../../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import { borealis } from '../../../ops/demo/supplier-profile.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import { startProjection } from '../../../streams/projection/projection.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { type ConnectorWorld, connectorWorld, type OneSupplier } from '../../actors/connector/connector-world.ts';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../../support/analytics.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

const seed = 'again';
const products = shareOf(demoCatalogue('demo'), 1_300);
const assortment = assortmentOf(borealis, products, seed);
const skus = assortment.slice(0, assortment.size).map(({ sku }) => sku);
const secret = { login: 'the-login', password: 'the-password' };

/** A day, whenever the test runs. */
const hour = (of: number): Date => new Date(Date.UTC(2026, 4, 7, of));

describe.skipIf(!hasEmbeddedEngine)('what walks see again', () => {
  let world: ConnectorWorld;
  let server: DemoSupplier;
  let one: OneSupplier;
  let fixture: TestEngine;
  let store: AnalyticsStore;
  let projection: { stop(): Promise<void> };

  beforeAll(async () => {
    world = await connectorWorld();
    server = await startDemoBulkSupplier({ products, seed, ...secret, sessionTtlMs: 60_000, now: Date.now });
    one = await world.addSupplier({ id: 'borealis', plugin: 'demo-bulk', baseUrl: server.url }, secret);
    fixture = await testEngine();
    const metrics = createMetrics('test');
    store = createAnalyticsStore(fixture.engine, metrics.analytics);
    const limits = { count: 300, ageMs: 50 };
    projection = startProjection({ bus: world.bus, writer: store, metrics, log: recordingLogger(), limits });
  });
  afterAll(async () => {
    await projection.stop();
    await fixture.close();
    await server.close();
    await world.close();
  });

  /** A walk over the catalogue that begins at the hour. Returns its run. */
  const walkAt = async (of: number): Promise<string> => {
    const begin = Date.now();
    const before = (await world.ended(one))?.runId;
    const connector = world.start(one, { now: () => new Date(hour(of).getTime() + Date.now() - begin) });
    const { runId } = await eventually(async () => {
      const tick = await world.ended(one);
      return tick !== undefined && tick.runId !== before && tick;
    });
    await connector.stop();
    return runId;
  };
  const coverageSince = async (since: Date): Promise<SupplierCoverage | undefined> => {
    const [coverage] = await store.supplierCoverage({ pricesSince: since, stocksSince: since });
    return coverage;
  };

  test('is as fresh in the coverage of its supplier as what they see anew', async () => {
    const first = await walkAt(1);
    const ofFirst = () => world.received.filter(({ runId }) => runId === first);
    await eventually(() => ofFirst().length === 3 * skus.length);
    await world.applyReceived(one);
    const seen = await eventually(async () => {
      const coverage = await coverageSince(hour(1));
      return coverage?.freshPrices === skus.length && coverage.freshStocks === skus.length && coverage;
    });
    expect(seen).toMatchObject({ offers: skus.length, priced: skus.length, stocked: skus.length });

    const second = await walkAt(14);
    const again = await eventually(async () => {
      const coverage = await coverageSince(hour(14));
      return coverage?.freshPrices === skus.length && coverage.freshStocks === skus.length && coverage;
    });
    expect(again).toMatchObject({ offers: skus.length, priced: skus.length, stocked: skus.length });
    expect(again.newestAt.getTime()).toBeGreaterThanOrEqual(hour(14).getTime());
    expect(world.received.filter(({ runId }) => runId === second)).toEqual([]);
  });
});
