import type { Caller } from '../caller.ts';
import type { Freshness } from '../freshness.ts';
import { type Amount, amountText, integerDigits, minorUnits, roundTo } from '../money.ts';
import type { Offer, PriceBreak, PriceLadder } from '../offer.ts';
import { type BuyQuantity, buyQuantity } from './buy-quantity.ts';
import { type ChosenSource, type SourceDecision, selectSource } from './source-selection.ts';

/**
 * The price of one offer for one caller and quantity. The amounts of the breakdown add up to the final price exactly, in
 * decimal and also as the shortest decimal forms of the doubles they are sent as: no amount carries more than 15
 * significant digits, which a double holds.
 */

/** One step of a price. */
export interface BreakdownLine {
  readonly ruleId: string;
  readonly label: string;
  readonly amount: Amount;
}

/** What every answer says, whether there is a price or not. */
interface AnswerBase {
  readonly offerId: string;
  readonly requestedQuantity: number;
  readonly source: ChosenSource | undefined;
  readonly trail: readonly SourceDecision[];
  readonly freshness: Freshness;
}

/** A price, "ask the supplier", or nothing known with the reason; the last two are answers, not errors. */
export type PriceAnswer =
  | (AnswerBase & {
      readonly mode: 'fixed';
      readonly currency: string;
      readonly finalPrice: Amount;
      /** The price of one piece at the break that applies. */
      readonly unitPrice: Amount;
      readonly pricedQuantity: number;
      readonly lines: readonly BreakdownLine[];
    })
  | (AnswerBase & { readonly mode: 'on_request' })
  | (AnswerBase & { readonly mode: 'unknown'; readonly reason: 'no_observation' });

/** What a price is asked for. */
export interface PriceQuestion {
  readonly offer: Offer;
  readonly caller: Caller;
  /** Pieces wanted, a positive integer. */
  readonly quantity: number;
  /** The instant at which sources are judged: now, or the past instant that the question is about. */
  readonly at: Date;
}

/** Calculates a price. Pure: the same question gives the same answer. */
export const calculatePrice = ({ offer, caller, quantity, at }: PriceQuestion): PriceAnswer => {
  const { chosen, trail } = selectSource(offer.views, caller, at);
  const base = {
    offerId: offer.id,
    requestedQuantity: quantity,
    source: chosen,
    trail,
    freshness: chosen?.freshness ?? ({ status: 'EMPTY' } as const),
  };
  if (chosen === undefined) return { ...base, mode: 'unknown', reason: 'no_observation' };
  const statement = chosen.price.value;
  if (statement.kind === 'on_request') return { ...base, mode: 'on_request' };
  const { ladder } = statement;
  const firstBreak = ladder.breaks[0];
  if (firstBreak === undefined) return { ...base, mode: 'unknown', reason: 'no_observation' };
  const buy = buyQuantity(quantity, {
    minimumOrderQuantity: chosen.view.minimumOrderQuantity,
    orderMultiple: chosen.view.orderMultiple,
    firstBreakQuantity: firstBreak.quantity,
  });
  const applies = breakFor(ladder.breaks, buy.pieces) ?? firstBreak;
  const goods = priced(applies, ladder, buy.pieces);
  const places = placesHeldByDouble(goods);
  const lines = goodsLines({ wanted: quantity, buy, applies, ladder, goods, places: Math.min(linePlaces, places) });
  const finalPrice = roundTo(goods, Math.min(minorUnits(ladder.currency), places));
  const rounding = lines.reduce((left, line) => left.minus(line.amount), finalPrice);
  if (!rounding.isZero()) lines.push({ ruleId: 'rounding', label: `Rounding to ${ladder.currency}`, amount: rounding });
  return {
    ...base,
    mode: 'fixed',
    currency: ladder.currency,
    finalPrice,
    unitPrice: roundTo(perPiece(applies, ladder), unitPricePlaces),
    pricedQuantity: buy.pieces,
    lines,
  };
};

/** Decimal places kept of a unit price; suppliers quote at most five. */
const unitPricePlaces = 9;

/** The break of the greatest quantity that does not exceed `pieces`; undefined below the first. */
const breakFor = (breaks: readonly PriceBreak[], pieces: number): PriceBreak | undefined => {
  let found: PriceBreak | undefined;
  for (const each of breaks) {
    if (each.quantity > pieces) break;
    found = each;
  }
  return found;
};

/** The exact price of one piece. Most ladders are per piece, and a division costs more than everything else about a price. */
const perPiece = ({ price }: PriceBreak, { priceBase = 1 }: PriceLadder): Amount =>
  priceBase === 1 ? price : price.div(priceBase);

/** The exact price of so many pieces: multiplied first, so that dividing loses nothing that the pieces make up for. */
const priced = ({ price }: PriceBreak, { priceBase = 1 }: PriceLadder, pieces: number): Amount =>
  priceBase === 1 ? price.times(pieces) : price.times(pieces).div(priceBase);

/** Decimal places of a breakdown line where its size leaves room for them. */
const linePlaces = 6;

/** Decimal places that an amount of up to this size may have within the 15 significant digits that a double holds. */
const placesHeldByDouble = (largest: Amount): number => Math.max(0, 15 - integerDigits(largest));

const raisedText: Readonly<Record<BuyQuantity['raisedBy'][number], string>> = {
  minimum_order_quantity: 'minimum order quantity',
  first_price_break: 'first price break',
  order_multiple: 'order multiple',
};

interface GoodsQuestion {
  readonly wanted: number;
  readonly buy: BuyQuantity;
  readonly applies: PriceBreak;
  readonly ladder: PriceLadder;
  /** The exact price of all that is bought. */
  readonly goods: Amount;
  /** Decimal places of each line. */
  readonly places: number;
}

const goodsLines = ({ wanted, buy, applies, ladder, goods, places }: GoodsQuestion): BreakdownLine[] => {
  const per = ladder.priceBase === undefined || ladder.priceBase === 1 ? 'each' : `per ${ladder.priceBase}`;
  const excess = buy.pieces - wanted;
  const lines: BreakdownLine[] = [
    {
      ruleId: 'break_price',
      label: `${wanted} pieces at ${amountText(applies.price)} ${ladder.currency} ${per} (from ${applies.quantity})`,
      amount: roundTo(excess === 0 ? goods : priced(applies, ladder, wanted), places),
    },
  ];
  if (excess > 0) {
    const because = buy.raisedBy.map((reason) => raisedText[reason]).join(', ');
    lines.push({
      ruleId: 'buy_quantity',
      label: `${excess} more pieces to reach the ${because}`,
      amount: roundTo(priced(applies, ladder, excess), places),
    });
  }
  return lines;
};
