import { manufacturerKey, mpnKey } from '../../domain/identity.ts';
import { heuristic } from '../../domain/matching/heuristic.ts';
import { levelOf } from '../../domain/matching/model/confidence.ts';
import type { MatchingModel } from '../../domain/matching/model/model.ts';
import type { ComparedRecord } from '../../domain/matching/model/record.ts';
import { defaultThresholds } from '../../domain/matching/strategy.ts';
import type { MatchConfidence } from '../../domain/offer.ts';
import { matchConfidences } from '../../domain/offer.ts';
import type { LabelledPair, PairSet } from '../../ops/matching/read-pairs.ts';

/** What the judging command writes. Shares are from 0 to 1; of nothing given, precision is 1. */
export interface Quality {
  readonly sets: Readonly<Record<string, Readonly<Record<Strategy, Accuracy>>>>;
  readonly levels: Readonly<Record<MatchConfidence, { readonly pairs: number; readonly precision: number }>>;
  readonly pairs_per_second: number;
}

type Strategy = 'deterministic' | 'heuristic' | 'ml';

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
  heuristic.scorerOf(offerOf(a))(offerOf(b)).probability >= defaultThresholds.weak;

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

const accuracyOf = (pairs: readonly LabelledPair[], taken: readonly boolean[]): Accuracy => {
  const hits = pairs.filter(({ isMatch }, at) => isMatch && taken[at]).length;
  const given = taken.filter((each) => each).length;
  const all = pairs.filter(({ isMatch }) => isMatch).length;
  return { precision: share(hits, given), recall: share(hits, all), f1: share(2 * hits, given + all) };
};

/** Judges the strategies on labelled pairs. */
export const evaluate = (model: MatchingModel, sets: readonly PairSet[]): Quality => {
  const startedAtMs = performance.now();
  const scored = sets.map(({ name, pairs }) => ({
    name,
    pairs,
    scores: pairs.map(({ a, b }) => model.score(model.prepare(a), model.prepare(b))),
  }));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const judged = scored.flatMap(({ pairs, scores }) =>
    scores.map((score, at) => ({ level: levelOf(score, model.levels), isMatch: pairs[at]?.isMatch ?? false })),
  );
  const levelFigures = matchConfidences.map((level) => {
    const own = judged.filter((each) => each.level === level);
    return [level, { pairs: own.length, precision: share(own.filter(({ isMatch }) => isMatch).length, own.length) }];
  });
  return {
    sets: Object.fromEntries(
      scored.map(({ name, pairs, scores }) => [
        name,
        {
          deterministic: accuracyOf(pairs, pairs.map(deterministic)),
          heuristic: accuracyOf(pairs, pairs.map(byHeuristic)),
          ml: accuracyOf(
            pairs,
            scores.map(({ probability }) => probability >= model.levels.probable),
          ),
        },
      ]),
    ),
    levels: Object.fromEntries(levelFigures),
    pairs_per_second: judged.length / seconds,
  };
};
