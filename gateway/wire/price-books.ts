import { startPeriodic } from '../../concurrency/periodic.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { createPriceBooks, type PriceBooks } from '../pricing/price-books.ts';
import type { Stores } from './stores.ts';
import type { Teardown } from './teardown.ts';

/** Tells every process that rules or rates have changed; nothing is in it. */
const subject = 'state.pricing';

/** Dependencies of the books. */
interface Dependencies {
  readonly stores: Pick<Stores, 'pricingRules' | 'exchangeRates' | 'pricingRevisions'>;
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

/** How often a process looks by itself: signals may be lost. */
const lookEveryMs = 3_000;

/** Longer than two loads may take: the one that is running, and the one that waits for it. */
const refreshDeadlineMs = 25_000;

/**
 * Loads the rules and rates for prices and keeps them up to date. Rejects when they cannot be read.
 */
export const startPriceBooks = async (surroundings: Dependencies): Promise<RunningPriceBooks> => {
  const { stores, bus, log, now, teardown, onChange } = surroundings;
  const onUnreadable = (rules: readonly string[]): void => log.error('pricing.rules.unreadable', { rules });
  const books = createPriceBooks({ ...stores, now, onUnreadable, onChange });
  const onError = (error: unknown): void => log.warn('pricing.rules.failed', { err: error });
  await books.refresh();
  const unsubscribe = bus.onSignal(subject, () => void books.refresh().catch(onError));
  const looking = startPeriodic({
    what: 'price books',
    everyMs: lookEveryMs,
    deadlineMs: refreshDeadlineMs,
    work: books.refresh,
    onError,
  });
  teardown.add('price books', async () => {
    unsubscribe();
    await looking.stop();
  });
  return {
    priceBooks: books,
    onPricingChange: async () => {
      bus.signal(subject, new Uint8Array());
      // The change is stored already, so its author gets no failure: the next refresh applies it.
      await books.refresh().catch(onError);
    },
  };
};
