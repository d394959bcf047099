import { expect, it } from 'vitest';
import { optimise } from '../../../../domain/estimate/optimise.ts';
import { search } from '../../../../domain/estimate/search/branch-and-bound.ts';
import { searchFewest } from '../../../../domain/estimate/search/fewest-suppliers.ts';
import { type Structure, structureOf } from '../../../../domain/estimate/search/structure.ts';
import { randomEstimate } from '../../../support/estimates.ts';
import { seededRandom } from '../../../support/random.ts';

/**
 * How much the search looks at until a basket is proven, and how good the first one is. Wrong
 * baskets are found by other tests; a weaker bound or a worse heuristic finds the same ones, but
 * later. Nothing here depends on the time that anything takes: the same problems are counted alike
 * on every machine. A change that needs more than before is to be looked at.
 */
interface Effort {
  /** Questions whether the time is over. */
  readonly looks: number;
  /** How much dearer the first basket is than the best, in ten-thousandths, on average. */
  readonly firstAbove: number;
  /** How far the first bound is below the best, in ten-thousandths, on average. */
  readonly boundBelow: number;
}

interface Answer {
  readonly cost: number;
  readonly lowerBound: number;
}

const effortOf = <Problem>(
  problems: readonly Problem[],
  solve: (problem: Problem, isOver: () => boolean) => Answer,
): Effort => {
  let looks = 0;
  const pairs = problems.map((problem) => {
    const best = solve(problem, () => {
      looks += 1;
      return false;
    });
    return { best, first: solve(problem, () => true) };
  });
  const average = (of: (pair: (typeof pairs)[number]) => number): number =>
    Math.round((10_000 * pairs.reduce((sum, pair) => sum + of(pair), 0)) / pairs.length);
  return {
    looks,
    firstAbove: average(({ best, first }) => first.cost / best.cost - 1),
    boundBelow: average(({ best, first }) => 1 - first.lowerBound / best.cost),
  };
};

const many = <Item>(count: number, make: (at: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

const expectAtMost = (effort: Effort, most: Effort): void => {
  for (const [name, value] of Object.entries(effort))
    expect(value, `${name} of ${JSON.stringify(effort)}`).toBeLessThanOrEqual(most[name as keyof Effort]);
};

/** Every supplier has every line, at its own price; an order costs as much as several lines. */
const facilities = (random: () => number, blocks: number, suppliers: number, order: number): Structure =>
  structureOf(
    many(blocks, () => [[many(suppliers, (supplier) => ({ supplier, cost: 20 + Math.floor(random() * 200) }))]]),
    many(suppliers, () => order + Math.floor(random() * order)),
  );

it.each<[blocks: number, suppliers: number, order: number, most: Effort]>([
  [40, 20, 300, { looks: 210, firstAbove: 36, boundBelow: 5_110 }],
  [40, 25, 120, { looks: 260, firstAbove: 9, boundBelow: 4_565 }],
])('baskets of %d lines and %d suppliers with orders from %d on are proven soon', (blocks, suppliers, order, most) => {
  const random = seededRandom(11);
  const problems = many(4, () => facilities(random, blocks, suppliers, order));
  expectAtMost(
    effortOf(problems, (structure, isOver) => search(structure, { isOver })),
    most,
  );
});

/** Each line is sold by some of the suppliers, so that few of them have to be looked for. */
const coverings = (random: () => number, blocks: number, suppliers: number): Structure =>
  structureOf(
    many(blocks, () => {
      const sellers = new Set(many(4, () => Math.floor(random() * suppliers)));
      return [[[...sellers].map((supplier) => ({ supplier, cost: 20 + Math.floor(random() * 200) }))]];
    }),
    many(suppliers, () => Math.floor(random() * 100)),
  );

it.each([
  [30, 18, 150],
  [60, 36, 1_460],
  [90, 50, 2_200],
])('the fewest suppliers of %d lines among %d are proven within %d nodes', (blocks, suppliers, most) => {
  const random = seededRandom(11);
  const found = many(3, () => searchFewest(coverings(random, blocks, suppliers), { isOver: () => false }));
  expect(found.every(({ isCountProven, cost, lowerBound }) => isCountProven && cost === lowerBound)).toBe(true);
  const nodes = found.reduce((sum, each) => sum + each.nodes, 0);
  expect(nodes).toBeLessThanOrEqual(most);
});

const market = {
  lines: 16,
  suppliers: 8,
  offersPerLine: 5,
  maxPieces: 500,
  scarcity: 0.2,
  linesPerGroup: 3,
  orderMultiples: [1, 5, 10],
  breakSpread: 20,
};

it.each<[stepped: number, maxOrderCost: number, most: Effort]>([
  [1, 100_000, { looks: 27, firstAbove: 10, boundBelow: 320 }],
  [0.5, 300_000, { looks: 21, firstAbove: 8, boundBelow: 215 }],
])(
  'baskets whose orders cost by their goods, a share of %d, up to %d, are proven soon',
  (stepped, maxOrderCost, most) => {
    const random = seededRandom(11);
    const problems = many(5, () => randomEstimate(random, { ...market, stepped, maxOrderCost }));
    expectAtMost(
      effortOf(problems, (problem, isOver) => {
        const { objective, certificate } = optimise(problem, { mode: 'min_price', isOver });
        return { cost: objective.total, lowerBound: certificate.lowerBound };
      }),
      most,
    );
  },
);
