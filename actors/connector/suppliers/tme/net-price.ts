import { type Amount, amount, roundTo } from '../../../../domain/money.ts';

/** Decimal places of a price that had its tax taken off. */
const places = 12;

/**
 * A price without tax, from the price as given, whether tax is in it (`NET` or `GROSS`) and the
 * rate in percent. Undefined when that cannot be told: a gross price without its rate, or one of
 * unknown kind unless the rate is 0 and both are the same. A rate between 0 and 1 may be a share
 * instead of a percentage, so it counts as unknown.
 */
export const netPrice = (
  price: Amount,
  kind: string | undefined,
  ratePercent: Amount | undefined,
): Amount | undefined => {
  if (kind === 'NET' || ratePercent?.isZero() === true) return price;
  if (kind !== 'GROSS' || ratePercent === undefined || ratePercent.lessThan(1)) return undefined;
  return roundTo(price.dividedBy(ratePercent.dividedBy(amount(100)).plus(1)), places);
};
