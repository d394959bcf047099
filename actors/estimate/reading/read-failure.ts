/** Why a file could not be read. */
export type ReadFailureCode =
  | 'empty'
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'too_many_cells'
  | 'too_many_characters'
  | 'too_many_merges'
  | 'too_many_sheets'
  | 'cell_too_long'
  | 'nested_too_deep'
  | 'line_too_long'
  | 'inflates_too_much'
  | 'nested_archive'
  | 'macros'
  | 'external_links'
  | 'forbidden_markup'
  | 'password_protected'
  | 'legacy_spreadsheet'
  | 'unsupported_format'
  | 'wrong_format'
  | 'unknown_encoding'
  | 'malformed';

/** A file that was not read, with a sentence for its sender. */
export interface ReadFailure {
  readonly code: ReadFailureCode;
  /**
   * Says what is wrong and, where there is one, the way out. Holds nothing of the file but names of
   * its parts.
   */
  readonly text: string;
}

/** How the inside of reading gives up; never leaves `readDocument`. */
export class Unreadable extends Error {
  readonly code: ReadFailureCode;

  constructor(code: ReadFailureCode, text: string) {
    super(text);
    this.name = 'Unreadable';
    this.code = code;
  }
}
