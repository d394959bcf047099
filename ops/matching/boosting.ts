/**
 * Gradient boosting of decision trees for a yes-or-no question, by histograms: figures are sorted
 * into bins once (`binning.ts`); a tree grows leaf by leaf, always where the loss falls most
 * (Friedman 2001; the gain with L2 regularisation is that of Chen and Guestrin 2016). Unknown
 * figures have a bin of their own and go to the side where they fit better. Deterministic: the same
 * rows and random numbers give the same trees.
 */
import { logistic } from '../../domain/matching/model/logistic.ts';
import { leafValue, type Trees } from '../../domain/matching/model/trees.ts';
import { type BinnedRows, binRows, binsPerFeature, unknownBin } from './binning.ts';
import type { Random } from './random.ts';

/** Sums of first and second derivatives of the loss. */
interface Derivatives {
  readonly gradient: number;
  readonly hessian: number;
}

/** Where a leaf is best split. */
interface SplitChoice {
  /** By how much the loss falls. */
  readonly gain: number;
  readonly feature: number;
  /** Up to and including this bin goes left. */
  readonly bin: number;
  readonly unknownLeft: boolean;
}

/** What a split must leave on both sides, and how much extremes are held back. */
interface SplitLimits {
  /** Least sum of second derivatives in a leaf. */
  readonly minHessian: number;
  readonly l2: number;
}

/**
 * A leaf's derivatives by place of a feature among those asked, and bin: gradient and hessian of
 * each bin, one after the other.
 */
type Histogram = Float64Array;

/** A histogram of so many features with nothing in it. */
const emptyHistogram = (asked: number): Histogram => new Float64Array(asked * binsPerFeature * 2);

/** Where the bins of a place begin in a histogram. */
const slotsOf = (place: number): number => place * binsPerFeature * 2;

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
const bestSplit = (
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

/** Rows of figures with their answers. */
export interface TrainingRows {
  /** One after another, `features` of them a row. */
  readonly figures: Float64Array;
  readonly features: number;
  /** 1 or 0 a row; both must occur. */
  readonly answers: Float64Array;
}

/** How trees grow. */
export interface BoostingOptions extends SplitLimits {
  readonly trees: number;
  /** Most leaves of a tree. */
  readonly leaves: number;
  /** How much of what a leaf would correct it does correct. */
  readonly rate: number;
  /** Share of the rows, and of the features, that a tree looks at. */
  readonly rowShare: number;
  readonly featureShare: number;
}

interface Leaf {
  readonly node: number;
  readonly rows: Uint32Array;
  readonly histogram: Histogram;
  readonly gradient: number;
  readonly hessian: number;
  readonly best: SplitChoice | undefined;
}

/** The nodes of all trees while they grow; see `Trees`. */
interface Nodes {
  readonly features: number[];
  readonly thresholds: number[];
  readonly lefts: number[];
  readonly unknownLeft: number[];
}

const addNode = (nodes: Nodes): number => {
  nodes.features.push(-1);
  nodes.thresholds.push(0);
  nodes.lefts.push(0);
  nodes.unknownLeft.push(0);
  return nodes.features.length - 1;
};

/** What one tree grows on. */
interface TrainingData {
  readonly binned: BinnedRows;
  readonly asked: readonly number[];
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
  readonly options: BoostingOptions;
}

const histogramOf = (rows: Uint32Array, { binned, asked, gradients, hessians }: TrainingData): Histogram => {
  const histogram = emptyHistogram(asked.length);
  for (const [place, feature] of asked.entries()) {
    const bins = binned.bins[feature] ?? new Uint8Array();
    const start = slotsOf(place);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const slot = start + (bins[row] ?? 0) * 2;
      histogram[slot] = (histogram[slot] ?? 0) + (gradients[row] ?? 0);
      histogram[slot + 1] = (histogram[slot + 1] ?? 0) + (hessians[row] ?? 0);
    }
  }
  return histogram;
};

const makeLeaf = (node: number, rows: Uint32Array, histogram: Histogram, ground: TrainingData): Leaf => {
  let gradient = 0;
  let hessian = 0;
  for (const row of rows) {
    gradient += ground.gradients[row] ?? 0;
    hessian += ground.hessians[row] ?? 0;
  }
  const { options, asked, binned } = ground;
  const best = bestSplit(histogram, { gradient, hessian }, options, asked, binned.bounds);
  return { node, rows, histogram, gradient, hessian, best };
};

interface Parted {
  readonly left: Uint32Array;
  readonly right: Uint32Array;
}

