import { type Amount, amountText } from '../money.ts';
import { trimEndMatching } from '../trim-end-matching.ts';

/**
 * Exact arithmetic on whole numbers of a small unit, such as millionths of a euro. A price is a
 * dozen operations, and on plain numbers they cost a hundredth of what they cost on decimals. They
 * are exact as long as every value is a safe integer; where a product is not, big integers take its
 * place. Rounding is half to even throughout.
 */

/** A decimal number as whole units of 10 to the power of `-places`. */
export interface Scaled {
  /** A safe integer. */
  readonly units: number;
  readonly places: number;
}

const powersOfTen = Array.from({ length: 16 }, (_, places) => 10 ** places);

/** 10 to the power of `places`, from 0 to 15. */
export const powerOfTen = (places: number): number => powersOfTen[places] ?? Number.NaN;

const decimalForm = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Reads decimal text; undefined for anything else, and for more digits than a safe integer has. */
export const scaledFromText = (text: string): Scaled | undefined => {
  const [, sign, whole, fraction = ''] = decimalForm.exec(text) ?? [];
  if (sign === undefined || whole === undefined) return undefined;
  const units = Number(`${sign}${whole}${fraction}`);
  return Number.isSafeInteger(units) && fraction.length <= 15 ? { units, places: fraction.length } : undefined;
};

/** The same for an amount. */
export const scaledFrom = (value: Amount): Scaled | undefined => scaledFromText(amountText(value));

/**
 * The quotient of two whole numbers of which the second is positive, rounded half to even; a
 * remainder is exact on doubles too.
 */
const quotient = (dividend: number, divisor: number): number => {
  const rest = dividend % divisor;
  const whole = (dividend - rest) / divisor;
  const twice = Math.abs(rest) * 2;
  const isUp = twice > divisor || (twice === divisor && whole % 2 !== 0);
  return isUp ? whole + Math.sign(rest) : whole;
};

const bigQuotient = (dividend: bigint, divisor: bigint): bigint => {
  const whole = dividend / divisor;
  const rest = dividend % divisor;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  if (twice < divisor || (twice === divisor && whole % 2n === 0n)) return whole;
  return rest < 0n ? whole - 1n : whole + 1n;
};

/** A fraction of two positive safe integers. */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** One: what changes nothing. */
export const one: Ratio = { numerator: 1, denominator: 1 };

/**
 * `value` times both ratios, rounded once. All that is given are safe integers; the result is not
 * one when it is too large, which the caller must check.
 */
export const timesRatio = (value: number, ratio: Ratio, second: Ratio = one): number => {
  const dividend = value * ratio.numerator * second.numerator;
  const divisor = ratio.denominator * second.denominator;
  if (Math.abs(dividend) <= Number.MAX_SAFE_INTEGER && divisor * 2 <= Number.MAX_SAFE_INTEGER)
    return quotient(dividend, divisor);
  return Number(
    bigQuotient(
      BigInt(value) * BigInt(ratio.numerator) * BigInt(second.numerator),
      BigInt(ratio.denominator) * BigInt(second.denominator),
    ),
  );
};

/**
 * The ratio that turns units of `from` places into units of `to` places, times a whole number and
 * over another.
 */
export const rescaling = (from: number, to: number, times = 1, over = 1): Ratio =>
  to >= from
    ? { numerator: times * powerOfTen(to - from), denominator: over }
    : { numerator: times, denominator: over * powerOfTen(from - to) };

/** How an amount is rounded to a multiple. */
export const roundingModes = ['half_even', 'half_up', 'up', 'down'] as const;

/** How an amount is rounded to a multiple. */
export type RoundingMode = (typeof roundingModes)[number];

/** The multiple of `step` that `value`, not negative, is rounded to; both are safe integers. */
export const toMultiple = (value: number, step: number, mode: RoundingMode): number => {
  const rest = value % step;
  const below = value - rest;
  if (rest === 0) return value;
  switch (mode) {
    case 'up':
      return below + step;
    case 'down':
      return below;
    case 'half_up':
      return rest * 2 >= step ? below + step : below;
    case 'half_even':
      return rest * 2 > step || (rest * 2 === step && (below / step) % 2 !== 0) ? below + step : below;
  }
};

/** Decimal text without trailing zeros: the one form in which amounts are sent. */
export const decimalText = (units: number, places: number): string => {
  if (places === 0 || units === 0) return String(units);
  const scale = powerOfTen(places);
  const magnitude = Math.abs(units);
  const fraction = magnitude % scale;
  const whole = `${units < 0 ? '-' : ''}${(magnitude - fraction) / scale}`;
  if (fraction === 0) return whole;
  let digits = fraction;
  let length = places;
  while (digits % 10 === 0) {
    digits /= 10;
    length -= 1;
  }
  return `${whole}.${String(digits).padStart(length, '0')}`;
};

/**
 * Decimal text of so many units divided by a whole number, rounded half to even to `places` decimal
 * places.
 */
export const quotientText = ({ units, places: from }: Scaled, divisor: number, places: number): string => {
  const { numerator, denominator } = rescaling(from, places, 1, divisor);
  const rounded = bigQuotient(BigInt(units) * BigInt(numerator), BigInt(denominator));
  if (rounded <= BigInt(Number.MAX_SAFE_INTEGER)) return decimalText(Number(rounded), places);
  const scale = BigInt(powerOfTen(places));
  const fraction = trimEndMatching(String(rounded % scale).padStart(places, '0'), /0/);
  return fraction === '' ? String(rounded / scale) : `${rounded / scale}.${fraction}`;
};
