import type { PriceLadder } from '../offers/offer.ts';
import { calculatePrice, type PriceQuestion, purchaseOf, type UnknownReason } from './calculate.ts';
import type { Candidate } from './price-book.ts';
import { type PricedLines, type PricePart, type Purchase, pricedAt, pricedLines } from './priced-lines.ts';
import { type ChosenSource, selectSource } from './source-selection.ts';
import { feesFor } from './supplier-price.ts';

/**
 * What each piece of an offer costs one caller, from which quantity on: the supplier's price breaks
 * after currency and rules. It has a step at every break of the supplier, at every threshold of a
 * rule, and at the quantities that the caller is about to buy, where it is exact also for rules
 * whose conditions speak of the quantity. What a purchase costs besides its pieces (a fee for each
 * reel that is wound, an amount of a rule for an order of the product) stands beside the price of a
 * piece, as rules have left it. Amounts of rules for orders as such are not here (`order-amounts`),
 * save where rules do not leave them apart from prices. Prices are before the rounding to coins, so
 * that that of one small piece does not vanish.
 */

/** One step. */
export interface LadderStep {
  /** From so many pieces on. */
  readonly minQuantity: number;
  /** Money units for each piece, a whole number. */
  readonly unitPrice: number;
  /** Money units for the purchase besides, whatever its pieces; left out: none. */
  readonly fee?: number;
  /** Money units for each reel that is made; left out: none. */
  readonly reelFee?: number;
}

/** An effective ladder, or why there is none. */
export type EffectiveLadder =
  | {
      readonly kind: 'ladder';
      readonly currency: string;
      readonly steps: readonly LadderStep[];
      /** Pieces of a reel that is made, at most; left out: any number is one reel. */
      readonly reelPieces?: number;
    }
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

/** The currency and the step at each quantity that can be bought, or why there is none. */
type Prices = { readonly currency: string; readonly steps: ReadonlyMap<number, LadderStep> } | UnknownReason;

const nothing: ReadonlySet<PricePart> = new Set();
const orderAmounts: ReadonlySet<PricePart> = new Set(['order_amounts']);
const amountsPerOrder: ReadonlySet<PricePart> = new Set(['order_amounts', 'purchase_amounts']);
const packagingFee: ReadonlySet<PricePart> = new Set(['packaging_fee']);

/** What an order as such costs; nothing where each purchase pays the amounts of orders. */
const paidByOrders = ({ book, caller, zone = '', at, date = at }: Omit<PriceQuestion, 'quantity'>) =>
  book?.areOrdersApart(caller, zone, date) === false ? nothing : orderAmounts;

const hasFees = (
  { orderFee }: PriceLadder,
  candidates: readonly Candidate[],
  without: ReadonlySet<PricePart>,
): boolean =>
  orderFee !== undefined ||
  candidates.some(({ rule }) => rule.basis === 'order' && !(rule.isOfOrders && without.has('order_amounts')));

/** What is paid besides the pieces: the price with it less the price without. */
const feesOf = (
  purchase: Purchase,
  { unrounded, places: ofPrice }: Priced,
  places: number,
): Pick<LadderStep, 'fee' | 'reelFee'> & { readonly pieces: number; readonly fee: number } => {
  const priceWithout = (without: ReadonlySet<PricePart>): number => {
    const priced = pricedAt({ ...purchase, without }, ofPrice);
    return priced.kind === 'priced' ? priced.unrounded : unrounded;
  };
  const units = (amount: number): number => Math.round(amount * 10 ** (places - ofPrice));
  const besideReels = packagingFee.union(purchase.without ?? nothing);
  const [unreeled, pieces] = [priceWithout(besideReels), priceWithout(besideReels.union(amountsPerOrder))];
  const fee = units(unreeled - pieces);
  const reelFee = Math.max(0, units((unrounded - unreeled) / feesFor(purchase.ladder, purchase.buy.pieces)));
  return { pieces, fee, ...(reelFee > 0 && { reelFee }) };
};

