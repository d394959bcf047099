import { expect, it } from 'vitest';
import { periodIndexOf } from '../../domain/period-index.ts';

it('an era goes from an instant at which something changes to the next, whatever order they are given and asked in', () => {
  const era = periodIndexOf([300, Number.POSITIVE_INFINITY, 100, 300, Number.NEGATIVE_INFINITY, 200]);
  const at = (ms: number) => era(new Date(ms));
  expect([0, 99, 100, 199, 200, 299, 300, 9_999].map(at)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  expect([300, 150, 0, 250].map(at)).toEqual([3, 1, 0, 2]);
});

it('where nothing changes there is one era', () => {
  expect(periodIndexOf([])(new Date())).toBe(0);
});
