import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { isCurrencyCode } from '../../domain/money.ts';
import type { Offer } from '../../domain/offer.ts';
import type { OfferStore } from '../../domain/ports.ts';
import { calculatePrice as priceOf } from '../../domain/pricing/calculate.ts';
import { isVisible } from '../../domain/pricing/source-selection.ts';
import { toPricingResponse } from '../mapping/price.ts';
import type { PriceBooks } from '../price-books.ts';
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

const checkCurrency = (field: string, currency: string): Finding =>
  currency === '' || isCurrencyCode(currency)
    ? undefined
    : { field, description: 'must be an ISO 4217 code, for example EUR' };

/** What a price is made from: offers and rules as they are and as they were, and the delivery zones that exist. */
export interface PriceSources {
  readonly cache: OfferCache;
  readonly offers: Pick<OfferStore, 'asOf'>;
  readonly books: Pick<PriceBooks, 'current' | 'asOf'>;
  readonly zones: readonly string[];
  /** The zone of callers who name none and have none. */
  readonly defaultZone: string;
  /** Told the product of every offer that was priced; must be quick. */
  readonly onPriced: (productId: string) => void;
}

/**
 * Prices one offer for the caller. An offer that no credential visible to the caller has seen is `not_found`. A date in the
 * past prices with what was known then, which may be nothing: "unknown", not an error. A future date, and one so recent that
 * the cache may be as old, prices with what is known now under the rules that are valid then.
 */
export const calculatePrice = ({
  cache,
  offers,
  books,
  zones,
  defaultZone,
  onPriced,
}: PriceSources): UseCases['calculatePrice'] => {
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

  return async (request, context) => {
    const { offerId, quantity, date } = request;
    const { caller } = context;
    const now = context.now();
    refuseIfAny(
      checkId('offer_id', offerId),
      checkWithin('quantity', quantity, 1, maxQuantity),
      checkOneOf('delivery_zone', request.deliveryZone, zones),
      checkDate('date', date, now),
      checkCurrency('currency', request.currency ?? ''),
    );
    const zone = request.deliveryZone || caller.deliveryZone || defaultZone;
    const currency = request.currency || undefined;
    if (date !== undefined && now.getTime() - date.getTime() > maxOfferAgeMs) {
      const [offer, book] = await Promise.all([asItWas(offerId, date, context), books.asOf(date, context.signal)]);
      demand(offer);
      return toPricingResponse(priceOf({ offer, caller, quantity, at: date, zone, currency, book }));
    }
    const offer = await asItIs(offerId, context);
    demand(offer);
    const book = books.current();
    const question = { offer, caller, quantity, at: now, date, zone, currency, book };
    // What holds at another instant is no answer for who asks about now.
    if (date !== undefined) return toPricingResponse(priceOf(question));
    return remembered.answer(offer, { caller, quantity, deliveryZone: zone, currency, book, era: book.era(now) }, () =>
      toPricingResponse(priceOf(question)),
    );
  };
};
