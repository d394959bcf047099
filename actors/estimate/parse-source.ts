import type { Semaphore } from '../../concurrency/semaphore.ts';
import { isFailure } from '../../domain/errors.ts';
import {
  draftOf,
  type EstimateDraft,
  productsLackingAlternates,
  withAlternatesFound,
} from '../../domain/estimate/draft.ts';
import { asFarAsAllowed, type LineLookUp, linesToLookUp, type NumberedLine } from '../../domain/estimate/look-up.ts';
import type { EstimateCaller, EstimateMarket } from '../../domain/estimate/market.ts';
import type { ParsedLine } from '../../domain/estimate/parse/parsed-bom.ts';
import type { EstimateTask } from '../../domain/estimate/ports.ts';
import type { EstimateRequest } from '../../domain/estimate/request.ts';
import type {
  AskedParsedLine,
  LineCandidate,
  LineResolution,
  LineResolver,
  ListResolver,
} from '../../domain/estimate/resolution.ts';
import type { LineCatalogue, LineChoices } from '../../domain/estimate/resolve/ports.ts';
import { freshAnswerMs, staleLines } from '../../domain/estimate/stale-lines.ts';
import { substitutionsOf } from '../../domain/estimate/substitution.ts';
import { answerHoldsMs } from '../../domain/wants/ports.ts';
import { type ReadingDependencies, readSource } from './read-source.ts';

/** What parsing needs from outside. */
export interface ParsingDependencies extends ReadingDependencies {
  /** Keeps what a person has chosen for a line, for the customer's next lists. */
  readonly choices: Pick<LineChoices, 'remember'>;
  /** Finds products as a caller may know of them. */
  readonly resolverFor: (caller: EstimateCaller, request: Pick<EstimateRequest, 'alternateGrades'>) => ListResolver;
  /** Whether a caller may know which suppliers are asked about its lines. */
  readonly namesSuppliers: (caller: EstimateCaller) => Promise<boolean>;
  readonly suppliers: LineCatalogue['suppliers'];
  /** What is known of known parts. */
  readonly market: EstimateMarket;
  /** Turns of those whose lines are resolved. */
  readonly turns: Semaphore;
  readonly now: () => Date;
}

/** The lines with their products, or why the estimate ends here. */
export type SourceParsed =
  | { readonly kind: 'parsed'; readonly draft: EstimateDraft }
  | {
      readonly kind: 'failed';
      readonly reason: 'unreadable' | 'no_lines' | 'internal';
      readonly detail?: string;
      /** What was understood of a source without lines. */
      readonly read?: EstimateDraft;
    };

/** Lines that are resolved in one turn. */
const linesInATurn = 100;

/**
 * Finds the products of lines, a part of them at a time, in turns with the lists of other
 * customers.
 */
