import { cellText, type Document, type Sheet } from './document.ts';
import type { ParsedBom, SkippedRow } from './parsed-bom.ts';

/**
 * The sheet that lines were read from, as it is kept for a person to look at beside them: from its
 * top, no more than a page shows.
 */
export interface SheetAsRead {
  /** Rows of the sheet, of which `rows` may have fewer. */
  readonly rowCount: number;
  /** The first rows, without those that hold nothing. */
  readonly rows: readonly SheetRow[];
  /** Those of them that are no lines, and why. */
  readonly skipped: readonly SkippedRow[];
}

/** A row with what its cells say. */
export interface SheetRow {
  /** Counted from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** What is kept of a sheet at most: some 50 kB, however large it is. */
const maxRows = 200;
const maxColumns = 40;
const maxCellCharacters = 120;
const maxCharacters = 40_000;

/** A text that takes less: cut between characters, with a sign that it was. */
const shortened = (text: string): string =>
  text.length <= maxCellCharacters ? text : `${text.slice(0, maxCellCharacters - 1).toWellFormed()}…`;

const cellsOf = (row: Sheet['rows'][number]): readonly string[] => {
  const cells = row.slice(0, maxColumns).map((cell) => shortened(cellText(cell)));
  return cells.slice(0, cells.findLastIndex((text) => text !== '') + 1);
};

const charactersOf = (cells: readonly string[]): number => cells.reduce((sum, { length }) => sum + length + 3, 0);

/** The sheet of a document that was read; undefined for a document without sheets. */
export const sheetAsRead = (
  document: Document,
  { detected, skipped }: Pick<ParsedBom, 'detected' | 'skipped'>,
): SheetAsRead | undefined => {
  const sheet = document.sheets.find(({ name }) => name === detected.map?.sheet) ?? document.sheets[0];
  if (sheet === undefined) return undefined;
  const rows: SheetRow[] = [];
  let left = maxCharacters;
  for (const [at, row] of sheet.rows.entries()) {
    const cells = cellsOf(row);
    if (cells.length === 0) continue;
    left -= charactersOf(cells);
    if (rows.length === maxRows || left < 0) break;
    rows.push({ row: at + 1, cells });
  }
  const last = rows.at(-1)?.row ?? 0;
  return { rowCount: sheet.rows.length, rows, skipped: skipped.filter(({ row }) => row <= last) };
};
