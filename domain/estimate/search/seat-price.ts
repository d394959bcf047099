/**
 * The least price of baskets with at most so many suppliers, for the nodes of an enumeration of
 * covers: the Lagrangian bound with multipliers that are climbed once, for the whole. What a
 * supplier adds to the bound is then a constant, so a node costs a sum.
 */
import { ascend, firstMultipliers } from './ascent.ts';
import { evaluateBound, lagrangianBound, restrictBound, scaleFor } from './bound.ts';
import type { CoverNode } from './covers.ts';
import type { Structure } from './structure.ts';

/** Bounds of the price, in the units of the structure. */
export interface SeatPrice {
  /** No basket with at most so many suppliers costs less. */
  readonly lower: number;
  /** No basket of the node costs less. */
  readonly ofNode: (node: CoverNode) => number;
}

/** What to bound. */
export interface SeatPriceTask {
  readonly structure: Structure;
  /** The most suppliers a basket may have. */
  readonly seats: number;
  /** Cost of a basket that is known: where the climb aims. */
  readonly target: number;
  readonly isOver: () => boolean;
}

const climb = { iterations: 300, firstStep: 1.5, patience: 10 };

/** Climbs to the bound. */
export const seatPrice = ({ structure, seats, target, isOver }: SeatPriceTask): SeatPrice => {
  const scale = scaleFor(structure);
  const bound = lagrangianBound(structure, scale);
  const status = new Uint8Array(structure.supplierCount);
  restrictBound(bound, status);
  const evaluate = (at: Float64Array): number => evaluateBound(bound, at, status, seats);
  const from = { bound, evaluate, scale, u: firstMultipliers(structure, scale), climb };
  const { u } = ascend({ ...from, target: () => target, onPause: isOver });
  const whole = evaluateBound(bound, u, status, seats);
  const added = bound.reduced.slice();
  const cheapestFirst = Array.from(added.keys()).sort((a, b) => (added[a] as number) - (added[b] as number));
  const used = added.reduce((sum, value, s) => sum + (bound.used[s] === 1 ? value : 0), 0);
  const ofNode = ({ open, isFree, seats: seatsLeft }: CoverNode): number => {
    let value = whole - used;
    for (let s = 0; s < open.length; s += 1) if (open[s] === 1) value += added[s] as number;
    let places = seatsLeft;
    for (const s of cheapestFirst) {
      if (places === 0 || (added[s] as number) >= 0) break;
      if (!isFree(s)) continue;
      value += added[s] as number;
      places -= 1;
    }
    return Math.ceil(value / scale);
  };
  return { lower: Math.ceil(whole / scale), ofNode };
};
