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
 * Weights are doubles: a count must be exceeded by a ten-millionth of the whole, which is far above
 * what the sums are off.
 */
import type { ResidualCover } from './residual-cover.ts';

const tolerance = 1e-7;

/** Room to bound nodes in, and what the last count came to. */
export interface CoverBound {
  /** The weight of the blocks that each supplier serves. */
  readonly load: Float64Array;
  /** The greatest loads, falling. */
  readonly greatest: Float64Array;
  /** 1 less how often the suppliers of the greatest loads serve each block, smoothed. */
  readonly direction: Float64Array;
  /** The best weights of the node so far. */
  readonly best: Float64Array;
  /** What all blocks weigh, and the greatest loads together. */
  total: number;
  served: number;
  /** The load of the last of the suppliers that the seats left suffice for; 0: they do for all. */
  lastLoad: number;
}

/** Makes the room for nodes of a size. */
export const coverBound = (blocks: number, suppliers: number): CoverBound => ({
  load: new Float64Array(suppliers),
  greatest: new Float64Array(suppliers + 1),
  direction: new Float64Array(blocks),
  best: new Float64Array(blocks),
  total: 0,
  served: 0,
  lastLoad: 0,
});

/** How long to climb. */
export interface CoverClimb {
  readonly iterations: number;
  /** The first step, as a share of the way to a proof. */
  readonly firstStep: number;
}

/** The share of a step that is left where it brought nothing. */
const decay = 0.85;
/** How much of the last direction the next one keeps. */
const momentum = 0.3;
/** By how much, in seats, a climb aims above what proves that there is no cover. */
const aim = 0.1;

/** Counts what the seats can serve at most; `total` is known. */
const count = (bound: CoverBound, left: ResidualCover, seats: number): void => {
  const { load, greatest } = bound;
  const { suppliers, freeCount, start, end, blocks, weight } = left;
  let taken = 0;
  for (let index = 0; index < freeCount; index += 1) {
    const s = suppliers[index] as number;
    const to = end[s] as number;
    let sum = 0;
    for (let e = start[s] as number; e < to; e += 1) sum += weight[blocks[e] as number] as number;
    load[s] = sum;
    if (taken < seats) taken += 1;
    else if (sum <= (greatest[seats - 1] as number)) continue;
    let place = taken - 1;
    for (; place > 0 && (greatest[place - 1] as number) < sum; place -= 1) {
      greatest[place] = greatest[place - 1] as number;
    }
    greatest[place] = sum;
  }
  let served = 0;
  for (let place = 0; place < taken; place += 1) served += greatest[place] as number;
  bound.served = served;
  bound.lastLoad = taken === seats ? (greatest[seats - 1] as number) : 0;
};

/** Closes the suppliers of less load: the seats beside them cannot serve the rest. */
const closeBelow = ({ load }: CoverBound, left: ResidualCover, least: number): void => {
  const { suppliers, freeCount } = left;
  let kept = 0;
  for (let index = 0; index < freeCount; index += 1) {
    const s = suppliers[index] as number;
    suppliers[kept] = s;
    if ((load[s] as number) >= least) kept += 1;
  }
  left.freeCount = kept;
};

/** Sets the direction to climb in, smoothed with the last one; returns the square of its length. */
const turn = ({ load, direction, lastLoad }: CoverBound, left: ResidualCover, kept: number): number => {
  const { suppliers, freeCount, start, end, blocks, blockCount } = left;
  let square = 0;
  for (let block = 0; block < blockCount; block += 1) {
    const begun = 1 + kept * (direction[block] as number);
    direction[block] = begun;
    square += begun * begun;
  }
  for (let index = 0; index < freeCount; index += 1) {
    const s = suppliers[index] as number;
    if ((load[s] as number) < lastLoad) continue;
    const to = end[s] as number;
    for (let e = start[s] as number; e < to; e += 1) {
      const block = blocks[e] as number;
      const before = direction[block] as number;
      direction[block] = before - 1;
      square += 1 - 2 * before;
    }
  }
  return square;
};

const move = (bound: CoverBound, { weight, blockCount }: ResidualCover, step: number): void => {
  const { direction } = bound;
  let total = 0;
  for (let block = 0; block < blockCount; block += 1) {
    const moved = Math.max(0, (weight[block] as number) + step * (direction[block] as number));
    weight[block] = moved;
    total += moved;
  }
  bound.total = total;
};

/** Takes the best weights of the climb, which add up to the seats left. */
const takeBest = ({ best }: CoverBound, { weight, blockCount }: ResidualCover, seats: number): void => {
  let total = 0;
  for (let block = 0; block < blockCount; block += 1) total += best[block] as number;
  for (let block = 0; block < blockCount; block += 1) weight[block] = ((best[block] as number) * seats) / total;
};

/** Weighs all blocks; those of which none has weight weigh the same. */
const weigh = (bound: CoverBound, { weight, blockCount }: ResidualCover): void => {
  let total = 0;
  for (let block = 0; block < blockCount; block += 1) total += weight[block] as number;
  if (total === 0) weight.fill(1, 0, blockCount);
  bound.total = total === 0 ? blockCount : total;
};

/**
 * False: no cover here. Otherwise free suppliers that are in no cover here were closed, and the
 * weights are better. Some block waits, and some seat is left.
 */
export const narrowCover = (
  bound: CoverBound,
  left: ResidualCover,
  seats: number,
  { iterations, firstStep }: CoverClimb,
): boolean => {
  const { best } = bound;
  const { weight } = left;
  weigh(bound, left);
  let bestShare = -Infinity;
  let step = firstStep;
  for (let iteration = 0; ; iteration += 1) {
    count(bound, left, seats);
    const { total, served, lastLoad } = bound;
    const excess = total - served - tolerance * total;
    if (excess > 0) return false;
    closeBelow(bound, left, excess + lastLoad);
    if (excess / total > bestShare) {
      bestShare = excess / total;
      best.set(weight.subarray(0, left.blockCount));
    } else step *= decay;
    if (iteration >= iterations) break;
    const square = turn(bound, left, iteration === 0 ? 0 : momentum);
    if (square < tolerance) break;
    move(bound, left, (step * (aim - excess)) / square);
  }
  takeBest(bound, left, seats);
  return true;
};
