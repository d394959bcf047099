import { type Amount, amount, amountText, parseAmount } from '../../money.ts';
import { ownProperty } from '../../own-property.ts';
import { truncateText } from '../../truncate-text.ts';
import type { DecimalMark } from './document.ts';
import { isAmbiguousNumber, readNumber } from './numbers.ts';
import type { Doubt } from './parsed-bom.ts';
import { unitOf } from './units.ts';

/** A quantity as far as it could be understood. */
export interface ReadQuantity {
  readonly quantity?: Amount;
  readonly unit?: string;
  readonly doubts: readonly Doubt[];
}

const vulgar: Readonly<Record<string, string>> = {
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '⅓': '1/3',
  '⅔': '2/3',
  '⅛': '1/8',
};

const number = String.raw`\d[\d.,'’]*(?:[\s\u00a0]\d{3}(?!\d)[\d.,]*)*|[.,]\d+`;
const counted = new RegExp(
  String.raw`^(?<about>[~≈]|ca\.?|approx\.?)?\s*(?:[x×*]\s*)?(?<number>${number})\s*(?<rest>.*)$`,
  'iu',
);
const fraction = /^(?:(?<whole>\d+)\s+)?(?<top>\d+)\s*[/⁄]\s*(?<bottom>\d+)\s*(?<rest>.*)$/u;
const product = new RegExp(String.raw`^(?:[x×*])\s*(?<second>${number})\s*(?<rest>.*)$`, 'iu');
/** More digits in a row than an amount has before its point. */
const manyDigits = /\d{19}/;
const suffix = /^(?:[x×*]|off|ea\.?)?\s*(?<unit>.*)$/iu;

/** Characters of a quantity; a longer text is a sentence. */
const longestQuantity = 100;

const doubt = (code: Doubt['code'], text: string): Doubt => ({ code, text });
const unreadable = (text: string): ReadQuantity => ({
  doubts: [doubt('quantity_unreadable', `the quantity ${JSON.stringify(text)} could not be read`)],
});

/**
 * More than a request may state, and what can be kept: an amount is stored with so many decimals at
 * most.
 */
const maxQuantity = 1e12;
const decimalPlaces = 12;

const beyond = (text: string, what: string): ReadQuantity => ({
  doubts: [doubt('quantity_unreadable', `the quantity ${JSON.stringify(text)} ${what}`)],
});

/**
 * The quantity as it can be kept; one that is out of range stays unknown, and its doubt says so.
 */
const inRange = (read: ReadQuantity, text: string): ReadQuantity => {
  if (read.quantity === undefined) return read;
  if (read.quantity.gt(maxQuantity)) return beyond(text, `is too large: at most ${maxQuantity} can be asked for`);
  const quantity = read.quantity.toDecimalPlaces(decimalPlaces);
  return quantity.isZero() && !read.quantity.isZero() ? beyond(text, 'is too small') : { ...read, quantity };
};

const unfolded = (text: string): string =>
  text
    .replace(/^\((.*)\)$/u, '$1')
    .replace(/[½¼¾⅓⅔⅛]/gu, (sign) => ` ${ownProperty(vulgar, sign) ?? sign}`)
    .trim();

const readFraction = (text: string): ReadQuantity | undefined => {
  const groups = fraction.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const [whole, top, bottom] = [groups.whole ?? '0', groups.top ?? '', groups.bottom ?? ''].map(parseAmount);
  if (whole === undefined || top === undefined || bottom === undefined) return beyond(text, 'has too many digits');
  return bottom.isZero() ? unreadable(text) : withUnit(top.div(bottom).plus(whole), groups.rest ?? '', []);
};

/** A range, a sum or a second number behind the first says that the first is not the quantity. */
const contradicts = (rest: string): boolean => /^[-–+/]\s*\d/u.test(rest) || /^(?:\?|e\d)/iu.test(rest);

const withUnit = (quantity: Amount, rest: string, doubts: readonly Doubt[]): ReadQuantity => {
  const word = (suffix.exec(rest)?.groups?.unit ?? '').replace(/^\((.*)\)$/u, '$1').trim();
  const zero = quantity.isZero() ? [doubt('quantity_zero', 'the quantity is 0')] : [];
  const all = [...doubts, ...zero];
  return word === '' ? { quantity, doubts: all } : { quantity, unit: unitOf(word), doubts: all };
};

/**
 * Reads what authors write in a quantity column: `5`, `5 pcs`, `100 шт`, `2 m`, `1/2 kg`, `1 ½ m`,
 * `3x10` (thirty), `10x`, `(2)`, `1.000,5`. A range, a word (`TBD`), a negative number or one
 * beyond every order leaves the quantity unknown and says so; an empty cell leaves it unknown
 * without a doubt.
 */
export const readQuantity = (text: string, mark: DecimalMark | undefined): ReadQuantity =>
  inRange(readAny(text, mark), truncateText(text, longestQuantity));

const readAny = (text: string, mark: DecimalMark | undefined): ReadQuantity => {
  const clean = unfolded(text.trim());
  if (clean === '' || /^[-–—]+$/u.test(clean)) return { doubts: [] };
  if (clean.length > longestQuantity) return unreadable(`${truncateText(clean, longestQuantity)}...`);
  const asFraction = readFraction(clean);
  if (asFraction !== undefined) return asFraction;
  const groups = counted.exec(clean)?.groups;
  const first = groups?.number;
  if (groups === undefined || first === undefined) return unreadable(text);
  const quantity = readNumber(first.replace(/[.,]$/, ''), mark ?? '.');
  const rest = groups.rest ?? '';
  if (quantity === undefined) return manyDigits.test(first) ? beyond(text, 'has too many digits') : unreadable(text);
  if (contradicts(rest)) return unreadable(text);
  const doubts = doubtsOf(text, first, groups.about, mark);
  const times = product.exec(rest)?.groups;
  if (times?.second === undefined) return withUnit(quantity, rest, doubts);
  const second = readNumber(times.second, mark ?? '.');
  return second === undefined ? unreadable(text) : withUnit(quantity.times(second), times.rest ?? '', doubts);
};

const doubtsOf = (text: string, first: string, about: string | undefined, mark: DecimalMark | undefined): Doubt[] => [
  ...(mark === undefined && isAmbiguousNumber(first)
    ? [doubt('number_ambiguous', `${JSON.stringify(text)} is read with a decimal point; nothing in the file tells`)]
    : []),
  ...(about === undefined
    ? []
    : [doubt('quantity_approximate', `the quantity ${JSON.stringify(text)} is approximate`)]),
];

/** A quantity that the file holds as a number. */
export const quantityOfNumber = (value: number): ReadQuantity => {
  const quantity = Number.isFinite(value) && value >= 0 ? parseAmount(amountTextOf(value)) : undefined;
  return quantity === undefined ? unreadable(String(value)) : inRange(withUnit(quantity, '', []), String(value));
};

const amountTextOf = (value: number): string => {
  try {
    return amountText(amount(value));
  } catch {
    return '';
  }
};
