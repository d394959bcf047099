import { expect, it } from 'vitest';
import { optimise } from '../../../domain/estimate/optimise.ts';
import { randomEstimate } from '../../support/estimates.ts';
import { seededRandom } from '../../support/random.ts';

it('the gap of a search that was ended is the share of the total above the bound', () => {
  const random = seededRandom(7);
  const gaps = Array.from({ length: 20 }, () => {
    const problem = randomEstimate(random, {
      lines: 30,
      suppliers: 12,
      offersPerLine: 6,
      maxPieces: 500,
      scarcity: 0.3,
      maxOrderCost: 400_000,
      linesPerGroup: 4,
      orderMultiples: [1, 5, 10],
      breakSpread: 20,
    });
    const { objective, certificate } = optimise(problem, { mode: 'min_price', isOver: () => true });
    expect(certificate.objective).toBe(objective.total);
    expect(certificate.lowerBound).toBeLessThanOrEqual(objective.total);
    expect(certificate.gap).toBeCloseTo((objective.total - certificate.lowerBound) / objective.total, 12);
    return certificate.gap;
  });
  // A gap as a share of the bound would be larger.
  expect(Math.max(...gaps)).toBeGreaterThan(0);
});
