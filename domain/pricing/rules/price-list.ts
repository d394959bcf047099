import { manufacturerKey } from '../../catalog/identity.ts';
import { decimalText } from '../fixed-point.ts';
import { type CompiledMoney, type Contribution, type KindDefinition, line, type Situation } from './effect.ts';
import { amountViolations, compiledMoney, currencyViolations, inUnits, tierFor, tierViolations } from './values.ts';

/**
 * Prices of its own in place of the supplier's: the goods cost the list's price of one piece times
 * the pieces; fees stay. Of the entries that name the item the most specific counts: by offer, then
 * by product, then by manufacturer and supplier, by manufacturer, by supplier, and last one that
 * names nothing; of equals the first. Of the tiers the one for the pieces bought.
 */

/** A price of one piece from a quantity on. */
export interface UnitPriceTier {
  /** Pieces. */
  readonly from: number;
  /** Of one piece, as decimal text. */
  readonly unitPrice: string;
}

/**
 * What a price list has for some of what is sold. Each list that is not empty must name the item.
 */
export interface PriceListEntry {
  readonly offers: readonly string[];
  readonly products: readonly string[];
  readonly suppliers: readonly string[];
  readonly manufacturers: readonly string[];
  /** Ascending by quantity, at least one. Below the first the entry says nothing. */
  readonly tiers: readonly UnitPriceTier[];
}

/** Prices in place of the supplier's. */
export interface PriceListAction {
  readonly kind: 'price_list';
  readonly currency: string;
  readonly entries: readonly PriceListEntry[];
}

interface Tier {
  readonly from: number;
  readonly price: CompiledMoney;
}

interface Entry {
  readonly tiers: readonly Tier[];
  readonly products: ReadonlySet<string>;
  readonly suppliers: ReadonlySet<string>;
  readonly manufacturers: ReadonlySet<string>;
}

/** The entries of a list by what they name first, the more specific first. */
interface Entries {
  readonly byOffer: ReadonlyMap<string, readonly Entry[]>;
  readonly byProduct: ReadonlyMap<string, readonly Entry[]>;
  readonly byManufacturer: ReadonlyMap<string, readonly Entry[]>;
  readonly others: readonly Entry[];
}

const compiledEntry = (entry: PriceListEntry, currency: string): Entry => ({
  tiers: entry.tiers.map(({ from, unitPrice }) => ({ from, price: compiledMoney({ amount: unitPrice, currency }) })),
  products: new Set(entry.products),
  suppliers: new Set(entry.suppliers),
  manufacturers: new Set(entry.manufacturers.map(manufacturerKey)),
});

const bySpecificity = (a: Entry, b: Entry): number => Math.sign(b.suppliers.size) - Math.sign(a.suppliers.size);

const add = (map: Map<string, Entry[]>, keys: Iterable<string>, entry: Entry): void => {
  for (const key of keys) {
    const known = map.get(key);
    if (known === undefined) map.set(key, [entry]);
    else known.push(entry);
  }
};

const compiledEntries = ({ entries, currency }: PriceListAction): Entries => {
  const byOffer = new Map<string, Entry[]>();
  const byProduct = new Map<string, Entry[]>();
  const byManufacturer = new Map<string, Entry[]>();
  const others: Entry[] = [];
  for (const entry of entries) {
    const compiled = compiledEntry(entry, currency);
    if (entry.offers.length > 0) add(byOffer, entry.offers, compiled);
    else if (entry.products.length > 0) add(byProduct, entry.products, compiled);
    else if (compiled.manufacturers.size > 0) add(byManufacturer, compiled.manufacturers, compiled);
    else others.push(compiled);
  }
  for (const ofManufacturer of byManufacturer.values()) ofManufacturer.sort(bySpecificity);
  return { byOffer, byProduct, byManufacturer, others: others.sort(bySpecificity) };
};

/**
 * Whether everything that an entry names is the item's, but for the offer, which it was looked up
 * by.
 */
const isOf = ({ products, suppliers, manufacturers }: Entry, { offer, manufacturer }: Situation): boolean =>
  (products.size === 0 || (offer.productId !== undefined && products.has(offer.productId))) &&
  (suppliers.size === 0 || suppliers.has(offer.supplierId)) &&
  (manufacturers.size === 0 || manufacturers.has(manufacturer));

/** The first tier that applies, in the order of the entries. */
const tierIn = (entries: readonly Entry[] | undefined, situation: Situation): Tier | undefined => {
  for (const entry of entries ?? []) {
    if (!isOf(entry, situation)) continue;
    const tier = tierFor(entry.tiers, situation.pieces);
    if (tier !== undefined) return tier;
  }
  return undefined;
};

const tierOf = ({ byOffer, byProduct, byManufacturer, others }: Entries, situation: Situation): Tier | undefined => {
  const { id, productId } = situation.offer;
  return (
    tierIn(byOffer.get(id), situation) ??
    tierIn(productId === undefined ? undefined : byProduct.get(productId), situation) ??
    tierIn(byManufacturer.get(situation.manufacturer), situation) ??
    tierIn(others, situation)
  );
};

const replaced = ({ price }: Tier, situation: Situation): Contribution => {
  const { pieces, goods } = situation;
  const listed = inUnits(price, { numerator: pieces, denominator: 1 }, situation);
  if (listed === undefined) return { kind: 'missing_rate', currency: price.currency };
  return line(listed - goods, `${pieces} pieces at ${decimalText(price.units, price.places)} ${price.currency} each`);
};

const entryViolations = ({ tiers }: PriceListEntry, at: number) => [
  ...tierViolations(`action.entries.${at}.tiers`, tiers),
  ...tiers.flatMap(({ unitPrice }, tier) =>
    amountViolations(`action.entries.${at}.tiers.${tier}.unit_price`, unitPrice),
  ),
];

/** A customer's or a group's own prices. */
export const priceList: KindDefinition<PriceListAction> = {
  step: { ofCustomers: 'price_list', ofOthers: 'price_list' },
  check: ({ currency, entries }) => [
    ...currencyViolations('action.currency', currency),
    ...(entries.length > 0 ? [] : [{ field: 'action.entries', description: 'must have at least one entry' }]),
    ...entries.flatMap(entryViolations),
  ],
  compile: (action) => {
    const entries = compiledEntries(action);
    return (situation) => {
      const tier = tierOf(entries, situation);
      return tier && replaced(tier, situation);
    };
  },
  thresholds: ({ entries }) =>
    [...new Set(entries.flatMap(({ tiers }) => tiers.map(({ from }) => from)))].sort((a, b) => a - b),
};
