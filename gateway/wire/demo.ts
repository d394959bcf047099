import { randomBytes } from 'node:crypto';
import type { CatalogStore, SupplierStore, WriteContext } from '../../domain/ports.ts';
import { startDemoBulkSupplier } from '../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import { catalogueFromFile } from '../../ops/demo/catalogue/catalogue-file.ts';
import { joined, shareOf } from '../../ops/demo/catalogue/combine.ts';
import { manufacturerAliases } from '../../ops/demo/catalogue/manufacturers.ts';
import type { Catalogue } from '../../ops/demo/catalogue/part.ts';
import { startDemoLookupSupplier } from '../../ops/demo/lookup-supplier.ts';
import { borealis, meridian } from '../../ops/demo/supplier-profile.ts';
import type { Config } from '../config.ts';
import type { Teardown } from './teardown.ts';

/** The customer that the first customer key belongs to, and that owns a credential at a demo supplier. */
export const demoCustomer = { id: 'demo', name: 'Demo customer', groupIds: ['demo-buyers'] };

/** What runs and where, for the notice at the start. */
export interface RunningDemo {
  readonly suppliers: readonly { readonly name: string; readonly url: string }[];
}

/** What the demo is written into. */
export interface DemoSurroundings {
  readonly suppliers: SupplierStore;
  readonly catalog: CatalogStore;
  readonly context: WriteContext;
  readonly teardown: Teardown;
}

const demoProducts = async (demo: NonNullable<Config['demo']>): Promise<Catalogue> => {
  const seed = String(demo.seed);
  const made = shareOf(demoCatalogue(seed), demo.products);
  return demo.file === undefined ? made : joined(made, await catalogueFromFile(demo.file, seed));
};

/**
 * Starts the demo suppliers and makes them known: one with a bulk snapshot, seen with the system's credential, and one that
 * answers look-ups, seen with a credential of the demo customer. Their passwords are new at every start.
 */
export const startDemo = async (
  demo: NonNullable<Config['demo']>,
  { suppliers: store, catalog, context, teardown }: DemoSurroundings,
): Promise<RunningDemo> => {
  await catalog.addAliases(manufacturerAliases, 'demo', context);
  const products = await demoProducts(demo);
  const seed = String(demo.seed);
  const password = randomBytes(16).toString('base64url');
  const apiKey = randomBytes(16).toString('base64url');

  const bulk = await startDemoBulkSupplier({ products, seed, login: 'offerstream', password });
  teardown.add('demo bulk supplier', bulk.close);
  const lookup = await startDemoLookupSupplier({ products, seed, apiKey });
  teardown.add('demo lookup supplier', lookup.close);

  await store.putSupplier({
    id: borealis.id,
    name: borealis.name,
    plugin: 'demo-bulk',
    baseUrl: bulk.url,
    route: { supplierId: borealis.id },
    createsProducts: true,
  });
  await store.putCredential({
    id: 'crd_borealis_system',
    supplierId: borealis.id,
    scope: 'system',
    ownerId: undefined,
    label: 'house account',
    secret: { login: 'offerstream', password },
  });
  await store.putSupplier({
    id: meridian.id,
    name: meridian.name,
    plugin: 'demo-lookup',
    baseUrl: lookup.url,
    route: { supplierId: meridian.id },
    createsProducts: false,
  });
  await store.putCredential({
    id: 'crd_meridian_demo',
    supplierId: meridian.id,
    scope: 'customer',
    ownerId: demoCustomer.id,
    label: 'demo account',
    secret: { apiKey },
  });
  return {
    suppliers: [
      { name: borealis.name, url: bulk.url },
      { name: meridian.name, url: lookup.url },
    ],
  };
};
