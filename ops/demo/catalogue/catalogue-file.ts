import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { chancesOf } from '../seeded.ts';
import { listed } from './combine.ts';
import type { Catalogue, DemoProduct } from './part.ts';

/** What a file says of one part. */
type Row = Readonly<Record<string, string | undefined>>;

const eurosPerDollar = 0.92;

/**
 * The file's price in millionths of a euro, or, where it has none, one between half a cent and five
 * euros.
 */
const priceMicros = (row: Row, seed: string): number => {
  const dollars = Number(row.price_usd);
  if (dollars > 0) return Math.max(500, Math.round(dollars * eurosPerDollar * 1_000_000));
  return Math.round(5_000 * 1000 ** chancesOf(`${seed}|price|${row.manufacturer}|${row.mpn}`).share());
};

const productOf = (row: Row, seed: string): DemoProduct | undefined => {
  const manufacturer = row.manufacturer?.trim() ?? '';
  const mpn = row.mpn?.trim() ?? '';
  if (manufacturer === '' || mpn === '') return undefined;
  const packaging = row.packaging;
  return {
    manufacturer,
    mpn,
    description: row.description ?? '',
    attributes: row.category ? { category: row.category } : {},
    packaging: packaging === '' || packaging === 'Unknown' ? undefined : packaging,
    packQuantity: packaging === 'TapeAndReel' ? 2_500 : 1,
    typicalPriceMicros: priceMicros(row, seed),
    lifecycle: undefined,
    replacedByMpn: undefined,
  };
};

/**
 * The catalogue of a CSV file with the columns `manufacturer` and `mpn`, and if there are any
 * `description`, `category`, `packaging`, `price_usd`. Rows without the first two and repeated ones
 * are left out. Held in memory.
 */
export const catalogueFromFile = async (path: string, seed: string): Promise<Catalogue> => {
  const products = new Map<string, DemoProduct>();
  const rows = createReadStream(path).pipe(parse({ columns: true, bom: true, relax_column_count: true }));
  for await (const row of rows) {
    const product = productOf(row as Row, seed);
    if (product !== undefined) products.set(`${product.manufacturer}|${product.mpn}`, product);
  }
  return listed([...products.values()]);
};
