import type { DecimalMark, DocumentFormat } from '../../../domain/estimate/parse/document.ts';
import type { TableMap } from '../../../domain/estimate/parse/roles.ts';
import type { LineRequest } from '../../../domain/estimate/request.ts';
import type { ReadFailure } from './read-failure.ts';

/** What goes between a thread that reads and the service. */

/** What a thread is started with. */
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

/** What it tells: the parsed source as JSON text, because decimals do not travel between threads, or why there is none. */
export type ReaderNews =
  | { readonly kind: 'parsed'; readonly json: string }
  | { readonly kind: 'failure'; readonly failure: ReadFailure };
