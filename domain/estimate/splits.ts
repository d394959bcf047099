/**
 * The cheapest split of a line over two offers, and over more where no two have the stock.
 *
 * Exactness of two: between two price breaks the cost is linear in the quantity, and moving one
 * common multiple of both order multiples from one offer to the other changes it by a constant. So
 * some best split has one of its quantities within one common multiple of the end of a price step,
 * of the least order or of the stock, and those are all tried; where the offer with the greater
 * multiple has few possible quantities, all of them are tried instead.
 */
import type { LineOffer } from './problem.ts';
import { cheapestOrder, costOfQuantity, lowestUnitPrice, orderableFrom, orderableUpTo } from './purchase.ts';

/** Part of a split. */
export interface Part {
  readonly offer: LineOffer;
  readonly quantity: number;
  readonly cost: number;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

interface Range {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

const rangeOf = (offer: LineOffer, pieces: number): Range => ({
  least: orderableFrom(offer, 1),
  most: Math.min(orderableUpTo(offer), orderableFrom(offer, pieces)),
  step: offer.orderMultiple,
});

const allOf = ({ least, most, step }: Range): readonly number[] =>
  most < least ? [] : Array.from({ length: (most - least) / step + 1 }, (_, index) => least + index * step);

/**
 * Quantities of `offer` within one common multiple of an end of a price step, of the least order or
 * of the stock.
 */
const nearEnds = (offer: LineOffer, { least, most, step }: Range, period: number): Iterable<number> => {
  const ends = [least, most, ...offer.breaks.map(({ minQuantity }) => orderableFrom(offer, minQuantity))];
  const quantities = new Set<number>();
  for (const end of ends) {
    for (let shift = -period; shift <= period; shift += 1) {
      const quantity = end + shift * step;
      if (quantity >= least && quantity <= most) quantities.add(quantity);
    }
  }
  return quantities;
};

/**
 * Quantities of the offer with the greater multiple, or of both, of which one belongs to some best
 * split.
 */
const candidatesOf = (
  first: LineOffer,
  second: LineOffer,
  pieces: number,
): readonly { readonly one: LineOffer; readonly other: LineOffer; readonly quantities: Iterable<number> }[] => {
  const [coarse, fine] = first.orderMultiple >= second.orderMultiple ? [first, second] : [second, first];
  const range = rangeOf(coarse, pieces);
  const divisor = greatestCommonDivisor(coarse.orderMultiple, fine.orderMultiple);
  const coarsePeriod = fine.orderMultiple / divisor;
  const finePeriod = coarse.orderMultiple / divisor;
  const ends = coarse.breaks.length + fine.breaks.length + 4;
  if ((range.most - range.least) / range.step <= ends * 2 * (coarsePeriod + finePeriod)) {
    return [{ one: coarse, other: fine, quantities: allOf(range) }];
  }
  return [
    { one: coarse, other: fine, quantities: nearEnds(coarse, range, coarsePeriod) },
    { one: fine, other: coarse, quantities: nearEnds(fine, rangeOf(fine, pieces), finePeriod) },
  ];
};

/**
 * No split of the two costs less than this: every piece at the lowest price that either has in
 * reach.
 */
const floorOf = (first: LineOffer, second: LineOffer, pieces: number): number => {
  const price = (offer: LineOffer): number => lowestUnitPrice(offer, rangeOf(offer, pieces).most);
  return pieces * Math.min(price(first), price(second));
};

/**
 * The cheapest way to take at least `pieces` from both offers together, some from each; undefined
 * where none costs less than `below`.
 */
export const splitInTwo = (
  first: LineOffer,
  second: LineOffer,
  pieces: number,
  below = Infinity,
): readonly Part[] | undefined => {
  if (floorOf(first, second, pieces) >= below) return undefined;
  let best: readonly Part[] | undefined;
  let least = below;
  for (const { one, other, quantities } of candidatesOf(first, second, pieces)) {
    for (const quantity of quantities) {
      const cost = costOfQuantity(one, quantity);
      if (cost >= least) continue;
      const rest = cheapestOrder(other, Math.max(1, pieces - quantity));
      if (rest === undefined || cost + rest.cost >= least) continue;
      least = cost + rest.cost;
      best = [
        { offer: one, quantity, cost },
        { offer: other, ...rest },
      ];
    }
  }
  return best;
};

/**
 * Takes all of the cheapest stock in turn until the pieces are together; undefined where the stock
 * is not enough.
 */
export const splitInMany = (offers: readonly LineOffer[], pieces: number): readonly Part[] | undefined => {
  const all = offers.flatMap((offer) => {
    const quantity = Math.min(orderableUpTo(offer), orderableFrom(offer, pieces));
    if (quantity < orderableFrom(offer, 1)) return [];
    return [{ offer, quantity, cost: costOfQuantity(offer, quantity) }];
  });
  all.sort((a, b) => a.cost / a.quantity - b.cost / b.quantity);
  const parts: Part[] = [];
  let missing = pieces;
  for (const part of all) {
    if (missing <= 0) break;
    const rest = cheapestOrder(part.offer, missing);
    parts.push(rest === undefined ? part : { offer: part.offer, ...rest });
    missing -= rest?.quantity ?? part.quantity;
  }
  return missing > 0 ? undefined : parts;
};