const resolveInTurns = async (
  lines: readonly AskedParsedLine[],
  { customerId }: EstimateCaller,
  resolver: LineResolver,
  { turns, signal }: { readonly turns: Semaphore; readonly signal: AbortSignal },
): Promise<readonly LineResolution[]> => {
  const resolutions: LineResolution[] = [];
  for (let from = 0; from < lines.length; from += linesInATurn) {
    const some = lines.slice(from, from + linesInATurn);
    const found = await turns.withPermit({ name: customerId, signal }, () =>
      resolver.resolve(some, customerId, signal),
    );
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
 * Finds the products of lines, also again after suppliers were asked about them, with the
 * alternates that are allowed for each.
 */
export const resolveLines = (
  { caller, request }: EstimateTask,
  lines: readonly NumberedLine[],
  { resolverFor, turns }: Pick<ParsingDependencies, 'resolverFor' | 'turns'>,
  signal: AbortSignal,
): Promise<readonly LineResolution[]> => {
  const substitutionOf = substitutionsOf(request);
  const asked = lines.map(({ number, line }) => ({ ...line, alternateGrades: substitutionOf(number).grades }));
  return resolveInTurns(asked, caller, resolverFor(caller, request), { turns, signal });
};

/** Products of which alternates are found in one turn: each is a look into the catalogue. */
const searchedInATurn = 20;

/** Products of one list whose alternates are found at most. */
const searchedAtMost = 1_000;

/**
 * The draft with the alternates of the products that a person chose for lines, a part of them at a
 * time, in turns with the lists of other customers; of the first thousand products.
 */
export const findAlternates = async (
  { caller, request }: EstimateTask,
  draft: EstimateDraft,
  { resolverFor, turns }: Pick<ParsingDependencies, 'resolverFor' | 'turns'>,
  signal: AbortSignal,
): Promise<EstimateDraft> => {
  const chosen = productsLackingAlternates(draft).slice(0, searchedAtMost);
  if (chosen.length === 0) return draft;
  const resolver = resolverFor(caller, request);
  const found = new Map<string, readonly LineCandidate[]>();
  for (let from = 0; from < chosen.length; from += searchedInATurn) {
    const some = chosen.slice(from, from + searchedInATurn);
    const alternates = await turns.withPermit({ name: caller.customerId, signal }, () =>
      resolver.alternatesOf(some, signal),
    );
    for (const [productId, candidates] of alternates) found.set(productId, candidates);
  }
  return withAlternatesFound(draft, found, request);
};

/** The lines of known parts whose prices are to be asked for again, where that is wanted. */
const linesToRefresh = async (
  draft: EstimateDraft,
  { request, caller }: EstimateTask,
  market: EstimateMarket,
  signal: AbortSignal,
): Promise<readonly LineLookUp[]> => {
  if (request.freshness === undefined) return [];
  const productIds = new Set(
    draft.lines.flatMap(({ resolution }) => (resolution.kind === 'resolved' ? [resolution.productId] : [])),
  );
  const { deliveryZone, currency } = request;
  const wants = [...productIds].map((productId) => ({ productId, pieces: [1] }));
  return staleLines(draft, await market.quote({ caller, deliveryZone, currency }, wants, { signal }));
};

/** The draft with what suppliers are to be asked, where the caller waits for it. */
const withLookUp = async (
  draft: EstimateDraft,
  estimate: EstimateTask,
  lines: readonly ParsedLine[],
  deps: Pick<ParsingDependencies, 'suppliers' | 'namesSuppliers' | 'market' | 'now'>,
  signal: AbortSignal,
): Promise<EstimateDraft> => {
  const { lookUpMs = 0 } = estimate.request;
  if (lookUpMs === 0) return draft;
  const suppliers = lines.some(({ skus }) => skus.length > 0) ? await deps.suppliers() : [];
  const resolutions = draft.lines.map(({ resolution }) => resolution);
  const unknown = linesToLookUp(lines, resolutions, suppliers);
  const stale = await linesToRefresh(draft, estimate, deps.market, signal);
  if (unknown.length + stale.length === 0) return draft;
  const now = deps.now().getTime();
  return {
    ...draft,
    lookUp: {
      until: new Date(now + lookUpMs).toISOString(),
      since: new Date(now - answerHoldsMs).toISOString(),
      ...(stale.length > 0 && { freshSince: new Date(now - freshAnswerMs).toISOString() }),
      lines: asFarAsAllowed([...unknown, ...stale]),
      namesSuppliers: await deps.namesSuppliers(estimate.caller),
    },
  };
};

/**
 * Reads the source of an estimate and finds the products of its lines. Rejects with what the store
 * and the resolver throw.
 */
export const parseSource = async (
  estimate: EstimateTask,
  deps: ParsingDependencies,
  signal: AbortSignal,
): Promise<SourceParsed> => {
  const read = await readSource(estimate, deps, signal);
  if (read.kind === 'failure') return { kind: 'failed', reason: 'unreadable', detail: read.failure.text };
  const { lines, doubts } = read.source;
  if (lines.length === 0)
    return {
      kind: 'failed',
      reason: 'no_lines',
      ...(doubts[0] && { detail: doubts[0].text }),
      read: draftOf(read.source, [], estimate.request),
    };
  await rememberChoices(estimate, lines, deps.choices);
  const numbered = lines.map((line, index) => ({ number: index + 1, line }));
  const resolutions = await resolveLines(estimate, numbered, deps, signal);
  const draft = await findAlternates(estimate, draftOf(read.source, resolutions, estimate.request), deps, signal);
  return { kind: 'parsed', draft: await withLookUp(draft, estimate, lines, deps, signal) };
};
