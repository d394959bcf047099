/**
 * Whether the seats left can serve all blocks that wait, by a weighted count: where the blocks have
 * weights, so many suppliers serve at most the sum of the greatest loads, a supplier's load being
 * the weight of its blocks. Where all blocks weigh more than that there is no cover; a supplier
 * that leaves too much for the seats beside it is closed, as reduced-cost fixing does. Any weights
 * hold. The best ones say what the linear relaxation does (it is its dual, with the number of
 * suppliers as a rule of its own), and are climbed to by the subgradient method: blocks that the
 * suppliers of the greatest loads do not serve gain weight, those that they serve more than once
 * lose it. A node begins with the weights of the node above or beside it: a few steps suffice.
 *
 * Weights are whole numbers, and what is counted stays within 32 bits, so counts are exact. A
 * weight itself that leaves them on the way comes out as another one, which holds as well. Loops
 * avoid branches that a processor cannot predict: those took a third of the time.
 */
import type { ResidualCover } from './residual-cover.ts';

/** What all blocks weigh at the start of a node, about. */
const wholeWeight = 2 ** 24;
/** A climb ends before all blocks weigh more. */
const maxWeight = 2 ** 30;
/** The most that a step adds to a block that no supplier of great load serves. */
const longestStep = 2 ** 22;

/** Room to bound nodes in, and what the last count came to. */
export interface CoverBound {
  /** The weight of the blocks that each free supplier serves, the greatest first as these are. */
  readonly load: Int32Array;
  /** What the blocks of all entries before one weigh together, modulo 2^32. */
  readonly sums: Int32Array;
  /** 1 less how often the suppliers of the greatest loads serve each block, smoothed. */
  readonly direction: Float64Array;
  /** The best weights of the node so far. */
  readonly best: Int32Array;
  /** What all blocks weigh, and the greatest loads together. */
  total: number;
  served: number;
  /** The load of the last of the suppliers that the seats left suffice for; 0: they do for all. */
  lastLoad: number;
  /** The square of the length of the direction. */
  square: number;
}

/** Makes the room for nodes of a size. */
export const coverBound = ({ weight, suppliers, blocks }: ResidualCover): CoverBound => ({
  load: new Int32Array(suppliers.length),
  sums: new Int32Array(blocks.length + 1),
  direction: new Float64Array(weight.length),
  best: new Int32Array(weight.length),
  total: 0,
  served: 0,
  lastLoad: 0,
  square: 0,
});

/** How long to climb. */
export interface CoverClimb {
  /** The most steps. */
  readonly steps: number;
  /** The first step, as a share of the way to a proof. */
  readonly firstStep: number;
  /**
   * How many seats a proof may be away after the first step for the climb to go on; after n steps
   * it is this divided by the square of n.
   */
  readonly patience: number;
}

/** The share of a step that is left where it brought nothing. */
const decay = 0.85;
/** How much of the last direction the next one keeps. */
const momentum = 0.3;
/** By how much, in seats, a climb aims above what proves that there is no cover. */
const aim = 0.1;

/**
 * Sorts the free suppliers by their loads, the greatest first. They were sorted by those of the
 * last step, so few change places. Loads are differences of running sums: one loop over all
 * entries, whose end is predicted, is faster than a short one for each supplier.
 */
const sortByLoad = ({ load, sums }: CoverBound, left: ResidualCover): void => {
  const { suppliers, freeCount, start, end, blocks, entryCount, weight } = left;
  let all = 0;
  for (let e = 0; e < entryCount; e += 1) {
    all = (all + (weight[blocks[e] as number] as number)) | 0;
    sums[e + 1] = all;
  }
  for (let index = 0; index < freeCount; index += 1) {
    const s = suppliers[index] as number;
    const sum = ((sums[end[s] as number] as number) - (sums[start[s] as number] as number)) | 0;
    let place = index;
    for (; place > 0; place -= 1) {
      const before = load[place - 1] as number;
      if (before >= sum) break;
      load[place] = before;
      suppliers[place] = suppliers[place - 1] as number;
    }
    load[place] = sum;
    suppliers[place] = s;
  }
};

