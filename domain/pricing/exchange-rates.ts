import { dayMs } from '../duration.ts';
import { trimEndMatching } from '../trim-end-matching.ts';
import {
  decimalText,
  powerOfTen,
  type Ratio,
  rescaling,
  type Scaled,
  scaledFromText,
  timesRatio,
} from './fixed-point.ts';

/**
 * Exchange rates as the European Central Bank publishes them: once a working day, so much of each
 * currency for one euro. A rate between two others goes through the euro. A day without rates, such
 * as a Sunday, has those of the last day before, but only for a week: what is older is not known to
 * be right any more and counts as missing.
 */

/** The currency that every stored rate is for one of. */
export const rateBase = 'EUR';

/** One currency's rate of one day. */
export interface DailyRate {
  /** ISO 4217; never the base. */
  readonly currency: string;
  /** `2026-03-01`. */
  readonly day: string;
  /** So much of the currency for one euro, as positive decimal text. */
  readonly rate: string;
}

/** What one of a currency is worth in another. */
export interface ExchangeRate {
  readonly from: string;
  readonly to: string;
  /** Turns an amount of `from` into one of `to`, exactly. */
  readonly ratio: Ratio;
  /** So much of `to` for one of `from`, rounded for people to ten decimal places. */
  readonly text: string;
  /** The day that it is of; of two rates the older one's. */
  readonly day: string;
}

/** The rates that are known at some time. */
export interface ExchangeRates {
  /**
   * The rate on the day of an instant, in UTC: the latest not after it; undefined when that is
   * older than a week or there is none. A currency is always worth itself.
   */
  between(from: string, to: string, at: Date): ExchangeRate | undefined;
}

/** The oldest that a rate may be, in days: Easter needs four. */
export const maxRateAgeDays = 7;

/** The day of an instant, in UTC. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The day so many days before. */
export const daysBefore = (day: string, days: number): string => dayOf(new Date(Date.parse(day) - days * dayMs));

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

const ratioOf = (from: Scaled, to: Scaled): Ratio => {
  const numerator = to.units * powerOfTen(from.places);
  const denominator = from.units * powerOfTen(to.places);
  const common = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
};

const textPlaces = 10;

const base: Scaled = { units: 1, places: 0 };

interface KnownRate extends Scaled {
  readonly day: string;
}

/** Digits that a rate may have, so that the product of two and a power of ten is a safe integer. */
const maxRateDigits = 7;

/**
 * A rate without trailing zeros; undefined for text that cannot be calculated with: a rate is
 * positive and has at most seven digits, of which at most six follow the point.
 */
export const readRate = (text: string): string | undefined => {
  const bare = text.includes('.') ? trimEndMatching(text, /0/) : text;
  const trimmed = bare === text ? text : bare.replace(/\.$/, '');
  const scaled = scaledFromText(trimmed);
  const isGood =
    scaled !== undefined && scaled.units > 0 && scaled.units < powerOfTen(maxRateDigits) && scaled.places <= 6;
  return isGood ? trimmed : undefined;
};

/** The rates as a look-up; of several of one currency and day the last one given counts. */
export const exchangeRates = (rates: readonly DailyRate[]): ExchangeRates => {
  const byCurrency = new Map<string, KnownRate[]>();
  for (const { currency, day, rate } of rates) {
    const scaled = scaledFromText(readRate(rate) ?? '');
    if (scaled === undefined) continue;
    const known = byCurrency.get(currency) ?? [];
    byCurrency.set(currency, [...known.filter((each) => each.day !== day), { ...scaled, day }]);
  }
  for (const known of byCurrency.values()) known.sort((a, b) => (a.day < b.day ? 1 : -1));

  const toBase = (currency: string, day: string): KnownRate | undefined => {
    if (currency === rateBase) return { ...base, day };
    const latest = byCurrency.get(currency)?.find((each) => each.day <= day);
    return latest !== undefined && latest.day >= daysBefore(day, maxRateAgeDays) ? latest : undefined;
  };

  const look = (from: string, to: string, day: string): ExchangeRate | undefined => {
    if (from === to) return { from, to, ratio: { numerator: 1, denominator: 1 }, text: '1', day };
    const [source, target] = [toBase(from, day), toBase(to, day)];
    if (source === undefined || target === undefined) return undefined;
    const ratio = ratioOf(source, target);
    const text = decimalText(timesRatio(1, ratio, rescaling(0, textPlaces)), textPlaces);
    // biome-ignore lint/complexity/useMathMinMax: Days are texts.
    const older = source.day < target.day ? source.day : target.day;
    return { from, to, ratio, text, day: older };
  };

  // Prices of one moment ask for the same few pairs, and naming a day costs more than finding a
  // rate does.
  const found = new Map<string, ExchangeRate | undefined>();
  let foundDay = Number.NaN;
  return {
    between: (from, to, at) => {
      const day = Math.floor(at.getTime() / dayMs);
      if (day !== foundDay) {
        found.clear();
        foundDay = day;
      }
      const key = `${from}${to}`;
      if (!found.has(key)) found.set(key, look(from, to, dayOf(at)));
      return found.get(key);
    },
  };
};
