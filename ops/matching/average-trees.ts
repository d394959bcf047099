import type { Trees } from '../../domain/matching/model/trees.ts';

const total = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0);

/**
 * Several sets of trees as one, whose sum is the mean of theirs (bagging, Breiman 1996): what each
 * learned by chance cancels out.
 */
export const averageTrees = (sets: readonly Trees[]): Trees => {
  const nodes = total(sets.map(({ features }) => features.length));
  const joined = {
    roots: new Uint32Array(total(sets.map(({ roots }) => roots.length))),
    features: new Int16Array(nodes),
    thresholds: new Float32Array(nodes),
    lefts: new Uint32Array(nodes),
    unknownLeft: new Uint8Array(nodes),
    base: total(sets.map(({ base }) => base)) / sets.length,
  };
  let [firstRoot, firstNode] = [0, 0];
  for (const { roots, features, thresholds, lefts, unknownLeft } of sets) {
    const start = firstNode;
    joined.roots.set(
      roots.map((root) => root + start),
      firstRoot,
    );
    joined.features.set(features, start);
    joined.thresholds.set(
      thresholds.map((threshold, node) => ((features[node] ?? 0) < 0 ? threshold / sets.length : threshold)),
      start,
    );
    joined.lefts.set(
      lefts.map((left) => left + start),
      start,
    );
    joined.unknownLeft.set(unknownLeft, start);
    firstRoot += roots.length;
    firstNode += features.length;
  }
  return joined;
};
