/** What it takes to buy at least so many pieces of one offer. */
import type { EstimateLine, LineOffer } from './problem.ts';

/** A quantity that can be ordered, and its cost in money units. */
export interface PricedQuantity {
  readonly quantity: number;
  readonly cost: number;
}

/** Pieces to buy for a line, attrition included, rounded up. */
export const piecesNeeded = (line: Pick<EstimateLine, 'pieces' | 'attritionPercent'>): number => {
  // Percent of at most six decimals as an integer, so that 100 pieces at 10 % are 110 and not 111.
  const millionths = Math.round(line.attritionPercent * 1_000_000);
  return line.pieces + Number((BigInt(line.pieces) * BigInt(millionths) + 99_999_999n) / 100_000_000n);
};

const roundUp = (quantity: number, multiple: number): number => Math.ceil(quantity / multiple) * multiple;

/** The least quantity of the offer that can be ordered at all and is at least `pieces`; stock is not looked at. */
export const orderableFrom = (offer: LineOffer, pieces: number): number => {
  const first = offer.breaks[0]?.minQuantity ?? 1;
  return roundUp(Math.max(pieces, offer.minOrderQuantity, first, 1), offer.orderMultiple);
};

/** The most pieces that can be ordered; Infinity where the stock is unknown. */
export const orderableUpTo = (offer: LineOffer): number =>
  offer.stock === undefined ? Infinity : Math.floor(offer.stock / offer.orderMultiple) * offer.orderMultiple;

/** Cost in money units of exactly this quantity; Infinity below the first break. */
export const costOfQuantity = (offer: LineOffer, quantity: number): number => {
  let unitPrice = Infinity;
  for (const step of offer.breaks) {
    if (step.minQuantity > quantity) break;
    unitPrice = step.unitPrice;
  }
  return unitPrice * quantity;
};

/** The cheapest order of at least `pieces`: the least quantity, or that of a later break where more costs less. */
export const cheapestOrder = (offer: LineOffer, pieces: number): PricedQuantity | undefined => {
  const limit = orderableUpTo(offer);
  let best: PricedQuantity | undefined;
  for (const from of [pieces, ...offer.breaks.map(({ minQuantity }) => minQuantity)]) {
    const quantity = orderableFrom(offer, Math.max(from, pieces));
    if (quantity > limit) continue;
    const cost = costOfQuantity(offer, quantity);
    if (best === undefined || cost < best.cost || (cost === best.cost && quantity < best.quantity)) {
      best = { quantity, cost };
    }
  }
  return best;
};
