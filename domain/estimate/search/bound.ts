/**
 * The Lagrangian bound. The rule "each row of the chosen variant is served" is relaxed with one
 * multiplier u a row:
 *
 *   L(u) = sum over blocks of min over variants of the sum of u
 *        + sum over suppliers of y(s) * (fixed(s)
 *            + sum over blocks of min over variants of sum of min(0, cost - u))
 *
 * where y(s) is 1 for an open supplier, 0 for a closed one and the better of both for a free one;
 * where at most K suppliers may be open, only the K best count. L(u) is a lower bound for every u.
 * Multipliers are raised by the subgradient method (Held and Karp 1971; Cornuejols, Fisher and
 * Nemhauser 1977 for location; Beasley 1990 for covering).
 *
 * Exactness: costs are integers times a power of two (`scale`), multipliers are rounded to
 * integers, so that every sum here is an integer below 2^53 and L(u) is computed without any
 * rounding: a bound that says "no better basket" is a proof.
 */
import type { Structure } from './structure.ts';

/** What a search node has decided about a supplier. */
export const free = 0;
export const opened = 1;
export const closed = 2;

/** The most that scaled sums may reach: room for a sign and for one more addition. */
const sumLimit = 2 ** 51;

/**
 * The highest useful multiplier of each row: its dearest entry and the dearest order. Every
 * multiplier gives a valid bound, so where such sums would leave the safe integers (one absurdly
 * dear entry is enough) multipliers stay lower, and the bound weaker.
 */
const ceilingsOf = ({ rowCeiling, fixed, entryRow }: Structure): Float64Array => {
  const dearest = fixed.reduce((most, cost) => Math.max(most, cost), 0);
  const most = sumLimit / 4 / (1 + rowCeiling.length + entryRow.length);
  const useful = rowCeiling.map((cost) => cost + dearest);
  const entries = entryRow.reduce((sum, row) => sum + (useful[row] as number), 0);
  return entries < sumLimit / 4 ? useful : useful.map((value) => Math.min(value, Math.floor(most)));
};

/**
 * A power of two, at most 4096, by which costs can be multiplied so that no sum of the bound leaves
 * the safe integers.
 */
export const scaleFor = (structure: Structure): number => {
  const { fixed, entryRow } = structure;
  const ceilings = ceilingsOf(structure);
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  const gains = entryRow.reduce((total, row) => total + (ceilings[row] as number), 0);
  const magnitude = sum(ceilings) + sum(fixed) + gains;
  let scale = 4096;
  while (scale > 1 && magnitude * scale > sumLimit) scale /= 2;
  return scale;
};

/** The bound of a structure: its costs scaled, and results of the last evaluation. */
export interface Bound {
  readonly structure: Structure;
  /** Costs of entries, scaled. */
  readonly cost: Float64Array;
  /** Costs of suppliers, scaled. */
  readonly fixed: Float64Array;
  /** The highest useful multiplier of each row, scaled. */
  readonly ceiling: Float64Array;
  /** Rows that a supplier that is not closed can serve. */
  readonly servable: Uint8Array;
  /** fixed(s) + gain(s) of every supplier that is not closed, from the last evaluation, scaled. */
  readonly reduced: Float64Array;
  /** Whether the last evaluation used the supplier. */
  readonly used: Uint8Array;
  /** The subgradient of the last evaluation, by row. */
  readonly direction: Float64Array;
}

/** Makes the bound of a structure with costs multiplied by `scale`. */
export const lagrangianBound = (structure: Structure, scale: number): Bound => ({
  structure,
  cost: structure.entryCost.map((value) => value * scale),
  fixed: structure.fixed.map((value) => value * scale),
  ceiling: ceilingsOf(structure).map((value) => value * scale),
  servable: new Uint8Array(structure.rowCount),
  reduced: new Float64Array(structure.supplierCount),
  used: new Uint8Array(structure.supplierCount),
  direction: new Float64Array(structure.rowCount),
});

/** Tells the bound that suppliers were closed or reopened since the last evaluation. */
export const restrictBound = ({ structure, servable }: Bound, status: Uint8Array): void => {
  const { supplierCount, entryStart, entryRow } = structure;
  servable.fill(0);
  for (let s = 0; s < supplierCount; s += 1) {
    if (status[s] === closed) continue;
    const end = entryStart[s + 1] as number;
    for (let e = entryStart[s] as number; e < end; e += 1) servable[entryRow[e] as number] = 1;
  }
};

