/**
 * Gradient-boosted trees: the sum of many small decision trees. Nodes of all trees lie in parallel
 * arrays; a leaf has a negative feature and its value as threshold. A figure that is unknown goes
 * the way that training found better at that node.
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

/** What a walk down a tree reads: the nodes of trees, grown or growing. */
export type TreeNodes = Readonly<Record<'features' | 'thresholds' | 'lefts' | 'unknownLeft', ArrayLike<number>>>;

/** The value of the leaf that the figures from `start` on come to. */
export const leafValue = (nodes: TreeNodes, root: number, figures: ArrayLike<number>, start = 0): number => {
  const { features, thresholds, lefts, unknownLeft } = nodes;
  let node = root;
  for (;;) {
    const feature = features[node] ?? -1;
    if (feature < 0) return thresholds[node] ?? 0;
    const figure = figures[start + feature] ?? Number.NaN;
    const left = lefts[node] ?? 0;
    const goesLeft = Number.isNaN(figure) ? unknownLeft[node] === 1 : figure <= (thresholds[node] ?? 0);
    node = goesLeft ? left : left + 1;
  }
};

/** The sum over all trees: log-odds before calibration. */
export const sumTrees = (trees: Trees, figures: ArrayLike<number>): number => {
  let sum = trees.base;
  for (const root of trees.roots) sum += leafValue(trees, root, figures);
  return sum;
};
