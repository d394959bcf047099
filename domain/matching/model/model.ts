/**
 * The trained model: how likely two records are one product.
 *
 * A record is cut up once (`prepare.ts`), a pair of them measured (`features.ts`). A first set of
 * trees judges the figures; a model of single words weighs, on top of that, which words the records
 * share and which only one of them has; a second set of trees judges figures, words and the first
 * judgement together, and its sum is turned into a probability, which depends on how the other
 * candidates fare (`rivals.ts`). Pure and deterministic; which record comes first makes no
 * difference.
 */
import { featureNames, measurePair } from './features.ts';
import { type PreparedRecord, prepareRecord } from './prepare.ts';
import type { ComparedRecord } from './record.ts';
import { probabilityAmong } from './rivals.ts';
import { sumTrees, type Trees } from './trees.ts';
import { createVocabulary } from './vocabulary.ts';
import type { ModelLevels, ModelWeights } from './weights.ts';
import { scoreWords, type WordScore, wordSlotsOf } from './word-model.ts';

/** How a pair fares by itself. */
export interface ModelScore {
  /** That the two are one product. */
  readonly logOdds: number;
  /** The figures of the pair, by `featureNames`. */
  readonly figures: Float64Array;
  readonly words: WordScore;
}

/** A model that is ready to score. */
export interface MatchingModel {
  readonly levels: ModelLevels;
  readonly prepare: (record: ComparedRecord) => PreparedRecord;
  readonly score: (a: PreparedRecord, b: PreparedRecord) => ModelScore;
  /**
   * The probability, 0 to 1, of a pair with these log-odds whose best rival (`rivals.ts`) has
   * those.
   */
  readonly probability: (logOdds: number, rival: number) => number;
}

/** The figures that the final trees judge. */
export const finalFigures = (figures: Float64Array, words: WordScore, first: number): Float64Array => {
  const final = new Float64Array(figures.length + 3);
  final.set(figures);
  final[figures.length] = words.both;
  final[figures.length + 1] = words.one;
  final[figures.length + 2] = words.both + words.one + first;
  return final;
};

/** The judgement of both sets of trees, before calibration. */
export const judge = (
  { first, final }: { readonly first: Trees; readonly final: Trees },
  figures: Float64Array,
  words: WordScore,
): number => sumTrees(final, finalFigures(figures, words, sumTrees(first, figures)));

/** Creates the model. */
export const createModel = (weights: ModelWeights): MatchingModel => {
  const vocabulary = createVocabulary(weights.vocabulary);
  const { slope, intercept } = weights.calibration;
  return {
    levels: weights.levels,
    prepare: (record) => prepareRecord(record, vocabulary),
    score: (a, b) => {
      const figures = measurePair(a, b);
      const words = scoreWords(weights.words, wordSlotsOf(a, b));
      return { logOdds: slope * judge(weights, figures, words) + intercept, figures, words };
    },
    probability: (logOdds, rival) => probabilityAmong(logOdds, rival, weights.rivals),
  };
};

const figureIndex: ReadonlyMap<string, number> = new Map(featureNames.map((name, at) => [name, at]));

/** One figure of a score by its name; undefined when it is unknown. */
export const figureOf = (figures: ArrayLike<number>, name: string): number | undefined => {
  const figure = figures[figureIndex.get(name) ?? -1];
  return figure === undefined || Number.isNaN(figure) ? undefined : figure;
};
