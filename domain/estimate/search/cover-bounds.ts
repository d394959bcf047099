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

/** Who can serve what, and what the last node looked at was found to be. */
export interface CoverBounds extends CoverTables {
  /** How many waiting blocks each free supplier serves, after `narrowNode`. */
  readonly serves: Int32Array;
  /** How many free suppliers serve so many waiting blocks. */
  readonly histogram: Int32Array;
  /** The waiting blocks, those with the fewest free suppliers first, after `narrowNode`. */
  readonly ordered: Int32Array;
  /** How many free suppliers each waiting block has. */
  readonly sizeOf: Int32Array;
  /** Where the blocks of each size begin in `ordered`, while that is filled. */
  readonly sizeStart: Int32Array;
  /** Suppliers of the disjoint blocks. */
  readonly taken: Int32Array;
  /** What the weights of its waiting blocks leave of each supplier's 1. */
  readonly slack: Float64Array;
}

/** Makes the bounds, before any node. */
export const coverBounds = (tables: CoverTables): CoverBounds => ({
  ...tables,
  serves: new Int32Array(tables.supplierCount),
  histogram: new Int32Array(tables.blockCount + 2),
  ordered: new Int32Array(tables.blockCount),
  sizeOf: new Int32Array(tables.blockCount),
  sizeStart: new Int32Array(tables.supplierCount + 2),
  taken: new Int32Array(tables.supplierWords),
  slack: new Float64Array(tables.supplierCount),
});

/** Closes the free suppliers for which `isOut` says so; returns whether there were any. */
const close = (
  { supplierWords }: CoverBounds,
  { free, freeFrom }: NodeSets,
  isOut: (s: number) => boolean,
): Narrowed => {
  let narrowed: Narrowed = 'same';
  for (let w = 0; w < supplierWords; w += 1) {
    for (let word = free[freeFrom + w] as number; word !== 0; word &= word - 1) {
      const s = (w << 5) + lowestBit(word);
      if (!isOut(s)) continue;
      clearBit(free, freeFrom, s);
      narrowed = 'closed';
    }
  }
  return narrowed;
};

