import { type Amount, parseAmount } from '../../../../domain/money.ts';

/** The sign between whole and fraction. */
export type DecimalMark = '.' | ',';

/** A number with at most a currency beside it. */
const written = /^(?:\p{Sc}|[A-Z]{3})?\s*(\d(?:[\d.,'’\s]*[\d.,'’])?)\s*(?:\p{Sc}|[A-Z]{3})?$/u;

const shapes: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^(?:\d+|\d{1,3}(?:[,'’\s]\d{3})+)(?:\.\d+)?$/,
  ',': /^(?:\d+|\d{1,3}(?:[.'’\s]\d{3})+)(?:,\d+)?$/,
};

/**
 * The amount in a text written with the mark, such as `1.234,50 €` with a comma; undefined for any
 * other text.
 */
export const readAmount = (text: string, mark: DecimalMark): Amount | undefined => {
  const number = written.exec(text.trim())?.[1];
  if (number === undefined || !shapes[mark].test(number)) return undefined;
  const [whole = '', fraction] = number.split(mark);
  const digits = whole.replace(/\D/g, '');
  return parseAmount(fraction === undefined ? digits : `${digits}.${fraction}`);
};
