/**
 * Enumerates covers: sets of at most so many suppliers that serve every block. A node takes the
 * waiting block with the fewest free suppliers, of several that whose suppliers serve the most,
 * tries each of them, and closes those tried. The linear relaxation says little about how many are
 * needed (7 suppliers where 12 are), so nodes are many: each is bounded by weights that begin as
 * those of the node above or beside it (`cover-bound.ts`), and works on what is left there
 * (`residual-cover.ts`).
 */
import { type Baskets, unservedBlock } from './basket.ts';
import { type CoverBound, type CoverClimb, coverBound, narrowCover } from './cover-bound.ts';
import { coverTables } from './cover-tables.ts';
import {
  closeSupplier,
  openSupplier,
  type ResidualCover,
  roomBelow,
  takeWeights,
  wholeCover,
} from './residual-cover.ts';
import type { Structure } from './structure.ts';

/** A node as a caller sees it; it is reused by the search and must not be kept. */
export interface CoverNode {
  readonly open: Uint8Array;
  readonly isFree: (supplier: number) => boolean;
  /** How many more suppliers may be opened. */
  readonly seats: number;
}

/** One enumeration of covers. */
export interface Enumeration {
  /** The most suppliers that a cover may have. */
  readonly seats: number;
  /** Called with each cover; true ends the enumeration. The set is not the caller's to keep. */
  readonly onCover: (open: Uint8Array) => boolean;
  /** Whether a node may still hold what is wanted; asked of nodes that may hold a cover. */
  readonly isWorthwhile: (node: CoverNode) => boolean;
  /** Asked often; true ends the enumeration. */
  readonly isOver: () => boolean;
}

/** How an enumeration ended: all seen, ended by `onCover`, or by `isOver`. */
export type Outcome = 'complete' | 'ended' | 'out_of_time';

/** The enumerations of covers of one structure: the path to the present node, and what it knows. */
export interface Covers {
  readonly structure: Structure;
  readonly baskets: Baskets;
  readonly bound: CoverBound;
  /** The suppliers opened on the path. */
  readonly open: Uint8Array;
  /** What is left at each depth that was reached. */
  readonly levels: ResidualCover[];
  readonly whole: ResidualCover;
  /** Room for a number of each block: their new ones, and how many free suppliers they have. */
  readonly numbers: Int32Array;
  /** Room for a sum of each block. */
  readonly sums: Int32Array;
  /** Nodes looked at so far, over all enumerations. */
  nodes: number;
}

/** Makes the enumerator of a structure. */
export const coversOf = (structure: Structure, baskets: Baskets): Covers => {
  const { supplierCount, blockCount } = structure;
  const whole = wholeCover(coverTables(structure));
  return {
    structure,
    baskets,
    bound: coverBound(whole),
    open: new Uint8Array(supplierCount),
    levels: [],
    whole,
    numbers: new Int32Array(blockCount),
    sums: new Int32Array(blockCount),
    nodes: 0,
  };
};

/** The root takes its time, other nodes start near their best weights. */
const rootClimb: CoverClimb = { steps: 300, firstStep: 4, patience: Infinity };
const nodeClimb: CoverClimb = { steps: 40, firstStep: 3, patience: 24 };

const levelAt = ({ levels, whole }: Covers, depth: number): ResidualCover => {
  levels[depth] ??= roomBelow(whole);
  return levels[depth];
};

const isFree = ({ suppliers, freeCount }: ResidualCover, s: number): boolean => {
  for (let index = 0; index < freeCount; index += 1) if (suppliers[index] === s) return true;
  return false;
};

const hasEntry = ({ entryStart, entryBlock }: Structure, s: number, block: number): boolean => {
  for (let e = entryStart[s] as number; e < (entryStart[s + 1] as number); e += 1) {
    if (entryBlock[e] === block) return true;
  }
  return false;
};

