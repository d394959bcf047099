import type { Caller } from '../callers/caller.ts';
import type { Freshness } from '../offers/freshness.ts';
import type { Offer, PriceLadder } from '../offers/offer.ts';
import { betterQuantity, buyFor } from './better-quantity.ts';
import type { ExchangeRate } from './exchange-rates.ts';
import { decimalText, quotientText } from './fixed-point.ts';
import { emptyPriceBook, type PriceBook } from './price-book.ts';
import { type PricedLines, type PricePart, type Purchase, pricedLines } from './priced-lines.ts';
import { type ChosenSource, type SourceDecision, selectSource } from './source-selection.ts';
import { breakFor, unitPriceOf } from './supplier-price.ts';

/**
 * The price of one offer for one caller and quantity. The amounts of the breakdown add up to the
 * final price exactly, in decimal and also as the shortest decimal forms of the doubles they are
 * sent as: no amount carries more than 15 significant digits, which a double holds. How a price
 * comes about is told in docs/pricing.md.
 */

/** One step of a price. */
export interface BreakdownLine {
  /**
   * Of a stored rule, or the name of a step that needs none: `break_price`, `buy_quantity`,
   * `order_fee`, `currency`, `rounding`.
   */
  readonly ruleId: string;
  /** Undefined where there is no stored rule. */
  readonly ruleVersion: number | undefined;
  readonly label: string;
  /** Decimal text. */
  readonly amount: string;
}

/** What every answer says, whether there is a price or not. */
interface AnswerBase {
  readonly offerId: string;
  readonly requestedQuantity: number;
  readonly source: ChosenSource | undefined;
  readonly trail: readonly SourceDecision[];
  readonly freshness: Freshness;
}

/**
 * Why there is no price: nothing was observed, a rate is missing between the supplier's or a rule's
 * currency and the one wanted, or the amount is beyond what a double holds.
 */
export type UnknownReason = 'no_observation' | 'no_exchange_rate' | 'amount_too_large';

/** A larger quantity that costs less. */
export interface Saving {
  /** Pieces to buy. */
  readonly quantity: number;
  /** What they cost, as decimal text. */
  readonly total: string;
  /** How much less that is, as decimal text. */
  readonly saving: string;
}

/**
 * A price, "ask the supplier", or nothing known with the reason; the last two are answers, not
 * errors.
 */
export type PriceAnswer =
  | (AnswerBase & {
      readonly mode: 'fixed';
      readonly currency: string;
      /** Decimal text. */
      readonly finalPrice: string;
      /**
       * The price of one piece at the quantity priced, all steps but the rounding included, as
       * decimal text.
       */
      readonly unitPrice: string;
      readonly pricedQuantity: number;
      readonly lines: readonly BreakdownLine[];
      /** Undefined when the price is in the supplier's currency. */
      readonly exchange: ExchangeRate | undefined;
      readonly better: Saving | undefined;
    })
  | (AnswerBase & { readonly mode: 'on_request' })
  | (AnswerBase & { readonly mode: 'unknown'; readonly reason: UnknownReason });

/** What a price is asked for. */
export interface PriceQuestion {
  readonly offer: Offer;
  readonly caller: Caller;
  /** Pieces wanted, a positive integer. */
  readonly quantity: number;
  /**
   * The instant at which sources and rates are judged: now, or the past instant that the question
   * is about.
   */
  readonly at: Date;
  /** The instant at which rules are judged, where that is another one: in the future. */
  readonly date?: Date | undefined;
  /** The delivery zone; left out: none, so that no rule for a zone applies. */
  readonly zone?: string | undefined;
  /** ISO 4217; left out: the caller's, else the supplier's. */
  readonly currency?: string | undefined;
  /** Rules and rates; left out: none. */
  readonly book?: PriceBook | undefined;
  /** What is paid besides; left out: the price has all. */
  readonly without?: ReadonlySet<PricePart> | undefined;
}