/** Counts what the seats can serve at most; `total` is known. */
const count = (bound: CoverBound, left: ResidualCover, seats: number): void => {
  sortByLoad(bound, left);
  const { load } = bound;
  const taken = Math.min(seats, left.freeCount);
  let served = 0;
  for (let place = 0; place < taken; place += 1) served += load[place] as number;
  bound.served = served;
  bound.lastLoad = taken === seats ? (load[taken - 1] as number) : 0;
};

/** Closes the suppliers of less load: the seats beside them cannot serve the rest. */
const closeBelow = ({ load }: CoverBound, left: ResidualCover, least: number): void => {
  while (left.freeCount > 0 && (load[left.freeCount - 1] as number) < least) left.freeCount -= 1;
};

/** Takes what the suppliers of the greatest loads serve off the direction. */
const turn = (bound: CoverBound, left: ResidualCover, seats: number): void => {
  const { direction } = bound;
  const { suppliers, freeCount, start, end, blocks } = left;
  const taken = Math.min(seats, freeCount);
  let { square } = bound;
  for (let index = 0; index < taken; index += 1) {
    const s = suppliers[index] as number;
    const to = end[s] as number;
    for (let e = start[s] as number; e < to; e += 1) {
      const block = blocks[e] as number;
      const before = direction[block] as number;
      direction[block] = before - 1;
      square += 1 - 2 * before;
    }
  }
  bound.square = square;
};

/** Moves the weights, none below 0, and begins the next direction. */
const move = (bound: CoverBound, { weight, blockCount }: ResidualCover, step: number): void => {
  const { direction } = bound;
  let total = 0;
  let square = 0;
  for (let block = 0; block < blockCount; block += 1) {
    const last = direction[block] as number;
    const moved = ((weight[block] as number) + step * last) | 0;
    const kept = moved & ~(moved >> 31);
    const begun = 1 + momentum * last;
    weight[block] = kept;
    direction[block] = begun;
    total += kept;
    square += begun * begun;
  }
  bound.total = total;
  bound.square = square;
};

/** Weighs all blocks, and begins the first direction; blocks of no weight at all weigh the same. */
const begin = (bound: CoverBound, { weight, blockCount }: ResidualCover): void => {
  let total = 0;
  for (let block = 0; block < blockCount; block += 1) total += weight[block] as number;
  const same = Math.ceil(wholeWeight / blockCount);
  if (total === 0) weight.fill(same, 0, blockCount);
  bound.total = total === 0 ? same * blockCount : total;
  bound.direction.fill(1, 0, blockCount);
  bound.square = blockCount;
};

const keepBest = ({ best }: CoverBound, { weight, blockCount }: ResidualCover): void => {
  for (let block = 0; block < blockCount; block += 1) best[block] = weight[block] as number;
};

/** Takes the best weights of the climb, brought to the same weight together. */
const takeBest = ({ best }: CoverBound, { weight, blockCount }: ResidualCover): void => {
  let total = 0;
  for (let block = 0; block < blockCount; block += 1) total += best[block] as number;
  const scale = wholeWeight / total;
  for (let block = 0; block < blockCount; block += 1) weight[block] = (best[block] as number) * scale;
};

/**
 * False: no cover here. Otherwise free suppliers that are in no cover here were closed, and the
 * weights are better. Some block waits, and some seat is left.
 */
export const narrowCover = (
  bound: CoverBound,
  left: ResidualCover,
  seats: number,
  { steps, firstStep, patience }: CoverClimb,
): boolean => {
  begin(bound, left);
  let bestShare = -Infinity;
  let length = firstStep;
  for (let step = 0; bound.total <= maxWeight; step += 1) {
    count(bound, left, seats);
    const { total, served, lastLoad } = bound;
    const excess = total - served;
    if (excess > 0) return false;
    closeBelow(bound, left, excess + lastLoad);
    if (excess / total > bestShare) {
      bestShare = excess / total;
      keepBest(bound, left);
    } else length *= decay;
    if (step === steps || -bestShare * seats * step ** 2 > patience) break;
    turn(bound, left, seats);
    if (bound.square < 1e-9) break;
    const way = (aim * total) / seats - excess;
    move(bound, left, Math.min((length * way) / bound.square, longestStep));
  }
  takeBest(bound, left);
  return true;
};
