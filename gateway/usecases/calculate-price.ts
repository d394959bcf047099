import type { NoteGivenPrice } from '../../domain/analytics/given-price.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { isCurrencyCode } from '../../domain/money.ts';
import type { Offer } from '../../domain/offer.ts';
import type { OfferStore } from '../../domain/ports.ts';
import { type PriceAnswer, calculatePrice as priceOf } from '../../domain/pricing/calculate.ts';
import { isVisible } from '../../domain/pricing/source-selection.ts';
import type { SeenOffer } from '../../domain/visibility/offers.ts';
import type { CalculatePriceRequest, PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { toGivenPrice } from '../mapping/given-price.ts';
import { toPricingResponse } from '../mapping/price.ts';
import type { PriceBooks } from '../price-books.ts';
import { goOn, type Prompt } from '../prompt.ts';
import type { RequestContext } from '../request-context.ts';
import { hiddenPrice, maskPrice } from '../visibility/masks.ts';
import { unrestrictedOffer, type Visibility } from '../visibility/visibility.ts';
import { checkId, checkOneOf, checkWithin, type Finding, refuseIfAny } from './check.ts';
import type { OfferCache } from './offer-cache.ts';
import { createPastOffers } from './past-offers.ts';
import { maxReadAgeMs } from './read-cache.ts';
import { createRememberedPrices, type PriceQuestion } from './remembered-prices.ts';
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
 * `not_found`. A date in the past prices with what was known then, which may be nothing: "unknown", not an error. A future date,
 * and one so recent that the cache may be as old, prices with what is known now under the rules that are valid then. Answered at
 * once when the offer is in memory.
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
  const pastOffer = createPastOffers(offers);
  const demand = ({ productId }: Offer): void => {
    if (productId !== undefined) onPriced(productId);
  };
  const seen = (offer: Offer, context: RequestContext): SeenOffer =>
    visibility.of(context)?.offer(offer) ?? unrestrictedOffer(offer);
  const seenBy = (offer: Offer | undefined, offerId: string, context: RequestContext): SeenOffer => {
    if (!isVisibleTo(offer, context.caller)) throw notFound('offer', offerId);
    return seen(offer, context);
  };
  // Without the caller's signal, which costs more than all else here: the edge refuses who gives up, and the cache has a deadline.
  const asItIs = (offerId: string, context: RequestContext): Prompt<SeenOffer> =>
    goOn(cache.load(offerId), (offer) => seenBy(offer, offerId, context));
  const asItWas = async (offerId: string, date: Date, context: RequestContext): Promise<SeenOffer> => {
    const offer = await pastOffer(offerId, date, context.signal);
    if (isVisibleTo(offer, context.caller)) return seen(offer, context);
    const now = await asItIs(offerId, context);
    return { ...now, offer: { ...now.offer, views: [] } };
  };

  const priced = (known: SeenOffer, { deliveryZone, ...question }: PriceQuestion, date?: Date): PricingResponse => {
    const answer = priceOf({ ...question, offer: known.offer, zone: deliveryZone, date });
    const response = toPricingResponse(answer);
    if (isHiddenPrice(answer)) return hiddenPrice(response);
    return maskPrice(response, known.maskedPrice(answer.source?.view), known.masked);
  };
  const remembered = createRememberedPrices(priced);

  const given = (response: PricingResponse, { productId }: Offer, question: PriceQuestion, askedDate?: Date) => {
    const { caller, at } = question;
    onGiven?.(toGivenPrice(response, { customerId: caller.customerId, productId, answeredAt: at, askedDate }));
    return response;
  };

  const asOf = async (offerId: string, date: Date, asked: PriceQuestion, context: RequestContext) => {
    const [known, book] = await Promise.all([asItWas(offerId, date, context), books.asOf(date, context.signal)]);
    demand(known.offer);
    return given(priced(known, { ...asked, at: date, book }), known.offer, asked, date);
  };

  const answer = (request: CalculatePriceRequest, context: RequestContext): Prompt<PricingResponse> => {
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
    const deliveryZone = request.deliveryZone || caller.deliveryZone || defaultZone;
    const currency = request.currency || undefined;
    const question = { caller, quantity, deliveryZone, currency, book: books.current(), at: now };
    if (date !== undefined && now.getTime() - date.getTime() > maxReadAgeMs)
      return asOf(offerId, date, question, context);
    return goOn(asItIs(offerId, context), (known) => {
      demand(known.offer);
      // What holds at another instant is no answer for who asks about now.
      const response = date === undefined ? remembered.answer(known, question) : priced(known, question, date);
      return given(response, known.offer, question, date);
    });
  };

  return (request, context) => {
    try {
      return answer(request, context);
    } catch (refusal) {
      return Promise.reject(refusal);
    }
  };
};
