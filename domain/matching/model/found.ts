import type { PreparedRecord } from './prepare.ts';

/** Shorter words stand by chance in the text without separators. */
const shortestWithin = 4;

/**
 * Whether a record has a word, however it writes it: as a word, or within its text with the
 * separators removed.
 */
export const isFoundIn = (word: string, { all, squeezedAll }: PreparedRecord): boolean =>
  all.weights.has(word) || (word.length >= shortestWithin && squeezedAll.includes(word));
