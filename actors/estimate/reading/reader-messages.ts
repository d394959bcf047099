import type { EstimateSource } from '../../../domain/estimate/request.ts';
import type { Fault } from '../steps-process/fault.ts';
import type { ReadFailure } from './read-failure.ts';

/** What goes between a process that reads and the one that it reads for. */

type SourceOf<Kind> = Extract<EstimateSource, { readonly kind: Kind }>;

/** A source to read. */
export type ReaderTask = SourceOf<'lines'> | (Omit<SourceOf<'document'>, 'name'> & { readonly bytes: Uint8Array });

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
