import type { EstimateQueue, EstimateTask } from '../../domain/estimate/ports.ts';
import type { EstimateSource } from '../../domain/estimate/request.ts';
import { type DocumentReader, isShortList, readShortList } from './reading/document-reader.ts';
import type { ParseResult } from './reading/parse-task.ts';
import type { ReaderTask } from './reading/reader-messages.ts';

/** What reading a source needs from outside. */
export interface ReadingDependencies {
  readonly queue: Pick<EstimateQueue, 'beginReading' | 'endReading'>;
  readonly reader: DocumentReader;
}

/** After this many attempts that never ended, the source is known to crash its reader. */
const maxReadAttempts = 3;

const brokenOff: ParseResult = {
  kind: 'failure',
  failure: {
    code: 'too_large',
    text: `reading the document was broken off ${maxReadAttempts} times; send a smaller one, or save it in another format`,
  },
};

const documentTask = (bytes: Uint8Array, source: Extract<EstimateSource, { kind: 'document' }>): ReaderTask => {
  const { format, encoding, delimiter, tableMap, decimalMark } = source;
  return {
    kind: 'document',
    bytes,
    ...(format && { format }),
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(tableMap && { tableMap }),
    ...(decimalMark && { decimalMark }),
  };
};

/**
 * What a reader is given; a result where there is nothing to read, or where reading it has been
 * found to do harm.
 */
const sourceOf = async (
  { id, request: { source } }: EstimateTask,
  queue: ReadingDependencies['queue'],
): Promise<ReaderTask | ParseResult> => {
  const kept = await queue.beginReading(id);
  if (kept === undefined) throw new TypeError('an estimate that is not being parsed was to be read');
  if (kept.unreadable !== undefined) return { kind: 'failure', failure: { code: 'too_large', text: kept.unreadable } };
  if (kept.begun > maxReadAttempts) return brokenOff;
  if (source.kind === 'lines') return source;
  if (kept.bytes === undefined) throw new TypeError('an estimate lacks its document');
  return documentTask(kept.bytes, source);
};

/**
 * Reads a source. What came of it is kept before anything else is done, so that a source that
 * brings its reader down, or the whole process, or the machine, is read a few times at most; a
 * reader that was ended from outside says nothing of its source. Rejects with what the store
 * throws, with the signal's reason, and with `unavailable` where the reader was ended.
 */
export const readSource = async (
  estimate: EstimateTask,
  { queue, reader }: ReadingDependencies,
  signal: AbortSignal,
): Promise<ParseResult> => {
  const { id, request, caller } = estimate;
  if (request.source.kind === 'lines' && isShortList(request.source.lines)) return readShortList(request.source.lines);
  let isBegun = false;
  const source = (): Promise<ReaderTask | ParseResult> => {
    isBegun = true;
    return sourceOf(estimate, queue);
  };
  try {
    const result = await reader.read({ customerId: caller.customerId, source }, signal);
    await queue.endReading(id, result.kind === 'failure' ? result.failure.text : undefined);
    return result;
  } catch (error) {
    // It was let go of in good order, which says nothing of it.
    if (signal.aborted && isBegun) await queue.endReading(id).catch(() => undefined);
    throw error;
  }
};
