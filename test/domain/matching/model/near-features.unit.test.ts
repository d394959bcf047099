import { expect, test } from 'vitest';
import { isTypoOf } from '../../../../domain/matching/model/near-features.ts';
import { titleMeasurer } from '../../../support/measured-records.ts';

const measured = titleMeasurer();

test('a slip of the pen is one letter: another, one more, one less, or two that changed places', () => {
  for (const slip of ['frigidarie', 'frigidair', 'frigidaires', 'frigidaira'])
    expect(isTypoOf('frigidaire', slip), slip).toBe(true);
  for (const other of ['frigid', 'rigidaire s', 'firgidiare']) expect(isTypoOf('frigidaire', other), other).toBe(false);
  expect(isTypoOf('red', 'rod')).toBe(false);
});

test('a word with a slip is not strange, a number that differs in a digit is', () => {
  expect(measured('acme frigidaire', 'acme frigidarie')('strange_count_more')).toBe(0);
  expect(measured('acme 4355', 'acme 4356')('strange_count_less')).toBe(1);
});

test('model tokens that are nearly alike tell a colour from a product', () => {
  const colour = measured('player yht390bk', 'player yht390bl');
  expect(colour('closest_digits_equal')).toBe(1);
  expect(colour('closest_difference')).toBe(1);
  expect(measured('player dsct500', 'player dsct300')('closest_digits_equal')).toBe(0);
  expect(measured('player', 'player')('closest_alike')).toBeUndefined();
});

test('words in the same place of otherwise equal titles are substitutes, words that are only added are not', () => {
  expect(measured('tripod carbon three sections', 'tripod aluminum three sections')('substitutes')).toBe(2);
  expect(measured('card class 2 fast', 'card class 10 fast')('substitutes_digit')).toBe(2);
  expect(measured('tripod three sections', 'tripod aluminum three sections')('substitutes')).toBe(0);
});
