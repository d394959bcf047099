/** What a mode is: how it narrows the choice, and which search compares the rest. */
import type { Bundle } from '../compile.ts';
import type { OrderTerms } from '../dominance.ts';
import type { LineOption } from '../options.ts';
import type { EstimateLine, EstimateProblem, InfeasibleLine, LineOffer } from '../problem.ts';

/**
 * A line that can be bought, with the offers that its policy allows and what it may take of them.
 */
export interface OpenLine {
  readonly line: EstimateLine;
  readonly offers: readonly LineOffer[];
  readonly options: readonly LineOption[];
  /** What orders cost, by which its options were chosen. */
  readonly terms: OrderTerms;
}

/** What a mode leaves to the search. */
export interface PreparedSearch {
  readonly bundles: readonly Bundle[];
  readonly infeasible: readonly InfeasibleLine[];
}

/** A mode of optimisation. */
export interface Mode {
  /** Applies the first aim as far as it can be decided before the search. */
  readonly prepare: (problem: EstimateProblem) => PreparedSearch;
  /** What the search compares: the cost alone, or the number of suppliers before it. */
  readonly aim: 'cost' | 'fewest_suppliers';
}
