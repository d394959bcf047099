import { Failure, unavailable } from '../../domain/errors.ts';

/**
 * Codes of exceptions that say that a row cannot be read, whoever tries it again. Source:
 * ErrorCodes.cpp of ClickHouse. All others count as an engine that cannot do it now, so that no row
 * is lost to a full disk.
 */
const unreadable: ReadonlySet<number> = new Set([
  6, // CANNOT_PARSE_TEXT
  25, // CANNOT_PARSE_ESCAPE_SEQUENCE
  26, // CANNOT_PARSE_QUOTED_STRING
  27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  33, // CANNOT_READ_ALL_DATA
  38, // CANNOT_PARSE_DATE
  41, // CANNOT_PARSE_DATETIME
  53, // TYPE_MISMATCH
  69, // ARGUMENT_OUT_OF_BOUND
  72, // CANNOT_PARSE_NUMBER
  117, // INCORRECT_DATA
  130, // CANNOT_READ_ARRAY_FROM_TEXT
  131, // TOO_LARGE_STRING_SIZE
  321, // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  349, // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
  407, // DECIMAL_OVERFLOW
  467, // CANNOT_PARSE_BOOL
]);

const timeoutExceeded = 159;

/**
 * Codes that say that the tables are not there: an engine that lost its store, or another database.
 */
const missing: ReadonlySet<number> = new Set([60, 81]);

const tablesAreMissing = Symbol('tables are missing');

const retryAfterMs = 1_000;

/** An exception of the engine in our words; its own text, which may quote rows, is for the log. */
export const engineFailure = (code: number, text: string): Failure => {
  const internal = `analytics: ${text.slice(0, 500)}`;
  if (unreadable.has(code)) return new Failure('invalid_argument', 'the row cannot be stored', { internal });
  if (code === timeoutExceeded) return new Failure('deadline_exceeded', 'the question took too long', { internal });
  return unavailable(internal, retryAfterMs, missing.has(code) ? tablesAreMissing : undefined);
};

/** The engine does not answer at all. */
export const engineAway = (text: string, cause?: unknown): Failure =>
  unavailable(`analytics: ${text}`, retryAfterMs, cause);

/** Whether the engine failed because it does not have the tables. */
export const isMissingTables = (error: unknown): boolean =>
  error instanceof Failure && error.cause === tablesAreMissing;
