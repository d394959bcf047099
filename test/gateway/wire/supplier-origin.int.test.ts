import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usualJumpFactor } from '../../../domain/ingestion/price-jump.ts';
import type { SupplierRecord } from '../../../domain/ingestion/supplier-ports.ts';
import { credentialJson } from '../../../gateway/admin/connectors/mapping.ts';
import type { AdminUseCases } from '../../../gateway/admin/resources.ts';
import { loadConfig } from '../../../gateway/config/config.ts';
import { startActorSystem } from '../../../gateway/wire/actor-system.ts';
import { adminUseCases } from '../../../gateway/wire/admin.ts';
import { startIngesting } from '../../../gateway/wire/ingesting.ts';
import { openOutbound, openWebhookOutbound } from '../../../gateway/wire/outbound.ts';
import { createStores } from '../../../gateway/wire/stores.ts';
import { ownKnowledge } from '../../../gateway/wire/suppliers.ts';
import { createTeardown } from '../../../gateway/wire/teardown.ts';
import { createWorkStates } from '../../../gateway/wire/work-states.ts';
import type { Bus } from '../../../streams/bus/bus.ts';
import { createEmbeddedBus } from '../../../streams/bus/postgres/embedded-bus.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { createRedactor } from '../../../telemetry/redaction.ts';
import { callBy } from '../../support/estimate-world.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { testKey } from '../../support/sealer.ts';

const config = loadConfig({
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  CATALOGUE_INTERVAL_MS: '100',
  OUTBOUND_ALLOW: '127.0.0.0/8',
});

/** A server that answers an empty list and remembers the key of every request. */
interface Listener {
  readonly url: string;
  readonly keys: (string | undefined)[];
  close(): void;
}

const listen = async (): Promise<Listener> => {
  const keys: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    keys.push(request.headers['x-key']?.toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys, close };
};

const shopAt = (id: string, baseUrl: string): SupplierRecord => ({
  id,
  name: id,
  plugin: 'generic',
  baseUrl,
  route: { supplierId: id },
  createsProducts: true,
  settings: {
    auth: { kind: 'header', name: 'x-key' },
    budget: { requests: 1_000, periodSeconds: 1 },
    feeds: { stocks: { path: '/stocks', format: { kind: 'json' }, fields: { sku: 'sku', stock: 'stock' } } },
  },
});

const houseAccount = { scope: 'system', ownerId: undefined, label: 'house' } as const;

describe('a supplier that is given another origin', () => {
  const teardown = createTeardown();
  let database: TestDatabase;
  let bus: Bus;
  let admin: AdminUseCases;
  let old: Listener;
  let other: Listener;
  const unfit: string[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    const log = recordingLogger();
    bus = createEmbeddedBus({ pool: database.pool, log });
    const surroundings = {
      stores: createStores(
        { pool: database.pool, url: database.url, isEmbedded: false },
        {
          keys: [{ id: 'k1', key: testKey(1) }],
          metrics: createMetrics('test'),
          priceJumpFactor: usualJumpFactor,
          bindingOf: ownKnowledge.bindingOf,
          onUnfitSecret: ({ id }) => void unfit.push(id),
        },
      ),
      analytics: undefined,
      bus,
      knowledge: ownKnowledge,
      outbound: openOutbound(config, { demo: undefined, log, teardown }),
      webhookOutbound: openWebhookOutbound(config, { log, teardown }),
      metrics: createMetrics('test'),
      log,
      redactor: createRedactor(),
      databaseUrl: database.url,
      isAlone: false,
      states: createWorkStates(bus),
      now: () => new Date(),
      teardown,
      onFatal: () => undefined,
    };
    admin = adminUseCases({
      ...surroundings,
      onPolicyChange: async () => undefined,
      onPricingChange: async () => undefined,
      delivery: config.delivery,
    });
    const system = startActorSystem(surroundings);
    teardown.add('actors', () => system.stop(5_000));
    startIngesting(config, system, surroundings);
  });
  afterAll(async () => {
    await teardown.run(() => undefined);
    for (const each of listeners) each.close();
    await bus.close();
    await database.close();
  });

  /** Connectors ask on until the end, so no address is given up before. */
  const listeners: Listener[] = [];
  beforeEach(async () => {
    [old, other] = await Promise.all([listen(), listen()]);
    listeners.push(old, other);
  });

  const operator = callBy('acme');
  const credential = async (shop: string) => {
    const { credentials, orders } = await admin.getConnector({ supplierId: shop }, operator);
    const [first] = credentials;
    if (first === undefined) throw new Error('the shop has no credential');
    return credentialJson(first, orders);
  };
  const enter = (shop: string, apiKey: string) =>
    admin.rotateCredential({ supplierId: shop, credentialId: `crd_${shop}`, secret: { apiKey } }, operator);

  /** Puts a shop that is at the old listener, and waits until that was sent its secret. */
  const openShop = async (shop: string): Promise<void> => {
    await admin.putSupplier(shopAt(shop, old.url), operator);
    const secret = { apiKey: 'for the old one' };
    await admin.addCredential({ ...houseAccount, id: `crd_${shop}`, supplierId: shop, secret }, operator);
    await eventually(() => old.keys.length > 0);
  };

  it('is never sent the secret that was entered for the one before, nor anything else until one is entered', async () => {
    await openShop('moved');
    expect(await credential('moved')).toMatchObject({ state: 'active', secret_origins: [old.url] });

    await admin.putSupplier(shopAt('moved', other.url), operator);
    const detached = await credential('moved');
    expect(detached).toMatchObject({ state: 'detached', since: expect.any(Date), lease: undefined });
    expect(detached.reason).toContain('secrets detached');
    expect(detached.secret_origins).toBeUndefined();

    await enter('moved', 'for the other one');
    await eventually(() => other.keys.length > 0);
    expect(new Set(other.keys)).toEqual(new Set(['for the other one']));
    expect(new Set(old.keys)).toEqual(new Set(['for the old one']));
    expect(await credential('moved')).toMatchObject({ state: 'active', secret_origins: [other.url] });
    expect(unfit).not.toContain('crd_moved');
  });

  it('in the database, by hand, is sent nothing either, also when the record of the seal is changed with it', async () => {
    const { sql } = database.pool;
    /** Has the connectors read everything of the shop, as an earlier version tells them. */
    const lookAgain = (): void => bus.signal('connector.by-hand.command', Buffer.from('{"id":""}'));
    await openShop('by-hand');
    await sql`update supplier set base_url = ${other.url} where id = 'by-hand'`;
    lookAgain();
    expect(await credential('by-hand')).toMatchObject({ state: 'detached', since: undefined });
    await sql`
      update credential set sealed_for = ${JSON.stringify({ plugin: 'generic', origins: [other.url] })}::text::jsonb
      where id = 'crd_by-hand'`;
    lookAgain();
    await eventually(() => unfit.filter((id) => id === 'crd_by-hand').length > 1);

    await enter('by-hand', 'for the other one');
    await eventually(() => other.keys.length > 0);
    expect(new Set(other.keys)).toEqual(new Set(['for the other one']));
  });
});
