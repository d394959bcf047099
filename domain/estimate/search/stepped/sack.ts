/**
 * The goods that a supplier may serve in a window of values: blocks with ways, each with what it
 * costs beside the best way of its block by weight of goods. A block whose other ways leave no room
 * is settled.
 */
import type { OrderWindow } from '../order-windows.ts';
import { type Live, worthOf } from './live.ts';

/** What may be packed; it is filled again and again. */
export interface Sack {
  /** Ways of the blocks that are open: those of block b from `start[b]` on, the best first. */
  readonly start: number[];
  readonly penalty: number[];
  readonly worth: number[];
  readonly goods: number[];
  /** The live entries of a way: bit i of `mask` is for `from + i`. */
  readonly from: number[];
  readonly mask: number[];
  /** Ways of the blocks that are settled, as `from` and `mask` in turn. */
  readonly settled: number[];
  settledWorth: number;
  settledGoods: number;
  blocks: number;
  ways: number;
}

/** An empty sack. */
export const emptySack = (): Sack => ({
  start: [],
  penalty: [],
  worth: [],
  goods: [],
  from: [],
  mask: [],
  settled: [],
  settledWorth: 0,
  settledGoods: 0,
  blocks: 0,
  ways: 0,
});

/** A window of a supplier that is to be packed. Money is scaled. */
export interface SackQuestion {
  readonly s: number;
  readonly window: OrderWindow;
  readonly scale: number;
  readonly u: Float64Array;
  readonly weight: number;
  /** The bound of the weight. */
  readonly bound: number;
  /** Only what is worth less is looked for. */
  readonly below: number;
}

/** Entries of a block in one variant that are listed in every combination. */
const maxTogether = 5;

/** Ways of a block beside which it is not looked at closely. */
const maxWays = 64;

const putWay = (sack: Sack, from: number, mask: number, worth: number, goods: number, penalty: number): void => {
  const first = sack.start[sack.blocks] as number;
  let at = sack.ways;
  // Sorted by penalty, by insertion.
  for (; at > first && (sack.penalty[at - 1] as number) > penalty; at -= 1) {
    sack.penalty[at] = sack.penalty[at - 1] as number;
    sack.worth[at] = sack.worth[at - 1] as number;
    sack.goods[at] = sack.goods[at - 1] as number;
    sack.from[at] = sack.from[at - 1] as number;
    sack.mask[at] = sack.mask[at - 1] as number;
  }
  sack.penalty[at] = penalty;
  sack.worth[at] = worth;
  sack.goods[at] = goods;
  sack.from[at] = from;
  sack.mask[at] = mask;
  sack.ways += 1;
};

/** Puts all that one variant may give; false: that is too much. */
const putVariant = (sack: Sack, live: Live, [from, to]: readonly [number, number], question: SackQuestion): boolean => {
  const { window, scale, u, weight } = question;
  const most = window.until * scale;
  if (to - from > maxTogether) return false;
  for (let mask = 1; mask < 1 << (to - from); mask += 1) {
    let [worth, goods, penalty, isLeft] = [0, 0, 0, true];
    for (let i = from; i < to; i += 1) {
      if (((mask >> (i - from)) & 1) === 0) continue;
      const value = live.goods[i] as number;
      const multiplier = u[live.row[i] as number] as number;
      isLeft = isLeft && value < most;
      worth += (live.cost[i] as number) - multiplier;
      goods += value;
      penalty += worthOf(live, i, multiplier, weight);
    }
    if (isLeft) putWay(sack, from, mask, worth, goods, penalty);
  }
  return true;
};

/** Puts a block; one whose departures leave no room is settled. False: it has too many ways. */
const putBlock = (sack: Sack, live: Live, [from, to]: readonly [number, number], question: SackQuestion): boolean => {
  const first = sack.ways;
  sack.start[sack.blocks] = first;
  putWay(sack, from, 0, 0, 0, 0);
  for (let i = from; i < to; ) {
    const start = i;
    while (i < to && live.variant[i] === live.variant[start]) i += 1;
    if (!putVariant(sack, live, [start, i], question) || sack.ways - first > maxWays) return false;
  }
  const least = sack.penalty[first] as number;
  const room = question.below - question.bound;
  let end = first;
  for (; end < sack.ways && (end === first || (sack.penalty[end] as number) - least < room); end += 1) {
    sack.penalty[end] = (sack.penalty[end] as number) - least;
  }
  sack.ways = end;
  if (end > first + 1) {
    sack.blocks += 1;
    return true;
  }
  sack.settledWorth += sack.worth[first] as number;
  sack.settledGoods += sack.goods[first] as number;
  if (sack.mask[first] !== 0) sack.settled.push(sack.from[first] as number, sack.mask[first] as number);
  sack.ways = first;
  return true;
};

/** Puts all that the supplier may serve; false: a block has too many ways. */
export const fillSack = (sack: Sack, live: Live, question: SackQuestion): boolean => {
  const { s } = question;
  sack.blocks = 0;
  sack.ways = 0;
  sack.settled.length = 0;
  sack.settledWorth = 0;
  sack.settledGoods = 0;
  const end = live.start[s + 1] as number;
  for (let i = live.start[s] as number; i < end; ) {
    const from = i;
    while (i < end && live.block[i] === live.block[from]) i += 1;
    if (!putBlock(sack, live, [from, i], question)) return false;
  }
  sack.start[sack.blocks] = sack.ways;
  return true;
};
