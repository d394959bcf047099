import { levelOf } from '../../domain/matching/model/confidence.ts';
import type { Calibration, ModelLevels } from '../../domain/matching/model/weights.ts';

/** A pair that a model judged without having learned from it. */
export interface Judged {
  readonly set: string;
  /** The sum of the trees. */
  readonly sum: number;
  readonly figures: Float64Array;
  readonly isMatch: boolean;
}

const logistic = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

const rounds = 50;

/** Fits slope and intercept to the answers by Newton's method (Platt 1999, with the smoothed targets given there). */
export const fitCalibration = (judged: readonly Judged[]): Calibration => {
  const matches = judged.filter(({ isMatch }) => isMatch).length;
  const target = { yes: (matches + 1) / (matches + 2), no: 1 / (judged.length - matches + 2) };
  let slope = 1;
  let intercept = 0;
  for (let round = 0; round < rounds; round += 1) {
    let [bySlope, byIntercept, slopeTwice, interceptTwice, mixed] = [0, 0, 1e-6, 1e-6, 0];
    for (const { sum, isMatch } of judged) {
      const probability = logistic(slope * sum + intercept);
      const error = probability - (isMatch ? target.yes : target.no);
      const spread = probability * (1 - probability);
      bySlope += error * sum;
      byIntercept += error;
      slopeTwice += spread * sum * sum;
      interceptTwice += spread;
      mixed += spread * sum;
    }
    const determinant = slopeTwice * interceptTwice - mixed * mixed;
    slope -= (bySlope * interceptTwice - byIntercept * mixed) / determinant;
    intercept -= (byIntercept * slopeTwice - bySlope * mixed) / determinant;
  }
  return { slope, intercept };
};

/** What each level is to hold on pairs not seen, with a margin to what is promised (0.99 and 0.95). */
const wanted = { exact: 0.995, strong: 0.975 } as const;

/** Fewer pairs of a set say nothing about its precision. */
const leastPairs = 12;

const candidates = Array.from({ length: 100 }, (_, at) => 0.9 + at * 0.001);

interface Chance {
  readonly judged: Judged;
  readonly probability: number;
}

const holds = (chances: readonly Chance[], isIn: (chance: Chance) => boolean, precision: number): boolean =>
  [...Map.groupBy(chances.filter(isIn), ({ judged }) => judged.set).values()].every(
    (own) => own.length < leastPairs || own.filter(({ judged }) => judged.isMatch).length / own.length >= precision,
  );

/** The best threshold of a sample lies on a chance peak, so that one is taken whose neighbours are good too. */
const neighbours: readonly number[] = [-0.04, -0.02, 0, 0.02, 0.04];

/** From which probability on the F1 over all sets, each counting alike, is best. */
const bestThreshold = (chances: readonly Chance[]): number => {
  const sets = [...Map.groupBy(chances, ({ judged }) => judged.set).values()];
  const f1 = (own: readonly Chance[], threshold: number): number => {
    const hits = own.filter(({ judged, probability }) => judged.isMatch && probability >= threshold).length;
    const given = own.filter(({ probability }) => probability >= threshold).length;
    const all = own.filter(({ judged }) => judged.isMatch).length;
    return given + all === 0 ? 1 : (2 * hits) / (given + all);
  };
  const around = (threshold: number): number =>
    neighbours.reduce((sum, step) => sum + sets.reduce((all, own) => all + f1(own, threshold + step), 0), 0);
  const tried = Array.from({ length: 31 }, (_, at) => 0.3 + at * 0.01);
  return tried.reduce((best, each) => (around(each) > around(best) ? each : best));
};

/** Chooses the levels so that each keeps its promise in every set. */
export const chooseLevels = (judged: readonly Judged[], { slope, intercept }: Calibration): ModelLevels => {
  const chances = judged.map((each) => ({ judged: each, probability: logistic(slope * each.sum + intercept) }));
  const probable = bestThreshold(chances);
  const strong =
    candidates.find((least) => holds(chances, ({ probability }) => probability >= least, wanted.strong)) ?? 0.999;
  const words = { both: 0, one: 0 };
  const isExactFrom =
    (least: number) =>
    ({ judged: { figures }, probability }: Chance): boolean =>
      levelOf({ probability, figures, words }, { exact: least, strong: 1, probable: 1, weak: 1 }) === 'exact';
  const exact = candidates.find((least) => holds(chances, isExactFrom(least), wanted.exact)) ?? 0.999;
  return { exact: Math.max(exact, strong), strong, probable, weak: probable / 2 };
};
