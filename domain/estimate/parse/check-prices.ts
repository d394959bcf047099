/**
 * Quantity times price against the price of the line: where a table keeps to it, a line that does
 * not has one of the three wrong.
 */
import { type Amount, amount } from '../../money.ts';
import type { ParsedLine } from './parsed-bom.ts';

/** Lines that must keep to it, and their share, before one that does not stands out. */
const leastKeeping = 3;
const mostlyKeeping = 0.7;

/** What rounding may take from a line's price: half of a hundredth, and this share of it. */
const roundedCents = 0.006;
const roundedShare = 0.01;

const keepsTo = ({ quantity, expectedPrice }: ParsedLine, linePrice: Amount): boolean => {
  if (quantity === undefined || expectedPrice === undefined) return true;
  const off = quantity.times(expectedPrice).minus(linePrice).abs();
  // A price is rounded as well, and its rounding counts as often as the part.
  const rounding = amount(roundedCents).plus(linePrice.times(roundedShare)).plus(quantity.times(roundedCents));
  return off.lte(rounding);
};

/**
 * The lines, with a doubt on each whose quantity and price do not make the line's price, in a table
 * of which most lines keep to that. `linePrices` are by row.
 */
export const withPriceDoubts = (
  lines: readonly ParsedLine[],
  linePrices: ReadonlyMap<number, Amount>,
): readonly ParsedLine[] => {
  const telling = lines.filter(
    ({ row, quantity, expectedPrice }) => linePrices.has(row) && quantity !== undefined && expectedPrice !== undefined,
  );
  const off = new Set(telling.filter((line) => !keepsTo(line, linePrices.get(line.row) ?? amount(0))));
  const keeping = telling.length - off.size;
  if (off.size === 0 || keeping < leastKeeping || keeping < mostlyKeeping * telling.length) return lines;
  return lines.map((line) => {
    if (!off.has(line)) return line;
    const product = `${line.quantity?.toFixed()} times ${line.expectedPrice?.toFixed()}`;
    const text = `${product} is not the price of the line, ${linePrices.get(line.row)?.toFixed()}`;
    return { ...line, doubts: [...line.doubts, { code: 'line_price_differs', text }] };
  });
};
