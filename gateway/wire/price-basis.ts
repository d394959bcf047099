import { changedOffersSignal } from '../../streams/normalizer.ts';
import type { PriceBooks } from '../price-books.ts';
import { createOfferCache, type OfferCache } from '../usecases/offer-cache.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { startPriceBooks } from './price-books.ts';
import type { WorkerSurroundings } from './surroundings.ts';
import { startVisibility } from './visibility.ts';

/** What prices of this process are made from, whoever asks: callers at the edges, and estimates in the background. */
export interface PriceBasis {
  readonly offerCache: OfferCache;
  readonly visibility: Visibility;
  /** Puts a change of policies that has been stored in force here, and tells the other processes. */
  readonly onPolicyChange: () => Promise<void>;
  readonly priceBooks: PriceBooks;
  /** Puts a change of rules, rates or order costs that has been stored in force here, and tells the other processes. */
  readonly onPricingChange: () => Promise<void>;
  /** Hears each time that other rules, rates or policies are in force in this process. Returns how to stop. */
  readonly onBasisChange: (listener: () => void) => () => void;
}

/** Loads policies, rules and rates, and keeps them up to date. Prices are cached until the normalizer says that their offers changed. */
export const startPriceBasis = async (
  surroundings: Pick<WorkerSurroundings, 'stores' | 'bus' | 'metrics' | 'log' | 'now' | 'teardown'>,
): Promise<PriceBasis> => {
  const { stores, bus, teardown } = surroundings;
  const offerCache = createOfferCache({ store: stores.offers });
  const deaf = bus.onSignal(changedOffersSignal, (_subject, payload) =>
    offerCache.invalidate(JSON.parse(Buffer.from(payload).toString()) as string[]),
  );
  teardown.add('offer signals', async () => deaf());
  const listeners = new Set<() => void>();
  const onChange = (): void => {
    for (const listener of listeners) listener();
  };
  const { visibility, onPolicyChange } = await startVisibility({ ...surroundings, onChange });
  const { priceBooks, onPricingChange } = await startPriceBooks({ ...surroundings, onChange });
  const onBasisChange: PriceBasis['onBasisChange'] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { offerCache, visibility, onPolicyChange, priceBooks, onPricingChange, onBasisChange };
};
