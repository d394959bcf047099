import type { RecordQuotedPrice } from '../../domain/analytics/quoted-price.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Offer } from '../../domain/offers/offer.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import { maxPieces } from '../../domain/pricing/buy-quantity.ts';
import { type PriceAnswer, calculatePrice as priceOf } from '../../domain/pricing/calculate.ts';
import { isVisible } from '../../domain/pricing/source-selection.ts';
import { unrestrictedOffer, type VisibleOffer } from '../../domain/visibility/offers.ts';
import type { CalculatePriceRequest, PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { maxReadAgeMs } from '../cache/grouped-reads.ts';
import { type Finding, throwIfAny } from '../request/check.ts';
import { type MaybePromise, thenMaybe } from '../request/maybe-promise.ts';
import type { RequestContext, UseCase } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import { hiddenPrice, maskPrice } from '../visibility/masks.ts';
import type { View, Visibility } from '../visibility/visibility.ts';
import type { OfferCache } from './offer-cache/offer-cache.ts';
import { createPastOffers } from './past-offers.ts';
import { toPricingResponse } from './price.ts';
import type { PriceBooks } from './price-books.ts';
import { type AnsweredPrice, createPriceCache, type PriceQuestion } from './price-cache.ts';
import { toQuotedPrice } from './quoted-price.ts';
import { calculatePriceRules } from './request-rules.ts';
import { createVisibleOfferCache } from './visible-offer-cache.ts';

const checkRequest = createCheck(calculatePriceRules);

const isVisibleTo = (offer: Offer | undefined, caller: Caller): offer is Offer =>
  offer?.views.some((view) => isVisible(view, caller)) ?? false;

/** What the caller sees of an offer at present, and what to keep the answer under. */
interface SeenNow {
  readonly known: VisibleOffer;
  readonly stamp: string | undefined;
}

/** Whether there would be a source if its price were not hidden. */
const isHiddenPrice = ({ source, trail }: Pick<PriceAnswer, 'source' | 'trail'>): boolean =>
  source === undefined && trail.some(({ outcome }) => outcome === 'not_visible');

/** The supplier's minimum and multiple can make more of a quantity than the answer can name. */
const checkBought = (answer: PriceAnswer): Finding =>
  answer.mode === 'fixed' && answer.pricedQuantity > maxPieces
    ? {
        field: 'quantity',
        description: `comes to ${answer.pricedQuantity} pieces in whole orders of the supplier; at most ${maxPieces} can be priced`,
      }
    : undefined;

/** Dependencies of prices: current and past offers and rules, and the delivery zones. */
export interface CalculatePriceDependencies {
  readonly cache: Pick<OfferCache, 'load' | 'find'>;
  /** Room for answers that are given again, in bytes. */
  readonly answerBytes: number;
  readonly offers: Pick<OfferStore, 'asOf'>;
  readonly books: Pick<PriceBooks, 'current' | 'asOf'>;
  readonly zones: readonly string[];
  readonly visibility: Visibility;
  /** The zone of callers who name none and have none. */
  readonly defaultZone: string;
  /** Called with the product of every priced offer; must be quick. */
  readonly onPriced: (productId: string) => void;
  /** Called with every answer as sent to the caller; left out: answers are not recorded. */
  readonly onQuoted?: RecordQuotedPrice | undefined;
}

const seen = (offer: Offer, view: View | undefined): VisibleOffer => view?.offer(offer) ?? unrestrictedOffer(offer);

/** Offers as callers see them, at present and at an instant in the past. */
const offersSeen = ({
  cache,
  offers,
  answerBytes,
}: Pick<CalculatePriceDependencies, 'cache' | 'offers' | 'answerBytes'>) => {
  const pastOffer = createPastOffers(offers);
  const visibleOffers = createVisibleOfferCache(answerBytes);
  // Without the caller's signal, which costs more than all else here: the edge ends calls that were
  // cancelled, and the cache has a deadline.
  const loadCurrent = (
    offerId: string,
    { caller, view }: PriceQuestion,
    kept = cache.find(offerId),
  ): MaybePromise<SeenNow> => {
    const before = kept && visibleOffers.find(kept, view);
    if (before !== undefined && isVisibleTo(before.offer, caller)) return { known: before, stamp: kept?.stamp };
    return thenMaybe(cache.load(offerId, { kept }), (loaded) => {
      if (loaded === undefined || !isVisibleTo(loaded.offer, caller)) throw notFound('offer', offerId);
      const known = seen(loaded.offer, view);
      if (kept !== undefined && kept.stamp === loaded.stamp) visibleOffers.keep(kept, view, known);
      return { known, stamp: loaded.stamp };
    });
  };
  const loadAsOf = async (
    offerId: string,
    date: Date,
    question: PriceQuestion,
    signal: AbortSignal,
  ): Promise<VisibleOffer> => {
    const offer = await pastOffer(offerId, date, { signal, caller: question.caller });
    if (isVisibleTo(offer, question.caller)) return seen(offer, question.view);
    const { known } = await loadCurrent(offerId, question);
    return { ...known, offer: { ...known.offer, views: [] } };
  };
  return { loadCurrent, loadAsOf };
};

const priced = (known: VisibleOffer, question: PriceQuestion, date?: Date): PricingResponse => {
  const { caller, quantity, deliveryZone: zone, currency, book, at } = question;
  const answer = priceOf({ offer: known.offer, caller, quantity, at, date, zone, currency, book });
  throwIfAny(checkBought(answer));
  return toMaskedPrice(answer, known);
};

/** The contract's form of a price as the caller may see it. */
export const toMaskedPrice = (answer: PriceAnswer, known: VisibleOffer): PricingResponse => {
  const response = toPricingResponse(answer);
  if (isHiddenPrice(answer)) return hiddenPrice(response);
  return maskPrice(response, known.maskedPrice(answer.source?.view), known.masked);
};

/**
 * Prices one offer for the caller. An offer that no credential visible to the caller has seen, or
 * that a policy hides, is `not_found`. A date in the past prices with what was known then, which
 * may be nothing: "unknown", not an error. A future date, and one so recent that the cache may be
 * as old, prices with what is known now under the rules that are valid then. Answered at once when
 * the offer is in memory.
 */
export const calculatePrice = ({
  cache,
  answerBytes,
  offers,
  books,
  zones,
  defaultZone,
  visibility,
  onPriced,
  onQuoted,
}: CalculatePriceDependencies): UseCase<CalculatePriceRequest, PricingResponse> => {
  const { loadCurrent, loadAsOf } = offersSeen({ cache, offers, answerBytes });
  const priceCache = createPriceCache(answerBytes);

  const given = (
    { response, productId }: AnsweredPrice,
    { caller, at }: PriceQuestion,
    askedDate?: Date,
  ): PricingResponse => {
    if (productId !== undefined) onPriced(productId);
    onQuoted?.(toQuotedPrice(response, { customerId: caller.customerId, productId, answeredAt: at, askedDate }));
    return response;
  };

  const priceAtPastDate = async (offerId: string, date: Date, asked: PriceQuestion, context: RequestContext) => {
    const { signal } = context;
    const [known, book] = await Promise.all([loadAsOf(offerId, date, asked, signal), books.asOf(date, signal)]);
    const response = priced(known, { ...asked, at: date, book });
    return given({ response, productId: known.offer.productId }, asked, date);
  };

  const priceNow = (offerId: string, question: PriceQuestion): MaybePromise<PricingResponse> => {
    const kept = cache.find(offerId);
    const cachedAnswer = kept && priceCache.find(kept.stamp, question);
    if (cachedAnswer !== undefined) return given(cachedAnswer, question);
    return thenMaybe(loadCurrent(offerId, question, kept), ({ known, stamp }) => {
      const response = priced(known, question);
      if (stamp !== undefined) priceCache.keep(stamp, question, known, response);
      return given({ response, productId: known.offer.productId }, question);
    });
  };

  // A price at another instant must not answer a question about now.
  const priceAtFutureDate = (offerId: string, date: Date, question: PriceQuestion): MaybePromise<PricingResponse> =>
    thenMaybe(loadCurrent(offerId, question), ({ known }) =>
      given({ response: priced(known, question, date), productId: known.offer.productId }, question, date),
    );

  const answer = (request: CalculatePriceRequest, context: RequestContext): MaybePromise<PricingResponse> => {
    const { offerId, quantity, date } = request;
    const { caller } = context;
    const now = context.now();
    checkRequest(request, { zones, now });
    const deliveryZone = request.deliveryZone || caller.deliveryZone || defaultZone;
    const currency = request.currency || undefined;
    const [book, view] = [books.current(), visibility.of(context)];
    const question = { caller, quantity, deliveryZone, currency, book, view, at: now };
    if (date === undefined) return priceNow(offerId, question);
    const isPast = now.getTime() - date.getTime() > maxReadAgeMs;
    return isPast ? priceAtPastDate(offerId, date, question, context) : priceAtFutureDate(offerId, date, question);
  };

  return (request, context) => {
    try {
      return answer(request, context);
    } catch (refusal) {
      return Promise.reject(refusal);
    }
  };
};
