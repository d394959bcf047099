import { addDemoRates, demoCustomer } from '../../gateway/wire/demo.ts';
import type { Assortment } from '../../ops/demo/assortment.ts';
import type { Catalogue } from '../../ops/demo/catalogue/part.ts';
import { startDemoProtocols } from '../../ops/demo/protocols/start-all.ts';
import type { DemoSupplier } from '../../ops/demo/server/demo-server.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { createExchangeRateStore } from '../../storage/pricing/exchange-rates-store.ts';
import { createSealer } from '../../storage/secrets/sealing.ts';
import { byTest } from './by-test.ts';
import { untraced } from './event-samples.ts';
import { testNats } from './nats.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { testKey } from './sealer.ts';

/**
 * Everything around a service that knows no product and whose six suppliers speak the protocols of
 * real ones, each with a credential of the first customer.
 */
export interface ProtocolMarket {
  readonly database: TestDatabase;
  /** By the names of their plug-ins, which are their ids too. */
  readonly suppliers: ReadonlyMap<string, DemoSupplier<Assortment>>;
  /** Puts a supplier behind another address, such as that of a front. */
  moveTo(supplierId: string, baseUrl: string): Promise<void>;
  /** Starts a service process in this world; its first customer key is `marketKey`. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The key of the customer that owns the credentials. */
export const marketKey = 'os_customer-key-of-the-protocol-market';

const demo = 'demo';

const secrets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  digikey: { clientId: demo, clientSecret: demo },
  element14: { apiKey: demo },
  lcsc: { key: demo, secret: demo },
  mouser: { apiKey: demo },
  nexar: { clientId: demo, clientSecret: demo },
  tme: { token: demo, secret: demo },
};

/** Plans of so much a day that only the pace of a minute counts. */
const settingsOf = (plugin: string, url: string): Readonly<Record<string, unknown>> => {
  const callsPerDay = 1_000_000;
  switch (plugin) {
    case 'nexar':
      return { identityUrl: url, monthlyParts: 100_000_000 };
    case 'tme':
      return {};
    case 'element14':
      return { store: 'www.newark.com', callsPerDay };
    default:
      return { callsPerDay };
  }
};

/** Opens the market over these products, of all suppliers or by plug-in. */
export const protocolMarket = async (
  products: Catalogue | ((plugin: string) => Catalogue),
): Promise<ProtocolMarket> => {
  const [database, nats, started] = await Promise.all([
    testDatabase(),
    testNats(),
    startDemoProtocols({ products, seed: 'protocol market', host: '127.0.0.1', firstPort: 0 }),
  ]);
  const suppliers = new Map(started.map(({ plugin, supplier }) => [plugin, supplier]));
  const sealer = createSealer({ activeKeyId: '1', keys: new Map([['1', testKey(7)]]) });
  const store = createSupplierStore(database.pool.sql, sealer);
  const moveTo = async (supplierId: string, baseUrl: string): Promise<void> => {
    const own = { id: supplierId, name: supplierId, plugin: supplierId, route: { supplierId } };
    const settings = settingsOf(supplierId, baseUrl);
    await store.putSupplier({ ...own, baseUrl, createsProducts: false, settings }, byTest);
    await store.putCredential({
      id: `crd_${supplierId}`,
      supplierId,
      scope: 'customer',
      ownerId: demoCustomer.id,
      label: 'own account',
      secret: secrets[supplierId] ?? {},
    });
  };
  const exchangeRates = createExchangeRateStore(database.pool.sql);
  await addDemoRates({ exchangeRates, now: () => new Date() }, untraced);
  for (const [plugin, { url }] of suppliers) if (plugin in secrets) await moveTo(plugin, url);
  return {
    database,
    suppliers: new Map([...suppliers].filter(([plugin]) => plugin in secrets)),
    moveTo,
    environment: {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
      HOST: '127.0.0.1',
      DEMO: 'off',
      BOOTSTRAP_CUSTOMER_KEY: marketKey,
    },
    close: async () => {
      await Promise.all([...suppliers.values()].map((supplier) => supplier.close()));
      await database.close();
      await nats.close();
    },
  };
};
