import type { Caller } from '../callers/caller.ts';
import { minorUnits } from '../money.ts';
import type { Offer } from '../offers/offer.ts';
import { decimalText, one, powerOfTen, toMultiple } from './fixed-point.ts';
import type { Candidate, PriceBook } from './price-book.ts';
import type { Contribution } from './rules/effect.ts';
import { beginAt, enterStep, isDue, noteStep } from './rules/stepping.ts';
import { allValues } from './rules/variables.ts';

/**
 * What the rules of a caller add to an order at a supplier as such, once for all that is in it: the
 * amounts per order of rules that look at nothing that is bought, and what later rules of that kind
 * take of these in percent, such as a tax. Amounts per order of other rules are paid for each
 * purchase that they are for, and so are all where they are not apart from prices.
 */

/** What is ordered of whom, by whom. */
export interface OrderQuestion {
  readonly book: PriceBook;
  readonly caller: Caller;
  readonly zone: string;
  readonly supplierId: string;
  readonly currency: string;
  /** The instant of rules and rates. */
  readonly at: Date;
}

/** What one rule adds. */
export interface OrderAmount {
  readonly ruleId: string;
  readonly label: string;
  /** Decimal text, rounded to coins; below 0 for a discount. */
  readonly amount: string;
}

/** What an order has besides its goods. */
export interface OrderAmounts {
  readonly charges: readonly OrderAmount[];
  /** An order is never worth less than nothing: its reader takes no more off than there is. */
  readonly discounts: readonly OrderAmount[];
}

const places = 6;

/** An offer of which nothing is known but its supplier, as rules for orders see it. */
const anyOffer = (supplierId: string): Offer => ({
  id: '',
  supplierId,
  supplierSku: '',
  manufacturer: undefined,
  mpn: undefined,
  productId: undefined,
  matchConfidence: 'unmatched',
  matchRule: undefined,
  product: undefined,
  views: [],
});

const contributionOf = (
  { rule }: Candidate,
  price: { readonly total: number; readonly stepTotal: number },
  { book, supplierId, currency, at }: OrderQuestion,
): Contribution | undefined =>
  rule.effect({
    offer: anyOffer(supplierId),
    manufacturer: '',
    pieces: 1,
    currency,
    places,
    goods: 0,
    cost: 0,
    // A discount takes no more than there is; what there is the order knows.
    total: rule.basis === 'order' ? Number.MAX_SAFE_INTEGER : price.total,
    stepTotal: price.stepTotal,
    rate: (from) => (from === currency ? one : book.rates.between(from, currency, at)?.ratio),
  });

/** The amounts of one sign with what percentages make of them. */
const amountsOf = (
  candidates: readonly Candidate[],
  question: OrderQuestion,
  isWanted: (amount: number) => boolean,
): readonly OrderAmount[] => {
  const coin = powerOfTen(Math.max(0, places - minorUnits(question.currency)));
  const atMs = question.at.getTime();
  const price = beginAt(0);
  const amounts: OrderAmount[] = [];
  for (const candidate of candidates) {
    const { rule } = candidate;
    enterStep(price, rule.step);
    if (!isDue(price, rule, atMs)) continue;
    const contribution = contributionOf(candidate, price, question);
    // Where a rate is missing, nothing of the supplier has a price either.
    if (contribution?.kind !== 'line') continue;
    noteStep(price, rule);
    if (rule.basis === 'order' && !isWanted(contribution.amount)) continue;
    price.total += contribution.amount;
    const amount = toMultiple(contribution.amount, coin, 'half_even');
    if (amount === 0) continue;
    const label = `${rule.name}: ${contribution.note}`;
    amounts.push({ ruleId: rule.id, label, amount: decimalText(amount, places) });
  }
  return amounts;
};

/** What rules add to an order; undefined where they add nothing. */
export const orderAmounts = (question: OrderQuestion): OrderAmounts | undefined => {
  const { book, caller, zone, supplierId, currency, at } = question;
  if (!book.areOrdersApart(caller, zone, at)) return undefined;
  const offer = anyOffer(supplierId);
  const values = allValues(caller, zone, { offer, packaging: undefined, pieces: 1, currency, date: at });
  const candidates = book
    .candidates(caller, zone, offer)
    .filter(
      ({ rule, isConditional }) =>
        rule.isOfOrders && rule.basis !== 'pieces' && (!isConditional || rule.condition?.holds(values) === true),
    );
  if (!candidates.some(({ rule }) => rule.basis === 'order')) return undefined;
  const charges = amountsOf(candidates, question, (amount) => amount > 0);
  const discounts = amountsOf(candidates, question, (amount) => amount < 0);
  return charges.length === 0 && discounts.length === 0 ? undefined : { charges, discounts };
};
