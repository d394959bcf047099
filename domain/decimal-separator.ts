/**
 * Numbers as people print them, with separators by somebody's language. One separator with three
 * digits behind it, as in `1,234`, says a thousand in one language and little more than one in
 * another.
 */

/** The sign between whole and fraction. */
export type DecimalSeparator = '.' | ',';

/** Blanks and apostrophes only ever separate thousands. */
const plainGroups = /(?<=\d)[\p{Zs}'’](?=\d{3}(?!\d))/gu;

/** The digits and separators without the marks between thousands that can be nothing else. */
export const withoutPlainGroups = (digits: string): string => digits.replace(plainGroups, '');

const grouped: Readonly<Record<DecimalSeparator, RegExp>> = {
  '.': /^[1-9]\d{0,2}(\.\d{3})+$/,
  ',': /^[1-9]\d{0,2}(,\d{3})+$/,
};

const other = (separator: DecimalSeparator): DecimalSeparator => (separator === '.' ? ',' : '.');

/**
 * The decimal text that the digits are when that is the separator; undefined when they cannot be.
 */
const readWith = (digits: string, separator: DecimalSeparator): string | undefined => {
  const [whole = '', fraction, ...more] = digits.split(separator);
  if (more.length > 0 || fraction === '') return undefined;
  const group = other(separator);
  if (whole.includes(group) && !grouped[group].test(whole)) return undefined;
  const text = `${whole.replaceAll(group, '')}${fraction === undefined ? '' : `.${fraction}`}`;
  return /^\d+(\.\d+)?$/.test(text) ? text : undefined;
};

/** The separators that the digits can be read with. */
export const possibleSeparators = (digits: string): readonly DecimalSeparator[] =>
  (['.', ','] as const).filter((separator) => readWith(digits, separator) !== undefined);

/**
 * The decimal text that the digits say. `separator` decides where they can be read as two numbers;
 * undefined where nothing decides, and for what is no number.
 */
export const readDecimal = (digits: string, separator: DecimalSeparator | undefined): string | undefined => {
  const readings = new Set(possibleSeparators(digits).map((each) => readWith(digits, each)));
  const [only, another] = readings;
  if (another === undefined) return only;
  return separator === undefined ? undefined : readWith(digits, separator);
};
