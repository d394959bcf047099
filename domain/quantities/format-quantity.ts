import type { Quantity } from './quantity.ts';
import { rounded } from './read-figure.ts';
import { multiplesOf } from './units.ts';

/**
 * The largest multiple that the number is not below; the smallest one for numbers below all, the
 * base unit for 0.
 */
const multipleFor = (unit: string, value: number) => {
  const multiples = multiplesOf(unit);
  const size = value === 0 ? 1 : Math.abs(value);
  return multiples.findLast(({ factor }) => size >= factor) ?? multiples[0] ?? { text: unit, factor: 1 };
};

/**
 * A fraction of exactly three digits could be read as thousands elsewhere, and a fourth digit tells
 * that it is none.
 */
const unmistakable = (text: string): string => text.replace(/^-?[1-9]\d{0,2}\.\d{3}(?=e|$)/u, '$&0');

const formatNumber = (value: number, unit: string): string => {
  if (unit === 'K') return `${unmistakable(String(Number((value - 273.15).toFixed(9))))} °C`;
  const { text, factor } = multipleFor(unit, value);
  const figure = unmistakable(String(rounded(value / factor)));
  return text === '1' ? figure : `${figure} ${text}`;
};

/**
 * The quantity as people write it, with a prefix that fits: `4.7 kΩ`, `-55 °C to 125 °C`,
 * `100 nF ±10%`, `≤ 5 V`. Reading it again gives the same quantity, to twelve digits.
 */
export const formatQuantity = (quantity: Quantity): string => {
  if (quantity.kind === 'value') {
    const share = quantity.tolerance === undefined ? '' : ` ±${rounded(quantity.tolerance * 100)}%`;
    return `${formatNumber(quantity.value, quantity.unit)}${share}`;
  }
  const { from, to, unit } = quantity;
  if (from === undefined) return to === undefined ? '' : `≤ ${formatNumber(to, unit)}`;
  return to === undefined
    ? `≥ ${formatNumber(from, unit)}`
    : `${formatNumber(from, unit)} to ${formatNumber(to, unit)}`;
};
