import { fnv1a } from '../../domain/hash.ts';

/**
 * Whom a full cache lets in: an id that was asked for before, and not too long ago (the doorkeeper
 * of TinyLFU; Einziger, Friedman and Manes, 2017). An item that is asked for once then leaves as
 * young as it came: the collector moves nothing of it.
 */
export interface Doorkeeper {
  /** Whether the id has been here before; from now on it has. */
  admits(id: string): boolean;
}

/**
 * Ids that are remembered where nothing else is said. What comes back later than that costs more to
 * keep than to make.
 */
const usualPlaces = 16_384;

/** So many places, a power of two, are shared by the ids whose hashes lead to them. */
const shared = 4;

/**
 * No id is known yet. So many are remembered, a power of two, at four bytes each: a newer one takes
 * the place of the oldest of the few that share their places with it. With a place for each of them
 * alone, two that are asked for in turn would keep each other out for ever. Two ids count as one
 * when all 32 bits of their hashes agree, which admits one too early.
 */
export const createDoorkeeper = (places = usualPlaces): Doorkeeper => {
  const seen = new Int32Array(places);
  return {
    admits: (id) => {
      const hash = fnv1a(id);
      const first = hash & (places - 1) & -shared;
      for (let place = first; place < first + shared; place += 1) if (seen[place] === hash) return true;
      seen.copyWithin(first + 1, first, first + shared - 1);
      seen[first] = hash;
      return false;
    },
  };
};
