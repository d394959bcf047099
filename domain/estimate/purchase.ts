/** What it takes to buy at least so many pieces of one offer. */
import { maxPieces } from '../pricing/buy-quantity.ts';
import type { LineOffer, PriceBreak, Shipment } from './problem.ts';

/** A quantity that can be ordered, and its cost in money units. */
export interface PricedQuantity {
  readonly quantity: number;
  readonly cost: number;
}

const roundUp = (quantity: number, multiple: number): number => Math.ceil(quantity / multiple) * multiple;

/**
 * The least quantity of the offer that can be ordered at all and is at least `pieces`; stock is not
 * looked at.
 */
export const orderableFrom = (offer: LineOffer, pieces: number): number => {
  const first = offer.breaks[0]?.minQuantity ?? 1;
  return roundUp(Math.max(pieces, offer.minOrderQuantity, first, 1), offer.orderMultiple);
};

/**
 * The most pieces that can be ordered: the seller's limit, what is in stock where that is known and
 * is the limit, and no more than `most` and an answer can name.
 */
export const orderableUpTo = (offer: LineOffer, most = maxPieces): number => {
  const { stock = maxPieces, isBackOrdered, orderMultiple, maxOrderQuantity = maxPieces } = offer;
  const limit = Math.min(most, maxOrderQuantity, maxPieces, isBackOrdered ? maxPieces : stock);
  return Math.floor(limit / orderMultiple) * orderMultiple;
};

/**
 * What is in stock for some offers of a line together, by pool; undefined where that of one of the
 * pool is not known.
 */
export const poolStocks = (offers: readonly LineOffer[]): ReadonlyMap<string, number | undefined> => {
  const stocks = new Map<string, number | undefined>();
  for (const { id, pool = `offer ${id}`, stock } of offers) {
    const before = stocks.has(pool) ? stocks.get(pool) : 0;
    stocks.set(pool, before === undefined || stock === undefined ? undefined : Math.max(before, stock));
  }
  return stocks;
};

/** When the last piece of a purchase of the offer is shipped. */
export const shipmentOf = (
  { stock, handlingDays, leadTimeDays }: Pick<LineOffer, 'stock' | 'handlingDays' | 'leadTimeDays'>,
  quantity: number,
): Shipment => {
  if (stock !== undefined && quantity <= stock) return { kind: 'in_stock', days: handlingDays };
  const kind = stock === undefined ? 'after_lead_time' : 'back_order';
  if (leadTimeDays === undefined) return { kind };
  // What is in stock goes first.
  return { kind, days: stock === undefined ? leadTimeDays : Math.max(leadTimeDays, handlingDays) };
};

/** Reels that are made for so many pieces. */
export const reelsFor = ({ reelPieces }: Pick<LineOffer, 'reelPieces'>, quantity: number): number =>
  reelPieces === undefined ? 1 : Math.ceil(quantity / reelPieces);

/** What prices of an offer are worked out from. */
type Priced = Pick<LineOffer, 'breaks' | 'reelPieces'>;

/** The break that a quantity reaches; undefined below the first. */
const breakAt = ({ breaks }: Priced, quantity: number): PriceBreak | undefined => {
  let reached: PriceBreak | undefined;
  for (const step of breaks) {
    if (step.minQuantity > quantity) break;
    reached = step;
  }
  return reached;
};

/**
 * Cost in money units of exactly this quantity, with its fees and duty; Infinity below the first
 * break.
 */
export const costOfQuantity = (offer: Priced, quantity: number): number => {
  const reached = breakAt(offer, quantity);
  if (reached === undefined) return Infinity;
  const { unitPrice, fee = 0, reelFee } = reached;
  return unitPrice * quantity + fee + (reelFee === undefined ? 0 : reelFee * reelsFor(offer, quantity));
};

/** What of that is import duty. */
export const dutyOfQuantity = (offer: Priced, quantity: number): number => {
  const duty = breakAt(offer, quantity)?.duty;
  if (duty === undefined) return 0;
  const { unitPrice, fee = 0, reelFee = 0 } = duty;
  return unitPrice * quantity + fee + reelFee * reelsFor(offer, quantity);
};

/** No purchase of the offer has less in fees. */
export const minFee = ({ breaks }: Pick<LineOffer, 'breaks'>): number =>
  breaks.reduce((least, { fee = 0, reelFee = 0 }) => Math.min(least, fee + reelFee), Infinity);

/** The lowest price of a piece in orders of up to so many; Infinity where none can be bought. */
export const lowestUnitPrice = (offer: LineOffer, quantity: number): number => {
  let lowest = Infinity;
  for (const { minQuantity, unitPrice } of offer.breaks) {
    if (minQuantity <= quantity && unitPrice < lowest) lowest = unitPrice;
  }
  return lowest;
};

/**
 * The cheapest order of at least `pieces` and at most `most`: the least quantity, or that of a
 * later break where more costs less.
 */
export const cheapestOrder = (offer: LineOffer, pieces: number, most = maxPieces): PricedQuantity | undefined => {
  const limit = orderableUpTo(offer, most);
  let bestQuantity = orderableFrom(offer, pieces);
  if (bestQuantity > limit) return undefined;
  let bestCost = costOfQuantity(offer, bestQuantity);
  for (const { minQuantity } of offer.breaks) {
    if (minQuantity <= pieces) continue;
    const quantity = orderableFrom(offer, minQuantity);
    if (quantity > limit) continue;
    const cost = costOfQuantity(offer, quantity);
    if (cost > bestCost || (cost === bestCost && quantity >= bestQuantity)) continue;
    bestQuantity = quantity;
    bestCost = cost;
  }
  return { quantity: bestQuantity, cost: bestCost };
};
