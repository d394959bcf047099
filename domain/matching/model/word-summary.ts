import type { WeighedWords } from './prepare.ts';

/** What some of a record's words weigh. */
export interface WordSummary {
  /** The weights of the rarest and the next rarest word, and of all together; 0 without any. */
  readonly first: number;
  readonly second: number;
  readonly sum: number;
  readonly count: number;
  /** The rarest word with a digit, and how many have one. */
  readonly firstWithDigit: number;
  readonly countWithDigit: number;
}

const hasDigit = /\d/;

/** Sums up the words that `counts`. */
export const summarise = ({ weights }: WeighedWords, counts: (word: string) => boolean): WordSummary => {
  let [first, second, sum, count, firstWithDigit, countWithDigit] = [0, 0, 0, 0, 0, 0];
  for (const [word, weight] of weights) {
    if (!counts(word)) continue;
    count += 1;
    sum += weight;
    if (weight > first) [first, second] = [weight, first];
    else if (weight > second) second = weight;
    if (!hasDigit.test(word)) continue;
    countWithDigit += 1;
    firstWithDigit = Math.max(firstWithDigit, weight);
  }
  return { first, second, sum, count, firstWithDigit, countWithDigit };
};
