import { matchConfidences } from '../offers/offer.ts';
import type { MarketOffer } from './market.ts';
import type { EstimateRequest } from './request.ts';

/**
 * Offers that could be bought and are not, because the caller said so: they are excluded, not the
 * one that is pinned, matched too weakly, or were looked at too long ago. What is pinned is bought
 * in any case but the first. A seller is excluded by the id that the caller is shown: one that may
 * not be named cannot be told by guessing.
 */

/** Why an offer is not bought though it could be. */
export type OfferRefusal = 'excluded_by_request' | 'other_offer_pinned' | 'weak_match' | 'stale_price' | 'stale_stock';

/** What a person has said of the offers of a need. */
export interface Wishes extends Pick<EstimateRequest, 'minConfidence' | 'maxPriceAgeMs' | 'maxStockAgeMs'> {
  /** Ids of offers and suppliers that are not bought from. */
  readonly excluded: ReadonlySet<string>;
  /** The only offers that are bought; empty: any. */
  readonly pinned: readonly string[];
}

/** Whether a match is as sure as it must be; undefined asks for nothing. */
export const isSureEnough = (
  confidence: (typeof matchConfidences)[number],
  { minConfidence }: Pick<EstimateRequest, 'minConfidence'>,
): boolean =>
  minConfidence === undefined || matchConfidences.indexOf(confidence) <= matchConfidences.indexOf(minConfidence);

/** Why an offer is not bought; undefined where nothing is said against it. */
export const refusalOf = (
  { offerId, shownSupplierId, match, priceAgeMs = 0, stockAgeMs = 0 }: MarketOffer,
  wishes: Wishes,
): OfferRefusal | undefined => {
  const { excluded, pinned, maxPriceAgeMs = Infinity, maxStockAgeMs = Infinity } = wishes;
  if (excluded.has(offerId) || excluded.has(shownSupplierId)) return 'excluded_by_request';
  if (pinned.length > 0) return pinned.includes(offerId) ? undefined : 'other_offer_pinned';
  if (!isSureEnough(match?.confidence ?? 'unmatched', wishes)) return 'weak_match';
  if (priceAgeMs > maxPriceAgeMs) return 'stale_price';
  return stockAgeMs > maxStockAgeMs ? 'stale_stock' : undefined;
};
