/** Steps that the modes share. */
import type { Bundle } from '../compile.ts';
import { allowedOffers, lineOptions } from '../options.ts';
import type { EstimateProblem, InfeasibleLine, LineOffer } from '../problem.ts';
import type { OpenLine, PreparedSearch } from './mode.ts';

/** Parts the lines that can be bought from those that cannot. */
export const openLines = (
  problem: EstimateProblem,
): { readonly open: readonly OpenLine[]; readonly infeasible: readonly InfeasibleLine[] } => {
  const open: OpenLine[] = [];
  const infeasible: InfeasibleLine[] = [];
  for (const line of problem.lines) {
    const offers = allowedOffers(line);
    const options = lineOptions(line, offers, problem);
    if (options.kind === 'feasible') open.push({ line, offers, options: options.options, terms: problem });
    else infeasible.push({ lineId: line.id, reason: options.reason });
  }
  return { open, infeasible };
};

/** The line with some of its offers only; undefined where they cannot serve it. */
export const withOffers = ({ line, terms }: OpenLine, offers: readonly LineOffer[]): OpenLine | undefined => {
  if (offers.length === 0) return undefined;
  const options = lineOptions(line, offers, terms);
  return options.kind === 'feasible' ? { line, offers, options: options.options, terms } : undefined;
};

/** A bundle of one line that may take any of its options. */
export const bundleOf = ({ line, options }: OpenLine): Bundle => ({ alternatives: [[{ lineId: line.id, options }]] });

/** Every line chooses for itself among all its offers. */
export const prepareIndependently = (problem: EstimateProblem): PreparedSearch => {
  const { open, infeasible } = openLines(problem);
  return { bundles: open.map(bundleOf), infeasible };
};
