/** Reads one figure with its unit, such as `4.7 kΩ`, `4k7`, `1/4 W` or `-55 °C`. */
import { readDecimal, withoutPlainGroups } from '../decimal-separator.ts';
import type { QuantityHints } from './quantity.ts';
import { namedUnit, type Unit, unitOf } from './units.ts';

/** A number and the unit that it is in, not yet in the base unit. */
export interface Figure {
  readonly number: number;
  readonly unit: Unit;
}

/** A figure whose unit may be said elsewhere in the text. */
export interface LooseFigure {
  readonly number: number;
  /** Undefined: none is written. */
  readonly unit: Unit | undefined;
}

const sign = '[+\\-]?';
const digits = "(?:\\d(?:[\\d.,\\p{Zs}'’]*\\d)?|[.,]\\d+)";
const decimal = new RegExp(`^(${sign})\\s?(${digits})(e[+-]\\d{1,2})?\\s?([\\s\\S]*)$`, 'iu');
const fraction = /^(?:(\d{1,3}) )?(\d{1,3})\/(\d{1,3})\s?(\D.*)?$/u;
/** A letter in the place of the decimal point, as in `4k7` and `R47` (IEC 60062), and `3V3`. */
const letterAsPoint = /^(\d{0,4})([RrkKMGpnuμmV])(\d{1,4})(?:\s?(\D.*))?$/u;

const beginsAsCode = /^0\d/u;

/** The base unit of the hint. */
const hintedBase = ({ unit }: QuantityHints): string | undefined =>
  unit === undefined ? undefined : namedUnit(unit)?.base;

/**
 * The unit of what is written behind a number: a unit, or a mere prefix where the hint tells of
 * what.
 */
const readUnit = (written: string, hints: QuantityHints): Unit | undefined => {
  const base = hintedBase(hints);
  if (written === 'K' && base === 'K') return namedUnit(written);
  const unit = unitOf(written);
  if (unit !== undefined && (base === undefined || unit.base === base)) return unit;
  return base === undefined ? undefined : unitOf(written + base);
};

/** A K, an M or an R in a number means ohms; other prefixes could be of anything. */
const unitOfPoint = (letter: string, written: string, hints: QuantityHints): Unit | undefined => {
  if (letter === 'V') return written === '' ? unitOf('V') : undefined;
  const base = hintedBase(hints);
  const prefix = letter.toUpperCase() === 'R' ? '' : letter;
  if (prefix === '') return written === '' || unitOf(written)?.base === 'Ω' ? unitOf('Ω') : undefined;
  if (written !== '') return unitOf(prefix + written);
  return unitOf(prefix + (base ?? ('kKM'.includes(prefix) ? 'Ω' : '?')));
};

const readFraction = (text: string, hints: QuantityHints): LooseFigure | undefined => {
  const [, whole = '0', above = '', below = '', written = ''] = fraction.exec(text) ?? [];
  if (above === '' || Number(below) === 0 || Number(above) >= Number(below)) return undefined;
  const unit = readUnit(written, hints);
  return unit === undefined ? undefined : { number: Number(whole) + Number(above) / Number(below), unit };
};

const readLetterAsPoint = (text: string, hints: QuantityHints): LooseFigure | undefined => {
  const [, whole = '', letter = '', rest = '', written = ''] = letterAsPoint.exec(text) ?? [];
  if (letter === '') return undefined;
  const unit = unitOfPoint(letter, written, hints);
  return unit === undefined ? undefined : { number: Number(`${whole === '' ? '0' : whole}.${rest}`), unit };
};

const readPlain = (text: string, hints: QuantityHints): LooseFigure | undefined => {
  const [, minus = '', grouped = '', exponent = '', written = ''] = decimal.exec(text) ?? [];
  const plain = withoutPlainGroups(grouped).replace(/^[.,]/u, '0$&');
  if (plain === '' || beginsAsCode.test(plain)) return undefined;
  const figure = readDecimal(plain, hints.separator);
  if (figure === undefined) return undefined;
  const number = Number(`${minus}${figure}${exponent}`);
  if (written === '') return { number, unit: undefined };
  const unit = readUnit(written, hints);
  return unit === undefined ? undefined : { number, unit };
};

/**
 * The figure that the whole text is; undefined for anything else. The text is in Unicode NFKC with
 * plain minus signs.
 */
export const readFigure = (text: string, hints: QuantityHints): LooseFigure | undefined =>
  readFraction(text, hints) ?? readLetterAsPoint(text, hints) ?? readPlain(text, hints);

/**
 * Digits that survive a change of units: texts never have more, and arithmetic on doubles is exact
 * so far.
 */
const exactDigits = 12;

/** The number in a canonical spelling. */
export const rounded = (value: number): number => Number(value.toPrecision(exactDigits));

/**
 * Temperatures are kept to billionths of a kelvin: near absolute zero a share of the value would be
 * too fine.
 */
const offsetDecimals = 9;

/** The figure in its base unit. */
export const inBaseUnit = ({ number, unit }: Figure): number => {
  const value = rounded(number * unit.factor + unit.offset);
  return unit.offset === 0 ? value : Number(value.toFixed(offsetDecimals));
};
