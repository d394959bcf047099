/** The random estimates that the optimiser is measured on. */
import type { EstimateShape } from '../../test/support/estimates.ts';

/** Estimates with breaks, multiples and short stock, of a size. */
export const shapeOf = (lines: number, suppliers: number): EstimateShape => ({
  lines,
  suppliers,
  offersPerLine: 8,
  maxPieces: 2000,
  scarcity: 0.1,
  maxOrderCost: 2_000_000,
  orderMultiples: [1, 1, 5, 10, 100],
  breakSpread: 50,
  linesPerGroup: 4,
});
