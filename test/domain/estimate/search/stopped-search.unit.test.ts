import { expect, it } from 'vitest';
import { compile } from '../../../../domain/estimate/compile.ts';
import { modes } from '../../../../domain/estimate/modes/modes.ts';
import { searchStepped } from '../../../../domain/estimate/search/stepped/branch-and-bound.ts';
import type { Stepped } from '../../../../domain/estimate/search/stepped/stepped.ts';
import { randomEstimate } from '../../../support/estimates.ts';
import { seededRandom } from '../../../support/random.ts';

const market = {
  lines: 120,
  suppliers: 30,
  offersPerLine: 8,
  maxPieces: 2_000,
  scarcity: 0.1,
  maxOrderCost: 2_000_000,
  orderMultiples: [1, 1, 5, 10, 100],
  breakSpread: 50,
  linesPerGroup: 4,
  stepped: 0.7,
  reeled: 0.3,
  pooled: 0.3,
};

const steppedOf = (seed: number): Stepped => {
  const problem = randomEstimate(seededRandom(seed), market);
  const { stepped } = compile(modes.min_price.prepare(problem).bundles, problem);
  if (stepped === undefined) throw new Error('no order of this estimate costs by its goods');
  return stepped;
};

/** How often the problem is read once the search was told so many times to go on. */
const readsAfter = (stepped: Stepped, looksBefore: number): number => {
  let looks = 0;
  let reads = 0;
  const read = <Name extends keyof Stepped>(name: Name): Stepped[Name] => {
    if (looks > looksBefore) reads += 1;
    return stepped[name];
  };
  const watched = Object.defineProperties(
    {} as Stepped,
    Object.fromEntries(
      (Object.keys(stepped) as (keyof Stepped)[]).map((name) => [name, { enumerable: true, get: () => read(name) }]),
    ),
  );
  searchStepped(watched, {
    isOver: () => {
      looks += 1;
      return looks > looksBefore;
    },
  });
  return reads;
};

it('a search that is told to end looks at no other part of the tree', () => {
  expect(readsAfter(steppedOf(2), 119)).toBe(0);
});
