/**
 * The Lagrangian bound (../bound.ts) where orders have windows. A supplier that is opened takes the
 * best of its windows, and what it takes in a window is a knapsack (knapsack.ts): the goods of the
 * least cost less multipliers whose value is in the window. The knapsack is solved around its own
 * relaxation, in which a multiplier w keeps the goods in the window:
 *
 *   cost(window) + max over w of ( w * end(w) + sum over blocks of
 *     min over variants of sum of min(0, cost - w * goods - u) )
 *
 * where end(w) is the least value of the window for w >= 0 and the greatest for w < 0. It is a
 * lower bound for every w, so any may be taken: 0 where the goods are in the window anyhow, else
 * one found by halving. An entry worth the window's end or more is not taken in it; an entry may
 * also be banned.
 *
 * The knapsack itself matters: where a window holds the goods of few lines, the relaxation takes
 * the best part of a line that does not fit, and most of the gap comes from there.
 *
 * Exactness: as in ../bound.ts, with -w * goods rounded down. The goods of an entry are at most its
 * cost.
 */
import { closed, lagrangianBound, opened, scaleFor } from '../bound.ts';
import type { OrderWindow } from '../order-windows.ts';
import { emptyPacking, type Packed, type Packing, packSack } from './knapsack.ts';
import { type Decisions, gainOf, type Live, lastGoods, listLive, liveOf, product, worthOf } from './live.ts';
import { type Stepped, windowAt } from './stepped.ts';

/** The bound of a structure: its costs scaled, and results of the last evaluation. */
export interface SteppedBound {
  readonly stepped: Stepped;
  readonly scale: number;
  readonly cost: Float64Array;
  readonly goods: Float64Array;
  readonly live: Live;
  readonly packing: Packing;
  /** Multipliers lie between this and its negative, scaled. */
  readonly ceiling: Float64Array;
  readonly servable: Uint8Array;
  /** What each supplier that is not closed adds where it is opened. */
  readonly reduced: Float64Array;
  readonly used: Uint8Array;
  /** What of windows and entries is used: `usedWindow`, and after it `taken`. */
  readonly marks: Uint8Array;
  /** 1 for the window in which each supplier is used. */
  readonly usedWindow: Uint8Array;
  readonly direction: Float64Array;
  /** What each window adds, and the multiplier w that shows it. */
  readonly windowValue: Float64Array;
  readonly windowWeight: Float64Array;
  /** What each window adds by that multiplier alone; `windowValue` may be more. */
  readonly windowRelaxed: Float64Array;
  /** The multiplier that was found last for each window, to begin from. */
  readonly lastWeight: Float64Array;
  /** What the last goods packed of each window add beyond the bound of its multiplier, scaled. */
  readonly lastGap: Float64Array;
  /** The best window of each supplier; -1: none is in play. */
  readonly bestWindow: Int32Array;
  /** 1 for each entry that the suppliers used take. */
  readonly taken: Uint8Array;
  /** Whether its goods were packed, and 1 for each entry that is among them. */
  readonly isPacked: Uint8Array;
  readonly packed: Uint8Array;
  /** The least of each variant and the best of each block, by multipliers alone. */
  readonly variantSum: Float64Array;
  readonly blockBest: Float64Array;
}

/** Multipliers w are whole numbers of these. */
const weightParts = 4096;
const greatestWeight = 2;
const minWeight = -4;

/** What costs are multiplied by, and how far multipliers may go. */
type Range = Pick<SteppedBound, 'scale' | 'ceiling'>;

/** How many times its cost an entry may come to: with both weights of goods, and its multiplier. */
const maxPerCost = 1 - minWeight + 1;

/**
 * The range in which every sum is a safe integer. A window that begins high may force entries that
 * cost more than multipliers go up to, so that costs count by themselves too.
 */
const exactRange = ({ structure, windows }: Stepped): Range => {
  const fixed = Float64Array.from(windows, (each) => Math.max(...each.map(({ cost }) => cost)));
  const dearest = { ...structure, fixed };
  const costs = structure.entryCost.reduce((sum, cost) => sum + cost, 0);
  let scale = Math.max(1, scaleFor(dearest) / 8);
  while (scale > 1 && maxPerCost * costs * scale > Number.MAX_SAFE_INTEGER) scale /= 2;
  return { scale, ceiling: lagrangianBound(dearest, scale).ceiling };
};

