import type { Bus } from '../../streams/bus/bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { createPriceBooks, type PriceBooks } from '../pricing/price-books.ts';
import { followStored } from './follow-stored.ts';
import type { Stores } from './stores.ts';
import type { Teardown } from './teardown.ts';

/** Dependencies of the books. */
interface Dependencies {
  readonly stores: Pick<Stores, 'pricingRules' | 'exchangeRates' | 'dutyRates' | 'pricingRevisions'>;
  readonly bus: Bus;
  readonly log: Logger;
  readonly now: () => Date;
  readonly teardown: Teardown;
  /** Called when this process computes prices from another book. */
  readonly onChange?: () => void;
}

/** The books of this process. */
interface RunningPriceBooks {
  readonly priceBooks: PriceBooks;
  /** Puts a change that has been stored in force here, and tells the other processes. */
  readonly onPricingChange: () => Promise<void>;
}

/**
 * Loads the rules and rates for prices and keeps them up to date. Rejects when they cannot be read.
 */
export const startPriceBooks = async (surroundings: Dependencies): Promise<RunningPriceBooks> => {
  const { stores, log, now, onChange } = surroundings;
  const onUnreadable = (rules: readonly string[]): void => log.error('pricing.rules.unreadable', { rules });
  const books = createPriceBooks({ ...stores, now, onUnreadable, onChange });
  const onPricingChange = await followStored(surroundings, {
    what: 'price books',
    subject: 'state.pricing',
    refresh: books.refresh,
    onError: (error) => log.warn('pricing.rules.failed', { err: error }),
  });
  return { priceBooks: books, onPricingChange };
};
