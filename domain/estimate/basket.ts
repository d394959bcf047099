import type { OptimizationMode } from './modes/modes.ts';
import type { Certificate, InfeasibleLine, LineChoice, Objective } from './problem.ts';

/** A basket with its certificate. */
export interface Basket {
  readonly mode: OptimizationMode;
  readonly choices: readonly LineChoice[];
  readonly infeasible: readonly InfeasibleLine[];
  readonly objective: Objective;
  readonly certificate: Certificate;
}
