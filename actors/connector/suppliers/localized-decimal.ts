import { type Amount, parseAmount } from '../../../domain/money.ts';

/**
 * Decimal numbers as shops print them, with a currency sign and separators by somebody's language: `1.234,56 €`, `$0.083`,
 * `CHF 1'234.50`. One separator with three digits behind it, as in `1,234`, says a thousand in one language and little more
 * than one in another; it is read only when the other numbers of the same answer, or a setting, tell which it is.
 */

/** The sign between whole and fraction. */
export type DecimalSeparator = '.' | ',';

/** A number, with nothing around it but signs and letters of currencies, and blanks of every width. */
const printed = /^(?:[\p{Sc}\p{Zs}]|\p{L}\.?)*(\d(?:[\d.,\p{Zs}'’]*\d)?)(?:[\p{Sc}\p{Zs}]|\p{L}\.?)*$/u;

/** Blanks and apostrophes only ever separate thousands. */
const plainGroups = /(?<=\d)[\p{Zs}'’](?=\d{3}(?!\d))/gu;

/** Longer texts are no prices. */
const maxLength = 60;

/** The number's digits and separators; empty for what is no number. */
const digitsOf = (text: string): string =>
  text.length > maxLength ? '' : (printed.exec(text)?.[1] ?? '').replace(plainGroups, '');

const grouped: Readonly<Record<DecimalSeparator, RegExp>> = {
  '.': /^[1-9]\d{0,2}(\.\d{3})+$/,
  ',': /^[1-9]\d{0,2}(,\d{3})+$/,
};

const other = (separator: DecimalSeparator): DecimalSeparator => (separator === '.' ? ',' : '.');

/** The decimal text that the digits are when that is the separator; undefined when they cannot be. */
const readWith = (digits: string, separator: DecimalSeparator): string | undefined => {
  const [whole = '', fraction, ...more] = digits.split(separator);
  if (more.length > 0 || fraction === '') return undefined;
  const group = other(separator);
  if (whole.includes(group) && !grouped[group].test(whole)) return undefined;
  const text = `${whole.replaceAll(group, '')}${fraction === undefined ? '' : `.${fraction}`}`;
  return /^\d+(\.\d+)?$/.test(text) ? text : undefined;
};

/** The separators that a text can be read with, unless all readings are the same number. */
const candidates = (digits: string): readonly DecimalSeparator[] =>
  (['.', ','] as const).filter((separator) => readWith(digits, separator) !== undefined);

/** The separator that these texts must be written with; undefined when they do not tell, or contradict each other. */
export const separatorIn = (texts: readonly string[]): DecimalSeparator | undefined => {
  const told = new Set(
    texts.flatMap((text) => {
      const digits = digitsOf(text);
      const [first, second] = candidates(digits);
      return first !== undefined && second === undefined ? [first] : [];
    }),
  );
  const [separator, contradiction] = told;
  return contradiction === undefined ? separator : undefined;
};

/**
 * The amount that a text says, at least 0. `separator` decides where the text alone does not; undefined for what can then be
 * read in two ways, and for what is no number.
 */
export const readLocalizedAmount = (text: string, separator: DecimalSeparator | undefined): Amount | undefined => {
  const digits = digitsOf(text);
  const possible = candidates(digits);
  const readings = new Set(possible.map((each) => readWith(digits, each)));
  const [only, another] = readings;
  if (only === undefined) return undefined;
  if (another === undefined) return parseAmount(only);
  return separator === undefined ? undefined : parseAmount(readWith(digits, separator) ?? '');
};
