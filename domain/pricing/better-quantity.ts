import type { OfferView } from '../offers/offer.ts';
import { type BuyQuantity, buyQuantity, maxPieces } from './buy-quantity.ts';
import { one } from './fixed-point.ts';
import { type PricedLines, type Purchase, pricedAt } from './priced-lines.ts';
import { breakFor, goodsOf } from './supplier-price.ts';

/**
 * More pieces for less money: where the next price break up makes the whole order cheaper than the
 * one that was asked for.
 *
 * Looked at are the next two breaks of the supplier at which its price for all pieces is lower than
 * now, and the next threshold of each rule that applied, up to twice the pieces. Each is priced
 * like any other quantity; the cheapest counts.
 */
export interface BetterQuantity {
  /** Pieces to buy. */
  readonly pieces: number;
  /** In units of the price, which it is less than. */
  readonly total: number;
}

/** What limits the number of pieces, for a ladder that is not empty. */
export const buyFor = (wanted: number, view: OfferView, firstBreakQuantity: number): BuyQuantity =>
  buyQuantity(wanted, {
    minimumOrderQuantity: view.minimumOrderQuantity,
    orderMultiple: view.orderMultiple,
    firstBreakQuantity,
  });

const breaksLookedAt = 2;

const purchaseOf = (purchase: Purchase, view: OfferView, quantity: number): Purchase | undefined => {
  const [first] = purchase.ladder.breaks;
  if (first === undefined) return undefined;
  const { pieces } = buyFor(quantity, view, first.quantity);
  if (pieces > maxPieces) return undefined;
  const applies = breakFor(purchase.ladder.breaks, pieces);
  return applies && { ...purchase, wanted: pieces, buy: { pieces, raisedBy: [] }, applies };
};

type Priced = Extract<PricedLines, { kind: 'priced' }>;

const cheaperBreaks = (purchase: Purchase, view: OfferView, { goods, places }: Priced): Purchase[] => {
  const { ladder, buy, exchange } = purchase;
  const units = { rate: exchange?.ratio ?? one, places };
  const found: Purchase[] = [];
  const above = ladder.breaks.findIndex(({ quantity }) => quantity > buy.pieces);
  if (above < 0) return found;
  for (const { quantity } of ladder.breaks.slice(above, above + breaksLookedAt)) {
    const next = purchaseOf(purchase, view, quantity);
    if (next !== undefined && goodsOf(next, next.buy.pieces, units) < goods) found.push(next);
  }
  return found;
};

const nextThresholds = (purchase: Purchase, view: OfferView, { applied }: Priced): Purchase[] => {
  const { pieces } = purchase.buy;
  const found: Purchase[] = [];
  for (const { thresholds } of applied) {
    const threshold = thresholds.find((from) => from > pieces);
    if (threshold === undefined || threshold > 2 * pieces) continue;
    const next = purchaseOf(purchase, view, threshold);
    if (next !== undefined) found.push(next);
  }
  return found;
};

/**
 * The cheapest larger quantity, when the whole of it costs less than `priced`; undefined when none
 * does.
 */
export const betterQuantity = (purchase: Purchase, view: OfferView, priced: Priced): BetterQuantity | undefined => {
  let best: BetterQuantity | undefined;
  for (const next of [...cheaperBreaks(purchase, view, priced), ...nextThresholds(purchase, view, priced)]) {
    const answer = pricedAt(next, priced.places);
    if (answer.kind !== 'priced' || answer.total >= (best?.total ?? priced.total)) continue;
    best = { pieces: next.buy.pieces, total: answer.total };
  }
  return best;
};
