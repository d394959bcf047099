/**
 * Gradient-boosted trees: the sum of many small decision trees. Nodes of all trees lie in parallel arrays; a leaf has a negative
 * feature and its value as threshold. A figure that is unknown goes the way that training found better at that node.
 */
export interface Trees {
  /** Where each tree begins. */
  readonly roots: Uint32Array;
  /** The figure that a node asks; -1 for a leaf. */
  readonly features: Int16Array;
  /** Up to and including this value goes left; of a leaf, its value. */
  readonly thresholds: Float32Array;
  /** The left child; the right one follows it. */
  readonly lefts: Uint32Array;
  /** 1 where an unknown figure goes left. */
  readonly unknownLeft: Uint8Array;
  /** What the sum begins with. */
  readonly base: number;
}

/** The sum over all trees: log-odds before calibration. */
export const sumTrees = (trees: Trees, figures: ArrayLike<number>): number => {
  const { roots, features, thresholds, lefts, unknownLeft } = trees;
  let sum = trees.base;
  for (const root of roots) {
    let node = root;
    for (;;) {
      const feature = features[node] ?? -1;
      if (feature < 0) break;
      const figure = figures[feature] ?? Number.NaN;
      const left = lefts[node] ?? 0;
      const goesLeft = Number.isNaN(figure) ? unknownLeft[node] === 1 : figure <= (thresholds[node] ?? 0);
      node = goesLeft ? left : left + 1;
    }
    sum += thresholds[node] ?? 0;
  }
  return sum;
};
