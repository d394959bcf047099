import { maxPieces } from '../../domain/pricing/buy-quantity.ts';
import type { CalculatePriceRequest } from '../../proto/gen/svc/public/v1/pricing.ts';
import { currency, id, oneOfKnown, type Rule, type Rules, within } from '../request/rules.ts';

const maxYearsAhead = 10;

/** What a request for a price is checked with. */
interface PricingFacts {
  /** The delivery zones that exist. */
  readonly zones: readonly string[];
  readonly now: Date;
}

const pricingDate: Rule<Date, PricingFacts> = {
  check: (field, date, { now }) => {
    const latest = new Date(now);
    latest.setUTCFullYear(now.getUTCFullYear() + maxYearsAhead);
    return date.getTime() >= 0 && date <= latest
      ? undefined
      : { field, description: `must be an instant from 1970 to ${maxYearsAhead} years ahead` };
  },
};

/** What holds of a request for a price. */
export const calculatePriceRules: Rules<CalculatePriceRequest, PricingFacts> = {
  offerId: id,
  quantity: { ...within(1, maxPieces), isRequired: true },
  deliveryZone: oneOfKnown(({ zones }: PricingFacts) => zones),
  date: pricingDate,
  currency,
};
