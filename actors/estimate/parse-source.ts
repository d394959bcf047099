import { isFailure } from '../../domain/errors.ts';
import { draftOf, type EstimateDraft } from '../../domain/estimate/draft.ts';
import type { EstimateCaller } from '../../domain/estimate/market.ts';
import type { ParsedLine } from '../../domain/estimate/parse/parsed-bom.ts';
import type { EstimateTask } from '../../domain/estimate/ports.ts';
import type { LineResolution, LineResolver } from '../../domain/estimate/resolution.ts';
import type { LineChoices } from '../../domain/estimate/resolve/ports.ts';
import { type ReadingDependencies, readSource } from './read-source.ts';
import type { Semaphore } from './semaphore.ts';

/** What parsing needs from outside. */
export interface ParsingDependencies extends ReadingDependencies {
  /** Keeps what a person has chosen for a line, for the customer's next lists. */
  readonly choices: Pick<LineChoices, 'remember'>;
  /** Finds products as a caller may know of them. */
  readonly resolverFor: (caller: EstimateCaller) => LineResolver;
  /** Turns of those whose lines are resolved. */
  readonly turns: Semaphore;
}

/** The lines with their products, or why the estimate ends here. */
export type SourceParsed =
  | { readonly kind: 'parsed'; readonly draft: EstimateDraft }
  | { readonly kind: 'failed'; readonly reason: 'unreadable' | 'no_lines' | 'internal'; readonly detail?: string };

/** Lines that are resolved in one turn. */
const linesInATurn = 100;

/**
 * Finds the products of lines, a part of them at a time, in turns with the lists of other
 * customers.
 */
const resolveInTurns = async (
  lines: readonly ParsedLine[],
  { customerId }: EstimateCaller,
  resolver: LineResolver,
  { turns, signal }: { readonly turns: Semaphore; readonly signal: AbortSignal },
): Promise<readonly LineResolution[]> => {
  const resolutions: LineResolution[] = [];
  for (let from = 0; from < lines.length; from += linesInATurn) {
    const some = lines.slice(from, from + linesInATurn);
    const found = await turns.withPermit({ name: customerId, signal }, () => resolver.resolve(some, customerId));
    for (const resolution of found) resolutions.push(resolution);
  }
  return resolutions;
};

/** An unknown chosen product is no fault of the list: its line reports that it has no offers. */
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

/**
 * Reads the source of an estimate and finds the products of its lines. Rejects with what the store
 * and the resolver throw.
 */
export const parseSource = async (
  estimate: EstimateTask,
  { queue, reader, resolverFor, choices, turns }: ParsingDependencies,
  signal: AbortSignal,
): Promise<SourceParsed> => {
  const read = await readSource(estimate, { queue, reader }, signal);
  if (read.kind === 'failure') return { kind: 'failed', reason: 'unreadable', detail: read.failure.text };
  const { lines, doubts } = read.source;
  if (lines.length === 0) return { kind: 'failed', reason: 'no_lines', ...(doubts[0] && { detail: doubts[0].text }) };
  await rememberChoices(estimate, lines, choices);
  const { caller, request } = estimate;
  const resolutions = await resolveInTurns(lines, caller, resolverFor(caller), { turns, signal });
  return { kind: 'parsed', draft: draftOf(read.source, resolutions, request) };
};
