import type { Catalogue } from './catalogue/part.ts';
import { hashOf } from './seeded.ts';

/**
 * The positions of a catalogue's parts by their numbers: eight bytes a part, a hash and the
 * position in one figure, sorted. Made once for each catalogue, so that suppliers of one share it.
 */

/** More parts than this have no room in the figure. */
const mostParts = 2 ** 23;

const indexes = new WeakMap<Catalogue, Float64Array>();

/** 30 bits, so that hash and position fit into the 53 of a figure. */
const startOf = (number: string): number => (hashOf(number) >>> 2) * mostParts;

const indexOf = (catalogue: Catalogue): Float64Array => {
  const made = indexes.get(catalogue);
  if (made !== undefined) return made;
  if (catalogue.size > mostParts) throw new RangeError(`a catalogue has more than ${mostParts} parts`);
  const index = new Float64Array(catalogue.size);
  let position = 0;
  for (const { mpn } of catalogue) {
    index[position] = startOf(mpn.toUpperCase()) + position;
    position += 1;
  }
  indexes.set(catalogue, index.sort());
  return index;
};

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

/** The positions of all parts of a number, typed in capitals or not, in the catalogue's order. */
export const positionsByNumber = (catalogue: Catalogue, mpn: string): readonly number[] => {
  const number = mpn.trim().toUpperCase();
  const index = indexOf(catalogue);
  const start = startOf(number);
  return Array.from(
    index.subarray(placeOf(index, start), placeOf(index, start + mostParts)),
    (figure) => figure - start,
  ).filter((position) => catalogue.at(position).mpn.toUpperCase() === number);
};
