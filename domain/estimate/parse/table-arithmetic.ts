/**
 * What the numbers of a table say about its columns: a quantity equals the number of designators
 * beside it, and a quantity times a price is the price of the line.
 */
import { isPlaceholder } from './cell-kinds.ts';
import { looksLikeDesignators, readDesignators } from './designators.ts';
import { type Cell, cellText } from './document.ts';
import { withoutCurrency } from './numbers.ts';

/** What a column's numbers are to those of other columns, each a share of the rows that tell. */
export interface ColumnArithmetic {
  /** Equal to the number of designators in the same row, where there are several. */
  readonly countsDesignators: number;
  /** Equal to the product of two other columns. */
  readonly isProduct: number;
  /** A factor of such a product that is whole, or not always. */
  readonly isWholeFactor: number;
  readonly isPriceFactor: number;
}

/** Rows, and columns with numbers, that are looked at. */
const maxRows = 60;
const maxNumberColumns = 12;

/** Rows that must agree before agreement says anything. */
const minRows = 3;

/** The number of a cell, without its currency; not a number where there is none. */
export const numberOf = (cell: Cell | undefined): number => {
  if (typeof cell === 'number') return cell;
  const text = withoutCurrency(cellText(cell).slice(0, 40));
  if (!/^\d{1,9}(?:[.,]\d{1,6})?$/u.test(text)) return Number.NaN;
  return Number(text.replace(',', '.'));
};

const mostlyNumbers = (numbers: readonly number[]): boolean => {
  const known = numbers.filter((number) => !Number.isNaN(number)).length;
  return known >= minRows && known >= 0.4 * numbers.length;
};

/** The number of designators by row, from the column that has the most of them. */
const designatorCounts = (rows: readonly (readonly Cell[])[], width: number): readonly number[] => {
  let best: readonly number[] = [];
  let most = 0;
  for (let at = 0; at < width; at += 1) {
    const counts = rows.map((row) => {
      const text = cellText(row[at]);
      return !isPlaceholder(text) && text.length <= 2_000 && looksLikeDesignators(text)
        ? readDesignators(text).names.length
        : 0;
    });
    const named = counts.filter((count) => count > 0).length;
    if (named > most) [best, most] = [counts, named];
  }
  return most >= 0.5 * rows.length ? best : [];
};

/** The share of rows with several designators in which a column counts them. */
const countShare = (numbers: readonly number[], counts: readonly number[]): number => {
  const telling = counts.map((count, at) => ({ count, number: numbers[at] })).filter(({ count }) => count > 1);
  if (telling.length === 0) return 0;
  return telling.filter(({ count, number }) => count === number).length / telling.length;
};

/** Whether two numbers are equal but for rounding. */
export const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 0.006 + 0.005 * Math.abs(b);

/** The share of rows in which the product of two columns, not both trivial, is a third. */
const productShare = (a: readonly number[], b: readonly number[], product: readonly number[]): number => {
  let [telling, right] = [0, 0];
  for (const [at, whole] of product.entries()) {
    const [one, other] = [a[at] ?? Number.NaN, b[at] ?? Number.NaN];
    if (Number.isNaN(one * other * whole) || whole === 0) continue;
    telling += 1;
    if (isNear(one * other, whole)) right += 1;
  }
  return telling >= minRows ? right / telling : 0;
};

const varies = (numbers: readonly number[]): boolean =>
  new Set(numbers.filter((number) => !Number.isNaN(number))).size > 1;

const isWhole = (numbers: readonly number[]): boolean =>
  numbers.every((number) => Number.isNaN(number) || Number.isInteger(number));

type Shares = { -readonly [Key in keyof ColumnArithmetic]: number };

const noShares = (): Shares => ({ countsDesignators: 0, isProduct: 0, isWholeFactor: 0, isPriceFactor: 0 });

interface NumberColumn {
  readonly at: number;
  readonly numbers: readonly number[];
}

/** Every two columns and a third that is their product in most rows that tell. */
const products = function* (columns: readonly NumberColumn[]) {
  for (const [first, a] of columns.entries())
    for (const b of columns.slice(first + 1))
      for (const product of columns) {
        if (product === a || product === b) continue;
        const share = productShare(a.numbers, b.numbers, product.numbers);
        if (share >= 0.5) yield { factors: [a, b], product, share };
      }
};

/** Notes for every column what it is to the others, by column. */
export const tableArithmetic = (
  body: readonly (readonly Cell[])[],
  width: number,
): ReadonlyMap<number, ColumnArithmetic> => {
  const rows = body.slice(0, maxRows);
  const columns = Array.from({ length: width }, (_, at) => ({ at, numbers: rows.map((row) => numberOf(row[at])) }))
    .filter(({ numbers }) => mostlyNumbers(numbers))
    .slice(0, maxNumberColumns);
  const counts = columns.length === 0 ? [] : designatorCounts(rows, Math.min(width, 2 * maxNumberColumns));
  const found = new Map(columns.map(({ at }) => [at, noShares()]));
  const raise = (at: number, key: keyof Shares, share: number): void => {
    const shares = found.get(at);
    if (shares !== undefined) shares[key] = Math.max(shares[key], share);
  };
  for (const { at, numbers } of columns) raise(at, 'countsDesignators', countShare(numbers, counts));
  for (const { factors, product, share } of products(columns.filter(({ numbers }) => varies(numbers)))) {
    raise(product.at, 'isProduct', share);
    for (const { at, numbers } of factors) raise(at, isWhole(numbers) ? 'isWholeFactor' : 'isPriceFactor', share);
  }
  return found;
};
