import { binsPerFeature, unknownBin } from './binning.ts';

/** Sums of first and second derivatives of the loss. */
export interface Derivatives {
  readonly gradient: number;
  readonly hessian: number;
}

/** Where a leaf is best split. */
export interface SplitChoice {
  /** By how much the loss falls. */
  readonly gain: number;
  readonly feature: number;
  /** Up to and including this bin goes left. */
  readonly bin: number;
  readonly unknownLeft: boolean;
}

/** What a split must leave on both sides, and how much extremes are held back. */
export interface SplitLimits {
  /** Least sum of second derivatives in a leaf. */
  readonly minHessian: number;
  readonly l2: number;
}

/**
 * A leaf's derivatives by place of a feature among those asked, and bin: gradient and hessian of
 * each bin, one after the other.
 */
export type Histogram = Float64Array;

/** A histogram of so many features with nothing in it. */
export const emptyHistogram = (asked: number): Histogram => new Float64Array(asked * binsPerFeature * 2);

/** Where the bins of a place begin in a histogram. */
export const slotsOf = (place: number): number => place * binsPerFeature * 2;

const minGain = 1e-6;

/** Finds the best split of the feature at one place that beats `best`. */
const bestOfFeature = (
  histogram: Histogram,
  place: number,
  whole: Derivatives,
  { minHessian, l2 }: SplitLimits,
  feature: number,
  bins: number,
  best: SplitChoice | undefined,
): SplitChoice | undefined => {
  const parent = (whole.gradient * whole.gradient) / (whole.hessian + l2);
  const start = slotsOf(place);
  const unknownSlot = start + unknownBin * 2;
  const [unknownGradient, unknownHessian] = [histogram[unknownSlot] ?? 0, histogram[unknownSlot + 1] ?? 0];
  let found = best;
  let least = best?.gain ?? minGain;
  for (let pass = 0; pass < (unknownHessian > 0 ? 2 : 1); pass += 1) {
    let gradient = pass === 0 ? 0 : unknownGradient;
    let hessian = pass === 0 ? 0 : unknownHessian;
    for (let bin = 0; bin < bins; bin += 1) {
      gradient += histogram[start + bin * 2] ?? 0;
      hessian += histogram[start + bin * 2 + 1] ?? 0;
      const rest = whole.hessian - hessian;
      if (Math.min(hessian, rest) < minHessian) continue;
      const other = whole.gradient - gradient;
      const gain = (gradient * gradient) / (hessian + l2) + (other * other) / (rest + l2) - parent;
      if (gain <= least) continue;
      least = gain;
      found = { gain, feature, bin, unknownLeft: pass === 1 };
    }
  }
  return found;
};

/** The best split of a leaf over the features asked; undefined when none makes the loss fall. */
export const bestSplit = (
  histogram: Histogram,
  whole: Derivatives,
  limits: SplitLimits,
  asked: readonly number[],
  bounds: readonly Float64Array[],
): SplitChoice | undefined => {
  let best: SplitChoice | undefined;
  for (const [place, feature] of asked.entries())
    best = bestOfFeature(histogram, place, whole, limits, feature, bounds[feature]?.length ?? 0, best);
  return best;
};
