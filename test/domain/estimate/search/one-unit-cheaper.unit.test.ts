import { expect, it } from 'vitest';
import { modes } from '../../../../domain/estimate/modes/modes.ts';
import { optimise } from '../../../../domain/estimate/optimise.ts';
import type { EstimateProblem, OrderStep } from '../../../../domain/estimate/problem.ts';
import { randomEstimate } from '../../../support/estimates.ts';
import { seededRandom } from '../../../support/random.ts';
import { bruteForceOrders } from '../brute-force-orders.ts';

const shape = {
  lines: 7,
  suppliers: 7,
  offersPerLine: 4,
  maxPieces: 4,
  scarcity: 0.2,
  maxOrderCost: 60_000,
  orderMultiples: [1, 1, 2],
  breakSpread: 2,
  linesPerGroup: 3,
  stepped: 0.9,
};

const coarse = (amount: number): number => Math.ceil(amount / 8_000);

/** With all amounts in units so large that good baskets are one unit apart. */
const inLargeUnits = ({ lines, orderCosts, orderSteps = {} }: EstimateProblem): EstimateProblem => ({
  lines: lines.map((line) => ({
    ...line,
    offers: line.offers.map((offer) => ({
      ...offer,
      breaks: offer.breaks.map((step) => ({ ...step, unitPrice: coarse(step.unitPrice) })),
    })),
  })),
  orderCosts: Object.fromEntries(Object.entries(orderCosts).map(([seller, cost]) => [seller, coarse(cost)])),
  orderSteps: Object.fromEntries(
    Object.entries(orderSteps).map(([seller, steps]) => [
      seller,
      steps.map(({ goodsFrom, cost }): OrderStep => ({ goodsFrom: coarse(goodsFrom), cost: coarse(cost) })),
    ]),
  ),
});

it('finds a basket that is one unit cheaper than the best so far, where orders cost by their goods', () => {
  const problem = inLargeUnits(randomEstimate(seededRandom(624), shape));
  const all = { isFewestFirst: false, most: 1_000_000 };
  const expected = bruteForceOrders(problem, modes.min_price.prepare(problem), all);
  expect(expected).toBeDefined();
  expect(optimise(problem, { mode: 'min_price', isOver: () => false }).objective.total).toBe(expected?.total);
});
