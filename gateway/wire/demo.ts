import { randomBytes } from 'node:crypto';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { manufacturerAliases } from '../../ops/demo/catalogue/manufacturers.ts';
import { borealis, meridian } from '../../ops/demo/supplier-profile.ts';
import { startDemoSuppliers } from '../../ops/demo/suppliers.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';
import { type DemoRatesDependencies, keepDemoRates } from './demo-rates.ts';
import type { Teardown } from './teardown.ts';

/**
 * The customer that the first customer key belongs to, and that owns a credential at a demo
 * supplier.
 */
export const demoCustomer = { id: 'demo', name: 'Demo customer', groupIds: ['demo-buyers'] };

/** What runs and where, for the notice at the start. */
export interface RunningDemo {
  readonly suppliers: readonly { readonly name: string; readonly url: string }[];
}

/** What the demo is written into. */
export interface DemoDependencies extends DemoRatesDependencies {
  readonly suppliers: SupplierStore;
  readonly catalog: CatalogStore;
  readonly context: WriteContext;
  readonly teardown: Teardown;
  readonly log: Logger;
}

/** What is stored of the demo suppliers at these addresses, with these secrets. */
const demoSuppliers = (
  urls: { readonly bulk: string; readonly lookup: string },
  { login, password, apiKey }: { readonly login: string; readonly password: string; readonly apiKey: string },
) =>
  [
    {
      supplier: {
        id: borealis.id,
        name: borealis.name,
        plugin: 'demo-bulk',
        baseUrl: urls.bulk,
        route: { supplierId: borealis.id },
        createsProducts: true,
        settings: {},
      },
      credential: {
        id: 'crd_borealis_system',
        scope: 'system',
        ownerId: undefined,
        label: 'house account',
        secret: { login, password },
      },
    },
    {
      supplier: {
        id: meridian.id,
        name: meridian.name,
        plugin: 'demo-lookup',
        baseUrl: urls.lookup,
        route: { supplierId: meridian.id },
        createsProducts: false,
        settings: {},
      },
      credential: {
        id: 'crd_meridian_demo',
        scope: 'customer',
        ownerId: demoCustomer.id,
        label: 'demo account',
        secret: { apiKey },
      },
    },
  ] as const;

/**
 * Starts the demo suppliers and makes them known: one with a bulk snapshot, seen with the system's
 * credential, and one that answers look-ups, seen with a credential of the demo customer. Their
 * passwords are new at every start. One sells in euros and the other in dollars, so rates come too.
 */
export const startDemo = async (demo: NonNullable<Config['demo']>, deps: DemoDependencies): Promise<RunningDemo> => {
  const { suppliers: store, catalog, context, teardown } = deps;
  await keepDemoRates(deps);
  await catalog.addAliases(manufacturerAliases, 'demo', context);
  const login = 'offerstream';
  const password = randomBytes(16).toString('base64url');
  const apiKey = randomBytes(16).toString('base64url');
  const servers = await startDemoSuppliers({ ...demo, seed: String(demo.seed), login, password, apiKey });
  teardown.add('demo suppliers', servers.close);

  for (const { supplier, credential } of demoSuppliers(servers, { login, password, apiKey })) {
    await store.putSupplier(supplier, { by: 'demo', context });
    await store.putCredential({ supplierId: supplier.id, ...credential });
  }
  return {
    suppliers: [
      { name: borealis.name, url: servers.bulk },
      { name: meridian.name, url: servers.lookup },
    ],
  };
};
