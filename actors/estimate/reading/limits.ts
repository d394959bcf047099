/** What one file may cost. Every limit is checked before the memory is taken. */
export interface ReadLimits {
  /** Bytes of the file as sent. */
  readonly maxBytes: number;
  /** Bytes of all parts of an archive together, inflated. */
  readonly maxInflatedBytes: number;
  /**
   * Bytes that one byte of an archive's part may inflate to. Spreadsheets reach 30, blank ones 200.
   */
  readonly maxInflationRatio: number;
  /** Parts of an archive. */
  readonly maxArchiveEntries: number;
  readonly maxSheets: number;
  /**
   * Rows up to the last one that holds anything, of all sheets together; merged cells span as many
   * at most.
   */
  readonly maxRows: number;
  /** Columns of one sheet up to the last one that holds anything. */
  readonly maxColumns: number;
  /** Cells up to the last of each row that holds anything, of all sheets together. */
  readonly maxCells: number;
  /** Characters of all cells together. */
  readonly maxCharacters: number;
  /** Characters of one line of text. */
  readonly maxLineCharacters: number;
  /** Characters of one cell; a spreadsheet allows 32,767. */
  readonly maxCellCharacters: number;
  /** Brackets of JSON that stand in each other; a list of lines has three or four. */
  readonly maxJsonLevels: number;
}

/**
 * Limits that no bill of materials comes near: what is within them is read in a few seconds and
 * with 256 MB.
 */
export const usualReadLimits: ReadLimits = {
  maxBytes: 20 * 1024 * 1024,
  maxInflatedBytes: 64 * 1024 * 1024,
  maxInflationRatio: 400,
  maxArchiveEntries: 2_000,
  maxSheets: 100,
  maxRows: 100_000,
  maxColumns: 2_000,
  maxCells: 1_000_000,
  maxCharacters: 2_000_000,
  maxLineCharacters: 1_000_000,
  maxCellCharacters: 32_767,
  maxJsonLevels: 20,
};
