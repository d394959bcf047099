import type { NoteGivenPrice } from '../../domain/analytics/given-price.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { isCurrencyCode } from '../../domain/money.ts';
import type { Offer } from '../../domain/offer.ts';
import type { OfferStore } from '../../domain/ports.ts';
import { type PriceAnswer, calculatePrice as priceOf } from '../../domain/pricing/calculate.ts';
import type { PriceBook } from '../../domain/pricing/price-book.ts';
import { isVisible } from '../../domain/pricing/source-selection.ts';
import type { PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { toGivenPrice } from '../mapping/given-price.ts';
import { toPricingResponse } from '../mapping/price.ts';
import type { PriceBooks } from '../price-books.ts';
import type { RequestContext } from '../request-context.ts';
import { hiddenPrice, maskPrice } from '../visibility/masks.ts';
import { type SeenOffer, unrestrictedOffer, type Visibility } from '../visibility/visibility.ts';
import { checkId, checkOneOf, checkWithin, type Finding, refuseIfAny } from './check.ts';
import type { OfferCache } from './offer-cache.ts';
import { createPastOffers } from './past-offers.ts';
import { maxReadAgeMs } from './read-cache.ts';
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

/** Whether there would be a source if its price were not hidden. */
const isHiddenPrice = ({ source, trail }: Pick<PriceAnswer, 'source' | 'trail'>): boolean =>
  source === undefined && trail.some(({ outcome }) => outcome === 'not_visible');

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
  readonly visibility: Visibility;
  /** The zone of callers who name none and have none. */
  readonly defaultZone: string;
  /** Told the product of every offer that was priced; must be quick. */
  readonly onPriced: (productId: string) => void;
  /** Told every answer as the caller gets it; left out: nobody asks. */
  readonly onGiven?: NoteGivenPrice | undefined;
}

/**
 * Prices one offer for the caller. An offer that no credential visible to the caller has seen, or that a policy hides, is
 * `not_found`. A date in the
 * past prices with what was known then, which may be nothing: "unknown", not an error. A future date, and one so recent that
 * the cache may be as old, prices with what is known now under the rules that are valid then.
 */
export const calculatePrice = ({
  cache,
  offers,
  books,
  zones,
  defaultZone,
  visibility,
  onPriced,
  onGiven,
}: PriceSources): UseCases['calculatePrice'] => {
  const remembered = createRememberedPrices();
  const pastOffer = createPastOffers(offers);
  const demand = ({ productId }: Offer): void => {
    if (productId !== undefined) onPriced(productId);
  };
  const seen = (offer: Offer, context: RequestContext): SeenOffer =>
    visibility.of(context)?.offer(offer) ?? unrestrictedOffer(offer);
  const asItIs = async (offerId: string, context: RequestContext): Promise<SeenOffer> => {
    const offer = await cache.load(offerId, context);
    if (!isVisibleTo(offer, context.caller)) throw notFound('offer', offerId);
    return seen(offer, context);
  };
  const asItWas = async (offerId: string, date: Date, context: RequestContext): Promise<SeenOffer> => {
    const offer = await pastOffer(offerId, date, context.signal);
    if (isVisibleTo(offer, context.caller)) return seen(offer, context);
    const now = await asItIs(offerId, context);
    return { ...now, offer: { ...now.offer, views: [] } };
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
    const priced = (known: SeenOffer, at: Date, book: PriceBook): PricingResponse => {
      const answer = priceOf({
        offer: known.offer,
        caller,
        quantity,
        at,
        date: at === date ? undefined : date,
        zone,
        currency,
        book,
      });
      const response = toPricingResponse(answer);
      if (isHiddenPrice(answer)) return hiddenPrice(response);
      return maskPrice(response, known.maskedPrice(answer.source?.view), known.masked);
    };
    const noted = (response: PricingResponse, { productId }: Offer): PricingResponse => {
      onGiven?.(toGivenPrice(response, { customerId: caller.customerId, productId, answeredAt: now, askedDate: date }));
      return response;
    };
    if (date !== undefined && now.getTime() - date.getTime() > maxReadAgeMs) {
      const [known, book] = await Promise.all([asItWas(offerId, date, context), books.asOf(date, context.signal)]);
      demand(known.offer);
      return noted(priced(known, date, book), known.offer);
    }
    const known = await asItIs(offerId, context);
    demand(known.offer);
    const book = books.current();
    // What holds at another instant is no answer for who asks about now.
    if (date !== undefined) return noted(priced(known, now, book), known.offer);
    const question = { caller, quantity, deliveryZone: zone, currency, book, at: now };
    const response = remembered.answer(known, question, () => priced(known, now, book));
    return noted(response, known.offer);
  };
};
