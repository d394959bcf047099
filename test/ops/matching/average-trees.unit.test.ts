import { expect, test } from 'vitest';
import { sumTrees, type Trees } from '../../../domain/matching/model/trees.ts';
import { averageTrees } from '../../../ops/matching/average-trees.ts';

/** One tree that asks one figure whether it is 1 at most; unknown ones go right. */
const asking = (feature: number, low: number, high: number, base: number): Trees => ({
  roots: Uint32Array.of(0),
  features: Int16Array.of(feature, -1, -1),
  thresholds: Float32Array.of(1, low, high),
  lefts: Uint32Array.of(1, 0, 0),
  unknownLeft: Uint8Array.of(0, 0, 0),
  base,
});

test('averaged trees sum up to the mean of what they were averaged from', () => {
  const sets = [asking(0, -2, 4, 1), asking(1, -8, 16, 3), asking(0, 1, 3, -1)];
  const mean = averageTrees(sets);
  for (const figures of [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
    [Number.NaN, 0],
  ])
    expect(sumTrees(mean, figures)).toBeCloseTo(sets.reduce((sum, each) => sum + sumTrees(each, figures), 0) / 3, 5);
});
