import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { offerId } from '../../domain/ids.ts';
import { demoCustomer } from '../../gateway/wire/demo.ts';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../ops/demo/catalogue/combine.ts';
import type { DemoProduct } from '../../ops/demo/catalogue/part.ts';
import { startDemoLookupSupplier } from '../../ops/demo/lookup-supplier.ts';
import type { DemoSupplier } from '../../ops/demo/server/demo-server.ts';
import { meridian } from '../../ops/demo/supplier-profile.ts';
import { createCatalogStore } from '../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { createSealer } from '../../storage/secrets/sealing.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { byTest } from '../support/by-test.ts';
import { untraced } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { recordingLogger } from '../support/recording-logger.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';

const customerKey = 'os_customer-key-of-the-throttled';
const credentialId = 'crd_throttled';
const seed = 'throttled';
/** The supplier sells everything, one batch of products at a time is made known. */
const profile = { ...meridian, share: 1 };
const products = [...shareOf(demoCatalogue(seed), 40)];
const [known, later] = [products.slice(0, 20), products.slice(20)];

/** The parts of an answer of `POST /v1/pricing` that are looked at here. */
interface Price {
  readonly final_price?: number;
  readonly observation_source?: { readonly type?: string; readonly fallback_reason?: string };
  readonly freshness?: { readonly status: string; readonly stale_since?: string };
}

describe("a supplier that throttles a customer's own credential five times in a row", () => {
  let database: TestDatabase;
  let nats: TestNats;
  let supplier: DemoSupplier;
  let service: Service;
  let bus: Bus;
  const events: { readonly subject: string; readonly body: unknown }[] = [];

  const learn = (some: readonly DemoProduct[]) =>
    createCatalogStore(database.pool.sql).upsert(
      some.map(({ manufacturer, mpn }) => ({ profileId: defaultProfile.id, manufacturer, mpn })),
      new Date(),
      untraced,
    );
  const price = async (offer_id: string): Promise<Price> => {
    const answer = await fetch(`${service.httpUrl}/v1/pricing`, {
      method: 'POST',
      headers: { 'x-api-key': customerKey, 'content-type': 'application/json' },
      body: JSON.stringify({ offer_id, quantity: 100 }),
    });
    return (await answer.json()) as Price;
  };
  /** The first of the known offers whose price is all there and FRESH. */
  const freshOffer = (): Promise<string> =>
    eventually(async () => {
      for (const product of known) {
        const id = offerId(meridian.id, profile.sku.of(product, seed));
        const { final_price, freshness } = await price(id);
        if (final_price !== undefined && freshness?.status === 'FRESH') return id;
      }
      return false;
    }, 60_000);
  const event = (subject: string) => events.find((each) => each.subject === subject);

  beforeAll(async () => {
    const catalogue = shareOf(demoCatalogue(seed), products.length);
    const apiKey = 'the-api-key';
    [database, nats, supplier] = await Promise.all([
      testDatabase(),
      testNats(),
      startDemoLookupSupplier({ products: catalogue, seed, apiKey, profile }),
    ]);
    const sealer = createSealer({ activeKeyId: '1', keys: new Map([['1', testKey(7)]]) });
    const suppliers = createSupplierStore(database.pool.sql, sealer);
    const { id, name } = meridian;
    const route = { supplierId: id };
    const plugin = { plugin: 'demo-lookup', baseUrl: supplier.url, createsProducts: false, settings: {} };
    await suppliers.putSupplier({ id, name, route, ...plugin }, byTest);
    const owner = { scope: 'customer', ownerId: demoCustomer.id, label: 'own account' } as const;
    await suppliers.putCredential({ id: credentialId, supplierId: id, ...owner, secret: { apiKey } });
    await learn(known);
    service = await startService({
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
      HOST: '127.0.0.1',
      DEMO: 'off',
      WORKERS_PER_CREDENTIAL: '1',
      BOOTSTRAP_CUSTOMER_KEY: customerKey,
    });
    bus = await connectJetStream({ url: nats.url, replicas: 1, log: recordingLogger() });
    const subjects = ['credential.failing.v1', 'credential.recovered.v1'];
    const reading = { stream: 'EVENTS', durable: 'onlooker', subjects, batch: 10 } as const;
    await bus.consume({ ...reading, maxUnsettled: 10, ackWaitMs: 30_000, maxDeliveries: 5 }, async (batch) => {
      for (const delivery of batch) {
        events.push({ subject: delivery.subject, body: JSON.parse(Buffer.from(delivery.payload).toString()) });
        delivery.ack();
      }
    });
  }, 240_000);

  afterAll(async () => {
    await service?.stop();
    await bus?.close();
    await supplier?.close();
    await database?.close();
    await nats?.close();
  });

  it('is taken for exhausted: its prices are STALE and say so, the breaker counts, the event goes out; then it recovers', async () => {
    const offer = await freshOffer();
    const before = await price(offer);

    // Until all that is told of it was looked at.
    supplier.fail({ kind: 'status', status: 429, count: 1_000_000 });
    await learn(later);
    const stale = await eventually(async () => {
      const answer = await price(offer);
      return answer.freshness?.status === 'STALE' && answer;
    }, 60_000);
    expect(stale).toMatchObject({
      final_price: before.final_price,
      observation_source: { type: 'CUSTOMER_CREDENTIAL', fallback_reason: 'credential_exhausted' },
      freshness: { status: 'STALE', stale_since: expect.any(String) },
    });
    await eventually(() => event('credential.failing.v1') !== undefined);
    expect(event('credential.failing.v1')?.body).toMatchObject({
      credential_ref: credentialId,
      supplier_id: meridian.id,
      reason: 'throttled',
    });
    const metrics = await (await fetch(`${service.httpUrl}/metrics`)).text();
    expect(metrics).toMatch(
      new RegExp(`^circuit_breaker_open_total\\{[^}]*credential_id="${credentialId}"[^}]*\\} 1$`, 'mu'),
    );

    supplier.recover();
    await eventually(async () => (await price(offer)).freshness?.status === 'FRESH', 120_000);
    const recovered = await price(offer);
    expect(recovered.final_price).toBe(before.final_price);
    expect(recovered.observation_source?.fallback_reason).toBeUndefined();
    await eventually(() => event('credential.recovered.v1') !== undefined);
    // What was being asked for when it happened has come by then, or comes now.
    await eventually(async () => {
      const [row] = await database.pool.sql<{ count: number }[]>`select count(*)::int from offer`;
      return row?.count === products.length;
    });
  });
});
