import { parentPort, workerData } from 'node:worker_threads';
import { startDemoBulkSupplier } from './bulk-supplier.ts';
import { demoCatalogue, manufacturersProgrammes } from './catalogue/catalogue.ts';
import { catalogueFromFile } from './catalogue/catalogue-file.ts';
import { joined } from './catalogue/combine.ts';
import type { Catalogue } from './catalogue/part.ts';
import { startDemoLookupSupplier } from './lookup-supplier.ts';
import type { DemoSupplier } from './server/demo-server.ts';
import { cobalt, meridian, type SupplierProfile, tidewater } from './supplier-profile.ts';
import type { DemoSuppliersOptions, DemoSupplierUrls, LookupId } from './suppliers.ts';

/** The thread of `suppliers.ts`: serves until it is told to stop. */

const { products: size, seed, file, login, password, apiKey } = workerData as DemoSuppliersOptions;

const fromFile = file === undefined ? undefined : await catalogueFromFile(file, seed);
const withFile = (made: Catalogue): Catalogue => (fromFile === undefined ? made : joined(made, fromFile));

const everything = withFile(joined(demoCatalogue(seed, Number.MAX_SAFE_INTEGER), manufacturersProgrammes(seed)));
const lookup = (profile: SupplierProfile) => startDemoLookupSupplier({ products: everything, seed, apiKey, profile });

const bulk = await startDemoBulkSupplier({ products: withFile(demoCatalogue(seed, size)), seed, login, password });
const lookups = {
  meridian: await lookup(meridian),
  cobalt: await lookup(cobalt),
  tidewater: await lookup(tidewater),
} satisfies Record<LookupId, DemoSupplier>;

parentPort?.once('message', () => void Promise.all([bulk, ...Object.values(lookups)].map((each) => each.close())));
parentPort?.postMessage({
  bulk: bulk.url,
  lookups: { meridian: lookups.meridian.url, cobalt: lookups.cobalt.url, tidewater: lookups.tidewater.url },
} satisfies DemoSupplierUrls);
