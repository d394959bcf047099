/**
 * The Lagrangian bound (../bound.ts) where orders have windows. A supplier that is opened takes the
 * best of its windows, and the goods of a window are kept within it by a multiplier of its own, w:
 *
 *   cost(window) + max over w of ( w * end(w) + sum over blocks of
 *     min over variants of sum of min(0, cost - w * goods - u) )
 *
 * where end(w) is the least value of the window for w >= 0 and the greatest for w < 0. It is a
 * lower bound for every w, so any may be taken: 0 where the goods are in the window anyhow, else
 * one found by halving. An entry may be banned: then the supplier does not serve that row.
 *
 * Exactness: as in ../bound.ts, with -w * goods rounded down. The goods of an entry are at most its
 * cost.
 */
import { closed, opened } from '../bound.ts';
import type { OrderWindow } from '../order-windows.ts';
import type { Stepped } from './stepped.ts';

/** What a node has decided. */
export interface Decisions {
  /** Of each supplier: free, opened or closed. */
  readonly status: Uint8Array;
  /** 1 for each window that an order of its supplier may still be in. */
  readonly inPlay: Uint8Array;
  /** 1 for each entry that is not taken. */
  readonly banned: Uint8Array;
}

/** The bound of a structure: its costs scaled, and results of the last evaluation. */
export interface SteppedBound {
  readonly stepped: Stepped;
  readonly scale: number;
  readonly cost: Float64Array;
  readonly goods: Float64Array;
  readonly ceiling: Float64Array;
  readonly servable: Uint8Array;
  /** What each supplier that is not closed adds where it is opened. */
  readonly reduced: Float64Array;
  readonly used: Uint8Array;
  readonly direction: Float64Array;
  /** What each window adds, and the multiplier w that shows it. */
  readonly windowValue: Float64Array;
  readonly windowWeight: Float64Array;
  /** The best window of each supplier; -1: none is in play. */
  readonly bestWindow: Int32Array;
  /** The least of each variant and the best of each block, by multipliers alone. */
  readonly variantSum: Float64Array;
  readonly blockBest: Float64Array;
}

/** Multipliers w are whole numbers of these. */
const weightParts = 4096;
const greatestWeight = 2;
const leastWeight = -4;

/** Above this a product with a multiplier may be rounded. */
const exactProduct = 2 ** 38;

/** Makes the bound; `scale` leaves room for `greatestWeight` and `leastWeight`. */
export const steppedBound = (stepped: Stepped, scale: number, ceiling: Float64Array): SteppedBound => {
  const { structure, entryGoods, windowStart } = stepped;
  const { supplierCount, rowCount, variantCount, blockCount, entryCost } = structure;
  const windowCount = windowStart[supplierCount] as number;
  return {
    stepped,
    scale,
    cost: entryCost.map((value) => value * scale),
    goods: entryGoods.map((value) => value * scale),
    ceiling,
    servable: new Uint8Array(rowCount),
    reduced: new Float64Array(supplierCount),
    used: new Uint8Array(supplierCount),
    direction: new Float64Array(rowCount),
    windowValue: new Float64Array(windowCount),
    windowWeight: new Float64Array(windowCount),
    bestWindow: new Int32Array(supplierCount),
    variantSum: new Float64Array(variantCount),
    blockBest: new Float64Array(blockCount),
  };
};

/** Tells the bound that decisions have changed since the last evaluation. */
export const restrictStepped = ({ stepped, servable }: SteppedBound, { status, banned }: Decisions): void => {
  const { structure, entrySupplier } = stepped;
  servable.fill(0);
  for (let e = 0; e < banned.length; e += 1) {
    if (banned[e] === 0 && status[entrySupplier[e] as number] !== closed) servable[structure.entryRow[e] as number] = 1;
  }
};

/** A product, rounded down; where it may have been rounded up before, one less. */
const product = (factor: number, value: number): number =>
  value < exactProduct ? Math.floor(factor * value) : Math.floor(factor * value) - 1;

