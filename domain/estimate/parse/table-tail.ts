/**
 * Where the lines of a table end though its sheet goes on: legends, footnotes, revision histories
 * and summaries stand beneath them. They begin behind a total, or, in a table whose lines are
 * numbered, behind a blank row, and nothing in them is numbered, or filled as lines are, or names a
 * part by its number or designator.
 */

import { looksLikeDesignators } from './designators.ts';
import { type Cell, cellText } from './document.ts';
import type { Role } from './roles.ts';
import { filledCells, type RowContext, rowKind, textsOf } from './row-kind.ts';

type Rows = readonly (readonly Cell[])[];

/** Lines that must be numbered before a row without a number stands out. */
const minNumbered = 3;

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
    const least = Math.max(minNumbered, mostlyNumbered * fuller.length);
    return numbers.length >= least && steps + 1 >= mostlyNumbered * numbers.length;
  });
};

/** Words in every cell of a row, as in a heading: three of them at least. */
const isWorded = (row: readonly Cell[]): boolean => {
  const filled = filledCells(row);
  return filled.length >= minWords && filled.every(({ text }) => /^\p{L}[^\d]{0,30}$/u.test(text));
};
const minWords = 3;

/** What the cells of a column look like in lines. */
const isUsual: Readonly<Partial<Record<Role, (text: string) => boolean>>> = {
  quantity: (text) => /^\D{0,3}\d/u.test(text),
  reference: looksLikeDesignators,
};

/** Such rows of words that are looked at. */
const maxBlocks = 8;

/** The share of a table's cells that must look as usual for others to stand out. */
const mostlyUsual = 0.9;

/**
 * The row, counted from 0, at which another table begins behind a blank row though its heading is
 * not known: a row of words, and below it nothing that looks as the lines above do in the column of
 * quantities or designators. `end` where there is none.
 */
const strangeBlock = (rows: Rows, first: number, end: number, { columns }: RowContext): number => {
  const places = Object.keys(columns)
    .map(Number)
    .filter((at) => isUsual[columns[at] ?? 'notes'] !== undefined);
  const usualShare = (at: number, from: number, to: number): number | undefined => {
    const texts = rows.slice(from, to).map((row) => cellText(row[at]));
    const filled = texts.filter((text) => text !== '');
    const isRight = isUsual[columns[at] ?? 'notes'];
    return filled.length === 0 ? undefined : filled.filter((text) => isRight?.(text)).length / filled.length;
  };
  let looked = 0;
  for (let at = first + minWords; at < end && looked < maxBlocks; at += 1) {
    if (!isWorded(rows[at] ?? []) || filledCells(rows[at - 1] ?? []).length > 0) continue;
    looked += 1;
    const isStrange = places.some(
      (place) => (usualShare(place, first, at) ?? 0) >= mostlyUsual && usualShare(place, at, end) === 0,
    );
    const isLike = places.some((place) => (usualShare(place, at, end) ?? 0) > 0);
    if (isStrange && !isLike) return at;
  }
  return end;
};

/**
 * The row, counted from 0, from which on nothing is a line, of a table whose rows run from `first`
 * to before `end`; `end` where all of them may be lines.
 */
export const tailOf = (rows: Rows, first: number, end: number, context: RowContext): number => {
  const strange = strangeBlock(rows, first, end, context);
  return strange < end ? strange : summaryOf(rows, first, end, context);
};

const summaryOf = (rows: Rows, first: number, end: number, context: RowContext): number => {
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
