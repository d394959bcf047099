import type { Catalogue, DemoProduct } from './part.ts';

/** A catalogue over positions, made by a function of the position. */
const catalogueOf = (size: number, at: (position: number) => DemoProduct): Catalogue => ({
  size,
  at: (position) => {
    if (!(position >= 0 && position < size)) throw new RangeError(`no product at position ${position}`);
    return at(position);
  },
  *[Symbol.iterator]() {
    for (let position = 0; position < size; position += 1) yield at(position);
  },
});

/**
 * At most `size` products of a catalogue, evenly spread over it, so that a small share has
 * something of everything.
 */
export const shareOf = (catalogue: Catalogue, size: number): Catalogue => {
  if (size >= catalogue.size) return catalogue;
  return catalogueOf(size, (position) => catalogue.at(Math.floor((position * catalogue.size) / size)));
};

/** One catalogue after the other. */
export const joined = (first: Catalogue, second: Catalogue): Catalogue => ({
  ...catalogueOf(first.size + second.size, (position) =>
    position < first.size ? first.at(position) : second.at(position - first.size),
  ),
  *[Symbol.iterator]() {
    yield* first;
    yield* second;
  },
});