/** Calculates a price. Pure: the same question gives the same answer. */
export const calculatePrice = (question: PriceQuestion): PriceAnswer => {
  const { offer, caller, quantity, at } = question;
  const { chosen, trail } = selectSource(offer.views, caller, at);
  const base: AnswerBase = {
    offerId: offer.id,
    requestedQuantity: quantity,
    source: chosen,
    trail,
    freshness: chosen?.freshness ?? { status: 'EMPTY' },
  };
  if (chosen === undefined) return { ...base, mode: 'unknown', reason: 'no_observation' };
  const statement = chosen.price.value;
  if (statement.kind === 'on_request') return { ...base, mode: 'on_request' };
  const purchase = purchaseOf(question, chosen, statement.ladder);
  if (typeof purchase === 'string') return { ...base, mode: 'unknown', reason: purchase };
  const priced = pricedLines(purchase);
  if (priced.kind !== 'priced') return { ...base, mode: 'unknown', reason: reasonOf[priced.kind] };
  return {
    ...base,
    mode: 'fixed',
    currency: purchase.currency,
    finalPrice: decimalText(priced.total, priced.places),
    unitPrice: unitPriceText(purchase, priced),
    pricedQuantity: purchase.buy.pieces,
    lines: priced.lines.map((line) => ({ ...line, amount: decimalText(line.amount, priced.places) })),
    exchange: purchase.exchange,
    better: savingOf(purchase, chosen, priced),
  };
};

type Priced = Extract<PricedLines, { kind: 'priced' }>;

const reasonOf: Readonly<Record<Exclude<PricedLines['kind'], 'priced'>, UnknownReason>> = {
  missing_rate: 'no_exchange_rate',
  too_large: 'amount_too_large',
};

/** What is bought, or why that cannot be said. */
export const purchaseOf = (
  question: PriceQuestion,
  { view }: ChosenSource,
  ladder: PriceLadder,
): Purchase | UnknownReason => {
  const { offer, caller, quantity, at, date = at, zone = '', book = emptyPriceBook } = question;
  const [firstBreak] = ladder.breaks;
  if (firstBreak === undefined) return 'no_observation';
  const currency = question.currency ?? caller.currency ?? ladder.currency;
  const isForeign = currency !== ladder.currency;
  const exchange = isForeign ? book.rates.between(ladder.currency, currency, at) : undefined;
  if (isForeign && exchange === undefined) return 'no_exchange_rate';
  const buy = buyFor(quantity, view, firstBreak.quantity);
  return {
    offer,
    packaging: view.packaging,
    ladder,
    caller,
    zone,
    wanted: quantity,
    buy,
    applies: breakFor(ladder.breaks, buy.pieces) ?? firstBreak,
    currency,
    exchange,
    book,
    date,
    ratesAt: at,
    without: question.without,
  };
};

/** Decimal places kept of a unit price; suppliers quote at most five. */
const unitPricePlaces = 9;

/**
 * The supplier's own figure where nothing was added to it, because the price of few small pieces is
 * rounded.
 */
const unitPriceText = ({ applies, ladder, buy, exchange }: Purchase, { unrounded, goods, places }: Priced): string => {
  if (exchange !== undefined || unrounded !== goods)
    return quotientText({ units: unrounded, places }, buy.pieces, unitPricePlaces);
  const unitPrice = unitPriceOf(applies, ladder);
  if (unitPrice.per === 1 && unitPrice.places <= unitPricePlaces) return decimalText(unitPrice.units, unitPrice.places);
  return quotientText(unitPrice, unitPrice.per, unitPricePlaces);
};

const savingOf = (purchase: Purchase, { view }: ChosenSource, priced: Priced): Saving | undefined => {
  const better = betterQuantity(purchase, view, priced);
  if (better === undefined) return undefined;
  return {
    quantity: better.pieces,
    total: decimalText(better.total, priced.places),
    saving: decimalText(priced.total - better.total, priced.places),
  };
};
