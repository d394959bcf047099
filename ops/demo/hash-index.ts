import { hashOf } from './seeded.ts';

/**
 * Positions by a key, eight bytes each: a hash of the key and the position in one figure, sorted.
 * Keys that share a hash are told together, so that who asks compares them.
 */
export interface HashIndex {
  /** The positions whose keys have this one's hash, ascending. */
  positionsOf(key: string): readonly number[];
}

/** More positions than this have no room in the figure. */
const maxPositions = 2 ** 23;

/** 30 bits, so that hash and position fit into the 53 of a figure. */
const startOf = (key: string): number => (hashOf(key) >>> 2) * maxPositions;

/** The first place whose figure is not below. */
const placeOf = (index: Float64Array, figure: number): number => {
  let from = 0;
  let to = index.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((index[middle] ?? 0) < figure) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** Indexes the positions from 0 to `size - 1` by their keys. */
export const hashIndex = (size: number, keyAt: (position: number) => string): HashIndex => {
  if (size > maxPositions) throw new RangeError(`more than ${maxPositions} positions`);
  const index = Float64Array.from({ length: size }, (_, position) => startOf(keyAt(position)) + position).sort();
  return {
    positionsOf: (key) => {
      const start = startOf(key);
      const found = index.subarray(placeOf(index, start), placeOf(index, start + maxPositions));
      return Array.from(found, (figure) => figure - start);
    },
  };
};
