/**
 * Where the lines of a table end though its sheet goes on: legends, footnotes, revision histories
 * and summaries stand beneath them. They begin behind a total, or, in a table whose lines are
 * numbered, behind a blank row, and nothing in them is numbered, or filled as lines are, or names a
 * part by its number or designator.
 */

import { type Cell, cellText } from './document.ts';
import { filledCells, type RowContext, rowKind, textsOf } from './row-kind.ts';

type Rows = readonly (readonly Cell[])[];

/** Lines that must be numbered before a row without a number stands out. */
const leastNumbered = 3;

/** The share of fuller rows that must be numbered. */
const mostlyNumbered = 0.9;

const isNumber = (cell: Cell | undefined): boolean => /^\d{1,6}[.)]?$/u.test(cellText(cell));

const numberOf = (cell: Cell | undefined): number => Number.parseInt(cellText(cell), 10);

/** Whether a row holds much less than lines do. */
const isSparse = (row: readonly Cell[], { usualCells }: RowContext): boolean =>
  filledCells(row).length * 2 <= usualCells;

const identifies = (row: readonly Cell[], context: RowContext): boolean =>
  textsOf(row, context, (role) => role === 'part_number' || role === 'supplier_sku' || role === 'reference').length > 0;

/** Columns from the left in which numbers of lines are looked for. */
const numberingColumns = 3;

/** The column that numbers the lines one by one; undefined where they are not numbered. */
const numberingColumn = (body: Rows, context: RowContext): number | undefined => {
  const fuller = body.filter((row) => !isSparse(row, context));
  return Array.from({ length: numberingColumns }, (_, at) => at).find((at) => {
    const role = context.columns[at];
    if (role !== undefined && role !== 'line_number') return false;
    const numbers = fuller.map((row) => row[at]).filter(isNumber);
    const steps = numbers.filter((cell, place) => numberOf(cell) === numberOf(numbers[place - 1]) + 1).length;
    const least = Math.max(leastNumbered, mostlyNumbered * fuller.length);
    return numbers.length >= least && steps + 1 >= mostlyNumbered * numbers.length;
  });
};

/**
 * The row, counted from 0, from which on nothing is a line, of a table whose rows run from `first`
 * to before `end`; `end` where all of them may be lines.
 */
export const tailOf = (rows: Rows, first: number, end: number, context: RowContext): number => {
  const body = rows.slice(first, end);
  const numbering = numberingColumn(body, context);
  const isLine = (row: readonly Cell[]): boolean =>
    numbering === undefined ? !isSparse(row, context) : isNumber(row[numbering]) && filledCells(row).length > 1;
  const last = body.findLastIndex(isLine);
  const below = body.slice(last + 1);
  if (last < 0 || below.some((row) => identifies(row, context))) return end;
  const edge = below.findIndex((_, at) => {
    const kind = rowKind(rows, first + last + 1 + at, context);
    return kind === 'total' || (kind === 'blank' && numbering !== undefined);
  });
  return edge < 0 ? end : first + last + 2 + edge;
};
