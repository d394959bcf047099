import { describe, expect, it } from 'vitest';
import { logistic } from '../../../domain/matching/model/logistic.ts';
import { fitLogistic } from '../../../ops/matching/logistic-regression.ts';
import { seededRandom } from '../../../ops/matching/random.ts';

describe('logistic regression', () => {
  it('finds the weights that the answers were made with', () => {
    const random = seededRandom(4);
    const rows = Array.from({ length: 4000 }, () => {
      const [one, other] = [random() * 4 - 2, random() * 4 - 2];
      return { figures: [one, other, 1], offset: 0.5, target: logistic(0.5 + 1.5 * one - 0.7 * other + 0.3) };
    });
    const [one = 0, other = 0, base = 0] = fitLogistic(rows, [0, 0, 0]);
    expect([one, other, base].map((weight) => Number(weight.toFixed(2)))).toEqual([1.5, -0.7, 0.3]);
  });

  it('leaves a figure that is always 0 as it was, and does not run away where nothing is in doubt', () => {
    const rows = [0, 1].map((target) => ({ figures: [target * 2 - 1, 0], offset: 0, target }));
    const [telling = 0, silent = 0] = fitLogistic(rows, [1, 0.25]);
    expect(silent).toBe(0.25);
    expect(telling).toBeGreaterThan(1);
    expect(telling).toBeLessThan(20);
  });
});
