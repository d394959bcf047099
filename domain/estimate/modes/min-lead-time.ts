/**
 * Earliest complete shipment, then price. It is complete when the slowest line is shipped, so the
 * earliest day is the latest of the lines' own earliest days; every line may then take any offer
 * that is shipped by that day. A line that cannot be bought from offers of known shipment alone
 * keeps all its offers: its day stays unknown and does not count.
 */
import type { EstimateProblem } from '../problem.ts';
import { shipmentOf } from '../purchase.ts';
import { bundleOf, openLines, withOffers } from './lines.ts';
import type { Mode, OpenLine, PreparedSearch } from './mode.ts';

/** The line from offers that ship within so many days; undefined where they cannot serve it. */
const within = (open: OpenLine, days: number): OpenLine | undefined =>
  withOffers(
    open,
    open.offers.filter((offer) => (shipmentOf(offer).days ?? Infinity) <= days),
  );

/**
 * The fewest days in which the line can be complete; undefined where that needs an offer of unknown
 * shipment.
 */
const earliestDays = (open: OpenLine): number | undefined => {
  const known = open.offers.flatMap((offer) => shipmentOf(offer).days ?? []);
  const days = [...new Set(known)].sort((a, b) => a - b);
  return days.find((day) => within(open, day) !== undefined);
};

const prepare = (problem: EstimateProblem): PreparedSearch => {
  const { open, infeasible } = openLines(problem);
  const lines = open.map((line) => ({ line, days: earliestDays(line) }));
  const complete = lines.reduce((latest, { days }) => Math.max(latest, days ?? 0), 0);
  const bundles = lines.map(({ line, days }) =>
    bundleOf((days === undefined ? undefined : within(line, complete)) ?? line),
  );
  return { bundles, infeasible };
};

/** Earliest complete shipment, then price. */
export const minLeadTime: Mode = { prepare, aim: 'cost' };
