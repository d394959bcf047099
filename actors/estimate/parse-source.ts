import { isFailure } from '../../domain/errors.ts';
import { draftOf, type EstimateDraft } from '../../domain/estimate/draft.ts';
import type { EstimateCaller } from '../../domain/estimate/market.ts';
import type { ParsedLine } from '../../domain/estimate/parse/parsed-bom.ts';
import type { EstimateQueue, EstimateTask } from '../../domain/estimate/ports.ts';
import type { LineResolver } from '../../domain/estimate/resolution.ts';
import type { LineChoices } from '../../domain/estimate/resolve/ports.ts';
import type { DocumentReader } from './reading/document-reader.ts';
import type { ReaderTask } from './reading/reader-messages.ts';

/** What parsing needs from outside. */
export interface ParsingDependencies {
  readonly queue: Pick<EstimateQueue, 'document'>;
  readonly reader: DocumentReader;
  /** Keeps what a person has chosen for a line, for the customer's next lists. */
  readonly choices: Pick<LineChoices, 'remember'>;
  /** Finds products as a caller may know of them. */
  readonly resolverFor: (caller: EstimateCaller) => LineResolver;
}

/** The lines with their products, or why the estimate ends here. */
export type SourceParsed =
  | { readonly kind: 'parsed'; readonly draft: EstimateDraft }
  | { readonly kind: 'failed'; readonly reason: 'unreadable' | 'no_lines' | 'internal'; readonly detail?: string };

const taskOf = async ({ id, request }: EstimateTask, queue: ParsingDependencies['queue']) => {
  const { source } = request;
  if (source.kind === 'lines') return source satisfies ReaderTask;
  const bytes = await queue.document(id);
  if (bytes === undefined) return undefined;
  const { format, encoding, delimiter, tableMap, decimalMark } = source;
  return {
    kind: 'document',
    bytes,
    ...(format && { format }),
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(tableMap && { tableMap }),
    ...(decimalMark && { decimalMark }),
  } satisfies ReaderTask;
};

/** A choice of a product that is not known is no fault of the list: the line says that nobody offers it. */
const isUnknown = (error: unknown): boolean => isFailure(error, 'not_found');

const rememberChoices = async (
  { request, caller }: EstimateTask,
  lines: readonly ParsedLine[],
  choices: ParsingDependencies['choices'],
): Promise<void> => {
  for (const { number, productId } of request.lineProducts) {
    const line = lines[number - 1];
    if (line === undefined) continue;
    await choices.remember(caller.customerId, line, productId).catch((error: unknown) => {
      if (!isUnknown(error)) throw error;
    });
  }
};

/** Reads the source of an estimate and finds the products of its lines. Rejects with what the store and the resolver throw. */
export const parseSource = async (
  estimate: EstimateTask,
  { queue, reader, resolverFor, choices }: ParsingDependencies,
  signal: AbortSignal,
): Promise<SourceParsed> => {
  const task = await taskOf(estimate, queue);
  if (task === undefined) return { kind: 'failed', reason: 'internal' };
  const read = await reader.read(task, signal);
  if (read.kind === 'failure') return { kind: 'failed', reason: 'unreadable', detail: read.failure.text };
  const { lines, doubts } = read.source;
  if (lines.length === 0) return { kind: 'failed', reason: 'no_lines', ...(doubts[0] && { detail: doubts[0].text }) };
  await rememberChoices(estimate, lines, choices);
  const { caller, request } = estimate;
  const resolutions = await resolverFor(caller).resolve(lines, caller.customerId);
  return { kind: 'parsed', draft: draftOf(read.source, resolutions, request) };
};
