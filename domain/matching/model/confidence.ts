import type { MatchConfidence } from '../../offers/offer.ts';
import { figureOf } from './model.ts';
import type { ModelLevels } from './weights.ts';

/** Whether something about the two records says outright that they are different things. */
const isContradicted = (figures: ArrayLike<number>): boolean =>
  (figureOf(figures, 'quantity_contradicted') ?? 0) > 0 ||
  (figureOf(figures, 'model_conflict_pairs') ?? 0) > 0 ||
  figureOf(figures, 'maker_equal') === 0 ||
  (figureOf(figures, 'missing_digit_count_less') ?? 0) > 0;

/**
 * Whether both have a number and it is the same, or each has the other's rarest number in its text.
 */
const agreesInNumber = (figures: ArrayLike<number>): boolean =>
  figureOf(figures, 'mpn_equal') === 1 ||
  (figureOf(figures, 'model_title_rarest_less') === 1 && figureOf(figures, 'model_title_rarest_more') === 1);

/** Numbers of fewer characters name series and sizes as often as products. */
const shortestTellingNumber = 5;

/** A pair with its probability among its rivals. */
export interface PairProbability {
  readonly probability: number;
  /** By `featureNames`. */
  readonly figures: Float64Array;
}

/**
 * How sure a pair is. An equal number alone is right in 95 of 100 cases, because series have names
 * like numbers: `exact` takes a telling number, no contradiction and the model's agreement.
 */
export const confidenceLevelOf = ({ probability, figures }: PairProbability, levels: ModelLevels): MatchConfidence => {
  const isExact =
    probability >= levels.exact &&
    agreesInNumber(figures) &&
    !isContradicted(figures) &&
    (figureOf(figures, 'model_longest_common') ?? 0) >= shortestTellingNumber;
  if (isExact) return 'exact';
  if (probability >= levels.strong) return 'strong';
  if (probability >= levels.probable) return 'probable';
  return probability >= levels.weak ? 'weak' : 'unmatched';
};
