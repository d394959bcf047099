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
  readonly leastHessian: number;
  readonly l2: number;
}

/** A leaf's derivatives by feature and bin: gradient and hessian of each bin, one after the other. */
export type Histogram = Float64Array;

/** A histogram with nothing in it. */
export const emptyHistogram = (features: number): Histogram => new Float64Array(features * binsPerFeature * 2);

/** Where a bin's gradient stands in a histogram; its hessian follows. */
export const slotOf = (feature: number, bin: number): number => (feature * binsPerFeature + bin) * 2;

const leastGain = 1e-6;

/** Finds the best split of one feature that beats `best`. */
const bestOfFeature = (
  histogram: Histogram,
  whole: Derivatives,
  { leastHessian, l2 }: SplitLimits,
  feature: number,
  bins: number,
  best: SplitChoice | undefined,
): SplitChoice | undefined => {
  const worth = (gradient: number, hessian: number): number => (gradient * gradient) / (hessian + l2);
  const parent = worth(whole.gradient, whole.hessian);
  const unknownSlot = slotOf(feature, unknownBin);
  const [unknownGradient, unknownHessian] = [histogram[unknownSlot] ?? 0, histogram[unknownSlot + 1] ?? 0];
  let found = best;
  let gradient = 0;
  let hessian = 0;
  const consider = (bin: number, unknownLeft: boolean): void => {
    const leftGradient = unknownLeft ? gradient + unknownGradient : gradient;
    const leftHessian = unknownLeft ? hessian + unknownHessian : hessian;
    const rightHessian = whole.hessian - leftHessian;
    if (leftHessian < leastHessian || rightHessian < leastHessian) return;
    const gain = worth(leftGradient, leftHessian) + worth(whole.gradient - leftGradient, rightHessian) - parent;
    if (gain > (found?.gain ?? leastGain)) found = { gain, feature, bin, unknownLeft };
  };
  for (let bin = 0; bin < bins; bin += 1) {
    const slot = slotOf(feature, bin);
    gradient += histogram[slot] ?? 0;
    hessian += histogram[slot + 1] ?? 0;
    consider(bin, false);
    if (unknownHessian > 0) consider(bin, true);
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
  for (const feature of asked)
    best = bestOfFeature(histogram, whole, limits, feature, bounds[feature]?.length ?? 0, best);
  return best;
};
