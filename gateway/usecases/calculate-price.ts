import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Offer } from '../../domain/offer.ts';
import type { OfferStore } from '../../domain/ports.ts';
import { type PriceAnswer, calculatePrice as priceOf } from '../../domain/pricing/calculate.ts';
import { isVisible } from '../../domain/pricing/source-selection.ts';
import type { PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { toPricingResponse } from '../mapping/price.ts';
import type { RequestContext } from '../request-context.ts';
import { hiddenPrice, maskPrice } from '../visibility/masks.ts';
import { type SeenOffer, unrestrictedOffer, type Visibility } from '../visibility/visibility.ts';
import { checkId, checkOneOf, checkWithin, type Finding, refuseIfAny } from './check.ts';
import { maxOfferAgeMs, type OfferCache } from './offer-cache.ts';
import { createPastOffers } from './past-offers.ts';
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

/** What a price is made from: the offers as they are and as they were, and the delivery zones that exist. */
export interface PriceSources {
  readonly cache: OfferCache;
  readonly offers: Pick<OfferStore, 'asOf'>;
  readonly zones: readonly string[];
  readonly visibility: Visibility;
  /** Told the product of every offer that was priced; must be quick. */
  readonly onPriced: (productId: string) => void;
}

/**
 * Prices one offer for the caller. An offer that no credential visible to the caller has seen, or that a policy hides, is
 * `not_found`. A date in the
 * past prices with what was known then, which may be nothing: "unknown", not an error. A future date, and one so recent that
 * the cache may be as old, prices with what is known now.
 */
export const calculatePrice = ({
  cache,
  offers,
  zones,
  visibility,
  onPriced,
}: PriceSources): UseCases['calculatePrice'] => {
  const remembered = createRememberedPrices();
  const pastOffer = createPastOffers(offers);
  const demand = ({ productId }: Offer): void => {
    if (productId !== undefined) onPriced(productId);
  };
  const seen = async (offer: Offer, context: RequestContext): Promise<SeenOffer> =>
    (await visibility.of(context)?.offer(offer, { signal: context.signal })) ?? unrestrictedOffer(offer);
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

  return async ({ offerId, quantity, deliveryZone, date }, context) => {
    const { caller } = context;
    const now = context.now();
    refuseIfAny(
      checkId('offer_id', offerId),
      checkWithin('quantity', quantity, 1, maxQuantity),
      checkOneOf('delivery_zone', deliveryZone, zones),
      checkDate('date', date, now),
    );
    const priced = (known: SeenOffer, at: Date): PricingResponse => {
      const answer = priceOf({ offer: known.offer, caller, quantity, at });
      const response = toPricingResponse(answer);
      if (isHiddenPrice(answer)) return hiddenPrice(response);
      return maskPrice(response, known.maskedPrice(answer.source?.view), known.masked);
    };
    if (date !== undefined && now.getTime() - date.getTime() > maxOfferAgeMs) {
      const known = await asItWas(offerId, date, context);
      demand(known.offer);
      return priced(known, date);
    }
    const known = await asItIs(offerId, context);
    demand(known.offer);
    return remembered.answer(known.offer, { caller, quantity, deliveryZone }, () => priced(known, now));
  };
};
