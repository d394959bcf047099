import { mpnKey } from '../../domain/catalog/identity.ts';
import type { Catalogue } from './catalogue/part.ts';
import { type HashIndex, hashIndex } from './hash-index.ts';

/**
 * The positions of a catalogue's parts by their numbers. Made once for each catalogue, so that
 * suppliers of one share it.
 */
const indexes = new WeakMap<Catalogue, HashIndex>();

const indexOf = (catalogue: Catalogue): HashIndex => {
  const made = indexes.get(catalogue);
  if (made !== undefined) return made;
  const index = hashIndex(catalogue.size, (position) => mpnKey(catalogue.nameAt(position).mpn));
  indexes.set(catalogue, index);
  return index;
};

/** The positions that a number, as `mpnKey` writes it, may be at. */
export const candidatesOf = (catalogue: Catalogue, number: string): readonly number[] =>
  catalogue.positionsOf?.(number) ?? indexOf(catalogue).positionsOf(number);

/**
 * The positions of all parts of a number, in the catalogue's order: however it is typed as to
 * capitals and separators. A part that the catalogue repeats is told once.
 */
export const positionsByNumber = (catalogue: Catalogue, mpn: string): readonly number[] => {
  const number = mpnKey(mpn);
  const told = new Set<string>();
  return candidatesOf(catalogue, number).filter((position) => {
    const name = catalogue.nameAt(position);
    const key = `${name.manufacturer}|${name.mpn}`;
    return mpnKey(name.mpn) === number && !told.has(key) && told.add(key);
  });
};
