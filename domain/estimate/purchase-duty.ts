import { amount, amountText, minorUnits, roundTo, zero } from '../money.ts';
import type { DutyFact, OfferDuty } from '../pricing/duties/offer-duty.ts';

/** The import duty of a purchase, as an estimate tells it. */

/** What is due on a purchase. */
export type PurchaseDuty =
  | {
      readonly kind: 'due';
      /** In the estimate's currency, rounded to its coins. */
      readonly amount: string;
      /** Share of the price of the purchase; left out where the supplier is not shown. */
      readonly rate?: string;
      /** The digits of the tariff number; left out where the supplier is not shown. */
      readonly htsCode?: string;
      /** ISO 3166-1 alpha-2; left out: it does not matter, and is not known, or is not shown. */
      readonly origin?: string;
    }
  /** The goods are within the destination, and the supplier is shown. */
  | { readonly kind: 'domestic' }
  /** What is missing to tell, as far as it is shown: may be nothing. */
  | { readonly kind: 'unknown'; readonly missing: readonly DutyFact[] };

/** What is due on goods of a price; undefined where nothing is due or it is not known. */
export const dutyAmount = (duty: OfferDuty | undefined, price: string, currency: string): string | undefined =>
  duty?.kind === 'due' ? amountText(roundTo(amount(price).times(duty.rate), minorUnits(currency))) : undefined;

/** An offer with its duty; `shownSupplierId` is empty where its supplier is not shown. */
interface DutiedOffer {
  readonly shownSupplierId: string;
  readonly duty?: OfferDuty;
}

/**
 * The duty on an offer whose supplier is not shown: what is due alone, because more would tell
 * where it ships from. Goods from within the destination look like those that are free.
 */
const unnamedDuty = (duty: OfferDuty, due: string | undefined): PurchaseDuty =>
  duty.kind === 'unknown'
    ? { kind: 'unknown', missing: duty.missing.filter((fact) => fact !== 'ships_from') }
    : { kind: 'due', amount: due ?? '0' };

/**
 * The duty of an offer on so much of it as `due` is the duty of, as it is shown; undefined where
 * none is stated for the destination.
 */
export const purchaseDuty = (
  { shownSupplierId, duty }: DutiedOffer,
  due: string | undefined,
): PurchaseDuty | undefined => {
  if (duty !== undefined && shownSupplierId === '') return unnamedDuty(duty, due);
  if (duty?.kind !== 'due') return duty;
  const { rate, htsCode, origin } = duty;
  return {
    kind: 'due',
    amount: due ?? '0',
    rate,
    ...(htsCode !== undefined && { htsCode }),
    ...(origin !== undefined && { origin }),
  };
};

/** Something with a duty. */
interface Dutied {
  readonly duty?: PurchaseDuty;
}

/** What is due for all of them, as far as it is known; undefined where it is not for any. */
export const dutyOfAll = (purchases: readonly Dutied[]): string | undefined => {
  const due = purchases.flatMap(({ duty }) => (duty?.kind === 'due' ? [duty.amount] : []));
  return due.length === 0 ? undefined : amountText(due.reduce((sum, each) => sum.plus(amount(each)), zero));
};

/**
 * What is missing to tell the duties of some purchases, each once, as far as it is shown; undefined
 * where no duty is unknown.
 */
export const missingDutyFacts = (purchases: readonly Dutied[]): readonly DutyFact[] | undefined => {
  const unknown = purchases.flatMap(({ duty }) => (duty?.kind === 'unknown' ? [duty] : []));
  return unknown.length === 0 ? undefined : [...new Set(unknown.flatMap(({ missing }) => missing))];
};