/** Makes the bound. */
export const steppedBound = (stepped: Stepped, { scale, ceiling } = exactRange(stepped)): SteppedBound => {
  const { structure, entryGoods, windowStart } = stepped;
  const { supplierCount, rowCount, variantCount, blockCount, entryCost } = structure;
  const windowCount = windowStart[supplierCount] as number;
  const marks = new Uint8Array(windowCount + entryCost.length);
  return {
    marks,
    stepped,
    scale,
    cost: entryCost.map((value) => value * scale),
    goods: entryGoods.map((value) => value * scale),
    live: liveOf(stepped),
    packing: emptyPacking(),
    ceiling,
    servable: new Uint8Array(rowCount),
    reduced: new Float64Array(supplierCount),
    used: new Uint8Array(supplierCount),
    usedWindow: marks.subarray(0, windowCount),
    direction: new Float64Array(rowCount),
    windowValue: new Float64Array(windowCount),
    windowWeight: new Float64Array(windowCount),
    windowRelaxed: new Float64Array(windowCount),
    lastWeight: new Float64Array(windowCount),
    lastGap: new Float64Array(windowCount).fill(scale * 4096),
    bestWindow: new Int32Array(supplierCount),
    taken: marks.subarray(windowCount),
    isPacked: new Uint8Array(supplierCount),
    packed: new Uint8Array(entryCost.length),
    variantSum: new Float64Array(variantCount),
    blockBest: new Float64Array(blockCount),
  };
};

/** Tells the bound that decisions have changed since the last evaluation. */
export const restrictStepped = (bound: SteppedBound, decisions: Decisions): void => {
  const { stepped, live, servable } = bound;
  listLive(live, stepped, bound, decisions);
  servable.fill(0);
  const end = live.start[stepped.structure.supplierCount] as number;
  for (let i = 0; i < end; i += 1) servable[live.row[i] as number] = 1;
};

/** Whether a value of goods, scaled, is in a window. */
const isHeldBy = ({ from, until }: OrderWindow, goods: number, scale: number): boolean =>
  goods >= from * scale && goods < until * scale;

/** What the end of a window costs at a weight; its values are whole numbers. */
const endCost = ({ from, until }: OrderWindow, weight: number, scale: number): number => {
  if (weight >= 0) return product(weight, from * scale);
  return until === Infinity ? -Infinity : product(weight, (until - 1) * scale);
};

/** A window that is looked at closely. */
interface WindowQuestion {
  readonly s: number;
  readonly at: number;
  readonly window: OrderWindow;
  readonly u: Float64Array;
}

/** Steps from the last weight in which the next one is looked for first. */
const nearWeights = 24;

/** Looks for the weight that keeps the goods in the window; returns the best bound of it. */
const relaxWindow = (bound: SteppedBound, { s, at, window, u }: WindowQuestion): number => {
  const { live, scale, windowWeight, lastWeight } = bound;
  const most = window.until * scale;
  windowWeight[at] = 0;
  let best = gainOf(live, s, { u, weight: 0, most });
  const isTooLittle = lastGoods() < window.from * scale;
  if (!isTooLittle && lastGoods() < most) return best;
  let low = isTooLittle ? 0 : minWeight * weightParts;
  let high = isTooLittle ? greatestWeight * weightParts : 0;
  const last = lastWeight[at] as number;
  const probes = last > low && last < high ? [last, last - nearWeights, last + nearWeights] : [];
  while (high - low > 1) {
    const probe = probes.shift() ?? low;
    const middle = probe > low && probe < high ? probe : Math.floor((low + high) / 2);
    const weight = middle / weightParts;
    const value = gainOf(live, s, { u, weight, most }) + endCost(window, weight, scale);
    if (value > best) {
      best = value;
      windowWeight[at] = weight;
      lastWeight[at] = middle;
    }
    const isMore = isTooLittle ? lastGoods() < window.from * scale : lastGoods() < most;
    if (isMore) low = middle;
    else high = middle;
  }
  return best;
};

/** Takes a solution as what the supplier serves. */
const notePacked = ({ stepped, live, isPacked, packed }: SteppedBound, s: number, tell: Packed['tell']): void => {
  const { entryStart } = stepped.structure;
  isPacked[s] = tell === undefined ? 0 : 1;
  packed.fill(0, entryStart[s], entryStart[s + 1]);
  tell?.((i) => {
    packed[live.entry[i] as number] = 1;
  });
};

/** Rounds in which what is looked for is near the bound, before all is. */
const packingRounds = 3;

/**
 * Packs a window. At first only what is about as far above its bound as the last time is looked
 * for, as there is much less of that. Where a further round is given up, what the last one showed
 * still holds.
 */
const packWindow = (
  { live, packing, scale, windowWeight, lastGap }: SteppedBound,
  { s, at, window, u }: WindowQuestion,
  bound: number,
  below: number,
): Packed => {
  const weight = windowWeight[at] as number;
  let reach = 2 * (lastGap[at] as number) + scale;
  let least = bound;
  for (let round = 0; ; round += 1, reach *= 8) {
    const limit = round < packingRounds ? Math.min(below, bound + Math.ceil(reach)) : below;
    const packed = packSack(packing, live, { s, window, scale, u, weight, bound, below: limit });
    const isFound = packed.value < limit;
    if (isFound || packed.isGivenUp || limit === below) {
      // Where it is given up, the next evaluation begins with as little as possible.
      if (isFound) lastGap[at] = packed.value - bound;
      return packed.isGivenUp ? { ...packed, value: least } : packed;
    }
    least = limit;
  }
};

