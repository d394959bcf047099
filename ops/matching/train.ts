/**
 * Training of the matching model (`domain/matching/model/model.ts`) from labelled pairs. The words
 * are fitted to what the first trees leave open, and the final trees to both. So that no stage
 * learns from judgements about its own examples, rows are dealt into five parts, and what a later
 * stage sees of a row comes from models that were fitted without that row's part. The final trees
 * are grown several times, each time on other rows and figures, and averaged.
 *
 * Calibration, the weight of rivals and levels are chosen on a fifth of the pairs that a model of
 * its own was trained without; the model that is returned is trained on all. Everything follows
 * from the pairs, their order and the seed.
 */
import { measurePair } from '../../domain/matching/model/features.ts';
import { finalFigures, judge } from '../../domain/matching/model/model.ts';
import { prepareRecord, wholeText } from '../../domain/matching/model/prepare.ts';
import { modelTokensOf, wordsOf } from '../../domain/matching/model/tokens.ts';
import { sumTrees, type Trees } from '../../domain/matching/model/trees.ts';
import { createVocabulary, type WordCounts } from '../../domain/matching/model/vocabulary.ts';
import { type ModelWeights, roundWords, wordsFrom } from '../../domain/matching/model/weights.ts';
import { scoreWords, type WordScore, type WordSlots, wordSlotsOf } from '../../domain/matching/model/word-model.ts';
import { averageTrees } from './average-trees.ts';
import { type BoostingOptions, boostTrees } from './boosting.ts';
import { calibrate, type Judged } from './calibrate.ts';
import { fitWords } from './fit-words.ts';
import { type Random, seededRandom } from './random.ts';
import type { LabelledPair, PairSet } from './read-pairs.ts';

/** How long and how finely to train. */
export interface TrainingOptions {
  readonly seed: number;
  readonly first: BoostingOptions;
  readonly final: BoostingOptions;
  /** How many sets of final trees are grown and averaged. */
  readonly bags: number;
}

/** What the committed weights were trained with. */
export const usualTraining: TrainingOptions = {
  seed: 1,
  first: { trees: 150, leaves: 12, rate: 0.1, minHessian: 4, l2: 5, rowShare: 0.8, featureShare: 0.5 },
  final: { trees: 360, leaves: 40, rate: 0.045, minHessian: 2, l2: 5, rowShare: 0.9, featureShare: 0.2 },
  bags: 5,
};

const parts = 5;

/** Words of a single record tell no two others apart, and are as rare as words never seen. */
const minCount = 2;

/** Counts in how many distinct records each word and model token stands. */
const countWords = (pairs: readonly LabelledPair[]): WordCounts => {
  const texts = new Set(pairs.flatMap(({ a, b }) => [wholeText(a), wholeText(b)]));
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set([...wordsOf(text), ...modelTokensOf(text)]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) if (count < minCount) counts.delete(word);
  return { records: texts.size, counts };
};

/** Pairs, measured. */
interface Examples {
  readonly rows: readonly { readonly set: string; readonly pair: LabelledPair }[];
  readonly figures: readonly Float64Array[];
  readonly slots: readonly WordSlots[];
  readonly answers: Float64Array;
}

const measure = (sets: readonly PairSet[], counts: WordCounts): Examples => {
  const vocabulary = createVocabulary(counts);
  const rows = sets.flatMap(({ name, pairs }) => pairs.map((pair) => ({ set: name, pair })));
  const prepared = rows.map(({ pair }) => ({
    a: prepareRecord(pair.a, vocabulary),
    b: prepareRecord(pair.b, vocabulary),
  }));
  return {
    rows,
    figures: prepared.map(({ a, b }) => measurePair(a, b)),
    slots: prepared.map(({ a, b }) => wordSlotsOf(a, b)),
    answers: Float64Array.from(rows, ({ pair }) => Number(pair.isMatch)),
  };
};

const grow = (
  figures: readonly Float64Array[],
  answers: Float64Array,
  chosen: readonly number[],
  options: BoostingOptions,
  random: Random,
): Trees => {
  const width = figures[0]?.length ?? 0;
  const flat = new Float64Array(chosen.length * width);
  for (const [at, row] of chosen.entries()) flat.set(figures[row] ?? [], at * width);
  return boostTrees(
    {
      figures: flat,
      features: width,
      answers: Float64Array.from(chosen, (row) => answers[row] ?? 0),
    },
    options,
    random,
  );
};

type Fitted = Pick<ModelWeights, 'first' | 'words' | 'final'>;

const none: WordScore = { both: 0, one: 0 };

const fitModel = (examples: Examples, chosen: readonly number[], options: TrainingOptions, random: Random): Fitted => {
  const { figures, slots, answers } = examples;
  const partOf = new Map(chosen.map((row) => [row, Math.floor(random() * parts)]));
  const offsets = new Float64Array(answers.length);
  const words: WordScore[] = [];
  for (let part = 0; part < parts; part += 1) {
    const others = chosen.filter((row) => partOf.get(row) !== part);
    const trees = grow(figures, answers, others, options.first, random);
    for (const row of chosen) if (partOf.get(row) === part) offsets[row] = sumTrees(trees, figures[row] ?? []);
  }
  for (let part = 0; part < parts; part += 1) {
    const others = chosen.filter((row) => partOf.get(row) !== part);
    const weights = fitWords({ slots, answers, offsets }, others, random);
    for (const row of chosen)
      if (partOf.get(row) === part) words[row] = scoreWords(weights, slots[row] ?? { both: [], one: [] });
  }
  const first = grow(figures, answers, chosen, options.first, random);
  const { scale, bytes } = roundWords(fitWords({ slots, answers, offsets }, chosen, random));
  const judged = figures.map((own, row) => finalFigures(own, words[row] ?? none, offsets[row] ?? 0));
  const bags = Array.from({ length: options.bags }, () => grow(judged, answers, chosen, options.final, random));
  return { first, words: wordsFrom(scale, bytes), final: averageTrees(bags) };
};

const judgeAll = (examples: Examples, chosen: readonly number[], fitted: Fitted): readonly Judged[] =>
  chosen.flatMap((row) => {
    const example = examples.rows[row];
    if (example === undefined) return [];
    const figures = examples.figures[row] ?? new Float64Array();
    const words = scoreWords(fitted.words, examples.slots[row] ?? { both: [], one: [] });
    return [{ ...example.pair, set: example.set, sum: judge(fitted, figures, words), figures }];
  });

/** Trains a model. */
export const trainModel = (sets: readonly PairSet[], options: TrainingOptions): ModelWeights => {
  const random = seededRandom(options.seed);
  const vocabulary = countWords(sets.flatMap(({ pairs }) => pairs));
  const examples = measure(sets, vocabulary);
  const rows = [...examples.rows.keys()];
  const isKeptAside = rows.map(() => random() < 1 / parts);
  const aside = rows.filter((row) => isKeptAside[row]);
  const trial = fitModel(
    examples,
    rows.filter((row) => !isKeptAside[row]),
    options,
    random,
  );
  const judged = judgeAll(examples, aside, trial);
  return { vocabulary, ...fitModel(examples, rows, options, random), ...calibrate(judged) };
};
