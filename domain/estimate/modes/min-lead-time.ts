/**
 * Earliest complete shipment, then price. It is complete when the slowest line is shipped, so the
 * earliest day is the latest of the lines' own earliest days; every line may then take any offer
 * that is shipped by that day. A line that cannot be bought from offers of known shipment alone
 * keeps all its offers: its day stays unknown and does not count.
 */
import type { EstimateProblem, LineOffer } from '../problem.ts';
import { shipmentOf } from '../purchase.ts';
import { bundleOf, openLines, withOffers } from './lines.ts';
import type { Mode, OpenLine, PreparedSearch } from './mode.ts';

/** Days until the last piece that may be bought of an offer ships; undefined: unknown. */
const latestOf = (offer: LineOffer): number | undefined => shipmentOf(offer, offer.isBackOrdered ? Infinity : 0).days;

/** An offer as it is, and no more of it than is in stock. */
const formsOf = (offer: LineOffer): readonly LineOffer[] => {
  const { isBackOrdered, ...fromStock } = offer;
  return isBackOrdered ? [offer, fromStock] : [offer];
};

/** The line from what ships within so many days; undefined where that cannot serve it. */
const within = (open: OpenLine, days: number): OpenLine | undefined =>
  withOffers(
    open,
    open.offers.flatMap((offer) => formsOf(offer).find((form) => (latestOf(form) ?? Infinity) <= days) ?? []),
  );

/**
 * The fewest days in which the line can be complete; undefined where that needs an offer of unknown
 * shipment.
 */
const earliestDays = (open: OpenLine): number | undefined => {
  const known = open.offers.flatMap(formsOf).flatMap((form) => latestOf(form) ?? []);
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
