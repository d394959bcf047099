import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Offer } from '../../domain/offer.ts';
import type { OfferStore } from '../../domain/ports.ts';
import { calculatePrice as priceOf } from '../../domain/pricing/calculate.ts';
import { isVisible } from '../../domain/pricing/source-selection.ts';
import { toPricingResponse } from '../mapping/price.ts';
import type { RequestContext } from '../request-context.ts';
import { checkId, checkOneOf, checkWithin, type Finding, refuseIfAny } from './check.ts';
import { maxOfferAgeMs, type OfferCache } from './offer-cache.ts';
import { createRememberedPrices } from './remembered-prices.ts';
import type { UseCases } from './use-cases.ts';

const maxQuantity = 2 ** 31 - 1;
const maxYearsAhead = 10;

const checkDate = (field: string, date: Date | undefined, now: Date): Finding => {
  if (date === undefined) return undefined;
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + maxYearsAhead);
  return date.getTime() >= 0 && date <= latest
    ? undefined
    : { field, description: `must be an instant from 1970 to ${maxYearsAhead} years ahead` };
};

const isVisibleTo = (offer: Offer | undefined, caller: Caller): offer is Offer =>
  offer?.views.some((view) => isVisible(view, caller)) ?? false;

/** What a price is made from: the offers as they are and as they were, and the delivery zones that exist. */
export interface PriceSources {
  readonly cache: OfferCache;
  readonly offers: Pick<OfferStore, 'asOf'>;
  readonly zones: readonly string[];
  /** Told the product of every offer that was priced; must be quick. */
  readonly onPriced: (productId: string) => void;
}

/**
 * Prices one offer for the caller. An offer that no credential visible to the caller has seen is `not_found`. A date in the
 * past prices with what was known then, which may be nothing: "unknown", not an error. A future date, and one so recent that
 * the cache may be as old, prices with what is known now.
 */
export const calculatePrice = ({ cache, offers, zones, onPriced }: PriceSources): UseCases['calculatePrice'] => {
  const remembered = createRememberedPrices();
  const demand = ({ productId }: Offer): void => {
    if (productId !== undefined) onPriced(productId);
  };
  const asItIs = async (offerId: string, context: RequestContext): Promise<Offer> => {
    const offer = await cache.load(offerId, context);
    if (!isVisibleTo(offer, context.caller)) throw notFound('offer', offerId);
    return offer;
  };
  const asItWas = async (offerId: string, date: Date, context: RequestContext): Promise<Offer> => {
    const [offer] = await offers.asOf([offerId], date, { signal: context.signal });
    return isVisibleTo(offer, context.caller) ? offer : { ...(await asItIs(offerId, context)), views: [] };
  };

  return async ({ offerId, quantity, deliveryZone, date }, context) => {
    const { caller } = context;
    const now = context.now();
    refuseIfAny(
      checkId('offer_id', offerId),
      checkWithin('quantity', quantity, 1, maxQuantity),
      checkOneOf('delivery_zone', deliveryZone, zones),
      checkDate('date', date, now),
    );
    if (date !== undefined && now.getTime() - date.getTime() > maxOfferAgeMs) {
      const offer = await asItWas(offerId, date, context);
      demand(offer);
      return toPricingResponse(priceOf({ offer, caller, quantity, at: date }));
    }
    const offer = await asItIs(offerId, context);
    demand(offer);
    return remembered.answer(offer, { caller, quantity, deliveryZone }, () =>
      toPricingResponse(priceOf({ offer, caller, quantity, at: now })),
    );
  };
};
