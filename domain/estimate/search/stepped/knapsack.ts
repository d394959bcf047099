/**
 * The cheapest goods of one supplier that come into a window of values: a knapsack of which each
 * block may give one of its ways, by dynamic programming over lists of partial solutions (Nemhauser
 * and Ullmann 1969) around the best weight of goods (as the core of Balas and Zemel 1980). At that
 * weight every block has a best way, and what another way costs beside it is a penalty. A solution
 * costs at least the bound of the weight and the penalties of the ways in which it departs from the
 * best ones, so that only departures are listed that leave room below the best solution. Where the
 * goods are kept from below, a partial solution of no fewer goods that is worth no more is as good
 * in any case, and the other way round.
 *
 * Guarantees: values are sums of integers, hence exact; the value returned is never above that of
 * the best solution, unless that is at least `below`.
 *
 * Limits: beside very many partial solutions, or very many ways of a block, it is given up, and the
 * bound of the weight is the value.
 */
import type { Live } from './live.ts';
import { emptySack, fillSack, type Sack, type SackQuestion } from './sack.ts';

/** Partial solutions that are listed at most, for all blocks together. */
const usualStates = 100_000;

/** Room for packing, which is used again and again. */
export interface Packing {
  readonly sack: Sack;
  /** Open blocks, that of the dearest departure first. */
  order: readonly number[];
  /** What the blocks from each on may change the goods by. */
  readonly down: number[];
  readonly up: number[];
  /** Partial solutions, with the blocks to come at their best. */
  readonly goods: Float64Array;
  readonly worth: Float64Array;
  readonly penalty: Float64Array;
  /** The way that each added, and what to. */
  readonly way: Int32Array;
  readonly parent: Int32Array;
  /** While a block is added: the next partial solution to be given each way, and its goods then. */
  readonly next: number[];
  readonly key: number[];
  /** How many are listed. */
  count: number;
  best: number;
  /** The best solution; -1: none. */
  bestState: number;
}

/** Room for packing; beside so many partial solutions it is given up. */
export const emptyPacking = (maxStates = usualStates): Packing => ({
  sack: emptySack(),
  order: [],
  down: [],
  up: [],
  goods: new Float64Array(maxStates),
  worth: new Float64Array(maxStates),
  penalty: new Float64Array(maxStates),
  way: new Int32Array(maxStates),
  parent: new Int32Array(maxStates),
  next: [],
  key: [],
  count: 0,
  best: 0,
  bestState: -1,
});

/** Sorts the open blocks, and sums up what those from each on may change. */
const sortBlocks = (packing: Packing): void => {
  const { sack, down, up } = packing;
  const { blocks, start, penalty, goods } = sack;
  const departure = (block: number): number => penalty[(start[block] as number) + 1] as number;
  const order = Array.from({ length: blocks }, (_, i) => i).sort((a, b) => departure(b) - departure(a));
  packing.order = order;
  down[blocks] = 0;
  up[blocks] = 0;
  for (let at = blocks - 1; at >= 0; at -= 1) {
    const first = start[order[at] as number] as number;
    const end = start[(order[at] as number) + 1] as number;
    let [least, most] = [0, 0];
    for (let way = first + 1; way < end; way += 1) {
      const change = (goods[way] as number) - (goods[first] as number);
      least = Math.min(least, change);
      most = Math.max(most, change);
    }
    down[at] = (down[at + 1] as number) - least;
    up[at] = (up[at + 1] as number) + most;
  }
};

/** What a solution must come to. Money is scaled. */
interface Ends {
  readonly least: number;
  readonly greatest: number;
  readonly bound: number;
  /** 1 where fewer goods are as good, -1 where more are. */
  readonly sign: 1 | -1;
}

/** Lists a partial solution before the block at a place, where it may lead to a better one. */
const putState = (
  packing: Packing,
  { least, greatest, bound }: Ends,
  at: number,
  way: number,
  parent: number,
): boolean => {
  const { sack, goods, worth, penalty, order } = packing;
  const first = sack.start[order[at] as number] as number;
  const value = (goods[parent] as number) + (sack.goods[way] as number) - (sack.goods[first] as number);
  const dearer = (penalty[parent] as number) + (sack.penalty[way] as number);
  if (bound + dearer >= packing.best) return false;
  if (value + (packing.up[at + 1] as number) < least || value - (packing.down[at + 1] as number) > greatest)
    return false;
  const state = packing.count;
  packing.count += 1;
  goods[state] = value;
  worth[state] = (worth[parent] as number) + (sack.worth[way] as number) - (sack.worth[first] as number);
  penalty[state] = dearer;
  packing.way[state] = way;
  packing.parent[state] = parent;
  if (value >= least && value <= greatest && (worth[state] as number) < packing.best) {
    packing.best = worth[state] as number;
    packing.bestState = state;
  }
  return true;
};

/** Whether no goods to come bring a state beyond the end that its list does not look at. */
const isSafe = ({ goods, down, up }: Packing, { least, greatest, sign }: Ends, at: number, state: number): boolean =>
  sign === 1
    ? (goods[state] as number) - (down[at] as number) >= least
    : (goods[state] as number) + (up[at] as number) <= greatest;

