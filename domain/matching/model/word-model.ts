/**
 * What single words say about a pair: a logistic model over the words that both records have and
 * those that only one has ("case", "refurbished" and "2-pack" on one side only speak against a
 * match). Words are kept by a hash, so that its size is fixed and a word never seen costs nothing.
 */
import { fnv1a } from '../../hash.ts';
import type { PreparedRecord } from './prepare.ts';

/** Slots of the model; a power of two. */
export const wordSlots = 1 << 16;

const slotOf = (kind: 'both' | 'one', word: string): number => {
  const hash = kind === 'both' ? fnv1a(word) : fnv1a(word, 0x2c9277b5);
  return (hash ^ (hash >>> 15)) & (wordSlots - 1);
};

/**
 * The slots that a pair touches; each counts with one over the root of how many there are of its
 * kind.
 */
export interface WordSlots {
  readonly both: readonly number[];
  readonly one: readonly number[];
}

/** Which words of their titles two records share, and which only one of them has anywhere. */
export const wordSlotsOf = (a: PreparedRecord, b: PreparedRecord): WordSlots => {
  const both: number[] = [];
  const one: number[] = [];
  for (const word of a.title.weights.keys()) {
    if (b.all.weights.has(word)) both.push(slotOf('both', word));
    else if (!b.squeezedAll.includes(word)) one.push(slotOf('one', word));
  }
  for (const word of b.title.weights.keys()) {
    if (!a.all.weights.has(word) && !a.squeezedAll.includes(word)) one.push(slotOf('one', word));
  }
  return { both, one };
};

/** What words say for and against a match, in log-odds. */
export interface WordScore {
  readonly both: number;
  readonly one: number;
}

const sumOf = (weights: ArrayLike<number>, slots: readonly number[]): number => {
  let sum = 0;
  for (const slot of slots) sum += weights[slot] ?? 0;
  return sum / Math.sqrt(slots.length || 1);
};

/** What the words of a pair say. */
export const scoreWords = (weights: ArrayLike<number>, { both, one }: WordSlots): WordScore => ({
  both: sumOf(weights, both),
  one: sumOf(weights, one),
});
