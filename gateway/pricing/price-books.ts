import { abortable } from '../../concurrency/abortable.ts';
import { withDeadline } from '../../concurrency/deadline.ts';
import { createLatestLoad } from '../../concurrency/latest-load.ts';
import { dayOf, daysBefore, maxRateAgeDays } from '../../domain/pricing/exchange-rates.ts';
import type {
  DutyRateStore,
  ExchangeRateStore,
  PricingRevisions,
  PricingRuleStore,
} from '../../domain/pricing/ports.ts';
import { emptyPriceBook, type PriceBook, priceBook } from '../../domain/pricing/price-book.ts';

/**
 * The rules and rates that prices are made from, in memory: compiled once for each change, and
 * replaced as a whole.
 *
 * A change is noticed when a process is told of it, and within the interval of its looking by
 * itself at a counter that every change moves. When the store does not answer, the book at hand
 * goes on; when it never answered, prices have no rules, which is why a process loads the book
 * before it serves.
 *
 * Books of the past are made from what was recorded by then. A few are kept, because a caller who
 * asks about an instant asks for many prices of it.
 */
export interface PriceBooks {
  /** The latest known. */
  current(): PriceBook;
  /**
   * Looks whether anything has changed, and makes a new book if so. What was stored before the call
   * is in force when it resolves. Rejects with what the store throws, `unavailable` when it hangs.
   */
  refresh(): Promise<void>;
  /** As things were known at an instant of the past. */
  asOf(instant: Date, signal?: AbortSignal): Promise<PriceBook>;
}

/** Dependencies of the price books. */
export interface PriceBookDependencies {
  readonly pricingRules: Pick<PricingRuleStore, 'rules'>;
  readonly exchangeRates: Pick<ExchangeRateStore, 'rates'>;
  /** Left out: there are no duties. Books of the past have none either. */
  readonly dutyRates?: Pick<DutyRateStore, 'all'>;
  readonly pricingRevisions: PricingRevisions;
  readonly now: () => Date;
  /** Called with the ids of rules that could not be compiled. */
  readonly onUnreadable?: (ruleIds: readonly string[]) => void;
  /**
   * Called when a newer book is in force, and when a rule of it has begun or ended by its dates.
   */
  readonly onChange?: (() => void) | undefined;
}

/** The days whose rates may count on the day. */
const daysUpTo = (day: string) => ({ first: daysBefore(day, maxRateAgeDays), last: day });

const maxPastBooks = 32;

/** The longest that reading rules and rates may take. */
const loadDeadlineMs = 10_000;

/** No book yet but the empty one. */
export const createPriceBooks = (stores: PriceBookDependencies): PriceBooks => {
  const { pricingRules, exchangeRates, pricingRevisions, now, onUnreadable, onChange } = stores;
  const allDuties = stores.dutyRates?.all ?? (async () => []);
  let book = emptyPriceBook;
  let known = '';
  let era = 0;
  const past = new Map<number, Promise<PriceBook>>();

  const noteRulePeriod = (at: Date): void => {
    const present = book.rulePeriodAt(at);
    if (present === era) return;
    era = present;
    onChange?.();
  };

  const load = async (signal: AbortSignal): Promise<() => void> => {
    // Read before the rest: what changes in between is seen again the next time.
    const at = now();
    const day = dayOf(at);
    const version = `${await pricingRevisions.revision({ signal })} ${day}`;
    if (version === known) return () => noteRulePeriod(at);
    const [rules, rates, dutyRates] = await Promise.all([
      pricingRules.rules(undefined, { signal }),
      exchangeRates.rates(daysUpTo(day), undefined, { signal }),
      allDuties({ signal }),
    ]);
    return () => {
      book = priceBook({ rules, rates, dutyRates });
      known = version;
      era = book.rulePeriodAt(at);
      if (book.unreadable.length > 0) onUnreadable?.(book.unreadable);
      onChange?.();
    };
  };

  const make = (instant: Date): Promise<PriceBook> =>
    withDeadline({ what: 'rules and rates of the past', ms: loadDeadlineMs }, async (signal) => {
      const [rules, rates] = await Promise.all([
        pricingRules.rules(instant, { signal }),
        exchangeRates.rates(daysUpTo(dayOf(instant)), instant, { signal }),
      ]);
      return priceBook({ rules, rates });
    });

  return {
    current: () => book,

    refresh: createLatestLoad({ what: 'rules and rates', deadlineMs: loadDeadlineMs, load }),

    asOf: (instant, signal) => {
      const key = instant.getTime();
      const kept = past.get(key);
      if (kept !== undefined) return abortable(kept, signal);
      const made = make(instant);
      past.set(key, made);
      made.catch(() => {
        if (past.get(key) === made) past.delete(key);
      });
      const oldest = past.keys().next();
      if (past.size > maxPastBooks && !oldest.done) past.delete(oldest.value);
      return abortable(made, signal);
    },
  };
};

/** Books without rules and rates. */
export const noPriceBooks: Pick<PriceBooks, 'current' | 'asOf'> = {
  current: () => emptyPriceBook,
  asOf: async () => emptyPriceBook,
};
