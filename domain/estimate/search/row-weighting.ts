/**
 * Looks for a cover of so many suppliers by local search: the supplier that is missed least goes,
 * one that serves a block left unserved comes, and blocks left unserved gain weight, so that the
 * search does not come back to the same ones (row weighting, Gao, Weise and Li 2015). Which block
 * is served next goes round, so that the same problem is searched alike every time.
 */
import type { ResidualCover } from './residual-cover.ts';

/** What to begin from, and for how long. */
export interface CoverSearch {
  /** The whole problem. */
  readonly whole: ResidualCover;
  /** The suppliers to begin with: as many as the cover is to have. */
  readonly open: Uint8Array;
  readonly steps: number;
  /** Asked with each step; true ends the search without a cover. */
  readonly isOver: () => boolean;
  /** A block that a set does not serve which serves all as far as the problem tells: a split. */
  readonly unservedBlock: (open: Uint8Array) => number | undefined;
}

interface State extends CoverSearch {
  /** How often each block is served. */
  readonly served: Int32Array;
  /** What leaving each block unserved costs. */
  readonly weight: Float64Array;
  /** The step in which each supplier came or went. */
  readonly changed: Int32Array;
  /** The suppliers of each block. */
  readonly suppliersOf: readonly (readonly number[])[];
}

const suppliersOfBlocks = ({ suppliers, freeCount, start, end, blocks, blockCount }: ResidualCover) => {
  const lists: number[][] = Array.from({ length: blockCount }, () => []);
  for (const s of suppliers.subarray(0, freeCount)) {
    for (const block of blocks.subarray(start[s], end[s])) lists[block]?.push(s);
  }
  return lists;
};

/** Opens or closes a supplier. */
const change = ({ whole, open, served, changed }: State, s: number, isOpen: 0 | 1, step: number): void => {
  const { start, end, blocks } = whole;
  open[s] = isOpen;
  changed[s] = step;
  for (let e = start[s] as number; e < (end[s] as number); e += 1) {
    const block = blocks[e] as number;
    served[block] = (served[block] as number) + (isOpen === 1 ? 1 : -1);
  }
};

/** What the blocks of the supplier weigh that are served so often. */
const weightServed = ({ whole, served, weight }: State, s: number, times: number): number => {
  const { start, end, blocks } = whole;
  let sum = 0;
  for (let e = start[s] as number; e < (end[s] as number); e += 1) {
    const block = blocks[e] as number;
    if (served[block] === times) sum += weight[block] as number;
  }
  return sum;
};

/** The first of the suppliers with the least score; of several that which changed longest ago. */
const supplierOfMinScore = (
  { changed }: State,
  suppliers: Iterable<number>,
  scoreOf: (s: number) => number,
): number => {
  let found = -1;
  let least = Infinity;
  for (const s of suppliers) {
    const score = scoreOf(s);
    const isOlder = score === least && (changed[s] as number) < (changed[found] as number);
    if (score < least || isOlder) {
      least = score;
      found = s;
    }
  }
  return found;
};

/**
 * The supplier that came last stays, unless it is the only one; the one that goes does not come
 * back at once. As many are open afterwards.
 */
const swap = (state: State, unserved: readonly number[], step: number): void => {
  const { open, changed, suppliersOf } = state;
  const opened = Array.from(open.keys()).filter((s) => open[s] === 1);
  const out = supplierOfMinScore(
    state,
    opened.length === 1 ? opened : opened.filter((s) => changed[s] !== step - 1),
    (s) => weightServed(state, s, 1),
  );
  change(state, out, 0, step);
  const block = unserved[step % unserved.length] as number;
  const able = (suppliersOf[block] ?? []).filter((s) => open[s] === 0 && s !== out);
  const added = supplierOfMinScore(state, able, (s) => -weightServed(state, s, 0));
  change(state, added < 0 ? out : added, 1, step);
};

const unservedOf = ({ served, open, unservedBlock }: State): readonly number[] => {
  const list: number[] = [];
  for (let block = 0; block < served.length; block += 1) if (served[block] === 0) list.push(block);
  const split = list.length === 0 ? unservedBlock(open) : undefined;
  return split === undefined ? list : [split];
};

/** A cover of as many suppliers; undefined: none was found. */
export const searchCover = (task: CoverSearch): Uint8Array | undefined => {
  const { whole, steps, isOver } = task;
  const open = task.open.slice();
  const state: State = {
    ...task,
    open,
    served: new Int32Array(whole.blockCount),
    weight: new Float64Array(whole.blockCount).fill(1),
    changed: new Int32Array(open.length).fill(-1),
    suppliersOf: suppliersOfBlocks(whole),
  };
  for (let s = 0; s < open.length; s += 1) if (open[s] === 1) change(state, s, 1, -1);
  let unserved = unservedOf(state);
  const most = open.includes(1) ? steps : 0;
  for (let step = 1; step <= most && unserved.length > 0 && !isOver(); step += 1) {
    swap(state, unserved, step);
    unserved = unservedOf(state);
    for (const block of unserved) state.weight[block] = (state.weight[block] as number) + 1;
  }
  return unserved.length === 0 ? open : undefined;
};
