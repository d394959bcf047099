/**
 * Reproducible chance: what a key of text gives, it gives always and everywhere, in whatever order
 * it is asked for. That is what lets any page of a demo supplier be computed alone.
 */
import { fnv1a } from '../../domain/hash.ts';

/**
 * Mixes 32 bits so that each input bit changes half of the output bits (the finaliser of
 * MurmurHash3).
 */
const mix = (bits: number): number => {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/** A 32-bit hash of text (FNV-1a over UTF-16 units, then mixed). */
export const hashOf = (text: string): number => mix(fnv1a(text));

/** A share of 1 that a key stands for: 0 inclusive to 1 exclusive, evenly spread over keys. */
export const shareOf = (key: string): number => hashOf(key) / 2 ** 32;

/** A series of chances that begins anew, and the same, for the same key. */
export interface Chances {
  /** An evenly spread number from 0 inclusive to 1 exclusive. */
  share(): number;
  /** True in the given share of cases. */
  happens(probability: number): boolean;
  /** A whole number from `from` to `to`, both inclusive. */
  between(from: number, to: number): number;
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T;
}

/** The chances of a key (a Weyl sequence through the mixer, as in SplitMix). */
export const chancesOf = (key: string): Chances => {
  let state = hashOf(key);
  const share = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 2 ** 32;
  };
  return {
    share,
    happens: (probability) => share() < probability,
    between: (from, to) => from + Math.floor(share() * (to - from + 1)),
    pick: (items) => {
      const item = items[Math.floor(share() * items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
};
