/** What a column of a bill of materials can mean. */
export const roles = [
  'part_number',
  'manufacturer',
  'quantity',
  'reference',
  'description',
  'value',
  'package',
  'supplier',
  'supplier_sku',
  'price',
  'line_price',
  'do_not_place',
  'place',
  'unit',
  'notes',
  'internal_number',
  'line_number',
  'link',
] as const;

/** `place` says yes where a part is fitted, `do_not_place` says yes where it is not. */
export type Role = (typeof roles)[number];

/**
 * A heading and cells below it as one table: where it is and what its columns mean. A caller may
 * correct it and send it back.
 */
export interface TableMap {
  /** The sheet's name as in the file; the empty text for formats without names. */
  readonly sheet: string;
  /** The heading's row, counted from 1; absent where the table has none. */
  readonly headerRow?: number;
  /** The first row that may hold a line, counted from 1; absent takes the row below the heading. */
  readonly firstRow?: number;
  /** The last row that may hold a line, counted from 1; absent where the document tells. */
  readonly lastRow?: number;
  /** Rows that are lines, and rows that are none, whatever they look like, counted from 1. */
  readonly lineRows?: readonly number[];
  readonly otherRows?: readonly number[];
  /**
   * Meaning by column, counted from 0. A role may stand more than once: alternative part numbers,
   * several suppliers.
   */
  readonly columns: Readonly<Record<number, Role>>;
}
