import type { Offer } from '../../domain/offer.ts';
import type { OfferStore } from '../../domain/ports.ts';
import { createReadCache, type ReadCache, type ReadCacheOptions } from './read-cache.ts';

/** Offers for pricing, the hottest read there is. */
export type OfferCache = ReadCache<Offer>;

/** What the cache of offers reads from. */
export interface OfferCacheOptions extends Omit<ReadCacheOptions<Offer>, 'read' | 'unchanged'> {
  readonly store: Pick<OfferStore, 'byIds' | 'unchanged'>;
}

/** Creates the cache of offers over their store. */
export const createOfferCache = ({ store, ...bounds }: OfferCacheOptions): OfferCache =>
  createReadCache({ ...bounds, read: store.byIds, unchanged: store.unchanged });