/** What the supplier takes where its goods are free, and what it has to beat. */
interface Unbound {
  readonly gain: number;
  readonly goods: number;
  /** Windows that add as much are not looked at closely. */
  readonly limit: number;
}

/** Values a window, closely only where it may add less than the limit; tells how it is packed. */
const valueWindow = (
  bound: SteppedBound,
  question: WindowQuestion,
  { gain, goods, limit }: Unbound,
): Packed['tell'] => {
  const { scale, windowValue, windowWeight, windowRelaxed } = bound;
  const { at, window } = question;
  const cost = window.cost * scale;
  const below = limit - cost;
  windowWeight[at] = 0;
  windowRelaxed[at] = cost + gain;
  windowValue[at] = cost + gain;
  if (isHeldBy(window, goods, scale) || gain >= below) return undefined;
  const relaxed = Math.max(gain, relaxWindow(bound, question));
  windowRelaxed[at] = cost + relaxed;
  windowValue[at] = cost + relaxed;
  if (relaxed >= below) return undefined;
  const { value, tell } = packWindow(bound, question, relaxed, below);
  windowValue[at] = cost + value;
  return tell;
};

/**
 * Values the windows of a supplier, closely only where they may be its best, or as good as no order
 * at all, by a margin.
 */
const valueSupplier = (
  bound: SteppedBound,
  s: number,
  u: Float64Array,
  { status, inPlay }: Decisions,
  margin: number,
): void => {
  const { stepped, live, scale, windowValue, bestWindow, isPacked, reduced } = bound;
  const windows = stepped.windows[s] as readonly OrderWindow[];
  const start = stepped.windowStart[s] as number;
  const gain = gainOf(live, s, { u, weight: 0, most: Infinity });
  const goods = lastGoods();
  const least = status[s] === opened ? Infinity : 0;
  let best = Infinity;
  bestWindow[s] = -1;
  isPacked[s] = 0;
  windowValue.fill(Infinity, start, stepped.windowStart[s + 1]);
  // Those that hold the goods as they are go first: they leave little to look for.
  for (const isHeld of [true, false]) {
    for (const [index, window] of windows.entries()) {
      const at = start + index;
      if (inPlay[at] === 0 || isHeldBy(window, goods, scale) !== isHeld) continue;
      const tell = valueWindow(bound, { s, at, window, u }, { gain, goods, limit: Math.min(best, least) + margin });
      if ((windowValue[at] as number) >= best) continue;
      best = windowValue[at] as number;
      bestWindow[s] = at;
      notePacked(bound, s, tell);
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
const use = (bound: SteppedBound, s: number, u: Float64Array): void => {
  const { stepped, live, scale, direction, bestWindow, windowWeight, isPacked, packed } = bound;
  const at = bestWindow[s] as number;
  const weight = windowWeight[at] as number;
  bound.used[s] = 1;
  bound.usedWindow[at] = 1;
  const mark = (i: number): void => {
    const row = live.row[i] as number;
    bound.taken[live.entry[i] as number] = 1;
    direction[row] = (direction[row] as number) - 1;
  };
  if (isPacked[s] === 1) {
    const end = live.start[s + 1] as number;
    for (let i = live.start[s] as number; i < end; i += 1) if (packed[live.entry[i] as number] === 1) mark(i);
    return;
  }
  const most = windowAt(stepped, s, at).until * scale;
  const take = (from: number, to: number): void => {
    for (let i = from; i < to; i += 1) {
      const isLess = (live.goods[i] as number) < most;
      if (isLess && worthOf(live, i, u[live.row[i] as number] as number, weight) < 0) mark(i);
    }
  };
  gainOf(live, s, { u, weight, most, take });
};

/** Evaluates the bound for a node, in scaled units; Infinity: no basket is left. */
export const evaluateStepped = (bound: SteppedBound, u: Float64Array, decisions: Decisions, margin = 0): number => {
  const { reduced, used } = bound;
  const { status } = decisions;
  let total = chooseVariants(bound, u);
  if (total === Infinity) return total;
  used.fill(0);
  bound.usedWindow.fill(0);
  bound.taken.fill(0);
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] === closed) continue;
    valueSupplier(bound, s, u, decisions, margin);
    if (reduced[s] === Infinity && status[s] === opened) return Infinity;
    if (status[s] !== opened && (reduced[s] as number) >= 0) continue;
    total += reduced[s] as number;
    use(bound, s, u);
  }
  return total;
};
