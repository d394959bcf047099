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

/**
 * No id is known yet. So many are remembered, a power of two, at four bytes each: a newer one takes
 * the place of an older one. Two ids count as one when all 32 bits of their hashes agree, which
 * admits one too early.
 */
export const createDoorkeeper = (places = usualPlaces): Doorkeeper => {
  const seen = new Int32Array(places);
  return {
    admits: (id) => {
      const hash = fnv1a(id);
      const place = hash & (places - 1);
      const isKnown = seen[place] === hash;
      seen[place] = hash;
      return isKnown;
    },
  };
};
