import { lazily } from './catalogue/lazily.ts';
import { spellingsOf } from './catalogue/manufacturers.ts';
import type { Catalogue, DemoProduct, PartName } from './catalogue/part.ts';
import { hashIndex } from './hash-index.ts';
import { positionsByNumber } from './number-index.ts';
import { type Chances, chancesOf, shareOf } from './seeded.ts';
import type { DemoBreak, DemoPrice } from './server/demo-price.ts';
import type { DemoAddress } from './server/demo-server.ts';
import type { SupplierProfile } from './supplier-profile.ts';

/**
 * What a demo supplier sells of the catalogue and on which terms: computed when asked, from seed,
 * supplier and part number.
 */

/** One row of a supplier's assortment. */
export interface DemoOffer {
  readonly sku: string;
  readonly product: DemoProduct;
  /** The maker's name as this supplier spells it. */
  readonly manufacturer: string;
  readonly packaging: string | undefined;
  readonly minimum: number;
  /** Undefined when the supplier does not say. */
  readonly multiple: number | undefined;
  readonly price: DemoPrice;
  /** One entry a warehouse; null: some, but the number is not told. */
  readonly stock: readonly { readonly warehouse: string; readonly quantity: number | null }[];
  readonly leadTimeDays: number | undefined;
}

/** The steps of a price; none where it is only told on request. */
export const statedBreaks = (price: DemoPrice): readonly DemoBreak[] =>
  price.kind === 'on_request' ? [] : price.breaks;

/** The pieces that an offer has at all warehouses; null when one of them does not tell. */
export const knownStock = ({ stock }: DemoOffer): number | null =>
  stock.reduce<number | null>((sum, { quantity }) => (sum === null || quantity === null ? null : sum + quantity), 0);

/** How a supplier that sells of a catalogue is started. */
export interface DemoSellerOptions extends DemoAddress {
  /** What there is to sell. */
  readonly products: Catalogue;
  readonly seed: string;
}

/** A supplier's assortment. */
export interface Assortment {
  readonly size: number;
  /** The offers from a position on, at most `count`. */
  slice(from: number, count: number): readonly DemoOffer[];
  /** The offers of a maker's part number, with whatever capitals and separators. */
  find(mpn: string): readonly DemoOffer[];
  /** The offer of a SKU; undefined when it is not sold. */
  findSku(sku: string): DemoOffer | undefined;
  /** Changes a price for good; false when the SKU is not sold. */
  setPrice(sku: string, price: DemoPrice): boolean;
}

/** Whether a supplier sells a part of the catalogue. */
export const isSoldBy =
  ({ id, share }: SupplierProfile, seed: string) =>
  ({ manufacturer, mpn }: PartName): boolean =>
    shareOf(`${seed}|${id}|sells|${manufacturer}|${mpn}`) < share;

/**
 * The assortment of a supplier. What of it is numbered through takes one pass over the catalogue,
 * when first asked for; its parts are found without.
 */
export const assortmentOf = (profile: SupplierProfile, catalogue: Catalogue, seed: string): Assortment => {
  const isSold = isSoldBy(profile, seed);
  const isSoldAt = (position: number): boolean => isSold(catalogue.nameAt(position));
  const sold = lazily(() => Uint32Array.from({ length: catalogue.size }, (_, position) => position).filter(isSoldAt));
  const changedPrices = new Map<string, DemoPrice>();

  const offerAt = (position: number): DemoOffer => {
    const offer = offerOf(profile, catalogue.at(position), seed);
    const price = changedPrices.get(offer.sku);
    return price === undefined ? offer : { ...offer, price };
  };
  const skuAt = (position: number): string => profile.sku.of(catalogue.nameAt(position), seed);
  const bySku = lazily(() => hashIndex(catalogue.size, skuAt));
  const positionOf = (sku: string): number | undefined => {
    const positions =
      profile.sku.numberIn === undefined
        ? bySku().positionsOf(sku)
        : positionsByNumber(catalogue, profile.sku.numberIn(sku));
    return positions.find((position) => skuAt(position) === sku && isSoldAt(position));
  };

  return {
    get size() {
      return sold().length;
    },
    slice: (from, count) => Array.from(sold().subarray(from, from + count), offerAt),
    find: (mpn) => positionsByNumber(catalogue, mpn).filter(isSoldAt).map(offerAt),
    findSku: (sku) => {
      const position = positionOf(sku);
      return position === undefined ? undefined : offerAt(position);
    },
    setPrice: (sku, price) => {
      if (positionOf(sku) === undefined) return false;
      changedPrices.set(sku, price);
      return true;
    },
  };
};