/** What an entry is worth at a weight of goods: its cost less their share and its multiplier. */
export const worthOf = ({ cost, goods }: SteppedBound, e: number, u: number, weight: number): number =>
  (weight === 0 ? (cost[e] as number) : (cost[e] as number) + product(-weight, goods[e] as number)) - u;

/** The value of the goods that the last call of `gainOf` took, scaled. */
let goodsTaken = 0;

/** What is called for each run of entries of one variant that is taken; it may be empty. */
type Take = (from: number, to: number) => void;

/** How a supplier's gain is asked for. */
interface GainQuestion {
  readonly banned: Uint8Array;
  /** Of the value of its goods. */
  readonly weight: number;
  readonly take?: Take;
}

/** What the supplier gains in blocks of one variant. */
const gainOfSimple = (
  bound: SteppedBound,
  s: number,
  u: Float64Array,
  { banned, weight, take }: GainQuestion,
): number => {
  const { stepped, goods } = bound;
  const { entryStart, simpleEnd, entryRow } = stepped.structure;
  let gain = 0;
  for (let e = entryStart[s] as number; e < (simpleEnd[s] as number); e += 1) {
    if (banned[e] === 1) continue;
    const worth = worthOf(bound, e, u[entryRow[e] as number] as number, weight);
    if (worth >= 0) continue;
    gain += worth;
    goodsTaken += goods[e] as number;
    take?.(e, e + 1);
  }
  return gain;
};

/** What the supplier gains in blocks of several variants, of which it serves one at most. */
const gainOfVariants = (
  bound: SteppedBound,
  s: number,
  u: Float64Array,
  { banned, weight, take }: GainQuestion,
): number => {
  const { stepped, goods } = bound;
  const { entryStart, simpleEnd, entryRow, entryVariant, entryBlock } = stepped.structure;
  const end = entryStart[s + 1] as number;
  let gain = 0;
  for (let e = simpleEnd[s] as number; e < end; ) {
    const block = entryBlock[e] as number;
    let [best, bestGoods, bestFrom, bestTo] = [0, 0, e, e];
    while (e < end && entryBlock[e] === block) {
      const variant = entryVariant[e];
      const from = e;
      let [sum, value] = [0, 0];
      for (; e < end && entryVariant[e] === variant; e += 1) {
        const worth = banned[e] === 1 ? 0 : worthOf(bound, e, u[entryRow[e] as number] as number, weight);
        if (worth >= 0) continue;
        sum += worth;
        value += goods[e] as number;
      }
      if (sum < best) [best, bestGoods, bestFrom, bestTo] = [sum, value, from, e];
    }
    gain += best;
    goodsTaken += bestGoods;
    take?.(bestFrom, bestTo);
  }
  return gain;
};

/** What the supplier gains at a weight of goods; `take` is told of what it serves. */
const gainOf = (bound: SteppedBound, s: number, u: Float64Array, question: GainQuestion): number => {
  goodsTaken = 0;
  return gainOfSimple(bound, s, u, question) + gainOfVariants(bound, s, u, question);
};

/** What the end of a window costs at a weight; its values are whole numbers. */
const endCost = ({ from, until }: OrderWindow, weight: number, scale: number): number => {
  if (weight >= 0) return product(weight, from * scale);
  return until === Infinity ? -Infinity : product(weight, (until - 1) * scale);
};

/** Looks for the weight that keeps the goods in the window; returns the best bound of it. */
const windowValueOf = (
  bound: SteppedBound,
  s: number,
  window: OrderWindow,
  { u, banned, at, gain, goods }: { u: Float64Array; banned: Uint8Array; at: number; gain: number; goods: number },
): number => {
  const { scale, windowWeight } = bound;
  windowWeight[at] = 0;
  let best = gain;
  const isTooLittle = goods < window.from * scale;
  let low = isTooLittle ? 0 : leastWeight * weightParts;
  let high = isTooLittle ? greatestWeight * weightParts : 0;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const weight = middle / weightParts;
    const value = gainOf(bound, s, u, { banned, weight }) + endCost(window, weight, scale);
    if (value > best) {
      best = value;
      windowWeight[at] = weight;
    }
    const isMore = isTooLittle ? goodsTaken < window.from * scale : goodsTaken < window.until * scale;
    if (isMore) low = middle;
    else high = middle;
  }
  return best;
};