/** The step that begins at a purchase. */
const stepOf = (purchase: Purchase, priced: Priced, places: number, isFeeFree: boolean): LadderStep => {
  const minQuantity = purchase.buy.pieces;
  if (isFeeFree) return { minQuantity, unitPrice: unitPriceOf(priced.unrounded, priced.places, minQuantity, places) };
  const { pieces, fee = 0, ...reels } = feesOf(purchase, priced, places);
  const unitPrice = unitPriceOf(pieces, priced.places, minQuantity, places);
  // A discount of all that there is takes no more than what the rounded price of a piece leaves.
  const left = Math.max(fee, -unitPrice * minQuantity);
  return { minQuantity, unitPrice, ...(left !== 0 && { fee: left }), ...reels };
};

type Priced = Extract<PricedLines, { kind: 'priced' }>;

/** More thresholds than any rules of a customer have; the smallest count. */
const maxThresholds = 100;

/** Where rules for the caller and the offer may begin to apply, or to apply otherwise. */
const thresholdsOf = (candidates: readonly Candidate[]): readonly number[] => {
  const thresholds = new Set(candidates.flatMap(({ rule }) => rule.thresholds));
  return [...thresholds].sort((a, b) => a - b).slice(0, maxThresholds);
};

/** Prices the quantities, the supplier's breaks and the thresholds of rules. */
const pricesAt = (question: LadderQuestion, chosen: ChosenSource, ladder: PriceLadder): Prices => {
  const { quantities, places, book, caller, zone = '', offer } = question;
  const candidates = book?.candidates(caller, zone, offer) ?? [];
  const without = paidByOrders(question);
  const isFeeFree = !hasFees(ladder, candidates, without);
  const steps = new Map<number, LadderStep>();
  const seen = new Set<number>();
  const breaks = ladder.breaks.map(({ quantity }) => quantity);
  let currency = ladder.currency;
  for (const quantity of [1, ...breaks, ...quantities, ...thresholdsOf(candidates)]) {
    const purchase = purchaseOf({ ...question, quantity, without }, chosen, ladder);
    if (typeof purchase === 'string') return purchase;
    const { pieces } = purchase.buy;
    if (seen.has(pieces)) continue;
    seen.add(pieces);
    currency = purchase.currency;
    const priced = pricedLines({ ...purchase, wanted: pieces });
    if (priced.kind === 'missing_rate') return 'no_exchange_rate';
    // A quantity that costs more than can be said exactly is not offered; smaller ones are.
    if (priced.kind === 'too_large') continue;
    steps.set(pieces, stepOf(purchase, priced, places, isFeeFree));
  }
  return steps.size === 0 ? 'amount_too_large' : { currency, steps };
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
  const steps = [...prices.steps.values()].sort((a, b) => a.minQuantity - b.minQuantity);
  const { orderFee, orderFeePieces } = statement.ladder;
  return {
    kind: 'ladder',
    currency: prices.currency,
    steps: withoutRepeats(steps),
    ...(orderFee !== undefined && orderFeePieces !== undefined && { reelPieces: orderFeePieces }),
  };
};

/** A step that costs the same as the one before says nothing. */
const withoutRepeats = (steps: readonly LadderStep[]): readonly LadderStep[] =>
  steps.filter((step, index) => {
    const before = steps[index - 1];
    return step.unitPrice !== before?.unitPrice || step.fee !== before.fee || step.reelFee !== before.reelFee;
  });

/**
 * What exactly so many pieces cost as `calculatePrice` says, less what an order as such costs;
 * decimal text; undefined where it names no price.
 */
export const exactPrice = (question: PriceQuestion): string | undefined => {
  const answer = calculatePrice({ ...question, without: paidByOrders(question) });
  return answer.mode === 'fixed' ? answer.finalPrice : undefined;
};
