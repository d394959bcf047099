import { createHiddenProperty } from '../hidden-property.ts';
import type { PriceBreak, PriceLadder } from '../offers/offer.ts';
import type { BuyQuantity } from './buy-quantity.ts';
import { decimalText, type Ratio, rescaling, type Scaled, scaledFrom, timesRatio } from './fixed-point.ts';
import { TextBreak } from './text-break.ts';

/**
 * What the supplier asks for: the price of the break that applies times the pieces bought, and the
 * fee of the packaging. An offer is one packaging with one ladder, so prices of several are never
 * mixed.
 */

/** The break of the greatest quantity that does not exceed `pieces`; undefined below the first. */
export const breakFor = (breaks: readonly PriceBreak[], pieces: number): PriceBreak | undefined => {
  let found: PriceBreak | undefined;
  for (const each of breaks) {
    if (each.quantity > pieces) break;
    found = each;
  }
  return found;
};

/** Prices are read once for each reading of an offer. */
const scaledPrices = createHiddenProperty<PriceBreak, Scaled>('scaled price');

/**
 * Digits that are kept of a price that has more than a safe integer holds; no supplier quotes so
 * many.
 */
const keptDigits = 15;

const scaledPrice = (applies: PriceBreak): Scaled => {
  let scaled = applies instanceof TextBreak ? applies.scaled : undefined;
  if (scaled !== undefined) return scaled;
  scaled = scaledPrices.get(applies);
  if (scaled === undefined) {
    const { price } = applies;
    scaled = scaledFrom(price) ?? scaledFrom(price.toSignificantDigits(keptDigits)) ?? { units: 0, places: 0 };
    scaledPrices.set(applies, scaled);
  }
  return scaled;
};

/** The unit price of a break with the pieces that it is for. */
export const unitPriceOf = (
  applies: PriceBreak,
  { priceBase = 1 }: PriceLadder,
): Scaled & { readonly per: number } => ({
  ...scaledPrice(applies),
  per: priceBase,
});

/** In which units an amount is wanted. */
export interface Units {
  /** From the ladder's currency. */
  readonly rate: Ratio;
  readonly places: number;
}

/** The price of so many pieces at a break, rounded once. */
export const goodsOf = (
  { applies, ladder }: { readonly applies: PriceBreak; readonly ladder: PriceLadder },
  pieces: number,
  { rate, places }: Units,
): number => {
  const price = scaledPrice(applies);
  return timesRatio(price.units, rescaling(price.places, places, pieces, ladder.priceBase ?? 1), rate);
};

/** How often the fee of an order is paid for so many pieces, as for each reel that is wound. */
export const feesFor = ({ orderFeePieces }: PriceLadder, pieces: number): number =>
  orderFeePieces === undefined ? 1 : Math.ceil(pieces / orderFeePieces);

/** The fees of an order of so many pieces; 0 when the supplier names none. */
export const orderFeeOf = (ladder: PriceLadder, pieces: number, { rate, places }: Units): number => {
  const fee = ladder.orderFee && scaledFrom(ladder.orderFee);
  return fee === undefined ? 0 : timesRatio(fee.units, rescaling(fee.places, places, feesFor(ladder, pieces)), rate);
};

const raisedText: Readonly<Record<BuyQuantity['raisedBy'][number], string>> = {
  minimum_order_quantity: 'minimum order quantity',
  first_price_break: 'first price break',
  order_multiple: 'order multiple',
};

/** What the line of the pieces wanted says. */
export const breakLabel = (wanted: number, applies: PriceBreak, { currency, priceBase = 1 }: PriceLadder): string => {
  const { units, places } = scaledPrice(applies);
  const per = priceBase === 1 ? 'each' : `per ${priceBase}`;
  return `${wanted} pieces at ${decimalText(units, places)} ${currency} ${per} (from ${applies.quantity})`;
};

/** What the line of the pieces beyond those says. */
export const excessLabel = (wanted: number, { pieces, raisedBy }: BuyQuantity): string =>
  `${pieces - wanted} more pieces to reach the ${raisedBy.map((reason) => raisedText[reason]).join(', ')}`;
