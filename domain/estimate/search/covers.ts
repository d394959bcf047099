/**
 * Enumerates covers: sets of at most so many suppliers that serve every block. A node takes the
 * waiting block with the fewest free suppliers, tries each of them, and closes those tried. The
 * linear relaxation says little about how many suppliers are needed (7 where 12 are), so nodes are
 * cheap and many: bits and the bounds of `cover-bounds.ts`.
 */
import type { Baskets } from './basket.ts';
import { clearBit, hasBit, setBit } from './bits.ts';
import { coverBounds, type NodeSets } from './cover-bounds.ts';
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

/** Enumerates the covers of one structure, again and again. */
export interface Covers {
  readonly enumerate: (enumeration: Enumeration) => Outcome;
  /** Nodes looked at so far, over all enumerations. */
  readonly nodes: () => number;
}

/** Makes the enumerator of a structure. */
export const coversOf = (structure: Structure, baskets: Baskets): Covers => {
  const { supplierCount, blockCount, entryStart, entryBlock } = structure;
  const tables = coverTables(structure);
  const { blockMask, supplierMask, supplierWords, blockWords } = tables;
  const { narrow, hardestBlock, serves } = coverBounds(tables, supplierCount, blockCount);
  const open = new Uint8Array(supplierCount);
  const waiting = new Int32Array((supplierCount + 2) * blockWords);
  const free = new Int32Array((supplierCount + 2) * supplierWords);
  let nodes = 0;

  const setsAt = (depth: number): NodeSets => ({
    waiting,
    waitingFrom: depth * blockWords,
    free,
    freeFrom: depth * supplierWords,
  });
  const levels = Array.from({ length: supplierCount + 2 }, (_, depth) => setsAt(depth));

  const freeSuppliers = (freeFrom: number, isWanted: (s: number) => boolean): readonly number[] => {
    const list: number[] = [];
    for (let s = 0; s < supplierCount; s += 1) {
      if (hasBit(free, freeFrom, s) && isWanted(s)) list.push(s);
    }
    return list;
  };

  const isAnyWaiting = (waitingFrom: number): boolean => {
    for (let w = 0; w < blockWords; w += 1) if (waiting[waitingFrom + w] !== 0) return true;
    return false;
  };

  const hasEntry = (s: number, block: number): boolean => {
    for (let e = entryStart[s] as number; e < (entryStart[s + 1] as number); e += 1) {
      if (entryBlock[e] === block) return true;
    }
    return false;
  };

  /** The suppliers of which a cover below this node must open one; none: there is no cover. */
  const nextSuppliers = (sets: NodeSets, seats: number): readonly number[] | 'all served' => {
    if (isAnyWaiting(sets.waitingFrom)) {
      if (seats === 0 || !narrow(sets, seats)) return [];
      const at = hardestBlock() * supplierWords;
      const list = freeSuppliers(sets.freeFrom, (s) => hasBit(blockMask, at, s));
      return list.toSorted((a, b) => (serves[b] as number) - (serves[a] as number));
    }
    // A block of a split waits no more once one of its suppliers is open, though it may need the
    // other one too.
    const block = baskets.unservedBlock(open);
    if (block === undefined) return 'all served';
    return seats === 0 ? [] : freeSuppliers(sets.freeFrom, (s) => hasEntry(s, block));
  };

  /** Writes the sets below the node, after the supplier was opened, to the next level. */
  const descend = ({ waitingFrom, freeFrom }: NodeSets, s: number): void => {
    for (let w = 0; w < blockWords; w += 1) {
      const served = supplierMask[s * blockWords + w] as number;
      waiting[waitingFrom + blockWords + w] = (waiting[waitingFrom + w] as number) & ~served;
    }
    for (let v = 0; v < supplierWords; v += 1) free[freeFrom + supplierWords + v] = free[freeFrom + v] as number;
  };

  const enumerate = ({ seats: allSeats, onCover, isWorthwhile, isOver }: Enumeration): Outcome => {
    const visit = (depth: number, seats: number): Outcome => {
      nodes += 1;
      if ((nodes & 255) === 0 && isOver()) return 'out_of_time';
      const sets = levels[depth] as NodeSets;
      const list = nextSuppliers(sets, seats);
      if (list === 'all served') return onCover(open) ? 'ended' : 'complete';
      const isFree = (s: number): boolean => hasBit(free, sets.freeFrom, s);
      if (list.length === 0 || !isWorthwhile({ open, isFree, seats })) return 'complete';
      return visitEach(list, depth, seats);
    };
    const visitEach = (list: readonly number[], depth: number, seats: number): Outcome => {
      const sets = levels[depth] as NodeSets;
      for (const s of list) {
        clearBit(free, sets.freeFrom, s);
        open[s] = 1;
        descend(sets, s);
        const outcome = visit(depth + 1, seats - 1);
        open[s] = 0;
        if (outcome !== 'complete') return outcome;
      }
      return 'complete';
    };
    open.fill(0);
    waiting.fill(0);
    free.fill(0);
    for (let s = 0; s < supplierCount; s += 1) setBit(free, 0, s);
    for (let block = 0; block < blockCount; block += 1) setBit(waiting, 0, block);
    return visit(0, allSeats);
  };
  return { enumerate, nodes: () => nodes };
};
