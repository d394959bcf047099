import type { PriceLadder } from '../offers/offer.ts';
import { calculatePrice, type PriceQuestion, purchaseOf, type UnknownReason } from './calculate.ts';
import { pricedLines } from './priced-lines.ts';
import { type ChosenSource, selectSource } from './source-selection.ts';

/**
 * What each piece of an offer costs one caller, from which quantity on: the supplier's price breaks
 * after currency and rules. It has a step at every break of the supplier, at every threshold of a
 * rule, and at the quantities that the caller is about to buy, where it is exact also for rules
 * whose conditions speak of the quantity. What a purchase costs besides (a fee for winding a reel)
 * is spread over its pieces. Prices are before the rounding to coins, so that that of one small
 * piece does not vanish.
 */

/** One step. */
export interface LadderStep {
  /** From so many pieces on. */
  readonly minQuantity: number;
  /** Money units for each piece, a whole number. */
  readonly unitPrice: number;
}

/** An effective ladder, or why there is none. */
export type EffectiveLadder =
  | { readonly kind: 'ladder'; readonly currency: string; readonly steps: readonly LadderStep[] }
  | { readonly kind: 'none'; readonly reason: UnknownReason | 'on_request' };

/** What a ladder is asked for: a price question with several quantities. */
export interface LadderQuestion extends Omit<PriceQuestion, 'quantity'> {
  /** Pieces that are about to be bought, positive integers. */
  readonly quantities: readonly number[];
  /** Decimal places of the money unit: 6 counts in millionths. */
  readonly places: number;
}

/** Unit price in whole units, half up, without losing a digit on the way. */
const unitPriceOf = (total: number, totalPlaces: number, pieces: number, places: number): number => {
  const divisor = 10n ** BigInt(totalPlaces) * BigInt(pieces);
  return Number((BigInt(total) * 10n ** BigInt(places) * 2n + divisor) / (divisor * 2n));
};

/** The currency and the unit price at each quantity that can be bought, or why there is none. */
type Prices = { readonly currency: string; readonly unitPrices: ReadonlyMap<number, number> } | UnknownReason;

/** More thresholds than any rules of a customer have; the smallest count. */
const maxThresholds = 100;

/** Where rules for the caller and the offer may begin to apply, or to apply otherwise. */
const thresholdsOf = ({ book, caller, zone = '', offer }: LadderQuestion): readonly number[] => {
  const candidates = book?.candidates(caller, zone, offer) ?? [];
  const thresholds = new Set(candidates.flatMap(({ rule }) => rule.thresholds));
  return [...thresholds].sort((a, b) => a - b).slice(0, maxThresholds);
};

/** Prices the quantities, the supplier's breaks and the thresholds of rules. */
const pricesAt = (question: LadderQuestion, chosen: ChosenSource, ladder: PriceLadder): Prices => {
  const { quantities, places } = question;
  const unitPrices = new Map<number, number>();
  const seen = new Set<number>();
  const breaks = ladder.breaks.map(({ quantity }) => quantity);
  let currency = ladder.currency;
  for (const quantity of [1, ...breaks, ...quantities, ...thresholdsOf(question)]) {
    const purchase = purchaseOf({ ...question, quantity }, chosen, ladder);
    if (typeof purchase === 'string') return purchase;
    const { pieces } = purchase.buy;
    if (seen.has(pieces)) continue;
    seen.add(pieces);
    currency = purchase.currency;
    const priced = pricedLines({ ...purchase, wanted: pieces });
    if (priced.kind === 'missing_rate') return 'no_exchange_rate';
    // A quantity that costs more than can be said exactly is not offered; smaller ones are.
    if (priced.kind === 'too_large') continue;
    unitPrices.set(pieces, unitPriceOf(priced.unrounded, priced.places, pieces, places));
  }
  return unitPrices.size === 0 ? 'amount_too_large' : { currency, unitPrices };
};

/**
 * Calculates the ladder of an offer for a caller. Pure: the same question gives the same answer.
 */
export const effectiveLadder = (question: LadderQuestion): EffectiveLadder => {
  const { chosen } = selectSource(question.offer.views, question.caller, question.at);
  const none = (reason: UnknownReason | 'on_request'): EffectiveLadder => ({ kind: 'none', reason });
  if (chosen === undefined) return none('no_observation');
  const statement = chosen.price.value;
  if (statement.kind === 'on_request') return none('on_request');
  const prices = pricesAt(question, chosen, statement.ladder);
  if (typeof prices === 'string') return none(prices);
  const steps = [...prices.unitPrices]
    .sort(([a], [b]) => a - b)
    .map(([minQuantity, unitPrice]) => ({ minQuantity, unitPrice }));
  return { kind: 'ladder', currency: prices.currency, steps: withoutRepeats(steps) };
};

/** A step that costs the same as the one before says nothing. */
const withoutRepeats = (steps: readonly LadderStep[]): readonly LadderStep[] =>
  steps.filter(({ unitPrice }, index) => unitPrice !== steps[index - 1]?.unitPrice);

/**
 * What exactly so many pieces cost as `calculatePrice` says, decimal text; undefined where it names
 * no price.
 */
export const exactPrice = (question: PriceQuestion): string | undefined => {
  const answer = calculatePrice(question);
  return answer.mode === 'fixed' ? answer.finalPrice : undefined;
};
