import type { FieldViolation } from '../../errors.ts';
import type { Money } from '../../money.ts';
import { isCurrencyCode } from '../../money.ts';
import { one, powerOfTen, type Ratio, rescaling, scaledFromText, timesRatio } from '../fixed-point.ts';
import { type CompiledMoney, type Effect, line, type Situation } from './effect.ts';

/** Percentages and amounts of rules: what is acceptable, and how they are calculated with. */

/** A percentage as decimal text: `12.5` is an eighth. */
export interface PercentAction<Kind extends string> {
  readonly kind: Kind;
  readonly percent: string;
}

const bounds = { percentPlaces: 4, maxPercent: 1_000, moneyPlaces: 6, moneyDigits: 12 };

/**
 * What is wrong with a percentage: it must be more than 0, at most `max`, with at most four decimal
 * places.
 */
export const percentViolations = (
  field: string,
  percent: string,
  max = bounds.maxPercent,
): readonly FieldViolation[] => {
  const scaled = scaledFromText(percent);
  const isGood =
    scaled !== undefined &&
    scaled.units > 0 &&
    scaled.units <= max * powerOfTen(scaled.places) &&
    scaled.places <= bounds.percentPlaces;
  if (isGood) return [];
  const description = `must be decimal text above 0, at most ${max}, with at most ${bounds.percentPlaces} decimal places`;
  return [{ field, description }];
};

/** A percentage as a ratio: `12.5` is 125 of 1,000. */
export const percentRatio = (percent: string): Ratio => {
  const { units, places } = parsed(percent);
  return { numerator: units, denominator: 100 * powerOfTen(places) };
};

const parsed = (text: string) => {
  const scaled = scaledFromText(text);
  if (scaled === undefined) throw new RangeError(`not a decimal that was checked: ${text}`);
  return scaled;
};

/** What is wrong with decimal text that must be positive. */
export const amountViolations = (field: string, text: string): readonly FieldViolation[] => {
  const scaled = scaledFromText(text);
  const isGood =
    scaled !== undefined &&
    scaled.units > 0 &&
    scaled.units < powerOfTen(bounds.moneyDigits) &&
    scaled.places <= bounds.moneyPlaces;
  if (isGood) return [];
  const description = `must be decimal text above 0 with at most ${bounds.moneyDigits} digits, ${bounds.moneyPlaces} of them after the point`;
  return [{ field, description }];
};

/** What is wrong with a currency. */
export const currencyViolations = (field: string, currency: string): readonly FieldViolation[] =>
  isCurrencyCode(currency) ? [] : [{ field, description: 'must be an ISO 4217 code, for example EUR' }];

/** What is wrong with an amount of money. */
export const moneyViolations = (field: string, { amount, currency }: Money): readonly FieldViolation[] => [
  ...amountViolations(`${field}.amount`, amount),
  ...currencyViolations(`${field}.currency`, currency),
];

/** An amount that passed the check, ready to be calculated with. */
export const compiledMoney = ({ amount, currency }: Money): CompiledMoney => ({ ...parsed(amount), currency });

/**
 * So many times an amount in units of the price, rounded once; undefined when the rate is missing.
 */
export const inUnits = (money: CompiledMoney, times: Ratio, situation: Situation): number | undefined => {
  const rate = situation.rate(money.currency);
  if (rate === undefined) return undefined;
  const scaling = rescaling(money.places, situation.places);
  // The parts are reduced to one ratio each before the only division.
  const size = { numerator: times.numerator * scaling.numerator, denominator: times.denominator * scaling.denominator };
  return timesRatio(money.units, size, rate);
};

/** How often an amount of a rule counts for a price; undefined where that is not known. */
export type Times = (situation: Situation) => Ratio | undefined;

/** Once for the order, or once for each piece that is bought. */
export const timesPer: Readonly<Record<'order' | 'piece', Times>> = {
  order: () => one,
  piece: ({ pieces }) => ({ numerator: pieces, denominator: 1 }),
};

/** How amounts are named in notes. */
export const perText: Readonly<Record<'order' | 'piece', string>> = { order: '', piece: ' each' };

/**
 * The effect of an amount that counts so often; `signed` makes a line's amount of what it comes to.
 */
export const moneyEffect = (
  { amount, times, note }: { readonly amount: Money; readonly times: Times; readonly note: string },
  signed: (units: number, situation: Situation) => number,
): Effect => {
  const money = compiledMoney(amount);
  return (situation) => {
    const count = times(situation);
    if (count === undefined) return undefined;
    const units = inUnits(money, count, situation);
    return units === undefined
      ? { kind: 'missing_rate', currency: money.currency }
      : line(signed(units, situation), note);
  };
};

/** What is wrong with tiers: they must be there, ascending, from a whole number of pieces on. */
export const tierViolations = (
  field: string,
  tiers: readonly { readonly from: number }[],
): readonly FieldViolation[] => {
  if (tiers.length === 0) return [{ field, description: 'must have at least one tier' }];
  const wrong = tiers.findIndex(({ from }, at) => {
    const before = tiers[at - 1]?.from ?? 0;
    return !Number.isSafeInteger(from) || from <= before;
  });
  return wrong < 0
    ? []
    : [
        {
          field: `${field}.${wrong}.from`,
          description: 'must be a whole number of pieces above that of the tier before',
        },
      ];
};

/** The tier of the greatest quantity that does not exceed `pieces`; undefined below the first. */
export const tierFor = <Tier extends { readonly from: number }>(
  tiers: readonly Tier[],
  pieces: number,
): Tier | undefined => {
  let found: Tier | undefined;
  for (const tier of tiers) {
    if (tier.from > pieces) break;
    found = tier;
  }
  return found;
};
