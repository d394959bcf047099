import { observationId } from '../../domain/ids.ts';
import type { SupplierRecord } from '../../domain/ingestion/supplier-ports.ts';
import { assortmentOf } from '../../ops/demo/assortment.ts';
import { startDemoBulkSupplier } from '../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import type { Catalogue } from '../../ops/demo/catalogue/part.ts';
import type { DemoSupplier } from '../../ops/demo/server/demo-server.ts';
import { borealis } from '../../ops/demo/supplier-profile.ts';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { createSealer } from '../../storage/secrets/sealing.ts';
import { byTest } from './by-test.ts';
import { type TestNats, testNats } from './nats.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { testKey } from './sealer.ts';

/**
 * Everything around a service that ingests: a supplier that counts what it serves, a database and a
 * bus, all real.
 */
export interface IngestionWorld {
  readonly supplier: DemoSupplier;
  readonly database: TestDatabase;
  readonly nats: TestNats;
  /** Every SKU that the supplier sells. */
  readonly skus: readonly string[];
  /** Starts a service process in this world. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const seed = 'faults';

const skusOf = (catalogue: Catalogue): readonly string[] => {
  const assortment = assortmentOf(borealis, catalogue, seed);
  return assortment.slice(0, assortment.size).map((offer) => offer.sku);
};

/**
 * Makes the world, with a supplier that sells a share of so many products, says something new of
 * each whenever it is asked, and is looked at every so often, and with a database of the run's
 * server or the given one. `settings` are those of the supplier's plug-in.
 */
export const ingestionWorld = async (
  products: number,
  tickIntervalMs: number,
  openDatabase: () => Promise<TestDatabase> = testDatabase,
  settings: SupplierRecord['settings'] = {},
): Promise<IngestionWorld> => {
  const catalogue = demoCatalogue(seed, products);
  const [database, nats, supplier] = await Promise.all([
    openDatabase(),
    testNats(),
    startDemoBulkSupplier({
      products: catalogue,
      seed,
      login: 'offerstream',
      password: 'open sesame',
      isRestless: true,
    }),
  ]);
  const store = createSupplierStore(
    database.pool.sql,
    createSealer({ activeKeyId: '1', keys: new Map([['1', testKey(7)]]) }),
  );
  await store.putSupplier(
    {
      id: borealis.id,
      name: borealis.name,
      plugin: 'demo-bulk',
      baseUrl: supplier.url,
      route: { supplierId: borealis.id },
      createsProducts: true,
      settings,
    },
    byTest,
  );
  await store.putCredential({
    id: 'crd_1',
    supplierId: borealis.id,
    scope: 'system',
    ownerId: undefined,
    label: 'house account',
    secret: { login: 'offerstream', password: 'open sesame' },
  });
  return {
    supplier,
    database,
    nats,
    skus: skusOf(catalogue),
    environment: {
      // Its suppliers are on this machine.
      OUTBOUND_ALLOW: '127.0.0.0/8',
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
      HOST: '127.0.0.1',
      DEMO: 'off',
      CATALOGUE_INTERVAL_MS: String(tickIntervalMs),
    },
    close: async () => {
      await Promise.all([supplier.close(), database.close()]);
      await nats.close();
    },
  };
};

/** Phases in which a bulk tick observes every SKU once. */
const observingPhases = ['catalogue', 'prices', 'stocks'] as const;

/** SKUs that the supplier's plug-in asks for at once. */
const skusOfPage = 500;

/** The ids of all observations that a finished run must have left behind. */
export const observationsOfRun = (runId: string, skus: readonly string[]): readonly string[] =>
  observingPhases.flatMap((phase) =>
    skus.map((sku, at) => observationId(runId, { phase, page: Math.floor(at / skusOfPage) + 1 }, sku)),
  );
