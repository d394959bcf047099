import type { ReadOptions } from '../../domain/store-context.ts';

/**
 * ClickHouse, on a server or in a process of our own. Both speak one dialect; what asks them does
 * not know which it is.
 *
 * Everything throws `unavailable` while the engine does not answer, and whenever it refuses for a
 * reason that may pass (memory, a full disk, too many parts, a table that is missing). Times are
 * told in UTC, 64-bit integers come as JSON numbers.
 */
export interface AnalyticsEngine {
  /** Runs a statement that returns nothing. */
  run(statement: string): Promise<void>;
  /**
   * Inserts lines of JSON, an object a row. Throws `invalid_argument` when the engine cannot read
   * one; then none is stored.
   */
  insert(table: string, lines: Uint8Array): Promise<void>;
  /** Reads rows as JSON objects. Parameters stand in the statement as `{name:Type}`. */
  read<Row>(statement: string, parameters: QueryParameters, options?: ReadOptions): Promise<readonly Row[]>;
  /** Closes it; running statements may fail. */
  close(): Promise<void>;
}

/** Values of a statement's parameters. */
export type QueryParameters = Readonly<Record<string, string | number | readonly string[]>>;

/** A question that takes longer is given up, so that one of them cannot hold up the inserts. */
export const queryTimeoutMs = 10_000;

/** What every question is asked with, on either engine. */
export const querySettings = {
  output_format_json_quote_64bit_integers: 0,
  max_execution_time: queryTimeoutMs / 1_000,
} as const;

/** A long insert is one of a large batch on a slow disk. */
export const insertTimeoutMs = 60_000;