const keyOf = ({ sack, goods }: Packing, { sign }: Ends, way: number, parent: number): number =>
  sign * ((goods[parent] as number) + (sack.goods[way] as number));

/** The next partial solution to which a way may be added: the others are dominated, or too dear. */
const nextParent = (
  { sack, worth, penalty, best }: Packing,
  { bound }: Ends,
  way: number,
  from: number,
  to: number,
  lowest: number,
): number => {
  const maxWorth = lowest - (sack.worth[way] as number);
  const room = best - bound - (sack.penalty[way] as number);
  let parent = from;
  while (parent < to && ((worth[parent] as number) >= maxWorth || (penalty[parent] as number) >= room)) parent += 1;
  return parent;
};

/**
 * Lists what a block makes of the partial solutions from `from` to `to`, by goods, without what is
 * dominated; false: there is no room for it.
 */
const addBlock = (packing: Packing, ends: Ends, at: number, [from, to]: readonly [number, number]): boolean => {
  const { sack, order, next, key } = packing;
  const first = sack.start[order[at] as number] as number;
  const ways = (sack.start[(order[at] as number) + 1] as number) - first;
  if (packing.count + (to - from) * ways > packing.goods.length) return false;
  let lowest = Infinity;
  for (let i = 0; i < ways; i += 1) {
    next[i] = from;
    key[i] = from < to ? keyOf(packing, ends, first + i, from) : Infinity;
  }
  for (;;) {
    let chosen = 0;
    for (let i = 1; i < ways; i += 1) if ((key[i] as number) < (key[chosen] as number)) chosen = i;
    if (key[chosen] === Infinity) return true;
    const parent = next[chosen] as number;
    const way = first + chosen;
    const value = (packing.worth[parent] as number) + (sack.worth[way] as number);
    if (value < lowest && putState(packing, ends, at, way, parent)) {
      if (isSafe(packing, ends, at + 1, packing.count - 1)) lowest = value;
    }
    const further = nextParent(packing, ends, way, parent + 1, to, lowest);
    next[chosen] = further;
    key[chosen] = further < to ? keyOf(packing, ends, way, further) : Infinity;
  }
};

/** Calls for each live entry of the best solution. */
const tellPacked = ({ sack, way, parent, order }: Packing, best: number, take: (i: number) => void): void => {
  const tell = (from: number, mask: number): void => {
    for (let bit = 0; mask >> bit > 0; bit += 1) if (((mask >> bit) & 1) === 1) take(from + bit);
  };
  for (let i = 0; i < sack.settled.length; i += 2) tell(sack.settled[i] as number, sack.settled[i + 1] as number);
  const chosen: number[] = [];
  for (let state = best; state > 0; state = parent[state] as number) chosen.push(way[state] as number);
  chosen.reverse();
  order.forEach((block, at) => {
    const taken = chosen[at] ?? (sack.start[block] as number);
    tell(sack.from[taken] as number, sack.mask[taken] as number);
  });
};

/** The partial solution of nothing: all blocks at their best. */
const putFirst = (packing: Packing): void => {
  const { sack, goods, worth, penalty } = packing;
  packing.count = 1;
  goods[0] = sack.settledGoods;
  worth[0] = sack.settledWorth;
  penalty[0] = 0;
  for (let block = 0; block < sack.blocks; block += 1) {
    const first = sack.start[block] as number;
    goods[0] += sack.goods[first] as number;
    worth[0] += sack.worth[first] as number;
  }
};

/** What was found: no solution is worth less than the value, or than `below`. */
export interface Packed {
  readonly value: number;
  readonly isGivenUp: boolean;
  /** Tells the live entries of the best solution; left out: none was found. */
  readonly tell?: (take: (i: number) => void) => void;
}

/** Packs what is worth least; what is told holds until the room is used again. */
export const packSack = (packing: Packing, live: Live, question: SackQuestion): Packed => {
  const { window, scale, bound, below, weight } = question;
  if (!fillSack(packing.sack, live, question)) return { value: bound, isGivenUp: true };
  sortBlocks(packing);
  putFirst(packing);
  const [goods] = packing.goods as unknown as readonly [number];
  const [least, greatest] = [window.from * scale, (window.until - 1) * scale];
  const isHeldFromAbove = weight < 0 || (weight === 0 && goods > greatest);
  const ends: Ends = { least, greatest, bound, sign: isHeldFromAbove ? 1 : -1 };
  const isIn = goods >= least && goods <= greatest && (packing.worth[0] as number) < below;
  packing.best = isIn ? (packing.worth[0] as number) : below;
  packing.bestState = isIn ? 0 : -1;
  let [from, isGivenUp] = [0, false];
  for (let at = 0; at < packing.sack.blocks && !isGivenUp; at += 1) {
    const to = packing.count;
    isGivenUp = !addBlock(packing, ends, at, [from, to]);
    from = to;
  }
  const value = isGivenUp ? bound : packing.best;
  const { bestState } = packing;
  return bestState < 0
    ? { value, isGivenUp }
    : { value, isGivenUp, tell: (take) => tellPacked(packing, bestState, take) };
};
