import { confidenceLevelOf, type PairProbability } from '../../domain/matching/model/confidence.ts';
import { logistic } from '../../domain/matching/model/logistic.ts';
import { noRival, probabilityAmong, type RivalWeights } from '../../domain/matching/model/rivals.ts';
import type { Calibration, ModelLevels } from '../../domain/matching/model/weights.ts';
import { fitLogistic } from './logistic-regression.ts';
import type { LabelledPair } from './read-pairs.ts';
import { rivalsOfPairs } from './rivals-of-pairs.ts';

/** A pair that a model judged without having learned from it. */
export interface Judged extends LabelledPair {
  readonly set: string;
  /** The sum of the trees. */
  readonly sum: number;
  readonly figures: Float64Array;
}

/** How judgements become probabilities, and probabilities levels. */
export interface Calibrated {
  readonly calibration: Calibration;
  readonly rivals: RivalWeights;
  readonly levels: ModelLevels;
}

/** What is fitted instead of 1 and 0, so that no probability becomes certain (Platt 1999). */
const targetsOf = (judged: readonly Judged[]): readonly number[] => {
  const matches = judged.filter(({ isMatch }) => isMatch).length;
  const [yes, no] = [(matches + 1) / (matches + 2), 1 / (judged.length - matches + 2)];
  return judged.map(({ isMatch }) => (isMatch ? yes : no));
};

const fitCalibration = (judged: readonly Judged[], targets: readonly number[]): Calibration => {
  const rows = judged.map(({ sum }, at) => ({ figures: [sum, 1], offset: 0, target: targets[at] ?? 0 }));
  const [slope = 1, intercept = 0] = fitLogistic(rows, [1, 0]);
  return { slope, intercept };
};

/** A rival never speaks for a pair. */
const fitRivals = (logOdds: readonly number[], rivals: readonly number[], targets: readonly number[]): RivalWeights => {
  const rows = logOdds.map((own, at) => ({
    figures: [1, logistic(rivals[at] ?? noRival)],
    offset: own,
    target: targets[at] ?? 0,
  }));
  const [base = 0, rival = 0] = fitLogistic(rows, [0, 0]);
  // Too few pairs may say otherwise by chance.
  return { base, rival: Math.min(0, rival) };
};

/**
 * Fits how likely the judged pairs are, by themselves and among their rivals, and chooses the
 * levels.
 */
export const calibrate = (judged: readonly Judged[]): Calibrated => {
  const targets = targetsOf(judged);
  const calibration = fitCalibration(judged, targets);
  const logOdds = judged.map(({ sum }) => calibration.slope * sum + calibration.intercept);
  const bestRivals = rivalsOfPairs(judged, logOdds);
  const rivals = fitRivals(logOdds, bestRivals, targets);
  const chances = judged.map((each, at) => ({
    ...each,
    probability: probabilityAmong(logOdds[at] ?? noRival, bestRivals[at] ?? noRival, rivals),
  }));
  return { calibration, rivals, levels: chooseLevels(chances) };
};

/**
 * What each level is to hold on pairs not seen, with a margin to what is promised (0.99 and 0.95).
 */
const wanted = { exact: 0.995, strong: 0.975 } as const;

/** Fewer pairs of a set say nothing about its precision. */
const minPairs = 12;

const candidates = Array.from({ length: 100 }, (_, at) => 0.9 + at * 0.001);

type JudgedChance = Judged & PairProbability;

const holds = (chances: readonly JudgedChance[], isIn: (chance: JudgedChance) => boolean, precision: number): boolean =>
  [...Map.groupBy(chances.filter(isIn), ({ set }) => set).values()].every(
    (own) => own.length < minPairs || own.filter(({ isMatch }) => isMatch).length / own.length >= precision,
  );

/**
 * The best threshold of a sample lies on a chance peak, so that one is taken whose neighbours are
 * good too.
 */
const neighbours: readonly number[] = [-0.04, -0.02, 0, 0.02, 0.04];

/** From which probability on the F1 over all sets, each counting alike, is best. */
const bestThreshold = (chances: readonly JudgedChance[]): number => {
  const sets = [...Map.groupBy(chances, ({ set }) => set).values()];
  const f1 = (own: readonly JudgedChance[], threshold: number): number => {
    const hits = own.filter(({ isMatch, probability }) => isMatch && probability >= threshold).length;
    const given = own.filter(({ probability }) => probability >= threshold).length;
    const all = own.filter(({ isMatch }) => isMatch).length;
    return given + all === 0 ? 1 : (2 * hits) / (given + all);
  };
  const around = (threshold: number): number =>
    neighbours.reduce((sum, step) => sum + sets.reduce((all, own) => all + f1(own, threshold + step), 0), 0);
  const tried = Array.from({ length: 31 }, (_, at) => 0.3 + at * 0.01);
  return tried.reduce((best, each) => (around(each) > around(best) ? each : best));
};

/** Chooses the levels so that each keeps its promise in every set. */
const chooseLevels = (chances: readonly JudgedChance[]): ModelLevels => {
  const probable = bestThreshold(chances);
  const strong =
    candidates.find((least) => holds(chances, ({ probability }) => probability >= least, wanted.strong)) ?? 0.999;
  const isExactFrom =
    (least: number) =>
    (chance: PairProbability): boolean =>
      confidenceLevelOf(chance, { exact: least, strong: 1, probable: 1, weak: 1 }) === 'exact';
  const exact = candidates.find((least) => holds(chances, isExactFrom(least), wanted.exact)) ?? 0.999;
  return { exact: Math.max(exact, strong), strong, probable, weak: probable / 2 };
};
