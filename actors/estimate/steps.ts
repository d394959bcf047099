import type { EstimateDraft } from '../../domain/estimate/draft.ts';
import type { NumberedLine } from '../../domain/estimate/look-up.ts';
import type { EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type { EstimateTask } from '../../domain/estimate/ports.ts';
import type { LineResolution } from '../../domain/estimate/resolution.ts';
import { type BasketChoice, type ChoosingDependencies, chooseBasket } from './choose-basket.ts';
import {
  findAlternates,
  type ParsingDependencies,
  parseSource,
  resolveLines,
  type SourceParsed,
} from './parse-source.ts';

/**
 * What is worked out for an estimate, wherever that is done; what comes of it is stored by the
 * estimate's actor.
 */
export interface EstimateSteps {
  /** Reads the source and finds the products of its lines. Rejects with what the store throws. */
  readonly parse: (estimate: EstimateTask, signal: AbortSignal) => Promise<SourceParsed>;
  /** Finds the products of lines again. Rejects with what the store throws. */
  readonly resolve: (
    estimate: EstimateTask,
    lines: readonly NumberedLine[],
    signal: AbortSignal,
  ) => Promise<readonly LineResolution[]>;
  /**
   * The draft with the alternates of products that a person has chosen. Rejects with what the store
   * throws.
   */
  readonly findAlternates: (
    estimate: EstimateTask,
    draft: EstimateDraft,
    signal: AbortSignal,
  ) => Promise<EstimateDraft>;
  /**
   * Chooses the basket at the market as it is now. Rejects with what the market, the search and
   * publishing throw.
   */
  readonly choose: (choice: BasketChoice, signal: AbortSignal) => Promise<EstimateOutcome>;
}

/** The steps, made on the thread that asks for them. */
export const estimateSteps = (deps: ParsingDependencies & ChoosingDependencies): EstimateSteps => ({
  parse: (estimate, signal) => parseSource(estimate, deps, signal),
  resolve: (estimate, lines, signal) => resolveLines(estimate, lines, deps, signal),
  findAlternates: (estimate, draft, signal) => findAlternates(estimate, draft, deps, signal),
  choose: (choice, signal) => chooseBasket(choice, deps, signal),
});
