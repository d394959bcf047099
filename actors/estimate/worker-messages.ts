/** What goes between a thread that optimises and the service. */

import type { Basket } from '../../domain/estimate/basket.ts';
import type { OptimizationMode } from '../../domain/estimate/modes/modes.ts';
import type { EstimateProblem } from '../../domain/estimate/problem.ts';

/** What a thread is started with. */
export interface OptimiserTask {
  readonly problem: EstimateProblem;
  readonly mode: OptimizationMode;
  /** The search stops after so long with the best basket known. */
  readonly timeLimitMs: number;
}

/**
 * What a thread tells: better baskets, and the last one at the end, or that the sums cannot be
 * counted exactly.
 */
export type OptimiserEvent =
  | { readonly kind: 'better'; readonly basket: Basket }
  | { readonly kind: 'done'; readonly basket: Basket }
  | { readonly kind: 'too_large'; readonly message: string };
