import type { PartName } from './catalogue/part.ts';
import { hashOf } from './seeded.ts';

/** A place that a supplier ships from. */
interface Warehouse {
  readonly ref: string;
  readonly name: string;
  readonly country: string;
}

/** What makes one demo supplier differ from another. */
export interface SupplierProfile {
  /** The service's id of it, and what its chances hang on. */
  readonly id: string;
  readonly name: string;
  readonly currency: 'EUR' | 'USD';
  /** Its prices over the typical ones: exchange rate and margin. */
  readonly priceFactor: number;
  /** The part of the catalogue that it sells, 0 to 1. */
  readonly share: number;
  /** Pieces that its prices may be for, each as often as it is listed. */
  readonly priceBases: readonly number[];
  /** Whether it cuts every reel and sells by the piece; left out: some it sells whole. */
  readonly breaksReels?: boolean;
  /** The most pieces that it has of a part in a warehouse; left out: 100,000. */
  readonly maxInStock?: number;
  /** How often it has a part that is no longer made, 0 to 1; left out: seldom. */
  readonly holdsEnding?: number;
  /** How often it says the order multiple, 0 to 1. */
  readonly tellsMultiple: number;
  readonly warehouses: readonly Warehouse[];
  /** What an order costs besides its goods, as decimal text; left out: nothing. */
  readonly orderCost?: string;
  /** What it costs from a value of its goods on instead, rising; left out: always the same. */
  readonly orderSteps?: readonly { readonly goodsFrom: string; readonly amount: string }[];
  readonly sku: SkuScheme;
}

/** How a supplier numbers what it sells. */
export interface SkuScheme {
  of(product: PartName, seed: string): string;
  /** The maker's number that one of its SKUs holds; left out: its SKUs hold none. */
  readonly numberIn?: (sku: string) => string;
}

/** The country of the first warehouse that has some of an offer; undefined: none has. */
export const shipsFrom = (
  { warehouses }: SupplierProfile,
  stock: readonly { readonly warehouse: string; readonly quantity: number | null }[],
): string | undefined => {
  const first = stock.find(({ quantity }) => quantity !== 0);
  return warehouses.find(({ ref }) => ref === first?.warehouse)?.country;
};

/** Three figures that stand for a maker. */
const manufacturerCode = (manufacturer: string): number => 100 + (hashOf(manufacturer) % 900);

/** The page of a part in the supplier's shop, under a name that is reserved for examples. */
export const pageOf = ({ id }: SupplierProfile, sku: string): string =>
  `https://${id}.example/parts/${encodeURIComponent(sku)}`;

const orderCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Ten characters that stand for a part: 50 bits of two hashes. What tells the two apart comes
 * first, because keys that collide in one hash go on colliding whatever follows them.
 */
const orderCode = (key: string): string => {
  const half = (hash: number): string =>
    Array.from({ length: 5 }, (_, at) => orderCodeAlphabet[(hash >>> (5 * at)) & 31]).join('');
  return `${half(hashOf(`1|${key}`))}-${half(hashOf(`2|${key}`))}`;
};

/**
 * Sells most of the catalogue from three European warehouses, in euros, under order codes of its
 * own.
 */
export const borealis: SupplierProfile = {
  id: 'borealis',
  name: 'Borealis Components',
  currency: 'EUR',
  priceFactor: 1.12,
  share: 0.9,
  priceBases: [1, 1, 1, 100, 1000],
  tellsMultiple: 0.7,
  warehouses: [
    { ref: 'HAM', name: 'Hamburg', country: 'DE' },
    { ref: 'GDN', name: 'Gdańsk', country: 'PL' },
    { ref: 'TLL', name: 'Tallinn', country: 'EE' },
  ],
  sku: { of: (product, seed) => `BC-${orderCode(`${seed}|${product.manufacturer}|${product.mpn}`)}` },
};

/**
 * Sells half of the catalogue from two warehouses, in dollars, under a maker's prefix and the
 * maker's number.
 */
export const meridian: SupplierProfile = {
  id: 'meridian',
  name: 'Meridian Electronics',
  currency: 'USD',
  priceFactor: 1.31,
  share: 0.55,
  priceBases: [1],
  tellsMultiple: 0.45,
  warehouses: [
    { ref: 'AUS-1', name: 'Austin', country: 'US' },
    { ref: 'SIN-2', name: 'Singapore', country: 'SG' },
  ],
  sku: { of: ({ manufacturer, mpn }) => `${manufacturerCode(manufacturer)}-${mpn}`, numberIn: (sku) => sku.slice(4) },
};

/**
 * Answers for nearly all parts that anybody makes, in euros, cuts every reel, and has little of
 * each.
 */
export const cobalt: SupplierProfile = {
  id: 'cobalt',
  name: 'Cobalt Parts',
  currency: 'EUR',
  priceFactor: 1.45,
  share: 0.97,
  priceBases: [1],
  breaksReels: true,
  maxInStock: 8_000,
  tellsMultiple: 0.9,
  warehouses: [{ ref: 'RTM', name: 'Rotterdam', country: 'NL' }],
  sku: { of: ({ manufacturer, mpn }) => `CO${manufacturerCode(manufacturer)}.${mpn}`, numberIn: (sku) => sku.slice(6) },
};

/** A broker in dollars: dear, a third of the parts, and those that are no longer made. */
export const tidewater: SupplierProfile = {
  id: 'tidewater',
  name: 'Tidewater Trading',
  currency: 'USD',
  priceFactor: 2.4,
  share: 0.35,
  priceBases: [1],
  maxInStock: 1_500,
  holdsEnding: 0.9,
  tellsMultiple: 0.2,
  warehouses: [{ ref: 'HKG', name: 'Hong Kong', country: 'HK' }],
  sku: {
    of: ({ manufacturer, mpn }) => `TT-${manufacturerCode(manufacturer)}-${mpn}`,
    numberIn: (sku) => sku.slice(7),
  },
};
