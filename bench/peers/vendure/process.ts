/**
 * Vendure's server over a database of its own, which it makes the tables of and fills through its
 * importer. Started with the database's URL and how many products there are.
 */
import { randomUUID } from 'node:crypto';
import {
  bootstrap,
  DefaultLogger,
  FastImporterService,
  type ID,
  LanguageCode,
  LogLevel,
  TaxCategory,
  TransactionalConnection,
  type VendureConfig,
} from '@vendure/core';
import { populateInitialData } from '@vendure/core/cli/index.js';
import type { Ready } from './messages.ts';

const [url, products] = [process.argv[2], Number(process.argv[3])];
if (url === undefined) throw new Error('usage: process.ts DATABASE_URL PRODUCTS');

const connections = 8;

/** The same facts of a product as of ours. */
const characteristics = { resistance: '10 kOhm', tolerance: '1 %', power: '0.1 W', packageCase: '0603' };

const config: VendureConfig = {
  apiOptions: { port: 0, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'bench', password: randomUUID() },
  },
  dbConnectionOptions: { type: 'postgres', url, synchronize: true, logging: false, extra: { max: connections } },
  paymentOptions: { paymentMethodHandlers: [] },
  customFields: { Product: Object.keys(characteristics).map((name) => ({ name, type: 'string', public: true })) },
  logger: new DefaultLogger({ level: LogLevel.Error }),
};

const app = await bootstrap(config);
await populateInitialData(app, {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [{ code: 'DE', name: 'Germany', zone: 'Europe' }],
  taxRates: [{ name: 'Standard Tax', percentage: 19 }],
  shippingMethods: [],
  paymentMethods: [],
  collections: [],
});

/** Products are imported by so many at a time. */
const importers = 8;

const importProduct = async (importer: FastImporterService, at: number, taxCategoryId: ID): Promise<ID> => {
  const sku = `RC0603FR-07${10_000 + at}KL`;
  const name = { languageCode: LanguageCode.en, name: sku };
  const description = 'Chip resistor 0603 1 % 0.1 W, thick film, general purpose';
  const productId = await importer.createProduct({
    enabled: true,
    translations: [{ ...name, slug: sku.toLowerCase(), description }],
    customFields: characteristics,
  });
  const variant = { productId, sku, price: 150, stockOnHand: 10_000, taxCategoryId };
  await importer.createProductVariant({ ...variant, translations: [name], optionIds: [], facetValueIds: [] });
  return productId;
};

const fill = async (): Promise<readonly string[]> => {
  const importer = app.get(FastImporterService);
  await importer.initialize();
  const [taxCategory] = await app.get(TransactionalConnection).rawConnection.getRepository(TaxCategory).find();
  if (taxCategory === undefined) throw new Error('there is no tax category');
  const ids: string[] = [];
  const importFrom = async (first: number): Promise<void> => {
    for (let at = first; at < products; at += importers)
      ids[at] = String(await importProduct(importer, at, taxCategory.id));
  };
  await Promise.all(Array.from({ length: importers }, (_, first) => importFrom(first)));
  return ids;
};

process.on('disconnect', () => process.exit());
const productIds = await fill();
const address = app.getHttpServer().address() as { readonly port: number };
const ready: Ready = { port: address.port, productIds };
process.send?.(ready);
