/**
 * The entries that a node leaves, close together, and what suppliers gain by them. A run is what a
 * supplier has for one block; those of one entry go first.
 *
 * Exactness: as in ../bound.ts, with -w * goods rounded down.
 */
import { closed } from '../bound.ts';
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

/** Entries that are left: those of supplier s from `start[s]` on, of one run up to `simpleEnd`. */
export interface Live {
  readonly start: Int32Array;
  readonly simpleEnd: Int32Array;
  readonly entry: Int32Array;
  readonly row: Int32Array;
  readonly variant: Int32Array;
  readonly block: Int32Array;
  /** Scaled. */
  readonly cost: Float64Array;
  /** What counts in the windows of orders, at most the cost; scaled. */
  readonly goods: Float64Array;
}

/** Room for all entries of a structure. */
export const liveOf = ({ structure }: Stepped): Live => {
  const { supplierCount, entryCost } = structure;
  const size = entryCost.length;
  return {
    start: new Int32Array(supplierCount + 1),
    simpleEnd: new Int32Array(supplierCount),
    entry: new Int32Array(size),
    row: new Int32Array(size),
    variant: new Int32Array(size),
    block: new Int32Array(size),
    cost: new Float64Array(size),
    goods: new Float64Array(size),
  };
};

/** The next entry of a supplier that is in another block. */
const runEnd = ({ structure }: Stepped, from: number, end: number): number => {
  const { entryBlock } = structure;
  let e = from + 1;
  while (e < end && entryBlock[e] === entryBlock[from]) e += 1;
  return e;
};

/** Lists what is left of entries from `from` to `to` behind what is listed; returns the new end. */
const listRun = (live: Live, stepped: Stepped, [from, to]: readonly [number, number], at: number, q: Left): number => {
  const { entryRow, entryVariant, entryBlock } = stepped.structure;
  let end = at;
  for (let e = from; e < to; e += 1) {
    if (q.banned[e] === 1) continue;
    live.entry[end] = e;
    live.row[end] = entryRow[e] as number;
    live.variant[end] = entryVariant[e] as number;
    live.block[end] = entryBlock[e] as number;
    live.cost[end] = q.cost[e] as number;
    live.goods[end] = q.goods[e] as number;
    end += 1;
  }
  return end;
};

/** What is left, what it costs, and what of that counts as goods. */
interface Left extends Counted {
  readonly banned: Uint8Array;
}

/** Lists the runs of a supplier that have one entry left, or those that have more. */
const listRuns = (live: Live, stepped: Stepped, s: number, at: number, left: Left & { isSimple: boolean }): number => {
  const { entryStart } = stepped.structure;
  const end = entryStart[s + 1] as number;
  let next = at;
  for (let from = entryStart[s] as number; from < end; ) {
    const to = runEnd(stepped, from, end);
    let count = 0;
    for (let e = from; e < to; e += 1) count += 1 - (left.banned[e] as number);
    if ((count === 1) === left.isSimple) next = listRun(live, stepped, [from, to], next, left);
    from = to;
  }
  return next;
};

/** Lists the entries that decisions leave. */
export const listLive = (
  live: Live,
  stepped: Stepped,
  { cost, goods }: Counted,
  { status, banned }: Decisions,
): void => {
  const { supplierCount } = stepped.structure;
  let at = 0;
  for (let s = 0; s < supplierCount; s += 1) {
    live.start[s] = at;
    if (status[s] !== closed) at = listRuns(live, stepped, s, at, { banned, cost, goods, isSimple: true });
    live.simpleEnd[s] = at;
    if (status[s] !== closed) at = listRuns(live, stepped, s, at, { banned, cost, goods, isSimple: false });
  }
  live.start[supplierCount] = at;
};

/** Above this a product with a multiplier may be rounded. */
const exactProduct = 2 ** 38;

/** A product, rounded down; where it may have been rounded up before, one less. */
export const product = (factor: number, value: number): number =>
  value < exactProduct ? Math.floor(factor * value) : Math.floor(factor * value) - 1;

/** What entries cost, and what of it counts as goods; scaled. */
interface Counted {
  readonly cost: Float64Array;
  readonly goods: Float64Array;
}

/** What an entry is worth at a weight of goods: its cost less their share and its multiplier. */
export const worthOf = ({ cost, goods }: Counted, e: number, u: number, weight: number): number =>
  (weight === 0 ? (cost[e] as number) : (cost[e] as number) + product(-weight, goods[e] as number)) - u;

/** The value of the goods that the last call of `gainOf` took, scaled. */
let goodsTaken = 0;

/** The value of the goods that the last gain asked for took, scaled. */
export const lastGoods = (): number => goodsTaken;

/** What is called for each run of live entries of one variant that is taken; it may be empty. */
type Take = (from: number, to: number) => void;

/** How a supplier's gain is asked for. */
export interface GainQuestion {
  readonly u: Float64Array;
  /** Of the value of its goods. */
  readonly weight: number;
  /** Entries of this value and more are left out, scaled. */
  readonly most: number;
  readonly take?: Take;
}

/** What the supplier gains in runs of one entry. */
const gainOfSimple = (live: Live, s: number, question: GainQuestion): number => {
  const { start, simpleEnd, row } = live;
  const { u, weight, most, take } = question;
  const end = simpleEnd[s] as number;
  let gain = 0;
  for (let i = start[s] as number; i < end; i += 1) {
    const value = live.goods[i] as number;
    if (value >= most) continue;
    const worth = worthOf(live, i, u[row[i] as number] as number, weight);
    if (worth >= 0) continue;
    gain += worth;
    goodsTaken += value;
    take?.(i, i + 1);
  }
  return gain;
};

/** What the supplier gains in the other runs, of which it serves one variant at most. */
const gainOfRuns = (live: Live, s: number, q: GainQuestion): number => {
  const { start, simpleEnd, row, variant, block } = live;
  const { u, weight, most, take } = q;
  const end = start[s + 1] as number;
  let gain = 0;
  for (let i = simpleEnd[s] as number; i < end; ) {
    const ofBlock = block[i] as number;
    let [best, bestGoods, bestFrom, bestTo] = [0, 0, i, i];
    while (i < end && block[i] === ofBlock) {
      const ofVariant = variant[i];
      const from = i;
      let sum = 0;
      let goods = 0;
      for (; i < end && variant[i] === ofVariant; i += 1) {
        const value = live.goods[i] as number;
        if (value >= most) continue;
        const worth = worthOf(live, i, u[row[i] as number] as number, weight);
        if (worth >= 0) continue;
        sum += worth;
        goods += value;
      }
      if (sum < best) {
        best = sum;
        bestGoods = goods;
        bestFrom = from;
        bestTo = i;
      }
    }
    gain += best;
    goodsTaken += bestGoods;
    take?.(bestFrom, bestTo);
  }
  return gain;
};

/** What the supplier gains at a weight of goods; `take` is told of what it serves. */
export const gainOf = (live: Live, s: number, question: GainQuestion): number => {
  goodsTaken = 0;
  return gainOfSimple(live, s, question) + gainOfRuns(live, s, question);
};
