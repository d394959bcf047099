import { objectiveMs } from '../offers/freshness.ts';
import { matchConfidences } from '../offers/offer.ts';
import type { MarketOffer } from './market.ts';
import type { EstimateRequest } from './request.ts';
import { sellerKey } from './seller.ts';

/**
 * Offers that could be bought and are not: they are excluded, withdrawn by their supplier, not the
 * one that is pinned, of a seller whose own offer counts instead or that is not wanted, matched too
 * weakly, or were looked at too long ago. What is pinned is bought in any case but the first two. A
 * seller is excluded by what the caller is shown of it: one that may not be named cannot be told by
 * guessing.
 */

/** Why an offer is not bought though it could be. */
export type OfferRefusal =
  | 'excluded_by_request'
  | 'withdrawn'
  | 'other_offer_pinned'
  | 'sold_directly'
  | 'seller_not_wanted'
  | 'weak_match'
  | 'stale_price'
  | 'stale_stock'
  | 'other_unit';

/** What a person has said of the offers of a need. */
export interface Wishes
  extends Pick<EstimateRequest, 'minConfidence' | 'maxPriceAgeMs' | 'maxStockAgeMs' | 'freshness' | 'sellerPolicy'> {
  /** Ids of offers and suppliers, and `excludedSeller` of names, that are not bought from. */
  readonly excluded: ReadonlySet<string>;
  /** Keys of the names of the only sellers that are bought from; left out: any. */
  readonly onlySellers?: ReadonlySet<string>;
  /** The only offers that are bought; empty: any. */
  readonly pinned: readonly string[];
  /** The unit that is bought in; left out: whichever an offer is sold in. */
  readonly unitOfSale?: string;
}

/** Whether a match is as sure as it must be; undefined asks for nothing. */
export const isSureEnough = (
  confidence: (typeof matchConfidences)[number],
  { minConfidence }: Pick<EstimateRequest, 'minConfidence'>,
): boolean =>
  minConfidence === undefined || matchConfidences.indexOf(confidence) <= matchConfidences.indexOf(minConfidence);

/** The key of the name of who sells it, as the caller is shown it; empty where it is not shown. */
const shownSellerKey = ({ seller, shownSupplierName }: MarketOffer): string =>
  sellerKey(seller?.name ?? shownSupplierName);

/** How a seller stands among what is excluded. */
export const excludedSeller = (key: string): string => `seller ${key}`;

const isExcluded = (offer: MarketOffer, { excluded }: Wishes): boolean =>
  [offer.offerId, offer.shownSupplierId, excludedSeller(shownSellerKey(offer))].some((id) => excluded.has(id));

const isSellerWanted = (offer: MarketOffer, { sellerPolicy, onlySellers }: Wishes): boolean =>
  (sellerPolicy !== 'authorized_only' || offer.seller?.kind === 'authorized') &&
  (onlySellers === undefined || onlySellers.has(shownSellerKey(offer)));

/** Whether it is sold in the unit that is bought in. */
export const isInUnitOfSale = (
  { unitOfSale = 'piece' }: Pick<MarketOffer, 'unitOfSale'>,
  wanted: Pick<Wishes, 'unitOfSale'>,
): boolean => wanted.unitOfSale === undefined || unitOfSale === wanted.unitOfSale;

/** Why an offer is not bought; undefined where nothing is said against it. */
export const refusalOf = (offer: MarketOffer, wishes: Wishes): OfferRefusal | undefined => {
  const { offerId, match, isTwin, freshness, priceAgeMs = 0, stockAgeMs = 0 } = offer;
  const { pinned, maxPriceAgeMs = Infinity, maxStockAgeMs = Infinity } = wishes;
  if (isExcluded(offer, wishes)) return 'excluded_by_request';
  if (offer.isWithdrawn) return 'withdrawn';
  if (pinned.length > 0 && !pinned.includes(offerId)) return 'other_offer_pinned';
  if (!isInUnitOfSale(offer, wishes)) return 'other_unit';
  if (pinned.length > 0) return undefined;
  if (isTwin) return 'sold_directly';
  if (!isSellerWanted(offer, wishes)) return 'seller_not_wanted';
  if (!isSureEnough(match?.confidence ?? 'unmatched', wishes)) return 'weak_match';
  const isFreshOnly = wishes.freshness === 'require_fresh';
  if (priceAgeMs > maxPriceAgeMs || (isFreshOnly && freshness.status === 'STALE')) return 'stale_price';
  const stockMs = isFreshOnly ? Math.min(maxStockAgeMs, objectiveMs.stock) : maxStockAgeMs;
  return stockAgeMs > stockMs ? 'stale_stock' : undefined;
};
