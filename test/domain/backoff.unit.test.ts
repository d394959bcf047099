import { expect, it } from 'vitest';
import { backoffMs } from '../../domain/backoff.ts';

const rules = { initialMs: 100, maxMs: 5_000 };
const noJitter = 0.5;

it('doubles with every failure in a row, up to the longest', () => {
  const pauses = [1, 2, 3, 4, 6, 7, 1_000].map((failures) => backoffMs(failures, rules, noJitter));
  expect(pauses).toEqual([100, 200, 400, 800, 3_200, 5_000, 5_000]);
});

it('does not wait where nothing has failed', () => {
  expect(backoffMs(0, rules, noJitter)).toBe(0);
});

it('differs by up to a quarter either way', () => {
  expect(backoffMs(1, rules, 0)).toBe(75);
  expect(backoffMs(1, rules, 1)).toBe(125);
});