const partRows = (rows: Uint32Array, goesLeft: (row: number) => boolean): Parted => {
  const [left, right] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
  let [lefts, rights] = [0, 0];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (goesLeft(row)) {
      left[lefts] = row;
      lefts += 1;
    } else {
      right[rights] = row;
      rights += 1;
    }
  }
  return { left: left.slice(0, lefts), right: right.slice(0, rights) };
};

/** Splits a leaf. Only the smaller part is counted; the larger one is what is left of the whole. */
const splitLeaf = (leaf: Leaf, split: SplitChoice, nodes: Nodes, ground: TrainingData): readonly [Leaf, Leaf] => {
  const { feature, bin, unknownLeft } = split;
  const { binned } = ground;
  const bins = binned.bins[feature] ?? new Uint8Array();
  const { left: leftRows, right: rightRows } = partRows(leaf.rows, (row) => {
    const own = bins[row] ?? 0;
    return own === unknownBin ? unknownLeft : own <= bin;
  });
  const left = addNode(nodes);
  const right = addNode(nodes);
  nodes.features[leaf.node] = feature;
  nodes.thresholds[leaf.node] = binned.bounds[feature]?.[bin] ?? 0;
  nodes.lefts[leaf.node] = left;
  nodes.unknownLeft[leaf.node] = Number(unknownLeft);
  const isLeftSmaller = leftRows.length <= rightRows.length;
  const counted = histogramOf(isLeftSmaller ? leftRows : rightRows, ground);
  const rest = leaf.histogram;
  for (let at = 0; at < rest.length; at += 1) rest[at] = (rest[at] ?? 0) - (counted[at] ?? 0);
  return [
    makeLeaf(left, leftRows, isLeftSmaller ? counted : rest, ground),
    makeLeaf(right, rightRows, isLeftSmaller ? rest : counted, ground),
  ];
};

const worthiest = (leaves: readonly Leaf[]): Leaf | undefined =>
  leaves.reduce<Leaf | undefined>(
    (best, leaf) => ((leaf.best?.gain ?? 0) > (best?.best?.gain ?? 0) ? leaf : best),
    undefined,
  );

/** Grows one tree and returns its root. */
const growTree = (rows: Uint32Array, nodes: Nodes, ground: TrainingData): number => {
  const { leaves: most, l2, rate } = ground.options;
  const root = addNode(nodes);
  let leaves: readonly Leaf[] = [makeLeaf(root, rows, histogramOf(rows, ground), ground)];
  while (leaves.length < most) {
    const chosen = worthiest(leaves);
    if (chosen?.best === undefined) break;
    leaves = [...leaves.filter((leaf) => leaf !== chosen), ...splitLeaf(chosen, chosen.best, nodes, ground)];
  }
  for (const { node, gradient, hessian } of leaves) nodes.thresholds[node] = (-gradient / (hessian + l2)) * rate;
  return root;
};

const treesFrom = (nodes: Nodes, roots: readonly number[], base: number): Trees => ({
  roots: Uint32Array.from(roots),
  features: Int16Array.from(nodes.features),
  thresholds: Float32Array.from(nodes.thresholds),
  lefts: Uint32Array.from(nodes.lefts),
  unknownLeft: Uint8Array.from(nodes.unknownLeft),
  base,
});

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Grows the trees. */
export const boostTrees = (rows: TrainingRows, options: BoostingOptions, random: Random): Trees => {
  const { figures, features, answers } = rows;
  const positive = answers.reduce((sum, answer) => sum + answer, 0);
  const base = Math.log(positive / (answers.length - positive));
  const sums = new Float64Array(answers.length).fill(base);
  const gradients = new Float64Array(answers.length);
  const hessians = new Float64Array(answers.length);
  const binned = binRows(figures, features);
  const all = Uint32Array.from(upTo(answers.length));
  const nodes: Nodes = { features: [], thresholds: [], lefts: [], unknownLeft: [] };
  const roots: number[] = [];

  const derive = (): void => {
    for (let row = 0; row < sums.length; row += 1) {
      const probability = logistic(sums[row] ?? 0);
      gradients[row] = probability - (answers[row] ?? 0);
      hessians[row] = probability * (1 - probability);
    }
  };

  for (let tree = 0; tree < options.trees; tree += 1) {
    derive();
    const asked = upTo(features).filter(() => random() < options.featureShare);
    const { left: sampled } = partRows(all, () => random() < options.rowShare);
    const root = growTree(sampled, nodes, { binned, asked, gradients, hessians, options });
    roots.push(root);
    for (let row = 0; row < sums.length; row += 1)
      sums[row] = (sums[row] ?? 0) + leafValue(nodes, root, figures, row * features);
  }
  return treesFrom(nodes, roots, base);
};
