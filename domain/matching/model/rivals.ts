/**
 * What the other candidates say of a pair. An offer is one product, so a candidate that is likely
 * speaks against all others. Of these only the best counts. Without any, a pair is judged by
 * itself.
 */
import { logistic } from './logistic.ts';

/** How much a rival weighs, in log-odds; learned beside the calibration. */
export interface RivalWeights {
  /** What is added to every pair. */
  readonly base: number;
  /** What is added when the rival is certain, and in part when it is likely; never positive. */
  readonly rival: number;
}

/** The log-odds of no rival at all. */
export const noRival = Number.NEGATIVE_INFINITY;

/**
 * The probability of a pair with these log-odds, whose best rival has those; `noRival` where there
 * is none.
 */
export const probabilityAmong = (logOdds: number, rival: number, weights: RivalWeights): number =>
  logistic(logOdds + weights.base + weights.rival * logistic(rival));

/** The best rival of each candidate in a group of which one at most can be right, in its order. */
export const rivalsIn = (logOdds: readonly number[]): readonly number[] => {
  const best = Math.max(noRival, ...logOdds);
  const first = logOdds.indexOf(best);
  const second = Math.max(noRival, ...logOdds.filter((_, at) => at !== first));
  return logOdds.map((_, at) => (at === first ? second : best));
};