/** Counts the free suppliers of each waiting block, and what these serve together. */
const countSuppliers = ({ numbers, sums }: Covers, left: ResidualCover): void => {
  const { blockCount, suppliers, freeCount, start, end, blocks } = left;
  numbers.fill(0, 0, blockCount);
  sums.fill(0, 0, blockCount);
  for (let index = 0; index < freeCount; index += 1) {
    const s = suppliers[index] as number;
    const from = start[s] as number;
    const to = end[s] as number;
    for (let e = from; e < to; e += 1) {
      const block = blocks[e] as number;
      numbers[block] = (numbers[block] as number) + 1;
      sums[block] = (sums[block] as number) + to - from;
    }
  }
};

/** The waiting block to branch on. */
const branchingBlock = (covers: Covers, left: ResidualCover): number => {
  countSuppliers(covers, left);
  const { numbers, sums } = covers;
  let block = 0;
  for (let other = 1; other < left.blockCount; other += 1) {
    const fewer = (numbers[block] as number) - (numbers[other] as number);
    if (fewer > 0 || (fewer === 0 && (sums[other] as number) > (sums[block] as number))) block = other;
  }
  return block;
};

/** The free suppliers that serve a waiting block, those that serve the most first. */
const suppliersOfBlock = (left: ResidualCover, block: number): readonly number[] => {
  const { suppliers, freeCount, start, end, blocks } = left;
  const served = (s: number): number => (end[s] as number) - (start[s] as number);
  const list: number[] = [];
  for (let index = 0; index < freeCount; index += 1) {
    const s = suppliers[index] as number;
    const to = end[s] as number;
    let e = start[s] as number;
    while (e < to && blocks[e] !== block) e += 1;
    if (e < to) list.push(s);
  }
  return list.sort((a, b) => served(b) - served(a));
};

/** The suppliers of which a cover below this node must open one; none: there is no cover. */
const nextSuppliers = (covers: Covers, left: ResidualCover, seats: number, depth: number) => {
  const { structure, baskets, bound, open } = covers;
  if (left.blockCount > 0) {
    if (seats === 0 || !narrowCover(bound, left, seats, depth === 0 ? rootClimb : nodeClimb)) return [];
    return suppliersOfBlock(left, branchingBlock(covers, left));
  }
  // A block of a split waits no more once one of its suppliers is open, though it may need the
  // other one too.
  const block = unservedBlock(baskets, open);
  if (block === undefined) return 'all served';
  if (seats === 0) return [];
  return Array.from(left.suppliers.subarray(0, left.freeCount)).filter((s) => hasEntry(structure, s, block));
};

const visit = (covers: Covers, enumeration: Enumeration, depth: number): Outcome => {
  const { open, numbers } = covers;
  covers.nodes += 1;
  if ((covers.nodes & 255) === 0 && enumeration.isOver()) return 'out_of_time';
  const left = levelAt(covers, depth);
  const seats = enumeration.seats - depth;
  const list = nextSuppliers(covers, left, seats, depth);
  if (list === 'all served') return enumeration.onCover(open) ? 'ended' : 'complete';
  const node = { open, isFree: (s: number) => isFree(left, s), seats };
  if (list.length === 0 || !enumeration.isWorthwhile(node)) return 'complete';
  const below = levelAt(covers, depth + 1);
  for (const s of list) {
    closeSupplier(left, s);
    open[s] = 1;
    openSupplier(left, below, s, numbers);
    const outcome = visit(covers, enumeration, depth + 1);
    takeWeights(left, below, s, numbers);
    open[s] = 0;
    if (outcome !== 'complete') return outcome;
  }
  return 'complete';
};

/** Enumerates covers, from the start. */
export const enumerateCovers = (covers: Covers, enumeration: Enumeration): Outcome => {
  covers.open.fill(0);
  covers.levels[0] = {
    ...covers.whole,
    weight: covers.whole.weight.slice(),
    suppliers: covers.whole.suppliers.slice(),
  };
  return visit(covers, enumeration, 0);
};