/** A supplier's terms for one product. */
const offerOf = (profile: SupplierProfile, product: DemoProduct, seed: string): DemoOffer => {
  const chances = chancesOf(`${seed}|${profile.id}|terms|${product.manufacturer}|${product.mpn}`);
  const isEnding = product.lifecycle === 'discontinued';
  const packing = packingOf(profile, product, chances);
  const isOnRequest = chances.happens(isEnding ? 0.25 : 0.02);
  const base = packing.minimum >= 100 ? chances.pick(profile.priceBases) : 1;
  // Who buys a reel pays less for the piece.
  const volume = packing.minimum >= 500 ? 0.55 : 1;
  const startMicros = product.typicalPriceMicros * profile.priceFactor * volume * (0.85 + 0.3 * chances.share());
  return {
    sku: profile.sku.of(product, seed),
    product,
    manufacturer: chancesOf(`${seed}|${profile.id}|spelling|${product.manufacturer}`).pick(
      spellingsOf(product.manufacturer),
    ),
    packaging: packing.packaging,
    minimum: packing.minimum,
    multiple: chances.happens(profile.tellsMultiple) ? packing.multiple : undefined,
    price: isOnRequest
      ? { kind: 'on_request' }
      : { kind: 'ladder', base, breaks: breaksOf({ minimum: packing.minimum, base, startMicros, chances }) },
    stock: stockOf(profile, isEnding, chances),
    leadTimeDays: chances.happens(0.85) ? 7 * chances.between(1, 26) : undefined,
  };
};

interface Packing {
  readonly packaging: string | undefined;
  readonly minimum: number;
  readonly multiple: number;
}

/**
 * Reels are sold whole or cut, by some only cut; what is not on a reel is sold by the piece or by
 * small packs.
 */
const packingOf = (profile: SupplierProfile, product: DemoProduct, chances: Chances): Packing => {
  if (product.packQuantity < 500) {
    const multiple = chances.pick([1, 1, 1, 5, 10]);
    return { packaging: product.packaging, minimum: multiple * chances.pick([1, 1, 2]), multiple };
  }
  if (profile.breaksReels === true) return { packaging: 'Cut tape', minimum: 1, multiple: 1 };
  if (chances.happens(0.4)) {
    return { packaging: product.packaging, minimum: product.packQuantity, multiple: product.packQuantity };
  }
  const multiple = chances.pick([1, 10, 10, 100]);
  return { packaging: 'Cut tape', minimum: multiple * chances.pick([1, 1, 5]), multiple };
};

const customaryQuantities = [1, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000];

interface BreakTerms {
  readonly minimum: number;
  readonly base: number;
  /** The price of one piece at the minimum, in millionths. */
  readonly startMicros: number;
  readonly chances: Chances;
}

/**
 * Breaks at customary quantities from the minimum on; each is 6 to 22 percent below the one before.
 */
const breaksOf = ({ minimum, base, startMicros, chances }: BreakTerms): readonly DemoBreak[] => {
  const higher = customaryQuantities.filter((quantity) => quantity > minimum);
  const chosen = higher.filter(() => chances.happens(0.6)).slice(0, chances.between(2, 5));
  let micros = startMicros;
  return [minimum, ...chosen].map((from, at) => {
    if (at > 0) micros *= 0.78 + 0.16 * chances.share();
    return { from, price: decimalOfMicros(Math.max(10, Math.round(micros / 10) * 10) * base) };
  });
};

/** Millionths as decimal text without idle zeros. */
const decimalOfMicros = (micros: number): string => {
  const fraction = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${Math.floor(micros / 1_000_000)}${fraction === '' ? '' : `.${fraction}`}`;
};

/**
 * Some hold nothing, most between ten and a hundred thousand, or as much as the supplier has of
 * anything; what is no longer made is mostly gone, but for who deals in it.
 */
const stockOf = (profile: SupplierProfile, isEnding: boolean, chances: Chances): DemoOffer['stock'] =>
  profile.warehouses.map(({ ref }) => {
    const holds = chances.happens(isEnding ? (profile.holdsEnding ?? 0.2) : 0.7);
    const quantity = Math.round(10 * ((profile.maxInStock ?? 100_000) / 10) ** chances.share());
    return { warehouse: ref, quantity: holds ? (chances.happens(0.03) ? null : quantity) : 0 };
  });
