import type { Cell, Sheet } from '../../../domain/estimate/parse/document.ts';
import { Unreadable } from './read-failure.ts';
import type { Tally } from './tally.ts';

/** Cells of one sheet while it is read, in whatever order they come. */
export interface SheetCells {
  /**
   * Keeps a cell; row from 1, column from 0. Throws `too_many_columns`, `too_many_rows`,
   * `too_many_cells`, `too_many_characters`.
   */
  readonly keep: (row: number, column: number, value: Cell) => void;
  /** The rows made dense up to the last that holds anything. Throws `too_many_rows`. */
  readonly rows: () => Sheet['rows'];
}

const noRow: readonly Cell[] = [];

/** Begins to collect: empty cells before the last of a row are counted too. */
export const createSheetCells = ({ limits, addRows, addCells, addCharacters }: Tally): SheetCells => {
  const rows = new Map<number, Cell[]>();
  const keep = (row: number, column: number, value: Cell): void => {
    if (value === '') return;
    if (column >= limits.maxColumns)
      throw new Unreadable('too_many_columns', `a sheet has more than ${limits.maxColumns} columns`);
    if (row > limits.maxRows)
      throw new Unreadable('too_many_rows', `the sheets of the file have more than ${limits.maxRows} rows`);
    const cells = rows.get(row) ?? [];
    addCells(Math.max(0, column + 1 - cells.length));
    addCharacters(typeof value === 'string' ? value.length : 0);
    while (cells.length < column) cells.push('');
    cells[column] = value;
    rows.set(row, cells);
  };
  const dense = (): Sheet['rows'] => {
    let last = 0;
    for (const number of rows.keys()) last = Math.max(last, number);
    addRows(last);
    return Array.from({ length: last }, (_, at) => rows.get(at + 1) ?? noRow);
  };
  return { keep, rows: dense };
};