/** Counts the waiting blocks of each free supplier; returns the most that one has. */
const countServed = (bounds: CoverBounds, { waiting, waitingFrom, free, freeFrom }: NodeSets): number => {
  const { supplierMask, supplierCount, blockWords, serves, histogram } = bounds;
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
const maxServed = ({ histogram }: CoverBounds, seats: number, highest: number): number => {
  let served = 0;
  let places = seats;
  for (let size = highest; size > 0 && places > 0; size -= 1) {
    const used = Math.min(places, histogram[size] as number);
    served += used * size;
    places -= used;
  }
  return served;
};

const countWaiting = ({ blockWords }: CoverBounds, { waiting, waitingFrom }: NodeSets): number => {
  let waits = 0;
  for (let w = 0; w < blockWords; w += 1) waits += popCount(waiting[waitingFrom + w] as number);
  return waits;
};

const narrowByCount = (bounds: CoverBounds, node: NodeSets, seats: number): Narrowed => {
  const { serves } = bounds;
  const waits = countWaiting(bounds, node);
  const highest = countServed(bounds, node);
  if (maxServed(bounds, seats, highest) < waits) return 'none';
  const least = waits - maxServed(bounds, seats - 1, highest);
  return close(bounds, node, (s) => (serves[s] as number) < least);
};

const countSuppliers = (
  { blockMask, supplierWords }: CoverBounds,
  { free, freeFrom }: NodeSets,
  block: number,
): number => {
  let size = 0;
  for (let v = 0; v < supplierWords; v += 1) {
    size += popCount((blockMask[block * supplierWords + v] as number) & (free[freeFrom + v] as number));
  }
  return size;
};

/** Notes how many free suppliers each waiting block has; false where one has none. */
const countSizes = (bounds: CoverBounds, node: NodeSets): boolean => {
  const { blockWords, sizeOf, sizeStart } = bounds;
  sizeStart.fill(0);
  for (let w = 0; w < blockWords; w += 1) {
    for (let word = node.waiting[node.waitingFrom + w] as number; word !== 0; word &= word - 1) {
      const block = (w << 5) + lowestBit(word);
      const size = countSuppliers(bounds, node, block);
      if (size === 0) return false;
      sizeOf[block] = size;
      sizeStart[size + 1] = (sizeStart[size + 1] as number) + 1;
    }
  }
  return true;
};

/**
 * Orders the waiting blocks by how many free suppliers they have, by a counting sort; -1 where one
 * has none, else how many blocks.
 */
const orderBlocks = (bounds: CoverBounds, node: NodeSets): number => {
  const { blockWords, ordered, sizeOf, sizeStart } = bounds;
  if (!countSizes(bounds, node)) return -1;
  for (let size = 1; size < sizeStart.length; size += 1) {
    sizeStart[size] = (sizeStart[size] as number) + (sizeStart[size - 1] as number);
  }
  let blocks = 0;
  for (let w = 0; w < blockWords; w += 1) {
    for (let word = node.waiting[node.waitingFrom + w] as number; word !== 0; word &= word - 1) {
      const block = (w << 5) + lowestBit(word);
      const size = sizeOf[block] as number;
      ordered[sizeStart[size] as number] = block;
      sizeStart[size] = (sizeStart[size] as number) + 1;
      blocks += 1;
    }
  }
  return blocks;
};

/** By blocks that share no free supplier. */
const narrowByDisjoint = (bounds: CoverBounds, node: NodeSets, blocks: number, seats: number): Narrowed => {
  const { blockMask, supplierWords, ordered, taken } = bounds;
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
  return disjoint < seats ? 'same' : close(bounds, node, (s) => !hasBit(taken, 0, s));
};

/** The most waiting blocks that a free supplier of the block serves. */
const maxServes = (
  { blockMask, supplierWords, serves }: CoverBounds,
  { free, freeFrom }: NodeSets,
  block: number,
): number => {
  let highest = 0;
  for (let v = 0; v < supplierWords; v += 1) {
    let word = (blockMask[block * supplierWords + v] as number) & (free[freeFrom + v] as number);
    for (; word !== 0; word &= word - 1) highest = Math.max(highest, serves[(v << 5) + lowestBit(word)] as number);
  }
  return highest;
};

/** The least slack of the free suppliers of the block, at most 1. */
const minSlack = (
  { blockMask, supplierWords, slack }: CoverBounds,
  { free, freeFrom }: NodeSets,
  block: number,
): number => {
  let least = 1;
  for (let v = 0; v < supplierWords; v += 1) {
    let word = (blockMask[block * supplierWords + v] as number) & (free[freeFrom + v] as number);
    for (; word !== 0; word &= word - 1) least = Math.min(least, slack[(v << 5) + lowestBit(word)] as number);
  }
  return least;
};

/** Raises the weight of the block, at the cost of the slack of its free suppliers. */
const raiseWeight = (
  { blockMask, supplierWords, slack }: CoverBounds,
  { free, freeFrom }: NodeSets,
  block: number,
  weight: number,
): void => {
  for (let v = 0; v < supplierWords; v += 1) {
    let word = (blockMask[block * supplierWords + v] as number) & (free[freeFrom + v] as number);
    for (; word !== 0; word &= word - 1) {
      const s = (v << 5) + lowestBit(word);
      slack[s] = (slack[s] as number) - weight;
    }
  }
};

/** By dual ascent. */
const narrowByDual = (bounds: CoverBounds, node: NodeSets, blocks: number, seats: number): Narrowed => {
  const { ordered, slack } = bounds;
  slack.fill(1);
  let total = 0;
  for (let index = 0; index < blocks; index += 1) {
    const block = ordered[index] as number;
    const weight = 1 / maxServes(bounds, node, block);
    raiseWeight(bounds, node, block, weight);
    total += weight;
  }
  for (let index = 0; index < blocks && total <= seats + tolerance; index += 1) {
    const block = ordered[index] as number;
    const least = minSlack(bounds, node, block);
    if (least <= tolerance) continue;
    raiseWeight(bounds, node, block, least);
    total += least;
  }
  if (total > seats + tolerance) return 'none';
  const limit = seats - total + tolerance;
  return close(bounds, node, (s) => (slack[s] as number) > limit);
};

/** False: no cover here. Otherwise free suppliers that are in no cover here were closed. */
export const narrowNode = (bounds: CoverBounds, node: NodeSets, seats: number): boolean => {
  for (;;) {
    if (narrowByCount(bounds, node, seats) === 'none') return false;
    const blocks = orderBlocks(bounds, node);
    if (blocks < 0) return false;
    const byDisjoint = narrowByDisjoint(bounds, node, blocks, seats);
    if (byDisjoint === 'none') return false;
    if (byDisjoint === 'closed') continue;
    const byDual = narrowByDual(bounds, node, blocks, seats);
    if (byDual === 'none') return false;
    if (byDual === 'same') return true;
  }
};
