import type { Caller } from '../callers/caller.ts';
import type { Values } from '../expressions/condition.ts';
import { minorUnits } from '../money.ts';
import type { Offer, PriceBreak, PriceLadder } from '../offers/offer.ts';
import type { BuyQuantity } from './buy-quantity.ts';
import type { ExchangeRate } from './exchange-rates.ts';
import { one, powerOfTen, type Ratio, toMultiple } from './fixed-point.ts';
import type { Candidate, PriceBook } from './price-book.ts';
import type { CompiledRule } from './rules/compile.ts';
import type { Situation } from './rules/effect.ts';
import { beginAt, enterStep, isDue, noteStep, type Stepping } from './rules/stepping.ts';
import { allValues } from './rules/variables.ts';
import { breakLabel, excessLabel, goodsOf, orderFeeOf, type Units } from './supplier-price.ts';

/**
 * The lines of a price, in whole units of 10 to the power of `-places`, so that they add up exactly
 * whatever was rounded in each. In this order: the break price and what more must be bought, the
 * fee of the order, the currency, then the rules by their steps, last the rounding to the
 * currency's smallest coin unless a rule has rounded.
 */

/** What is priced, for whom and when. */
export interface Purchase {
  readonly offer: Offer;
  readonly packaging: string | undefined;
  readonly ladder: PriceLadder;
  readonly caller: Caller;
  readonly zone: string;
  /** Pieces wanted. */
  readonly wanted: number;
  readonly buy: BuyQuantity;
  /** The break that applies to what is bought. */
  readonly applies: PriceBreak;
  readonly currency: string;
  /** From the ladder's currency; undefined when it is the price's. */
  readonly exchange: ExchangeRate | undefined;
  readonly book: PriceBook;
  /** The instant that rules are judged at. */
  readonly date: Date;
  /** The instant that rates are of. */
  readonly ratesAt: Date;
  /** What is paid besides and not counted here; left out: all is counted. */
  readonly without?: ReadonlySet<PricePart> | undefined;
}

/**
 * What a price has besides its pieces: amounts of rules for orders as such, other amounts of rules
 * for an order, and the fee of the packaging.
 */
export type PricePart = 'order_amounts' | 'purchase_amounts' | 'packaging_fee';

/** One line, in units. */
export interface UnitLine {
  readonly ruleId: string;
  readonly ruleVersion: number | undefined;
  readonly label: string;
  readonly amount: number;
}

/**
 * The lines and their sum, or why there are none: a currency without a rate, or an amount that has
 * no exact double.
 */
export type PricedLines =
  | {
      readonly kind: 'priced';
      readonly places: number;
      readonly lines: readonly UnitLine[];
      readonly total: number;
      /** The sum before rounding. */
      readonly unrounded: number;
      /** What the supplier asks for the pieces, without fees. */
      readonly goods: number;
      /** Rules that applied. */
      readonly applied: readonly CompiledRule[];
    }
  | { readonly kind: 'missing_rate'; readonly currency: string }
  | { readonly kind: 'too_large' };

/** Decimal places of a line where its size leaves room for them. */
const linePlaces = 6;

/**
 * Every amount keeps below this, so that it has 15 significant digits at most, which a double
 * holds.
 */
const limitAt = (places: number): number => (places === 0 ? Number.MAX_SAFE_INTEGER : 1e15);

/** Prices with as many decimal places as the amounts leave room for, six at most. */
export const pricedLines = (purchase: Purchase): PricedLines => {
  for (let places = linePlaces; places >= 0; places -= 1) {
    const priced = pricedAt(purchase, places);
    if (priced.kind !== 'too_large') return priced;
  }
  return { kind: 'too_large' };
};

/** The same with exactly so many places. */
export const pricedAt = (purchase: Purchase, places: number): PricedLines => {
  const draft = supplierLines(purchase, places);
  const limit = limitAt(places);
  if (draft.total > limit) return { kind: 'too_large' };
  const unrounded = applyRules(purchase, draft, limit);
  if (typeof unrounded === 'object') return unrounded;
  roundToCoin(draft, purchase.currency);
  return {
    kind: 'priced',
    places,
    lines: draft.lines,
    total: draft.total,
    unrounded,
    goods: draft.goods,
    applied: draft.applied,
  };
};

/** A price on its way. */
interface Draft extends Stepping {
  readonly lines: UnitLine[];
  readonly applied: CompiledRule[];
  readonly goods: number;
  readonly cost: number;
  readonly places: number;
}

const builtIn = (ruleId: string, label: string, amount: number): UnitLine => ({
  ruleId,
  ruleVersion: undefined,
  label,
  amount,
});

