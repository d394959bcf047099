import { of } from 'rxjs';
import { followed } from '../../concurrency/followed.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { changedOffersSignal } from '../../streams/normalizer/normalizer.ts';
import { createReadCache } from '../cache/read-cache.ts';
import type { Config } from '../config/config.ts';
import { createOfferCache, type OfferCache } from '../pricing/offer-cache/offer-cache.ts';
import { createPriceBooks, type PriceBooks } from '../pricing/price-books.ts';
import { createPolicyBook } from '../visibility/policy-book.ts';
import { createVisibility, type Visibility } from '../visibility/visibility.ts';
import { followStored } from './follow-stored.ts';
import type { Surroundings, WorkerDependencies } from './worker-dependencies.ts';

/** Called when this process computes from another book, or when other policies are in force. */
interface Listened {
  readonly onChange?: () => void;
}

/** The books of this process. */
interface RunningPriceBooks {
  readonly priceBooks: PriceBooks;
  /**
   * Puts a change of rules, rates or order costs that has been stored in force here, and tells the
   * other processes.
   */
  readonly onPricingChange: () => Promise<void>;
}

/**
 * Loads the rules and rates for prices and keeps them up to date. Rejects when they cannot be read.
 */
export const startPriceBooks = async (
  surroundings: Listened &
    Surroundings<
      'pricingRules' | 'exchangeRates' | 'dutyRates' | 'pricingRevisions',
      'bus' | 'log' | 'now' | 'teardown'
    >,
): Promise<RunningPriceBooks> => {
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

/** The policies of this process. */
interface RunningVisibility {
  readonly visibility: Visibility;
  /**
   * Puts a change of policies that has been stored in force here, and tells the other processes.
   */
  readonly onPolicyChange: () => Promise<void>;
}

/**
 * Reads the policies before anything is served, so that nothing is shown that a policy hides, and
 * again after every signal and every few seconds.
 */
export const startVisibility = async (
  surroundings: Listened & Surroundings<'policies' | 'catalog', 'bus' | 'metrics' | 'log' | 'now' | 'teardown'>,
): Promise<RunningVisibility> => {
  const { stores, metrics, log, now, onChange } = surroundings;
  const book = createPolicyBook({ store: stores.policies, metrics: metrics.visibility, log, onChange });
  let era: number | undefined;
  const refresh = async (): Promise<void> => {
    await book.refresh();
    metrics.visibility.broken.set(book.broken());
    const present = book.era(now());
    if (era !== undefined && present !== era) onChange?.();
    era = present;
  };
  const onPolicyChange = await followStored(surroundings, {
    what: 'visibility policies',
    subject: 'state.visibility_policies',
    refresh,
    onError: (error) => log.warn('visibility.refresh.failed', { err: error }),
  });
  const products = createReadCache({ read: stores.catalog.products });
  return {
    visibility: createVisibility({ book, product: products.load, metrics: metrics.visibility }),
    onPolicyChange,
  };
};

/** What prices of this process are computed from, for callers at the edges and for estimates. */
export interface PriceBasis extends RunningVisibility, RunningPriceBooks {
  readonly offerCache: OfferCache;
  /**
   * Hears each time that other rules, rates or policies are in force in this process. Returns how
   * to stop.
   */
  readonly onBasisChange: (listener: () => void) => () => void;
}

/**
 * How often it is looked at what has changed of offers: often enough that one look that is late
 * makes nothing old.
 */
const followMs = 500;

/** How often changes that everybody has seen are deleted. */
const forgetMs = 10_000;

/**
 * Longer than two reads of the feed may take: the one that is running, and the one that waits for
 * it.
 */
const lookDeadlineMs = 12_000;

/**
 * Offers in memory. They follow the feed of changes; the normalizer says sooner which offers it has
 * changed, and what it says may be lost.
 */
const startOfferCache = (
  { offerMemoryBytes }: Pick<Config, 'offerMemoryBytes'>,
  { stores, bus, log, teardown }: Surroundings<'offerChanges', 'bus' | 'log' | 'teardown'>,
): OfferCache => {
  const offerCache = createOfferCache({ store: stores.offerChanges, maxBytes: offerMemoryBytes });
  const unsubscribe = bus.onSignal(changedOffersSignal, (_subject, payload) =>
    offerCache.invalidate(JSON.parse(Buffer.from(payload).toString()) as string[]),
  );
  teardown.add('offer signals', async () => unsubscribe());
  let isFailing = false;
  const follow = async (): Promise<void> => {
    await offerCache.catchUp();
    isFailing = false;
  };
  const onError = (error: unknown): void => {
    if (!isFailing) log.warn('offers.follow.failed', { err: error });
    isFailing = true;
  };
  const following = followed({
    what: 'changes of offers',
    read: follow,
    deadlineMs: lookDeadlineMs,
    signals: of('now'),
    everyMs: followMs,
    onError,
  }).subscribe();
  const forgetting = startPeriodic({
    what: 'deletion of seen changes',
    everyMs: forgetMs,
    deadlineMs: lookDeadlineMs,
    work: offerCache.forgetSeen,
    onError,
  });
  teardown.add('offer changes', async () => {
    following.unsubscribe();
    await forgetting.stop();
  });
  return offerCache;
};

/** Loads policies, rules and rates, and keeps them up to date, and offers as they are asked for. */
export const startPriceBasis = async (
  config: Pick<Config, 'offerMemoryBytes'>,
  surroundings: Pick<WorkerDependencies, 'stores' | 'bus' | 'metrics' | 'log' | 'now' | 'teardown'>,
): Promise<PriceBasis> => {
  const offerCache = startOfferCache(config, surroundings);
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
