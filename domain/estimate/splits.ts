/**
 * The cheapest split of a line over two offers, and over more where no two have the stock.
 *
 * Exactness of two: between two price breaks the cost is linear in the quantity, and moving one
 * common multiple of both order multiples from one offer to the other changes it by a constant. So
 * some best split has one of its quantities within one common multiple of the end of a price step,
 * of a reel that is made, of the least order or of the stock, and those are all tried; where the
 * offer with the greater multiple has few possible quantities, all of them are tried instead.
 */
import type { LineOffer } from './problem.ts';
import {
  cheapestOrder,
  costOfQuantity,
  lowestUnitPrice,
  minFee,
  orderableFrom,
  orderableUpTo,
  poolStocks,
  reelsFor,
} from './purchase.ts';

/** Part of a split. */
export interface Part {
  readonly offer: LineOffer;
  readonly quantity: number;
  readonly cost: number;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** What of an offer can be part of a split. */
interface Range {
  readonly offer: LineOffer;
  readonly least: number;
  readonly most: number;
  /** The lowest price of a piece in orders of up to the most. */
  readonly price: number;
  /** The least that a purchase costs besides. */
  readonly fee: number;
}

const rangeOf = (offer: LineOffer, pieces: number): Range => {
  const most = Math.min(orderableUpTo(offer), orderableFrom(offer, pieces));
  return { offer, least: orderableFrom(offer, 1), most, price: lowestUnitPrice(offer, most), fee: minFee(offer) };
};

/** A split of two offers while the quantities of one of them are tried. */
interface SplitSearch {
  readonly pieces: number;
  /** What both offers have together, where they have one stock. */
  readonly most: number;
  /** What the split must cost less than. */
  cost: number;
  parts: readonly Part[] | undefined;
}

/** The other offer of a split, which no pieces cost less of than its price and fee say. */
interface Other {
  readonly offer: LineOffer;
  readonly price: number;
  readonly fee: number;
}

const otherOf = (offer: LineOffer): Other => ({
  offer,
  price: lowestUnitPrice(offer, orderableUpTo(offer)),
  fee: minFee(offer),
});

/** Tries a quantity of one offer, with the cheapest order of the other for the rest. */
const tryQuantity = (search: SplitSearch, one: LineOffer, quantity: number, other: Other): void => {
  const rest = Math.max(1, search.pieces - quantity);
  const cost = costOfQuantity(one, quantity);
  if (cost + rest * other.price + other.fee >= search.cost) return;
  const order = cheapestOrder(other.offer, rest, search.most - quantity);
  if (order === undefined || cost + order.cost >= search.cost) return;
  search.cost = cost + order.cost;
  search.parts = [
    { offer: one, quantity, cost },
    { offer: other.offer, ...order },
  ];
};

/** Quantities that just fill reels, where each costs a fee. */
const fullReels = ({ offer, least, most }: Range): readonly number[] => {
  const { reelPieces, orderMultiple, breaks } = offer;
  if (reelPieces === undefined || !breaks.some(({ reelFee = 0 }) => reelFee > 0)) return [];
  const full: number[] = [];
  for (let reels = reelsFor(offer, least); reels * reelPieces <= most; reels += 1) {
    full.push(Math.floor((reels * reelPieces) / orderMultiple) * orderMultiple);
  }
  return full;
};

/** Quantities between which the cost of an offer is linear. */
const endsOf = (range: Range): readonly number[] => {
  const { offer, least, most } = range;
  const steps = offer.breaks.map(({ minQuantity }) => orderableFrom(offer, minQuantity));
  return [least, most, ...steps, ...fullReels(range)];
};

/**
 * Tries quantities of an offer within one common multiple of an end of a price step, of a reel, of
 * the least order or of the stock.
 */
const tryNearEnds = (search: SplitSearch, range: Range, other: Other, period: number): void => {
  const { offer, least, most } = range;
  for (const end of endsOf(range)) {
    for (let shift = -period; shift <= period; shift += 1) {
      const quantity = end + shift * offer.orderMultiple;
      if (quantity >= least && quantity <= most) tryQuantity(search, offer, quantity, other);
    }
  }
};

/**
 * No split of the two costs less than this: as much as possible from the one with the lower price,
 * every piece at the lowest price that its offer has in reach.
 */
const floorOf = (first: Range, second: Range, pieces: number): number => {
  if (first.most < first.least || second.most < second.least || first.most + second.most < pieces) return Infinity;
  const [cheap, dear] = first.price <= second.price ? [first, second] : [second, first];
  const rest = Math.max(dear.least, pieces - cheap.most);
  return rest * dear.price + Math.max(cheap.least, pieces - rest) * cheap.price + cheap.fee + dear.fee;
};

/** What both have together; it limits no end, as moving pieces between them keeps their sum. */
const stockOfBoth = (first: LineOffer, second: LineOffer): number =>
  first.pool === undefined || first.pool !== second.pool
    ? Infinity
    : (poolStocks([first, second]).get(first.pool) ?? Infinity);

/**
 * The cheapest way to take at least `pieces` from both offers together, some from each; undefined
 * where none costs less than `below`, which is at most what either offer costs alone.
 */
export const splitInTwo = (
  first: LineOffer,
  second: LineOffer,
  pieces: number,
  below = Infinity,
): readonly Part[] | undefined => {
  const isFirstCoarse = first.orderMultiple >= second.orderMultiple;
  const range = rangeOf(isFirstCoarse ? first : second, pieces);
  const fineRange = rangeOf(isFirstCoarse ? second : first, pieces);
  if (floorOf(range, fineRange, pieces) >= below) return undefined;
  const { offer: coarse, least, most } = range;
  const fine = fineRange.offer;
  const search: SplitSearch = { pieces, most: stockOfBoth(first, second), cost: below, parts: undefined };
  const divisor = greatestCommonDivisor(coarse.orderMultiple, fine.orderMultiple);
  const coarsePeriod = fine.orderMultiple / divisor;
  const finePeriod = coarse.orderMultiple / divisor;
  const ends = endsOf(range).length + endsOf(fineRange).length;
  if ((most - least) / coarse.orderMultiple <= ends * 2 * (coarsePeriod + finePeriod)) {
    const other = otherOf(fine);
    for (let quantity = least; quantity <= most; quantity += coarse.orderMultiple) {
      tryQuantity(search, coarse, quantity, other);
    }
  } else {
    tryNearEnds(search, range, otherOf(fine), coarsePeriod);
    tryNearEnds(search, fineRange, otherOf(coarse), finePeriod);
  }
  return search.parts;
};

/** What can be taken of an offer where so much of its pool is left; undefined: nothing. */
const maxPartOf = (offer: LineOffer, left: number): Part | undefined => {
  const quantity = orderableUpTo(offer, left);
  return quantity < orderableFrom(offer, 1) ? undefined : { offer, quantity, cost: costOfQuantity(offer, quantity) };
};

/**
 * Takes all of the cheapest stock in turn until the pieces are together; undefined where the stock
 * is not enough.
 */
export const splitInMany = (offers: readonly LineOffer[], pieces: number): readonly Part[] | undefined => {
  const left = new Map([...poolStocks(offers)].map(([pool, stock]) => [pool, stock ?? Infinity]));
  const all = offers.flatMap((offer) => maxPartOf(offer, orderableFrom(offer, pieces)) ?? []);
  all.sort((a, b) => a.cost / a.quantity - b.cost / b.quantity);
  const parts: Part[] = [];
  let missing = pieces;
  for (const { offer } of all) {
    if (missing <= 0) break;
    const { pool } = offer;
    const inPool = pool === undefined ? Infinity : (left.get(pool) ?? Infinity);
    const rest = cheapestOrder(offer, missing, inPool);
    const part = rest === undefined ? maxPartOf(offer, Math.min(inPool, missing)) : { offer, ...rest };
    if (part === undefined) continue;
    parts.push(part);
    if (pool !== undefined) left.set(pool, inPool - part.quantity);
    missing -= part.quantity;
  }
  return missing > 0 ? undefined : parts;
};
