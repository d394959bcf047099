/**
 * What is left to cover at a node of the enumeration of covers: the blocks that wait, numbered anew
 * at each node so that loops see no others, and which of them each free supplier serves. A node
 * writes what is left below it to the storage of the next level, so that nothing is allocated on
 * the way. What is left out is written too, and written over by what comes next: a branch for each
 * entry would be mispredicted as often as not.
 */
import { hasBit } from './bits.ts';
import type { CoverTables } from './cover-tables.ts';

/** The set covering problem that is left at a node. */
export interface ResidualCover {
  /** How many blocks wait: they are numbered from 0. */
  blockCount: number;
  /** What serving each of them is worth (`cover-bound.ts`). */
  readonly weight: Int32Array;
  /** The free suppliers: the first `freeCount` of these. */
  readonly suppliers: Int32Array;
  freeCount: number;
  /** The blocks that supplier s serves: `blocks` from `start[s]` to `end[s]`. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The first `entryCount` of these are those of free suppliers, one after another. */
  readonly blocks: Int32Array;
  entryCount: number;
}

const storageFor = (blocks: number, suppliers: number, entries: number): ResidualCover => ({
  blockCount: 0,
  weight: new Int32Array(blocks),
  suppliers: new Int32Array(suppliers),
  freeCount: 0,
  start: new Int32Array(suppliers),
  end: new Int32Array(suppliers),
  blocks: new Int32Array(entries),
  entryCount: 0,
});

/** Room for what is left at a node below. */
export const roomBelow = ({ weight, suppliers, blocks }: ResidualCover): ResidualCover =>
  storageFor(weight.length, suppliers.length, blocks.length);

/** The whole problem: every block waits, every supplier is free. Weights are 0. */
export const wholeCover = ({ blockMask, supplierCount, supplierWords, blockCount }: CoverTables): ResidualCover => {
  const served = Array.from({ length: supplierCount }, (): number[] => []);
  let entries = 0;
  for (let block = 0; block < blockCount; block += 1) {
    for (let s = 0; s < supplierCount; s += 1) {
      if (!hasBit(blockMask, block * supplierWords, s)) continue;
      served[s]?.push(block);
      entries += 1;
    }
  }
  const whole = storageFor(blockCount, supplierCount, entries);
  let next = 0;
  for (const [s, blocks] of served.entries()) {
    whole.suppliers[s] = s;
    whole.start[s] = next;
    whole.blocks.set(blocks, next);
    next += blocks.length;
    whole.end[s] = next;
  }
  whole.blockCount = blockCount;
  whole.freeCount = supplierCount;
  whole.entryCount = next;
  return whole;
};

/** Numbers the blocks anew that the supplier does not serve, the others -1; returns how many. */
const renumber = ({ blockCount, blocks, start, end }: ResidualCover, s: number, numbers: Int32Array): number => {
  numbers.fill(0, 0, blockCount);
  for (let e = start[s] as number; e < (end[s] as number); e += 1) numbers[blocks[e] as number] = -1;
  let next = 0;
  for (let block = 0; block < blockCount; block += 1) {
    const isServed = numbers[block] as number;
    numbers[block] = next | isServed;
    next += 1 + isServed;
  }
  return next;
};

/**
 * Writes what is left once the supplier is opened. `numbers` is room for as many numbers as there
 * are blocks.
 */
export const openSupplier = (from: ResidualCover, to: ResidualCover, s: number, numbers: Int32Array): void => {
  to.blockCount = renumber(from, s, numbers);
  const { blockCount, weight, suppliers, freeCount, start, end, blocks } = from;
  let next = 0;
  for (let block = 0; block < blockCount; block += 1) {
    to.weight[next] = weight[block] as number;
    next += 1 + ((numbers[block] as number) >> 31);
  }
  next = 0;
  let free = 0;
  for (let index = 0; index < freeCount; index += 1) {
    const other = suppliers[index] as number;
    if (other === s) continue;
    to.suppliers[free] = other;
    free += 1;
    to.start[other] = next;
    for (let e = start[other] as number; e < (end[other] as number); e += 1) {
      const number = numbers[blocks[e] as number] as number;
      to.blocks[next] = number;
      next += 1 + (number >> 31);
    }
    to.end[other] = next;
  }
  to.freeCount = free;
  to.entryCount = next;
};

/**
 * Takes the weights over that were found below, where the supplier was opened: the node beside it
 * begins near its best ones then.
 */
export const takeWeights = (left: ResidualCover, below: ResidualCover, s: number, numbers: Int32Array): void => {
  renumber(left, s, numbers);
  for (let block = 0; block < left.blockCount; block += 1) {
    const number = numbers[block] as number;
    if (number >= 0) left.weight[block] = below.weight[number] as number;
  }
};

/** Closes a free supplier. */
export const closeSupplier = (left: ResidualCover, s: number): void => {
  const { suppliers, freeCount } = left;
  const at = suppliers.indexOf(s);
  suppliers.copyWithin(at, at + 1, freeCount);
  left.freeCount = freeCount - 1;
};
