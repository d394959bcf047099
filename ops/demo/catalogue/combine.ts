import { candidatesOf } from '../number-index.ts';
import type { Catalogue, DemoProduct, PartName } from './part.ts';

/** A catalogue over positions, made by a function of the position. */
const catalogueOf = (
  size: number,
  at: (position: number) => DemoProduct,
  nameAt: (position: number) => PartName,
): Catalogue => ({
  size,
  at: (position) => {
    if (!(position >= 0 && position < size)) throw new RangeError(`no product at position ${position}`);
    return at(position);
  },
  nameAt,
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
  const inWhole = (position: number): number => Math.floor((position * catalogue.size) / size);
  return catalogueOf(
    size,
    (position) => catalogue.at(inWhole(position)),
    (position) => catalogue.nameAt(inWhole(position)),
  );
};

/** The catalogue of these products, which are kept. */
export const listed = (products: readonly DemoProduct[]): Catalogue => {
  const at = (position: number): DemoProduct => {
    const product = products[position];
    if (product === undefined) throw new RangeError(`no product at position ${position}`);
    return product;
  };
  return { size: products.length, at, nameAt: at, [Symbol.iterator]: () => products.values() };
};

/** One catalogue after the other. */
export const joined = (first: Catalogue, second: Catalogue): Catalogue => ({
  ...catalogueOf(
    first.size + second.size,
    (position) => (position < first.size ? first.at(position) : second.at(position - first.size)),
    (position) => (position < first.size ? first.nameAt(position) : second.nameAt(position - first.size)),
  ),
  positionsOf: (number) => [
    ...candidatesOf(first, number),
    ...candidatesOf(second, number).map((position) => first.size + position),
  ],
  *[Symbol.iterator]() {
    yield* first;
    yield* second;
  },
});
