import { type Amount, amount, amountText, roundTo, zero } from '../money.ts';
import type { NeededLine } from './needs.ts';
import type { WarehousePick } from './outcome.ts';
import type { Shipment } from './problem.ts';

/**
 * Shares what was bought for a need among its lines. The purchases follow one another like pieces
 * on a belt; each line takes its stretch, in proportion to its pieces, so that each gets at least
 * what it needs. Prices and duties are cut at the same places, by the coin, and add up to the whole
 * exactly.
 */

/** A purchase that is to be shared. */
export interface SharedPurchase {
  readonly offerId: string;
  readonly quantity: number;
  /** Decimal text, for all of it. */
  readonly price: string;
  /** The import duty on all of it, decimal text; left out: none is known. */
  readonly duty?: string;
  /** Where it is taken from; empty when that is not known. */
  readonly warehouses: readonly WarehousePick[];
  readonly ships: Shipment;
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

const overlap = (a: Interval, b: Interval): Interval => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) });

/** Stretches of the given lengths, one after the other. */
const consecutiveIntervals = (lengths: readonly number[]): readonly Interval[] => {
  let from = 0;
  return lengths.map((length) => {
    const span = { from, to: from + length };
    from = span.to;
    return span;
  });
};

const shareIntervals = (lines: readonly Pick<NeededLine, 'toBuy'>[], total: number): readonly Interval[] => {
  const needed = lines.reduce((sum, { toBuy }) => sum + toBuy, 0);
  const edge = (pieces: number): number => Number((BigInt(total) * BigInt(pieces)) / BigInt(needed));
  return consecutiveIntervals(lines.map(({ toBuy }) => toBuy)).map(({ from, to }) => ({
    from: edge(from),
    to: edge(to),
  }));
};

const priceUpTo = (price: Amount, pieces: number, quantity: number, coinPlaces: number): Amount =>
  pieces === quantity ? price : roundTo(price.times(pieces).div(quantity), coinPlaces);

const part = (purchase: SharedPurchase, { from, to }: Interval, coinPlaces: number): SharedPurchase => {
  const cut = (whole: string): string => {
    const until = (pieces: number): Amount => priceUpTo(amount(whole), pieces, purchase.quantity, coinPlaces);
    return amountText(until(to).minus(until(from)));
  };
  const picks = consecutiveIntervals(purchase.warehouses.map(({ quantity }) => quantity));
  return {
    offerId: purchase.offerId,
    ships: purchase.ships,
    quantity: to - from,
    price: cut(purchase.price),
    ...(purchase.duty !== undefined && { duty: cut(purchase.duty) }),
    warehouses: purchase.warehouses.flatMap(({ warehouseRef }, index) => {
      const pick = overlap({ from, to }, picks[index] ?? { from: 0, to: 0 });
      return pick.to > pick.from ? [{ warehouseRef, quantity: pick.to - pick.from }] : [];
    }),
  };
};

/** A purchase in two: so many pieces, which ship at once, and the rest; its price is cut too. */
export const splitPurchase = (
  purchase: SharedPurchase,
  { pieces, ships }: { readonly pieces: number; readonly ships: Shipment },
  coinPlaces: number,
): readonly SharedPurchase[] => [
  { ...part(purchase, { from: 0, to: pieces }, coinPlaces), ships },
  part(purchase, { from: pieces, to: purchase.quantity }, coinPlaces),
];

/** What each line gets, in the order of the lines. */
export const sharePurchases = (
  purchases: readonly SharedPurchase[],
  lines: readonly Pick<NeededLine, 'toBuy'>[],
  coinPlaces: number,
): readonly (readonly SharedPurchase[])[] => {
  const belt = consecutiveIntervals(purchases.map(({ quantity }) => quantity));
  const total = belt.at(-1)?.to ?? 0;
  return shareIntervals(lines, total).map((mine) =>
    purchases.flatMap((purchase, index) => {
      const place = belt[index] ?? { from: 0, to: 0 };
      const { from, to } = overlap(mine, place);
      return to > from ? [part(purchase, { from: from - place.from, to: to - place.from }, coinPlaces)] : [];
    }),
  );
};

/** What is paid for some purchases together. */
export const priceOfAll = (purchases: readonly { readonly price: string }[]): string =>
  amountText(purchases.reduce((sum, { price }) => sum.plus(amount(price)), zero));
