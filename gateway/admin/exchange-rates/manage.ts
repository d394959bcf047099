import { type FieldViolation, invalidArgument, invalidArguments } from '../../../domain/errors.ts';
import { isCurrencyCode } from '../../../domain/money.ts';
import {
  type DailyRate,
  dayOf,
  daysBefore,
  maxRateAgeDays,
  rateBase,
  readRate,
} from '../../../domain/pricing/exchange-rates.ts';
import type { ExchangeRateStore, RatesAdded } from '../../../domain/pricing/ports.ts';
import { type RateFormat, referenceRates } from '../../import/reference-rates.ts';
import type { EmptyRequest, UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';

/** Rates as a file of the European Central Bank, or one by one. */
export type GivenRates =
  | { readonly format: RateFormat; readonly content: string }
  | { readonly day: string; readonly rates: Readonly<Record<string, string>> };

/** What operators do to exchange rates. */
export interface RateCases {
  readonly addExchangeRates: UseCase<GivenRates, RatesAdded>;
  /** The latest of each currency, up to a week old. */
  readonly listExchangeRates: UseCase<EmptyRequest, { readonly rates: readonly DailyRate[] }>;
}

/** What it is made of. */
interface Dependencies {
  readonly exchangeRates: ExchangeRateStore;
  /** Puts a stored change of rules, rates or order costs in force. */
  readonly onPricingChange: () => Promise<void>;
}

const violationOf = (currency: string, rate: string): FieldViolation | undefined => {
  const field = `rates.${currency.slice(0, 8)}`;
  if (!isCurrencyCode(currency) || currency === rateBase)
    return { field, description: `must be an ISO 4217 code other than ${rateBase}` };
  if (readRate(rate) === undefined)
    return {
      field,
      description: 'must be positive decimal text with at most seven digits, six of them after the point',
    };
  return undefined;
};

const ratesOf = (given: GivenRates): readonly DailyRate[] => {
  if ('format' in given) return referenceRates(given.content, given.format);
  const entries = Object.entries(given.rates);
  const violations = entries.flatMap(([currency, rate]) => violationOf(currency, rate) ?? []);
  if (violations.length > 0) throw invalidArguments(violations);
  return entries.map(([currency, rate]) => ({ currency, day: given.day, rate: readRate(rate) ?? rate }));
};

/** The last one of each currency, in the order of the currencies. */
const latest = (rates: readonly DailyRate[]): readonly DailyRate[] => {
  const ordered = rates.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const byCurrency = new Map(ordered.map((rate) => [rate.currency, rate]));
  return [...byCurrency.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
};

/** Adds exchange rates and lists them. */
export const manageExchangeRates = ({ exchangeRates, onPricingChange }: Dependencies): RateCases => ({
  addExchangeRates: async (given, context) => {
    const rates = ratesOf(given);
    const tooFar = rates.find(({ day }) => day > dayOf(context.now()));
    if (tooFar !== undefined) throw invalidArgument({ field: 'day', description: 'must not be in the future' });
    const added = await exchangeRates.add(rates, changeBy(context));
    if (added.added > 0) await onPricingChange();
    return added;
  },

  listExchangeRates: async (_, { now, signal }) => {
    const today = dayOf(now());
    const days = { first: daysBefore(today, maxRateAgeDays), last: today };
    return { rates: latest(await exchangeRates.rates(days, undefined, { signal })) };
  },
});
