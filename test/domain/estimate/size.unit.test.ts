import { expect, test } from 'vitest';
import { estimateSize } from '../../../domain/estimate/size.ts';

test('lists of up to 200 lines are what the objective of latency is about', () => {
  expect([1, 200, 201].map(estimateSize)).toEqual(['up_to_200', 'up_to_200', 'above_200']);
});

test('a list that could not be read counts as one that the objective is about', () => {
  expect(estimateSize(undefined)).toBe('up_to_200');
});
