import { manufacturerKey, mpnKey } from '../../domain/catalog/identity.ts';
import { defaultThresholds } from '../../domain/identity/strategy.ts';
import { heuristic } from '../../domain/matching/heuristic.ts';
import { confidenceLevelOf, type PairProbability } from '../../domain/matching/model/confidence.ts';
import type { MatchingModel } from '../../domain/matching/model/model.ts';
import type { ComparedRecord } from '../../domain/matching/model/record.ts';
import { noRival } from '../../domain/matching/model/rivals.ts';
import type { MatchConfidence } from '../../domain/offers/offer.ts';
import { matchConfidences } from '../../domain/offers/offer.ts';
import type { LabelledPair, PairSet } from '../../ops/matching/read-pairs.ts';
import { rivalsOfPairs } from '../../ops/matching/rivals-of-pairs.ts';

/** What the judging command writes. Shares are from 0 to 1; of nothing given, precision is 1. */
export interface Quality {
  readonly sets: Readonly<Record<string, Readonly<Record<Strategy, Accuracy>>>>;
  readonly levels: Readonly<Record<MatchConfidence, { readonly pairs: number; readonly precision: number }>>;
  readonly pairs_per_second: number;
}

/** `ml` judges a pair among the other pairs of either of its records, `ml_alone` by itself. */
type Strategy = 'deterministic' | 'heuristic' | 'ml' | 'ml_alone';

interface Accuracy {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Whether a strategy takes a pair for one product. */
type Verdict = (pair: LabelledPair) => boolean;

const deterministic: Verdict = ({ a, b }) => {
  if (a.manufacturer === undefined || b.manufacturer === undefined || a.mpn === undefined || b.mpn === undefined)
    return false;
  return mpnKey(a.mpn) === mpnKey(b.mpn) && manufacturerKey(a.manufacturer) === manufacturerKey(b.manufacturer);
};

const offerOf = ({ manufacturer, mpn, title }: ComparedRecord) => ({ manufacturer, mpn, description: title });

const byHeuristic: Verdict = ({ a, b }) =>
  heuristic.score(offerOf(a), [offerOf(b)]).some(({ probability }) => probability >= defaultThresholds.weak);

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

const accuracyOf = (pairs: readonly LabelledPair[], taken: readonly boolean[]): Accuracy => {
  const hits = pairs.filter(({ isMatch }, at) => isMatch && taken[at]).length;
  const given = taken.filter((each) => each).length;
  const all = pairs.filter(({ isMatch }) => isMatch).length;
  return { precision: share(hits, given), recall: share(hits, all), f1: share(2 * hits, given + all) };
};

interface Scored extends PairSet {
  /** In the order of the pairs. */
  readonly chances: readonly PairProbability[];
  readonly alone: readonly number[];
}

const scoreSet = (model: MatchingModel, { name, pairs }: PairSet): Scored => {
  const scores = pairs.map(({ a, b }) => model.score(model.prepare(a), model.prepare(b)));
  const rivals = rivalsOfPairs(
    pairs.map(({ a, b }) => ({ a, b, set: name })),
    scores.map(({ logOdds }) => logOdds),
  );
  return {
    name,
    pairs,
    chances: scores.map(({ logOdds, figures }, at) => ({
      probability: model.probability(logOdds, rivals[at] ?? noRival),
      figures,
    })),
    alone: scores.map(({ logOdds }) => model.probability(logOdds, noRival)),
  };
};

/** Judges the strategies on labelled pairs. */
export const evaluate = (model: MatchingModel, sets: readonly PairSet[]): Quality => {
  const startedAtMs = performance.now();
  const scored = sets.map((set) => scoreSet(model, set));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const judged = scored.flatMap(({ pairs, chances }) =>
    chances.map((chance, at) => ({
      level: confidenceLevelOf(chance, model.levels),
      isMatch: pairs[at]?.isMatch ?? false,
    })),
  );
  const levelFigures = matchConfidences.map((level) => {
    const own = judged.filter((each) => each.level === level);
    return [level, { pairs: own.length, precision: share(own.filter(({ isMatch }) => isMatch).length, own.length) }];
  });
  return {
    sets: Object.fromEntries(
      scored.map(({ name, pairs, chances, alone }) => [
        name,
        {
          deterministic: accuracyOf(pairs, pairs.map(deterministic)),
          heuristic: accuracyOf(pairs, pairs.map(byHeuristic)),
          ml: accuracyOf(
            pairs,
            chances.map(({ probability }) => probability >= model.levels.probable),
          ),
          ml_alone: accuracyOf(
            pairs,
            alone.map((probability) => probability >= model.levels.probable),
          ),
        },
      ]),
    ),
    levels: Object.fromEntries(levelFigures),
    pairs_per_second: judged.length / seconds,
  };
};
