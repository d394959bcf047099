/**
 * The cheapest split of a line over two offers, and over more where no two have the stock.
 *
 * Exactness of two: between two price breaks the cost is linear in the quantity, and moving one common multiple of both order
 * multiples from one offer to the other changes it by a constant. So some best split has one of its quantities within one common
 * multiple of the end of a price step, of the least order or of the stock, and those are all tried; where the offer with the
 * greater multiple has few possible quantities, all of them are tried instead.
 */
import type { LineOffer } from './problem.ts';
import { cheapestOrder, costOfQuantity, orderableFrom, orderableUpTo } from './purchase.ts';

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

/** Quantities of `offer` within one common multiple of an end of a price step, of the least order or of the stock. */
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

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { cost }) => sum + cost, 0);

const cheaper = (a: readonly Part[] | undefined, b: readonly Part[]): readonly Part[] =>
  a === undefined || sumOf(b) < sumOf(a) ? b : a;

/** The cheapest way to take at least `pieces` from both offers together, some from each; undefined where that cannot be. */
export const splitInTwo = (first: LineOffer, second: LineOffer, pieces: number): readonly Part[] | undefined => {
  let best: readonly Part[] | undefined;
  const tryFrom = (one: LineOffer, other: LineOffer, quantities: Iterable<number>): void => {
    for (const quantity of quantities) {
      const rest = cheapestOrder(other, Math.max(1, pieces - quantity));
      if (rest === undefined) continue;
      best = cheaper(best, [
        { offer: one, quantity, cost: costOfQuantity(one, quantity) },
        { offer: other, ...rest },
      ]);
    }
  };
  const [coarse, fine] = first.orderMultiple >= second.orderMultiple ? [first, second] : [second, first];
  const range = rangeOf(coarse, pieces);
  const divisor = greatestCommonDivisor(coarse.orderMultiple, fine.orderMultiple);
  const coarsePeriod = fine.orderMultiple / divisor;
  const finePeriod = coarse.orderMultiple / divisor;
  const ends = coarse.breaks.length + fine.breaks.length + 4;
  if ((range.most - range.least) / range.step <= ends * 2 * (coarsePeriod + finePeriod)) {
    tryFrom(coarse, fine, allOf(range));
  } else {
    tryFrom(coarse, fine, nearEnds(coarse, range, coarsePeriod));
    tryFrom(fine, coarse, nearEnds(fine, rangeOf(fine, pieces), finePeriod));
  }
  return best;
};

/** Takes all of the cheapest stock in turn until the pieces are together; undefined where the stock is not enough. */
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
