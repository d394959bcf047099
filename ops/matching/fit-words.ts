import { logistic } from '../../domain/matching/model/logistic.ts';
import { scoreWords, type WordSlots, wordSlots } from '../../domain/matching/model/word-model.ts';
import { type Random, shuffle } from './random.ts';

const epochs = 10;
const rate = 0.2;
const l2 = 1e-4;

/** What the words are fitted to. */
export interface WordRows {
  readonly slots: readonly WordSlots[];
  /** 1 or 0 a row. */
  readonly answers: ArrayLike<number>;
  /** What is known of each row already, in log-odds; the words are weighed on top of it. */
  readonly offsets: ArrayLike<number>;
}

/**
 * Fits the weights of words (`domain/matching/model/word-model.ts`) on these rows by stochastic
 * gradient descent with adaptive rates (Duchi, Hazan and Singer 2011).
 */
export const fitWords = (rows: WordRows, chosen: readonly number[], random: Random): Float32Array => {
  const weights = new Float32Array(wordSlots);
  const squares = new Float32Array(wordSlots).fill(1e-3);
  const order = [...chosen];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const row of order) {
      const pair = rows.slots[row];
      if (pair === undefined) continue;
      const { both, one } = scoreWords(weights, pair);
      const error = logistic(both + one + (rows.offsets[row] ?? 0)) - (rows.answers[row] ?? 0);
      for (const slots of [pair.both, pair.one]) {
        const part = error / Math.sqrt(slots.length || 1);
        for (const slot of slots) {
          const weight = weights[slot] ?? 0;
          const gradient = part + l2 * weight;
          const square = (squares[slot] ?? 0) + gradient * gradient;
          squares[slot] = square;
          weights[slot] = weight - (rate / Math.sqrt(square)) * gradient;
        }
      }
    }
  }
  return weights;
};
