/** Steps that the modes share. */
import type { Bundle } from '../compile.ts';
import { allowedOffers, lineOptions } from '../options.ts';
import type { EstimateProblem, InfeasibleLine } from '../problem.ts';
import type { OpenLine, Prepared } from './mode.ts';

/** Parts the lines that can be bought from those that cannot. */
export const openLines = (
  problem: EstimateProblem,
): { readonly open: readonly OpenLine[]; readonly infeasible: readonly InfeasibleLine[] } => {
  const open: OpenLine[] = [];
  const infeasible: InfeasibleLine[] = [];
  for (const line of problem.lines) {
    const offers = allowedOffers(line);
    const options = lineOptions(line, offers);
    if (options.kind === 'feasible') open.push({ line, offers });
    else infeasible.push({ lineId: line.id, reason: options.reason });
  }
  return { open, infeasible };
};

/** A bundle of one line that may take any of its offers. */
export const bundleOf = ({ line, offers }: OpenLine): Bundle => {
  const options = lineOptions(line, offers);
  if (options.kind === 'infeasible') throw new Error(`line ${line.id} has no option`);
  return { alternatives: [[{ lineId: line.id, options: options.options }]] };
};

/** Every line chooses for itself among all its offers. */
export const prepareFreely = (problem: EstimateProblem): Prepared => {
  const { open, infeasible } = openLines(problem);
  return { bundles: open.map(bundleOf), infeasible };
};
