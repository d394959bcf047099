/** What one file may cost. Every limit is checked before the memory is taken. */
export interface ReadLimits {
  /** Bytes of the file as sent. */
  readonly maxBytes: number;
  /** Bytes of all parts of an archive together, inflated. */
  readonly maxInflatedBytes: number;
  /** Bytes that one byte of an archive's part may inflate to. Spreadsheets reach 30, blank ones 200. */
  readonly maxInflationRatio: number;
  /** Parts of an archive. */
  readonly maxArchiveEntries: number;
  readonly maxSheets: number;
  /** Rows of one sheet up to the last one that holds anything. */
  readonly maxRows: number;
  /** Columns of one sheet up to the last one that holds anything. */
  readonly maxColumns: number;
  /** Cells that hold anything, of all sheets together. */
  readonly maxCells: number;
  /** Characters of one line of text. */
  readonly maxLineCharacters: number;
  /** Characters of one cell; a spreadsheet allows 32,767. */
  readonly maxCellCharacters: number;
}

/** Limits that no bill of materials comes near and that a worker with 256 MB survives. */
export const usualReadLimits: ReadLimits = {
  maxBytes: 20 * 1024 * 1024,
  maxInflatedBytes: 100 * 1024 * 1024,
  maxInflationRatio: 400,
  maxArchiveEntries: 2_000,
  maxSheets: 100,
  maxRows: 200_000,
  maxColumns: 2_000,
  maxCells: 1_000_000,
  maxLineCharacters: 1_000_000,
  maxCellCharacters: 32_767,
};
