import type { DecimalMark, DocumentFormat } from '../../../domain/estimate/parse/document.ts';
import type { TableMap } from '../../../domain/estimate/parse/roles.ts';
import type { LineRequest } from '../../../domain/estimate/request.ts';
import type { Fault } from '../steps-process/fault.ts';
import type { ReadFailure } from './read-failure.ts';

/** What goes between a process that reads and the one that it reads for. */

/** A source to read. */
export type ReaderTask =
  | { readonly kind: 'lines'; readonly lines: readonly LineRequest[] }
  | {
      readonly kind: 'document';
      readonly bytes: Uint8Array;
      readonly format?: DocumentFormat;
      readonly encoding?: string;
      readonly delimiter?: string;
      readonly tableMap?: TableMap;
      readonly decimalMark?: DecimalMark;
    };

/**
 * What becomes of it: the parsed source as JSON text, because decimals do not travel between
 * processes, or why there is none, or the fault of a reader that should have told one of them.
 */
export type ReaderReport =
  | { readonly kind: 'parsed'; readonly json: string }
  | { readonly kind: 'failure'; readonly failure: ReadFailure }
  | { readonly kind: 'fault'; readonly fault: Fault };

/**
 * The codes that a reader ends with when a document takes more memory or processor time than it
 * may.
 */
export const outOfMemoryCode = 90;
export const outOfTimeCode = 91;