/** Values the windows of a supplier, closely only where they may be its best. */
const valueSupplier = (bound: SteppedBound, s: number, u: Float64Array, { inPlay, banned }: Decisions): void => {
  const { stepped, scale, windowValue, windowWeight, bestWindow, reduced } = bound;
  const windows = stepped.windows[s] as readonly OrderWindow[];
  const start = stepped.windowStart[s] as number;
  const gain = gainOf(bound, s, u, { banned, weight: 0 });
  const goods = goodsTaken;
  let best = Infinity;
  bestWindow[s] = -1;
  // Those that hold the goods as they are go first: they leave little to look for.
  for (const isHeld of [true, false]) {
    for (const [index, window] of windows.entries()) {
      const at = start + index;
      const isIn = goods >= window.from * scale && goods < window.until * scale;
      if (isIn !== isHeld) continue;
      windowWeight[at] = 0;
      windowValue[at] = Infinity;
      if (inPlay[at] === 0) continue;
      const cost = window.cost * scale;
      const isClose = !isIn && cost + gain < best;
      windowValue[at] = cost + (isClose ? windowValueOf(bound, s, window, { u, banned, at, gain, goods }) : gain);
      if ((windowValue[at] as number) >= best) continue;
      best = windowValue[at] as number;
      bestWindow[s] = at;
    }
  }
  reduced[s] = best;
};

/** The first term of the bound, and +1 in the direction for each row of the chosen variants. */
const chooseVariants = (bound: SteppedBound, u: Float64Array): number => {
  const { stepped, servable, direction, variantSum, blockBest } = bound;
  const { blockCount, variantStart, rowStart } = stepped.structure;
  direction.fill(0);
  let total = 0;
  for (let block = 0; block < blockCount; block += 1) {
    let best = Infinity;
    let chosen = -1;
    for (let v = variantStart[block] as number; v < (variantStart[block + 1] as number); v += 1) {
      let sum = 0;
      for (let row = rowStart[v] as number; row < (rowStart[v + 1] as number); row += 1) {
        sum += servable[row] === 0 ? Infinity : (u[row] as number);
      }
      variantSum[v] = sum;
      if (sum >= best) continue;
      best = sum;
      chosen = v;
    }
    blockBest[block] = best;
    if (chosen < 0) return Infinity;
    total += best;
    for (let row = rowStart[chosen] as number; row < (rowStart[chosen + 1] as number); row += 1) direction[row] = 1;
  }
  return total;
};

/** -1 in the direction for the rows that the supplier serves in its best window. */
const use = (bound: SteppedBound, s: number, u: Float64Array, { banned }: Decisions): void => {
  const { stepped, direction, used, bestWindow, windowWeight } = bound;
  const weight = windowWeight[bestWindow[s] as number] as number;
  used[s] = 1;
  const take = (from: number, to: number): void => {
    for (let e = from; e < to; e += 1) {
      const row = stepped.structure.entryRow[e] as number;
      const isTaken = banned[e] === 0 && worthOf(bound, e, u[row] as number, weight) < 0;
      if (isTaken) direction[row] = (direction[row] as number) - 1;
    }
  };
  gainOf(bound, s, u, { banned, weight, take });
};

/** Evaluates the bound for a node, in scaled units; Infinity: no basket is left. */
export const evaluateStepped = (bound: SteppedBound, u: Float64Array, decisions: Decisions): number => {
  const { reduced, used } = bound;
  const { status } = decisions;
  let total = chooseVariants(bound, u);
  if (total === Infinity) return total;
  used.fill(0);
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] === closed) continue;
    valueSupplier(bound, s, u, decisions);
    if (reduced[s] === Infinity && status[s] === opened) return Infinity;
    if (status[s] !== opened && (reduced[s] as number) >= 0) continue;
    total += reduced[s] as number;
    use(bound, s, u, decisions);
  }
  return total;
};
