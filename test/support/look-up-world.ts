import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
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
import { byTest } from './by-test.ts';
import { untraced } from './event-samples.ts';
import { testNats } from './nats.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { testKey } from './sealer.ts';

/**
 * Everything around a service whose one supplier answers look-ups, with a credential of the first
 * customer.
 */
export interface LookUpWorld {
  readonly supplier: DemoSupplier;
  /** Puts the supplier behind another address, such as that of a front, with its credential. */
  moveTo(baseUrl: string): Promise<void>;
  readonly database: TestDatabase;
  /** What the supplier sells. */
  readonly catalogue: readonly DemoProduct[];
  /** How many products the supplier sells. */
  readonly products: number;
  /** Starts a service process in this world; its first customer key is `lookUpKey`. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The key of the customer that owns the credential. */
export const lookUpKey = 'os_customer-key-of-the-look-up-world';

const seed = 'look-up world';
const apiKey = 'open sesame';

/** Makes the world with about so many products, which the service knows unless told otherwise. */
export const lookUpWorld = async (size: number, { isKnown = true } = {}): Promise<LookUpWorld> => {
  const products = shareOf(demoCatalogue(seed), size);
  const [database, nats, supplier] = await Promise.all([
    testDatabase(),
    testNats(),
    startDemoLookupSupplier({ products, seed, apiKey, profile: { ...meridian, share: 1 } }),
  ]);
  const { sql } = database.pool;
  const suppliers = createSupplierStore(sql, createSealer({ activeKeyId: '1', keys: new Map([['1', testKey(7)]]) }));
  await createCatalogStore(sql).upsert(
    (isKnown ? [...products] : []).map(({ manufacturer, mpn }) => ({
      profileId: defaultProfile.id,
      manufacturer,
      mpn,
    })),
    new Date(),
    untraced,
  );
  const { id, name } = meridian;
  const record = { id, name, plugin: 'demo-lookup', route: { supplierId: id } };
  const moveTo = async (baseUrl: string): Promise<void> => {
    await suppliers.putSupplier({ ...record, baseUrl, createsProducts: false, settings: {} }, byTest);
    // Another origin detaches the secret.
    await suppliers.putCredential({
      id: 'crd_lookup',
      supplierId: id,
      scope: 'customer',
      ownerId: demoCustomer.id,
      label: 'own account',
      secret: { apiKey },
    });
  };
  await moveTo(supplier.url);
  return {
    supplier,
    moveTo,
    database,
    catalogue: [...products],
    products: products.size,
    environment: {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
      HOST: '127.0.0.1',
      DEMO: 'off',
      BOOTSTRAP_CUSTOMER_KEY: lookUpKey,
    },
    close: async () => {
      await supplier.close();
      await database.close();
      await nats.close();
    },
  };
};
