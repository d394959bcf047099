import type { MarketOffer } from './market.ts';

/**
 * Offers that could be bought and are not, because the caller said so. A seller is excluded by the
 * id that the caller is shown: one that may not be named cannot be told by guessing.
 */

/** Why an offer is not bought though it could be. */
export type OfferRefusal = 'excluded_by_request' | 'other_offer_pinned';

/** What a person has said of the offers of a need. */
export interface Wishes {
  /** Ids of offers and suppliers that are not bought from. */
  readonly excluded: ReadonlySet<string>;
  /** The only offers that are bought; empty: any. */
  readonly pinned: readonly string[];
}

/** Why an offer is not bought; undefined where nothing is said against it. */
export const refusalOf = (
  { offerId, shownSupplierId }: Pick<MarketOffer, 'offerId' | 'shownSupplierId'>,
  { excluded, pinned }: Wishes,
): OfferRefusal | undefined => {
  if (excluded.has(offerId) || excluded.has(shownSupplierId)) return 'excluded_by_request';
  return pinned.length > 0 && !pinned.includes(offerId) ? 'other_offer_pinned' : undefined;
};
