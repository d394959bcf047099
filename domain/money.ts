import { Decimal } from 'decimal.js';
import { ownProperty } from './own-property.ts';

/**
 * Money. An amount is a decimal with a currency and never a binary fraction; it is written with as
 * many digits as it has. 28 significant digits hold any product of a unit price and a quantity
 * exactly.
 */
const Exact = Decimal.clone({ precision: 28, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -30, toExpPos: 30 });

/** A decimal number of arbitrary scale; arithmetic on it is exact up to 28 significant digits. */
export type Amount = Decimal;

const decimalText = /^[+-]?\d{1,18}(\.\d{1,12})?$/;

/**
 * Reads plain decimal text such as `12.0450`; undefined for anything else (exponents, separators,
 * blanks).
 */
export const parseAmount = (text: string): Amount | undefined => (decimalText.test(text) ? new Exact(text) : undefined);

/**
 * An amount from text that the code itself wrote or storage returned. Throws on anything that is
 * not decimal text.
 */
export const amount = (text: string | number): Amount => {
  const parsed = parseAmount(typeof text === 'number' ? new Exact(text).toFixed() : text);
  if (parsed === undefined) throw new RangeError(`not a decimal amount: ${text}`);
  return parsed;
};

/**
 * Decimal text without exponent and without trailing zeros, the one form in which amounts are
 * stored and sent.
 */
export const amountText = (value: Amount): string => value.toFixed();

/** Nothing, the start of a sum. */
export const zero: Amount = new Exact(0);

/** Rounds half to even to the given number of decimal places. */
export const roundTo = (value: Amount, places: number): Amount =>
  value.toDecimalPlaces(places, Decimal.ROUND_HALF_EVEN);

const currencyCode = /^[A-Z]{3}$/;

/** Whether the text has the form of an ISO 4217 code. */
export const isCurrencyCode = (text: string): boolean => currencyCode.test(text);

/**
 * Minor units by ISO 4217 where they are not 2. Source: ISO 4217 list one; only currencies that
 * electronic component suppliers quote in are listed.
 */
const minorUnitsOf: Readonly<Record<string, number>> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  CLP: 0,
  ISK: 0,
  HUF: 2,
  KWD: 3,
  BHD: 3,
  TND: 3,
};

/** Decimal places of a currency's smallest coin. */
export const minorUnits = (currency: string): number => ownProperty(minorUnitsOf, currency) ?? 2;

/**
 * Pricing rules: what operators add to the prices of suppliers. Plain data, with every amount as
 * decimal text.
 */

/** An amount as it is stored and sent. */
export interface Money {
  /** Decimal text. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}
