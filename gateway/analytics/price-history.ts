import type { PriceHistoryStore } from '../../domain/analytics/ports.ts';
import type { PriceDay } from '../../domain/analytics/queries.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import type { Offer, OfferView } from '../../domain/offers/offer.ts';
import { isVisible } from '../../domain/pricing/source-selection.ts';
import type { VisibleOffer } from '../../domain/visibility/offers.ts';
import { type VisibleOffersDependencies, visibleOffersOf } from '../catalog/visible-offers.ts';
import { checkId, checkWithin, throwIfAny } from '../request/check.ts';
import type { UseCase } from '../request/request-context.ts';
import { askedDays, type Days } from './days.ts';

/** Asks what the offers of a product cost over time. */
export interface PriceHistoryRequest extends Days {
  readonly canonicalId: string;
  /** The prices of a piece when so many are bought. */
  readonly quantity: number;
}

/** What the offers of a product cost, by offer and by whose credential saw it. */
export interface PriceHistory {
  readonly productId: string;
  readonly quantity: number;
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  readonly series: readonly PriceSeries[];
  /** Whether there are more days than an answer holds; the first ones are in it. */
  readonly isTruncated: boolean;
}

/** What one credential saw of one offer. A field that the caller is not to see is undefined. */
export interface PriceSeries {
  readonly offerId: string;
  readonly supplierId: string | undefined;
  readonly supplierSku: string | undefined;
  /** Whose credential. */
  readonly credential: OfferView['credential'] | undefined;
  /** In order; a day on which nothing was observed is left out. */
  readonly days: readonly PriceDay[];
}

/** The greatest quantity, as in the contract: an int32. */
export const maxQuantity = 2_147_483_647;

/** The most days of an answer, those of all series together. */
export const maxPriceDays = 10_000;

/** Dependencies of the history. */
export interface PriceHistoryDependencies extends VisibleOffersDependencies {
  readonly history: PriceHistoryStore;
}

/** A view whose prices the caller may see, with what of its offer is empty. */
interface SeenView {
  readonly offer: Offer;
  readonly view: OfferView;
  readonly isHidden: (field: 'supplier_id' | 'supplier_sku' | 'observation_source') => boolean;
}

/**
 * By the rule of the list of offers: credentials of other tenants do not exist, and a price that is
 * hidden now was hidden always.
 */
const seenViews = ({ offer, masked, maskedPrice }: VisibleOffer, caller: Caller): readonly SeenView[] =>
  offer.views.flatMap((view) => {
    const ofPrice = maskedPrice(view);
    if (!isVisible(view, caller) || view.isPriceHidden || ofPrice.has('amounts')) return [];
    return [{ offer, view, isHidden: (field) => masked.has(field) || ofPrice.has(field) }];
  });

const toSeries = ({ offer, view, isHidden }: SeenView, days: readonly PriceDay[] = []): PriceSeries => ({
  offerId: offer.id,
  supplierId: isHidden('supplier_id') ? undefined : offer.supplierId,
  supplierSku: isHidden('supplier_sku') ? undefined : offer.supplierSku,
  credential: isHidden('observation_source') ? undefined : view.credential,
  days,
});

const keyOf = (offerId: string, credentialId: string): string => `${offerId} ${credentialId}`;

/** Shows what the offers of a product cost over time, as far as the caller sees them now. */
export const getPriceHistory =
  ({ history, ...sources }: PriceHistoryDependencies): UseCase<PriceHistoryRequest, PriceHistory> =>
  async ({ canonicalId, quantity, ...asked }, context) => {
    throwIfAny(checkId('canonical_id', canonicalId), checkWithin('quantity', quantity, 1, maxQuantity));
    const { from, to, period } = askedDays(asked, context.now());
    const offers = await visibleOffersOf(sources, canonicalId, context);
    const views = offers.flatMap((seen) => seenViews(seen, context.caller));
    const pairs = views.map(({ offer, view }) => ({ offerId: offer.id, credentialId: view.credential.id }));
    const { caller: tenant, signal } = context;
    const question = { sources: pairs, quantity, period, limit: maxPriceDays + 1 };
    const found = await history.priceHistory(question, { tenant, signal });
    const days = found.slice(0, maxPriceDays);
    const daysOf = Map.groupBy(days, ({ offerId, credentialId }) => keyOf(offerId, credentialId));
    const series = views.map((each) => toSeries(each, daysOf.get(keyOf(each.offer.id, each.view.credential.id))));
    return {
      productId: canonicalId,
      quantity,
      from,
      to,
      series: series.filter((each) => each.days.length > 0),
      isTruncated: found.length > days.length,
    };
  };