const variantSum = ({ structure, servable }: Bound, variant: number, u: Float64Array): number => {
  const { rowStart } = structure;
  let sum = 0;
  const end = rowStart[variant + 1] as number;
  for (let row = rowStart[variant] as number; row < end; row += 1) {
    if (servable[row] === 0) return Infinity;
    sum += u[row] as number;
  }
  return sum;
};

/** The first term of L, and +1 in the direction for each row of the chosen variants. */
const chooseVariants = (bound: Bound, u: Float64Array): number => {
  const { blockCount, variantStart, rowStart } = bound.structure;
  const { direction } = bound;
  direction.fill(0);
  let total = 0;
  for (let block = 0; block < blockCount; block += 1) {
    let best = Infinity;
    let chosen = -1;
    const end = variantStart[block + 1] as number;
    for (let variant = variantStart[block] as number; variant < end; variant += 1) {
      const sum = variantSum(bound, variant, u);
      if (sum < best) {
        best = sum;
        chosen = variant;
      }
    }
    if (chosen < 0) return Infinity;
    total += best;
    const rowEnd = rowStart[chosen + 1] as number;
    for (let row = rowStart[chosen] as number; row < rowEnd; row += 1) direction[row] = 1;
  }
  return total;
};

/** -1 in the direction for the rows among these entries that the supplier serves. */
const markRows = ({ structure, cost, direction }: Bound, from: number, to: number, u: Float64Array): void => {
  const { entryRow } = structure;
  for (let e = from; e < to; e += 1) {
    const row = entryRow[e] as number;
    if ((cost[e] as number) < (u[row] as number)) direction[row] = (direction[row] as number) - 1;
  }
};

/**
 * What a supplier gains in blocks of several variants; with `mark`, -1 in the direction for the
 * rows that it serves.
 */
const gainOfVariants = (bound: Bound, s: number, u: Float64Array, mark: boolean): number => {
  const { entryStart, simpleEnd, entryRow, entryVariant, entryBlock } = bound.structure;
  const { cost } = bound;
  const end = entryStart[s + 1] as number;
  let gain = 0;
  let e = simpleEnd[s] as number;
  while (e < end) {
    const block = entryBlock[e] as number;
    let best = 0;
    let bestFrom = e;
    let bestTo = e;
    while (e < end && entryBlock[e] === block) {
      const variant = entryVariant[e];
      const from = e;
      let sum = 0;
      for (; e < end && entryVariant[e] === variant; e += 1) {
        sum += Math.min(0, (cost[e] as number) - (u[entryRow[e] as number] as number));
      }
      if (sum < best) {
        best = sum;
        bestFrom = from;
        bestTo = e;
      }
    }
    gain += best;
    if (mark) markRows(bound, bestFrom, bestTo, u);
  }
  return gain;
};

const gainOf = (bound: Bound, s: number, u: Float64Array): number => {
  const { entryStart, simpleEnd, entryRow } = bound.structure;
  const { cost } = bound;
  let gain = 0;
  const end = simpleEnd[s] as number;
  for (let e = entryStart[s] as number; e < end; e += 1) {
    const difference = (cost[e] as number) - (u[entryRow[e] as number] as number);
    if (difference < 0) gain += difference;
  }
  return gain + gainOfVariants(bound, s, u, false);
};

const useSupplier = (bound: Bound, s: number, u: Float64Array): void => {
  const { entryStart, simpleEnd } = bound.structure;
  bound.used[s] = 1;
  markRows(bound, entryStart[s] as number, simpleEnd[s] as number, u);
  gainOfVariants(bound, s, u, true);
};

/**
 * Evaluates L(u) for the node; `seats` is how many more suppliers may be opened. In scaled units;
 * Infinity: infeasible.
 */
export const evaluateBound = (bound: Bound, u: Float64Array, status: Uint8Array, seats: number): number => {
  const { fixed, reduced, used } = bound;
  let total = chooseVariants(bound, u);
  if (total === Infinity) return total;
  used.fill(0);
  const candidates: number[] = [];
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] === closed) continue;
    const value = (fixed[s] as number) + gainOf(bound, s, u);
    reduced[s] = value;
    if (status[s] === opened) {
      total += value;
      useSupplier(bound, s, u);
    } else if (value < 0) candidates.push(s);
  }
  if (candidates.length > seats) candidates.sort((a, b) => (reduced[a] as number) - (reduced[b] as number));
  const count = Math.min(seats, candidates.length);
  for (let index = 0; index < count; index += 1) {
    const s = candidates[index] as number;
    total += reduced[s] as number;
    useSupplier(bound, s, u);
  }
  return total;
};
