/**
 * What reading a file gives and parsing starts from: sheets of cells, with no idea yet of what any
 * cell means.
 */

/** The forms in which a bill of materials is taken. */
export type DocumentFormat = 'xlsx' | 'csv' | 'text' | 'json';

/** The character between decimals and whole, as the author writes numbers. */
export type DecimalMark = '.' | ',';

/**
 * One cell. A number where the file itself says that it is one (a spreadsheet's or JSON's number):
 * it needs no decimal mark to be understood. Everything else is text as a reader sees it; an empty
 * cell is the empty text.
 */
export type Cell = string | number;

/**
 * Cells shown as one; the value stands in the first. Rows count from 1, columns from 0, both ends
 * included.
 */
export interface MergedCells {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** One table of a file. Rows may have different lengths; a cell beyond a row's end is empty. */
export interface Sheet {
  /** The name in the file; empty for formats that name none. */
  readonly name: string;
  /** Hidden by its author; parsed only when nothing else holds a table. */
  readonly hidden: boolean;
  readonly rows: readonly (readonly Cell[])[];
  /**
   * Rows that the author hid, counted from 1. They are read like all others: hiding is for the eye,
   * not for the order.
   */
  readonly hiddenRows: readonly number[];
  /** Columns that the author hid, counted from 0. */
  readonly hiddenColumns: readonly number[];
  readonly merged: readonly MergedCells[];
}

/** A file as sheets of cells, and how it was understood to get there. */
export interface Document {
  readonly format: DocumentFormat;
  /** Name of the character set for text formats, as `iconv` spells it (`utf-8`, `windows-1251`). */
  readonly encoding?: string;
  /**
   * What separates cells in a text: one character, or `fixed` for columns aligned by blanks; absent
   * where lines are one cell.
   */
  readonly delimiter?: string;
  readonly sheets: readonly Sheet[];
}

/** The text of a cell, without blanks at its ends. */
export const cellText = (cell: Cell | undefined): string =>
  cell === undefined ? '' : typeof cell === 'number' ? String(cell) : cell.trim();
