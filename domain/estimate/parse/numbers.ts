import { type Amount, parseAmount } from '../../money.ts';
import type { DecimalMark } from './document.ts';

/** Group separators besides the other mark: blanks of every width and apostrophes. */
const groupBlanks = /(?<=\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/gu;

const plain = /^[+-]?\d+$/;

const decimals: Readonly<Record<DecimalMark, RegExp>> = { '.': /^[+-]?\d*\.\d+$/, ',': /^[+-]?\d*,\d+$/ };
const groups: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/,
  ',': /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/,
};

const withMark = (text: string, mark: DecimalMark): string | undefined => {
  if (decimals[mark].test(text)) return text.replace(mark, '.');
  if (!groups[mark].test(text)) return undefined;
  return text.replaceAll(mark === '.' ? ',' : '.', '').replace(mark, '.');
};

const other = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.');

/**
 * Reads a number written with the given decimal mark; a text that makes sense only with the other
 * mark (`4,7` where the point is usual, `0.5` where the comma is) is read by that one. Undefined
 * for what is no number.
 */
export const readNumber = (text: string, mark: DecimalMark): Amount | undefined => {
  const compact = text.trim().replace(groupBlanks, '');
  if (plain.test(compact)) return parseAmount(compact);
  const decimal = withMark(compact, mark) ?? withMark(compact, other(mark));
  return decimal === undefined ? undefined : parseAmount(decimal.replace(/^([+-]?)\./, '$10.'));
};

/**
 * Whether the text means one number by a decimal point and another by a decimal comma: `1,000`,
 * `2.500`.
 */
export const isAmbiguousNumber = (text: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(text.trim());

const decimalWith = (mark: string): RegExp =>
  new RegExp(`^(0${mark}\\d+|\\d+${mark}(\\d{1,2}|\\d{4,})|\\d{1,3}([.,\\s]\\d{3})+${mark}\\d{1,2})$`);
const points = decimalWith('\\.');
const commas = decimalWith(',');

/** What may stand before and behind the number of a price: currency signs and codes. */
const currencyBefore = /^(?:[\p{Sc}]|[A-Z]{3}\s|US\$)/u;
const currencyBehind = /(?:[\p{Sc}]|\s[A-Z]{3}|руб\.?|元)$/u;

/** Characters of a price; the text after them is no part of it. */
const longestPrice = 100;

/** A price's text without its currency. */
export const withoutCurrency = (text: string): string =>
  text.trim().slice(0, longestPrice).replace(currencyBefore, '').replace(currencyBehind, '').trim();

/**
 * The decimal mark that most numbers of these texts can only have been written with; undefined
 * where none tells.
 */
export const detectDecimalMark = (texts: Iterable<string>): DecimalMark | undefined => {
  let balance = 0;
  let seen = false;
  for (const text of texts) {
    const bare = withoutCurrency(text);
    if (points.test(bare)) balance += 1;
    else if (commas.test(bare)) balance -= 1;
    else continue;
    seen = true;
  }
  if (!seen) return undefined;
  return balance >= 0 ? '.' : ',';
};
