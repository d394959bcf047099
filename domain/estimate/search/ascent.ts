/**
 * Raises the Lagrangian bound of a node by the subgradient method, along directions smoothed with
 * the last one.
 */
import type { Bound } from './bound.ts';
import type { Structure } from './structure.ts';

/** How long to climb. */
export interface AscentLimits {
  readonly iterations: number;
  /**
   * The first step, as a share of the way to the target over the squared length of the direction.
   */
  readonly firstStep: number;
  /** Iterations without progress after which the step is halved. */
  readonly patience: number;
}

/** What the last evaluation of a bound says of it. */
export type Climbed = Pick<Bound, 'ceiling' | 'direction' | 'used'>;

/**
 * What to climb, and from where. Multipliers are in the structure's units times `scale`, costs are
 * not.
 */
export interface AscentTask {
  readonly bound: Climbed;
  /** The bound at these multipliers, scaled; writes what it says to `bound`. */
  readonly evaluate: (u: Float64Array) => number;
  readonly scale: number;
  readonly u: Float64Array;
  readonly climb: AscentLimits;
  /**
   * Cost of the best basket known at the time; Infinity: none. The climb ends when the bound
   * reaches it.
   */
  readonly target: () => number;
  /** Called every tenth iteration with multipliers and their bound; true ends the climb there. */
  readonly onPause?: (u: Float64Array, value: number) => boolean;
}

/** Where a climb ended. */
export interface Ascent {
  /**
   * The best bound in the structure's units, rounded up; Infinity: the node cannot serve
   * everything.
   */
  readonly lower: number;
  /** Multipliers of the best bound, or those with which `onPause` ended the climb. */
  readonly u: Float64Array;
  /** How often each supplier was used lately, 0 to 1: a guess at the linear relaxation. */
  readonly usage: Float64Array;
}

const noteUsage = (usage: Float64Array, used: Uint8Array): void => {
  for (let s = 0; s < usage.length; s += 1) usage[s] = 0.9 * (usage[s] as number) + (used[s] === 1 ? 0.1 : 0);
};

/**
 * How far the bound is from its aim: the best basket, or a little above where there is none yet.
 */
export const reachOf = (target: number, value: number, scale: number): number =>
  target < Infinity ? Math.max(scale, target - value) : Math.abs(value) * 0.05 + scale;

/**
 * One step along the smoothed subgradient; false where it vanishes, which proves that u is the
 * best.
 */
const move = (bound: Climbed, u: Float64Array, smooth: Float64Array, reach: number): boolean => {
  const { direction, ceiling } = bound;
  let norm = 0;
  let exact = 0;
  for (let row = 0; row < u.length; row += 1) {
    const raw = direction[row] as number;
    exact += raw * raw;
    const value = raw + 0.3 * (smooth[row] as number);
    smooth[row] = value;
    norm += value * value;
  }
  if (exact === 0 || norm === 0) return false;
  const length = reach / norm;
  for (let row = 0; row < u.length; row += 1) {
    const raised = Math.round((u[row] as number) + length * (smooth[row] as number));
    u[row] = Math.min(ceiling[row] as number, Math.max(0, raised));
  }
  return true;
};

/**
 * Iterates until the target is reached, the steps become too short, or the iterations are used up.
 */
export const ascend = ({ bound, evaluate, scale, climb, target, onPause, ...from }: AscentTask): Ascent => {
  const u = from.u.map((value, row) => Math.min(value, bound.ceiling[row] as number));
  const best = u.slice();
  const usage = new Float64Array(bound.used.length);
  const smooth = new Float64Array(u.length);
  let bestValue = -Infinity;
  let stalled = 0;
  let step = climb.firstStep;
  for (let iteration = 0; iteration < climb.iterations && step > 0.003; iteration += 1) {
    const value = evaluate(u);
    stalled = value > bestValue + scale / 64 ? 0 : stalled + 1;
    if (value > bestValue) best.set(u);
    bestValue = Math.max(bestValue, value);
    if (Math.ceil(bestValue / scale) >= target()) break;
    if (stalled >= climb.patience) {
      step /= 2;
      stalled = 0;
      u.set(best);
    }
    noteUsage(usage, bound.used);
    if (iteration % 10 === 0 && onPause?.(u, value) === true) {
      best.set(u);
      break;
    }
    if (!move(bound, u, smooth, step * reachOf(target() * scale, value, scale))) break;
  }
  return { lower: Math.ceil(bestValue / scale), u: best, usage };
};

/**
 * Multipliers to start from: the cheapest entry of each row, with a share of its supplier's fixed
 * cost.
 */
export const firstMultipliers = (structure: Structure, scale: number): Float64Array => {
  const { supplierCount, rowCount, entryStart, entryRow, entryCost, fixed } = structure;
  const u = new Float64Array(rowCount).fill(Infinity);
  for (let s = 0; s < supplierCount; s += 1) {
    const end = entryStart[s + 1] as number;
    const from = entryStart[s] as number;
    const share = (fixed[s] as number) / Math.max(1, end - from);
    for (let e = from; e < end; e += 1) {
      const row = entryRow[e] as number;
      u[row] = Math.min(u[row] as number, Math.floor(((entryCost[e] as number) + share) * scale));
    }
  }
  return u.map((value) => (value === Infinity ? 0 : value));
};
