/**
 * Enumerates covers: sets of at most so many suppliers that serve every block. A node takes the
 * waiting block with the fewest free suppliers, tries each of them, and closes those tried. The
 * linear relaxation says little about how many suppliers are needed (7 where 12 are), so nodes are
 * cheap and many: bits and the bounds of `cover-bounds.ts`.
 */
import { type Baskets, unservedBlock } from './basket.ts';
import { clearBit, hasBit, setBit } from './bits.ts';
import { type CoverBounds, coverBounds, type NodeSets, narrowNode } from './cover-bounds.ts';
import { coverTables } from './cover-tables.ts';
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
  readonly bounds: CoverBounds;
  /** The suppliers opened on the path. */
  readonly open: Uint8Array;
  /** Waiting blocks and free suppliers at each depth. */
  readonly levels: readonly NodeSets[];
  /** Nodes looked at so far, over all enumerations. */
  nodes: number;
}

/** Makes the enumerator of a structure. */
export const coversOf = (structure: Structure, baskets: Baskets): Covers => {
  const { supplierCount } = structure;
  const bounds = coverBounds(coverTables(structure));
  const { supplierWords, blockWords } = bounds;
  const depths = supplierCount + 2;
  const waiting = new Int32Array(depths * blockWords);
  const free = new Int32Array(depths * supplierWords);
  return {
    structure,
    baskets,
    bounds,
    open: new Uint8Array(supplierCount),
    levels: Array.from({ length: depths }, (_, depth) => ({
      waiting,
      waitingFrom: depth * blockWords,
      free,
      freeFrom: depth * supplierWords,
    })),
    nodes: 0,
  };
};

const freeSuppliers = ({ free, freeFrom }: NodeSets, isWanted: (s: number) => boolean, count: number): number[] => {
  const list: number[] = [];
  for (let s = 0; s < count; s += 1) if (hasBit(free, freeFrom, s) && isWanted(s)) list.push(s);
  return list;
};

const isAnyWaiting = ({ bounds }: Covers, { waiting, waitingFrom }: NodeSets): boolean => {
  for (let w = 0; w < bounds.blockWords; w += 1) if (waiting[waitingFrom + w] !== 0) return true;
  return false;
};

const hasEntry = ({ entryStart, entryBlock }: Structure, s: number, block: number): boolean => {
  for (let e = entryStart[s] as number; e < (entryStart[s + 1] as number); e += 1) {
    if (entryBlock[e] === block) return true;
  }
  return false;
};

/** The suppliers of which a cover below this node must open one; none: there is no cover. */
const nextSuppliers = (covers: Covers, sets: NodeSets, seats: number): readonly number[] | 'all served' => {
  const { structure, baskets, bounds, open } = covers;
  if (isAnyWaiting(covers, sets)) {
    if (seats === 0 || !narrowNode(bounds, sets, seats)) return [];
    const { blockMask, serves } = bounds;
    const at = (bounds.ordered[0] as number) * bounds.supplierWords;
    const list = freeSuppliers(sets, (s) => hasBit(blockMask, at, s), structure.supplierCount);
    return list.sort((a, b) => (serves[b] as number) - (serves[a] as number));
  }
  // A block of a split waits no more once one of its suppliers is open, though it may need the
  // other one too.
  const block = unservedBlock(baskets, open);
  if (block === undefined) return 'all served';
  return seats === 0 ? [] : freeSuppliers(sets, (s) => hasEntry(structure, s, block), structure.supplierCount);
};

/** Writes the sets below the node, after the supplier was opened, to the next level. */
const descend = ({ bounds }: Covers, { waiting, waitingFrom, free, freeFrom }: NodeSets, s: number): void => {
  const { supplierMask, supplierWords, blockWords } = bounds;
  for (let w = 0; w < blockWords; w += 1) {
    const served = supplierMask[s * blockWords + w] as number;
    waiting[waitingFrom + blockWords + w] = (waiting[waitingFrom + w] as number) & ~served;
  }
  for (let v = 0; v < supplierWords; v += 1) free[freeFrom + supplierWords + v] = free[freeFrom + v] as number;
};

const visit = (covers: Covers, enumeration: Enumeration, depth: number): Outcome => {
  const { open, levels } = covers;
  covers.nodes += 1;
  if ((covers.nodes & 255) === 0 && enumeration.isOver()) return 'out_of_time';
  const sets = levels[depth] as NodeSets;
  const seats = enumeration.seats - depth;
  const list = nextSuppliers(covers, sets, seats);
  if (list === 'all served') return enumeration.onCover(open) ? 'ended' : 'complete';
  const isFree = (s: number): boolean => hasBit(sets.free, sets.freeFrom, s);
  if (list.length === 0 || !enumeration.isWorthwhile({ open, isFree, seats })) return 'complete';
  for (const s of list) {
    clearBit(sets.free, sets.freeFrom, s);
    open[s] = 1;
    descend(covers, sets, s);
    const outcome = visit(covers, enumeration, depth + 1);
    open[s] = 0;
    if (outcome !== 'complete') return outcome;
  }
  return 'complete';
};

/** Enumerates covers, from the start. */
export const enumerateCovers = (covers: Covers, enumeration: Enumeration): Outcome => {
  const { structure, open, levels } = covers;
  const { waiting, free } = levels[0] as NodeSets;
  open.fill(0);
  waiting.fill(0);
  free.fill(0);
  for (let s = 0; s < structure.supplierCount; s += 1) setBit(free, 0, s);
  for (let block = 0; block < structure.blockCount; block += 1) setBit(waiting, 0, block);
  return visit(covers, enumeration, 0);
};