const supplierLines = (purchase: Purchase, places: number): Draft => {
  const { ladder, wanted, buy, applies, exchange } = purchase;
  const units: Units = { rate: exchange?.ratio ?? one, places };
  const goods = goodsOf(purchase, buy.pieces, units);
  const fee = purchase.without?.has('packaging_fee') ? 0 : orderFeeOf(ladder, buy.pieces, units);
  const ofWanted = buy.pieces === wanted ? goods : goodsOf(purchase, wanted, units);
  const lines = [builtIn('break_price', breakLabel(wanted, applies, ladder), ofWanted)];
  if (buy.pieces > wanted) lines.push(builtIn('buy_quantity', excessLabel(wanted, buy), goods - ofWanted));
  if (fee > 0) lines.push(builtIn('order_fee', 'fee for the packaging of the order, such as a reel', fee));
  if (exchange !== undefined) lines.push(builtIn('currency', exchangeLabel(exchange), 0));
  const cost = goods + fee;
  return {
    // First: V8 clones it whole there, and copies it field by field behind others.
    ...beginAt(cost),
    lines,
    applied: [],
    goods,
    cost,
    places,
  };
};

const exchangeLabel = ({ from, to, text, day }: ExchangeRate): string => `1 ${from} = ${text} ${to} of ${day}`;

/** A rule that is paid elsewhere applies in its step all the same. */
const isLeftOut = ({ basis, isOfOrders }: CompiledRule, { without }: Purchase): boolean =>
  basis === 'order' && without?.has(isOfOrders ? 'order_amounts' : 'purchase_amounts') === true;

const rateFinder = (purchase: Purchase): Situation['rate'] => {
  const { book, currency, ratesAt } = purchase;
  return (from): Ratio | undefined => (from === currency ? one : book.rates.between(from, currency, ratesAt)?.ratio);
};

/** Evaluates conditions for a purchase; what they speak of is gathered when the first one asks. */
const conditionsFor = ({ offer, buy, currency, caller, zone, packaging, date }: Purchase) => {
  let values: Values | undefined;
  return ({ rule, isConditional }: Candidate): boolean => {
    if (!isConditional) return true;
    values ??= allValues(caller, zone, { offer, packaging, pieces: buy.pieces, currency, date });
    return rule.condition?.holds(values) === true;
  };
};

/**
 * Applies the rules to the draft; returns its total before the step of rounding, or why there is no
 * price.
 */
const applyRules = (
  purchase: Purchase,
  draft: Draft,
  limit: number,
): number | Exclude<PricedLines, { kind: 'priced' }> => {
  const { offer, buy, currency, caller, zone, book } = purchase;
  const candidates = book.candidates(caller, zone, offer);
  if (candidates.length === 0) return draft.total;
  const { goods, cost, places } = draft;
  const atMs = purchase.date.getTime();
  const manufacturer = book.manufacturerOf(offer);
  const rate = rateFinder(purchase);
  const holds = conditionsFor(purchase);
  for (const candidate of candidates) {
    const { rule } = candidate;
    enterStep(draft, rule.step);
    if (!isDue(draft, rule, atMs) || !holds(candidate)) continue;
    const { total, stepTotal } = draft;
    const contribution = rule.effect({
      offer,
      manufacturer,
      pieces: buy.pieces,
      currency,
      places,
      goods,
      cost,
      total,
      stepTotal,
      rate,
    });
    if (contribution === undefined) continue;
    if (contribution.kind === 'missing_rate') return contribution;
    if (isLeftOut(rule, purchase)) {
      noteStep(draft, rule);
      continue;
    }
    draft.total += contribution.amount;
    if (draft.total > limit || Math.abs(contribution.amount) > limit) return { kind: 'too_large' };
    noteApplied(draft, rule, contribution);
  }
  return draft.step === 'rounding' ? draft.stepTotal : draft.total;
};

const noteApplied = (draft: Draft, rule: CompiledRule, { amount, note }: { amount: number; note: string }): void => {
  draft.lines.push({ ruleId: rule.id, ruleVersion: rule.version, label: `${rule.name}: ${note}`, amount });
  draft.applied.push(rule);
  noteStep(draft, rule);
};

const roundToCoin = (draft: Draft, currency: string): void => {
  if (draft.step === 'rounding' && draft.hasApplied) return;
  const coin = powerOfTen(Math.max(0, draft.places - minorUnits(currency)));
  const amount = toMultiple(draft.total, coin, 'half_even') - draft.total;
  if (amount === 0) return;
  draft.total += amount;
  draft.lines.push(builtIn('rounding', `Rounding to ${currency}`, amount));
};
