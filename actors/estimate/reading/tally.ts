import { cleanText } from './clean-text.ts';
import type { ReadLimits } from './limits.ts';
import { type ReadFailureCode, Unreadable } from './read-failure.ts';

/**
 * Counts what a document holds over all of its sheets, while it is read: more than the limits allow
 * is refused before the memory for it is taken, whichever way the document asks for it.
 */
export interface Tally {
  readonly limits: ReadLimits;
  /** Rows up to the last of a sheet that holds anything. */
  readonly addRows: (count: number) => void;
  /** Cells up to the last of a row that holds anything. */
  readonly addCells: (count: number) => void;
  /** Rows that merged cells span. */
  readonly addMergedRows: (count: number) => void;
  /** Characters of a cell, each time that the cell is shown. */
  readonly addCharacters: (count: number) => void;
  /** The text of a cell, clean and counted. */
  readonly text: (text: string) => string;
}

/** A count that throws beyond the limit. */
const counted = (limit: number, code: ReadFailureCode, text: string): ((count: number) => void) => {
  let sum = 0;
  return (count) => {
    sum += count;
    if (sum > limit) throw new Unreadable(code, text);
  };
};

/** The refusal of a cell that is too long. */
export const cellTooLong = ({ maxCellCharacters }: ReadLimits): Unreadable =>
  new Unreadable('cell_too_long', `a cell has more than ${maxCellCharacters} characters`);

/** The refusal of a document that is too long. */
export const tooManyCharacters = ({ maxCharacters }: ReadLimits): Unreadable =>
  new Unreadable('too_many_characters', `the cells of the file have more than ${maxCharacters} characters`);

/** The refusal of a document with too many cells. */
export const tooManyCells = ({ maxCells }: ReadLimits): Unreadable =>
  new Unreadable(
    'too_many_cells',
    `the file has more than ${maxCells} cells, empty ones before the last of a row included`,
  );

/** A clean text of a cell. Throws `cell_too_long`. */
export const cellText = (text: string, limits: ReadLimits): string => {
  if (text.length > limits.maxCellCharacters) throw cellTooLong(limits);
  return cleanText(text);
};

/** Begins to count. */
export const createTally = (limits: ReadLimits): Tally => {
  const { maxRows, maxCells, maxCharacters } = limits;
  const addCharacters = counted(maxCharacters, 'too_many_characters', tooManyCharacters(limits).message);
  return {
    limits,
    addCharacters,
    addRows: counted(maxRows, 'too_many_rows', `the sheets of the file have more than ${maxRows} rows`),
    addCells: counted(maxCells, 'too_many_cells', tooManyCells(limits).message),
    addMergedRows: counted(maxRows, 'too_many_merges', `the merged cells of the file span more than ${maxRows} rows`),
    text: (text) => {
      addCharacters(text.length);
      return cellText(text, limits);
    },
  };
};
