/**
 * What is known at a node of the enumeration of covers: which suppliers may still be opened (free),
 * and whether the seats left can serve all blocks that wait. Three bounds say no, and each also
 * closes the free suppliers whose opening alone would exceed it, as reduced-cost fixing does:
 *
 * - counting: the suppliers that serve most of the waiting blocks must serve all of them together;
 * - disjoint rows (Balas and Ho 1980): waiting blocks that share no free supplier need a seat each;
 * - dual ascent: weights of the waiting blocks such that no free supplier has more than 1 add up to
 *   a bound. They begin at one over the most that a supplier of the block serves, and each is
 *   raised, block by block, as far as it goes.
 *
 * Weights are doubles; a bound must be exceeded by a millionth, which is far above what their sums
 * are off.
 */
import { clearBit, hasBit, lowestBit, popCount } from './bits.ts';
import type { CoverTables } from './cover-tables.ts';

const tolerance = 1e-6;

/**
 * A node: sets of waiting blocks and of free suppliers, in words that begin at the given places.
 */
export interface NodeSets {
  readonly waiting: Int32Array;
  readonly waitingFrom: number;
  readonly free: Int32Array;
  readonly freeFrom: number;
}

/** What a bound says of a node: no cover is here, suppliers were closed, or nothing changed. */
type Narrowed = 'none' | 'closed' | 'same';

/** Decides whether nodes can be left, with buffers of its own. */
export interface CoverBounds {
  /** False: no cover here. Otherwise free suppliers that are in no cover here were closed. */
  readonly narrow: (node: NodeSets, seats: number) => boolean;
  /** The waiting block with the fewest free suppliers, after `narrow`. */
  readonly hardestBlock: () => number;
  /** How many waiting blocks each supplier serves, after `narrow`. */
  readonly serves: Int32Array;
}

