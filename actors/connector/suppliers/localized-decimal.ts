import {
  type DecimalSeparator,
  possibleSeparators,
  readDecimal,
  withoutPlainGroups,
} from '../../../domain/decimal-separator.ts';
import { type Amount, parseAmount } from '../../../domain/money.ts';

export type { DecimalSeparator };

/**
 * Decimal numbers as shops print them, with a currency sign and separators by somebody's language:
 * `1.234,56 €`, `$0.083`, `CHF 1'234.50`. One that can be read in two ways
 * (`domain/decimal-separator.ts`) is read only when the other numbers of the same answer, or a
 * setting, tell which it is.
 */

/**
 * A number, with nothing around it but signs and letters of currencies, and blanks of every width.
 */
const printed = /^(?:[\p{Sc}\p{Zs}]|\p{L}\.?)*(\d(?:[\d.,\p{Zs}'’]*\d)?)(?:[\p{Sc}\p{Zs}]|\p{L}\.?)*$/u;

/** Longer texts are no prices. */
const maxLength = 60;

/** The number's digits and separators; empty for what is no number. */
const digitsOf = (text: string): string =>
  text.length > maxLength ? '' : withoutPlainGroups(printed.exec(text)?.[1] ?? '');

/**
 * The separator that these texts must be written with; undefined when they do not tell, or
 * contradict each other.
 */
export const separatorIn = (texts: readonly string[]): DecimalSeparator | undefined => {
  const told = new Set(
    texts.flatMap((text) => {
      const [first, second] = possibleSeparators(digitsOf(text));
      return first !== undefined && second === undefined ? [first] : [];
    }),
  );
  const [separator, contradiction] = told;
  return contradiction === undefined ? separator : undefined;
};

/**
 * The amount that a text says, at least 0. `separator` decides where the text alone does not;
 * undefined for what can then be read in two ways, and for what is no number.
 */
export const readLocalizedAmount = (text: string, separator: DecimalSeparator | undefined): Amount | undefined =>
  parseAmount(readDecimal(digitsOf(text), separator) ?? '');
