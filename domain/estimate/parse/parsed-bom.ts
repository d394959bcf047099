import type { Amount } from '../../money.ts';
import type { DecimalMark, DocumentFormat } from './document.ts';
import type { TableMap } from './roles.ts';

/** What is doubtful about a line or a file; the text of the doubt says it in words. */
export type DoubtCode =
  | 'no_table'
  | 'no_header'
  | 'free_text'
  | 'columns_uncertain'
  | 'other_tables'
  | 'map_incomplete'
  | 'quantity_missing'
  | 'quantity_unreadable'
  | 'quantity_zero'
  | 'quantity_approximate'
  | 'quantity_from_references'
  | 'reference_count_differs'
  | 'references_cut'
  | 'part_number_unlikely'
  | 'line_price_differs'
  | 'price_unreadable'
  | 'number_ambiguous'
  | 'place_unreadable'
  | 'lines_cut';

/** Something that a person should look at. A doubt never stops a parse. */
export interface Doubt {
  readonly code: DoubtCode;
  /** A sentence for the buyer, with the offending text in it. */
  readonly text: string;
}

/**
 * One way in which a line names its part. Later ones are the author's alternatives to the first.
 */
export interface NamedPart {
  readonly partNumber?: string;
  readonly manufacturer?: string;
  /** A line without a document says that this would do instead, by its policy of substitutes. */
  readonly isAlternative?: true;
}

/** An order number at one supplier, as the line states it. */
export interface NamedSku {
  readonly sku: string;
  readonly supplier?: string;
}

/** One part to buy, as the author wrote it. What is not stated is absent. */
export interface ParsedLine {
  /** The row in its sheet, counted from 1. */
  readonly row: number;
  /** The row's cells joined by ` | `, or the free text that the line was read from. */
  readonly rawText: string;
  readonly parts: readonly NamedPart[];
  readonly skus: readonly NamedSku[];
  /** How many, in `unit`; absent where the line does not say or says it unreadably. */
  readonly quantity?: Amount;
  /** `piece`, `m`, `kg`, ... or the author's own word; absent where the line names none. */
  readonly unit?: string;
  /** Reference designators with ranges written out: R1, R2, R5, R6. */
  readonly references: readonly string[];
  readonly description?: string;
  /** A characteristic: `100nF`, `4k7`. */
  readonly value?: string;
  readonly package?: string;
  readonly notes?: string;
  /** The part's number with the author. */
  readonly internalNumber?: string;
  /** Whether the author marked the part as not fitted. */
  readonly doNotPlace: boolean;
  /** The price of one that the author expects, without currency. */
  readonly expectedPrice?: Amount;
  readonly doubts: readonly Doubt[];
}

/** A row inside the table that is no line, and why. */
export interface SkippedRow {
  readonly row: number;
  readonly reason: 'total' | 'heading' | 'section' | 'note' | 'repeated' | 'nothing_named';
}

/** How the file was understood. */
export interface Detected {
  readonly format: DocumentFormat;
  readonly encoding?: string;
  readonly delimiter?: string;
  /** Absent where no number of the file tells. */
  readonly decimalMark?: DecimalMark;
  /** Absent where the file is free text or holds nothing. */
  readonly map?: TableMap;
  /** The chosen map's headings by column, as the file spells them. */
  readonly headings: Readonly<Record<number, string>>;
  /**
   * Other readings of the file, the best first: other tables, and other meanings of the columns of
   * the table that was read; parse again with one of them as map to take it.
   */
  readonly otherMaps: readonly OtherMap[];
}

/** A reading that was not taken. */
export interface OtherMap extends TableMap {
  /** How likely it is meant, beside the one that was taken: 1 as likely, 0 not at all. */
  readonly score: number;
}

/** A bill of materials as understood. `lines` may be empty; a doubt then says why. */
export interface ParsedBom {
  readonly detected: Detected;
  readonly lines: readonly ParsedLine[];
  readonly skipped: readonly SkippedRow[];
  readonly doubts: readonly Doubt[];
}
