import { expect, test } from 'vitest';
import { slopeOf } from '../../../bench/soak/slope.ts';
import { seededRandom } from '../../support/random.ts';

test('figures on a line have its slope, without a margin', () => {
  const { perInterval, margin } = slopeOf([10, 12, 14, 16, 18]);
  expect(perInterval).toBeCloseTo(2, 12);
  expect(margin).toBeCloseTo(0, 12);
});

test('the margin of figures beside a line is that of least squares', () => {
  // The mean is 3.4, what is left over has squares of 1.6 over three degrees of freedom.
  const { perInterval, margin } = slopeOf([2, 3, 3, 5, 4]);
  expect(perInterval).toBeCloseTo(0.6, 12);
  expect(margin).toBeCloseTo(0.45264, 5);
});

test('noise alone is told from a slope in nineteen of twenty cases or so', () => {
  const random = seededRandom(7);
  const told = Array.from({ length: 400 }, () => {
    const { perInterval, margin } = slopeOf(Array.from({ length: 20 }, () => random() - 0.5));
    return Math.abs(perInterval) > margin;
  }).filter(Boolean).length;
  expect(told).toBeGreaterThan(8);
  expect(told).toBeLessThan(40);
});

test('two figures have no slope', () => {
  expect(() => slopeOf([1, 2])).toThrow('a slope needs at least three figures, not 2');
});
