import { amount, amountText, minorUnits, roundTo, zero } from '../money.ts';
import type { DutyFact, OfferDuty } from '../pricing/duties/offer-duty.ts';

/** The import duty of a purchase, as an estimate tells it. */

/** What is due on a purchase. */
export type PurchaseDuty =
  | {
      readonly kind: 'due';
      /** In the estimate's currency, rounded to its coins. */
      readonly amount: string;
      /** Share of the price of the purchase. */
      readonly rate: string;
      /** The digits of the tariff number. */
      readonly htsCode?: string;
      /** ISO 3166-1 alpha-2; left out: it does not matter, and is not known. */
      readonly origin?: string;
    }
  /** The goods are within the destination. */
  | { readonly kind: 'domestic' }
  | { readonly kind: 'unknown'; readonly missing: readonly DutyFact[] };

/** What is due on goods of a price; undefined where nothing is due or it is not known. */
export const dutyAmount = (duty: OfferDuty | undefined, price: string, currency: string): string | undefined =>
  duty?.kind === 'due' ? amountText(roundTo(amount(price).times(duty.rate), minorUnits(currency))) : undefined;

/**
 * The duty of an offer on so much of it as `due` is the duty of; undefined where none is stated for
 * the destination.
 */
export const purchaseDuty = (duty: OfferDuty | undefined, due: string | undefined): PurchaseDuty | undefined => {
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

/** What is missing to tell the duties of some purchases, each once. */
export const missingDutyFacts = (purchases: readonly Dutied[]): readonly DutyFact[] => [
  ...new Set(purchases.flatMap(({ duty }) => (duty?.kind === 'unknown' ? duty.missing : []))),
];
