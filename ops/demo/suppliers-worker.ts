import { parentPort, workerData } from 'node:worker_threads';
import { startDemoBulkSupplier } from './bulk-supplier.ts';
import { demoCatalogue } from './catalogue/catalogue.ts';
import { catalogueFromFile } from './catalogue/catalogue-file.ts';
import { joined } from './catalogue/combine.ts';
import type { Catalogue } from './catalogue/part.ts';
import { startDemoLookupSupplier } from './lookup-supplier.ts';
import type { DemoSuppliersOptions, DemoSupplierUrls } from './suppliers.ts';

/** The thread of `suppliers.ts`: serves until it is told to stop. */

const { products: size, seed, file, login, password, apiKey } = workerData as DemoSuppliersOptions;

const catalogue = async (): Promise<Catalogue> => {
  const made = demoCatalogue(seed, size);
  return file === undefined ? made : joined(made, await catalogueFromFile(file, seed));
};

const products = await catalogue();
const [bulk, lookup] = await Promise.all([
  startDemoBulkSupplier({ products, seed, login, password }),
  startDemoLookupSupplier({ products, seed, apiKey }),
]);
parentPort?.once('message', () => void Promise.all([bulk.close(), lookup.close()]));
parentPort?.postMessage({ bulk: bulk.url, lookup: lookup.url } satisfies DemoSupplierUrls);