/** Makes the bounds. */
export const coverBounds = (tables: CoverTables, supplierCount: number, blockCount: number): CoverBounds => {
  const { blockMask, supplierMask, supplierWords, blockWords } = tables;
  const serves = new Int32Array(supplierCount);
  const histogram = new Int32Array(blockCount + 2);
  const ordered = new Int32Array(blockCount);
  const sizeOf = new Int32Array(blockCount);
  const sizeStart = new Int32Array(supplierCount + 2);
  const taken = new Int32Array(supplierWords);
  const slack = new Float64Array(supplierCount);
  const most = new Int32Array(blockCount);

  /** Closes the free suppliers for which `isOut` says so; returns whether there were any. */
  const close = ({ free, freeFrom }: NodeSets, isOut: (s: number) => boolean): boolean => {
    let closed = false;
    for (let w = 0; w < supplierWords; w += 1) {
      for (let word = free[freeFrom + w] as number; word !== 0; word &= word - 1) {
        const s = (w << 5) + lowestBit(word);
        if (!isOut(s)) continue;
        clearBit(free, freeFrom, s);
        closed = true;
      }
    }
    return closed;
  };

  const count = ({ waiting, waitingFrom, free, freeFrom }: NodeSets): number => {
    histogram.fill(0);
    let highest = 0;
    for (let s = 0; s < supplierCount; s += 1) {
      if (!hasBit(free, freeFrom, s)) continue;
      let served = 0;
      for (let w = 0; w < blockWords; w += 1) {
        served += popCount((supplierMask[s * blockWords + w] as number) & (waiting[waitingFrom + w] as number));
      }
      serves[s] = served;
      histogram[served] = (histogram[served] as number) + 1;
      if (served > highest) highest = served;
    }
    return highest;
  };

  /** The most that so many suppliers serve together, counted as if they shared no block. */
  const maxServed = (seats: number, highest: number): number => {
    let served = 0;
    let places = seats;
    for (let size = highest; size > 0 && places > 0; size -= 1) {
      const used = Math.min(places, histogram[size] as number);
      served += used * size;
      places -= used;
    }
    return served;
  };

  const countWaiting = ({ waiting, waitingFrom }: NodeSets): number => {
    let waits = 0;
    for (let w = 0; w < blockWords; w += 1) waits += popCount(waiting[waitingFrom + w] as number);
    return waits;
  };

  const narrowByCount = (node: NodeSets, seats: number): Narrowed => {
    const waits = countWaiting(node);
    const highest = count(node);
    if (maxServed(seats, highest) < waits) return 'none';
    const least = waits - maxServed(seats - 1, highest);
    return close(node, (s) => (serves[s] as number) < least) ? 'closed' : 'same';
  };

  const sizeIn = ({ free, freeFrom }: NodeSets, block: number): number => {
    let size = 0;
    for (let v = 0; v < supplierWords; v += 1) {
      size += popCount((blockMask[block * supplierWords + v] as number) & (free[freeFrom + v] as number));
    }
    return size;
  };

  const forEachWaiting = ({ waiting, waitingFrom }: NodeSets, act: (block: number) => boolean): boolean => {
    for (let w = 0; w < blockWords; w += 1) {
      for (let word = waiting[waitingFrom + w] as number; word !== 0; word &= word - 1) {
        if (!act((w << 5) + lowestBit(word))) return false;
      }
    }
    return true;
  };

  /**
   * Orders the waiting blocks by how many free suppliers they have; -1 where one has none, else how
   * many blocks.
   */
  const order = (node: NodeSets): number => {
    sizeStart.fill(0);
    let blocks = 0;
    const isServable = forEachWaiting(node, (block) => {
      const size = sizeIn(node, block);
      sizeOf[block] = size;
      sizeStart[size + 1] = (sizeStart[size + 1] as number) + 1;
      blocks += 1;
      return size > 0;
    });
    if (!isServable) return -1;
    for (let size = 1; size < sizeStart.length; size += 1) {
      sizeStart[size] = (sizeStart[size] as number) + (sizeStart[size - 1] as number);
    }
    return forEachWaiting(node, (block) => {
      const size = sizeOf[block] as number;
      ordered[sizeStart[size] as number] = block;
      sizeStart[size] = (sizeStart[size] as number) + 1;
      return true;
    })
      ? blocks
      : -1;
  };

  /** By blocks that share no free supplier. */
  const narrowByDisjoint = (node: NodeSets, blocks: number, seats: number): Narrowed => {
    const { free, freeFrom } = node;
    taken.fill(0);
    let disjoint = 0;
    for (let index = 0; index < blocks; index += 1) {
      const at = (ordered[index] as number) * supplierWords;
      let overlap = 0;
      for (let v = 0; v < supplierWords; v += 1) {
        overlap |= (blockMask[at + v] as number) & (free[freeFrom + v] as number) & (taken[v] as number);
      }
      if (overlap !== 0) continue;
      disjoint += 1;
      if (disjoint > seats) return 'none';
      for (let v = 0; v < supplierWords; v += 1) {
        taken[v] = (taken[v] as number) | ((blockMask[at + v] as number) & (free[freeFrom + v] as number));
      }
    }
    if (disjoint < seats) return 'same';
    return close(node, (s) => !hasBit(taken, 0, s)) ? 'closed' : 'same';
  };

  const forEachSupplier = ({ free, freeFrom }: NodeSets, block: number, act: (s: number) => void): void => {
    for (let v = 0; v < supplierWords; v += 1) {
      const all = (blockMask[block * supplierWords + v] as number) & (free[freeFrom + v] as number);
      for (let word = all; word !== 0; word &= word - 1) act((v << 5) + lowestBit(word));
    }
  };

  const spend = (node: NodeSets, block: number, weight: number): void => {
    forEachSupplier(node, block, (s) => {
      slack[s] = (slack[s] as number) - weight;
    });
  };

  /** By dual ascent. */
  const narrowByDual = (node: NodeSets, blocks: number, seats: number): Narrowed => {
    slack.fill(1);
    let total = 0;
    for (let index = 0; index < blocks; index += 1) {
      const block = ordered[index] as number;
      let highest = 0;
      forEachSupplier(node, block, (s) => {
        highest = Math.max(highest, serves[s] as number);
      });
      most[block] = highest;
      spend(node, block, 1 / highest);
      total += 1 / highest;
    }
    for (let index = 0; index < blocks && total <= seats + tolerance; index += 1) {
      const block = ordered[index] as number;
      let least = 1;
      forEachSupplier(node, block, (s) => {
        least = Math.min(least, slack[s] as number);
      });
      if (least <= tolerance) continue;
      spend(node, block, least);
      total += least;
    }
    if (total > seats + tolerance) return 'none';
    const limit = seats - total + tolerance;
    return close(node, (s) => (slack[s] as number) > limit) ? 'closed' : 'same';
  };

  const narrow = (node: NodeSets, seats: number): boolean => {
    for (;;) {
      const byCount = narrowByCount(node, seats);
      if (byCount === 'none') return false;
      const blocks = order(node);
      if (blocks < 0) return false;
      const byDisjoint = narrowByDisjoint(node, blocks, seats);
      if (byDisjoint === 'none') return false;
      if (byDisjoint === 'closed') continue;
      const byDual = narrowByDual(node, blocks, seats);
      if (byDual === 'none') return false;
      if (byDual === 'same') return true;
    }
  };

  return { narrow, hardestBlock: () => ordered[0] as number, serves };
};
