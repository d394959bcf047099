/**
 * Rows that add up those above them, whatever words they have or lack: a price that is the sum of
 * all prices since the last such row, on a row that names no part by number or designator.
 */
import { isKind, isPlaceholder } from './cell-kinds.ts';
import { type Cell, cellText } from './document.ts';
import type { Role } from './roles.ts';
import { isNear, numberOf } from './table-arithmetic.ts';

type Columns = Readonly<Record<number, Role>>;

/** Numbers that a sum must add up before it is believed. */
const minSummed = 3;

const identifying: ReadonlySet<Role> = new Set(['part_number', 'supplier_sku', 'reference']);

const columnsWith = (columns: Columns, accepts: (role: Role) => boolean): readonly number[] =>
  Object.keys(columns)
    .map(Number)
    .filter((at) => accepts(columns[at] ?? 'notes'));

/**
 * The rows, counted from 0, whose price adds up those above. `first` and `end` bound the table's
 * rows. A price of one is no sum beside a quantity, unless that is a sum too.
 */
export const sumRows = (
  rows: readonly (readonly Cell[])[],
  first: number,
  end: number,
  columns: Columns,
): ReadonlySet<number> => {
  const names = columnsWith(columns, (role) => identifying.has(role));
  const counts = columnsWith(columns, (role) => role === 'quantity');
  const found = new Set<number>();
  for (const column of columnsWith(columns, (role) => role === 'line_price' || role === 'price')) {
    const sum = { price: 0, quantity: 0, of: 0 };
    for (let at = first; at < Math.min(end, rows.length); at += 1) {
      const row = rows[at] ?? [];
      const price = numberOf(row[column]);
      if (Number.isNaN(price) || price === 0) continue;
      const quantity = counts.reduce((all, place) => all + (numberOf(row[place]) || 0), 0);
      const isSum = sum.of >= minSummed && isNear(price, sum.price);
      const isCounted = columns[column] === 'price' && quantity !== 0 && quantity !== sum.quantity;
      const isNamed = names.some((place) => {
        const text = cellText(row[place]);
        return !isPlaceholder(text) && (columns[place] !== 'reference' || isKind('designators', text));
      });
      if (isSum && !isCounted && !isNamed) {
        found.add(at);
        Object.assign(sum, { price: 0, quantity: 0, of: 0 });
        continue;
      }
      sum.price += price;
      sum.quantity += quantity;
      sum.of += 1;
    }
  }
  return found;
};
