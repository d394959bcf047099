import { describe, expect, it } from 'vitest';
import { confidenceLevelOf } from '../../../domain/matching/model/confidence.ts';
import { featureNames } from '../../../domain/matching/model/features.ts';

const levels = { exact: 0.9, strong: 0.8, probable: 0.5, weak: 0.25 };

const levelOf = (probability: number, known: Readonly<Record<string, number>> = {}) => {
  const figures = Float64Array.from(featureNames, (name) => known[name] ?? Number.NaN);
  return confidenceLevelOf({ probability, figures }, levels);
};

const sameNumber = { mpn_equal: 1, model_longest_common: 5 };

describe('how sure a pair of records is', () => {
  it.each([
    [1, 'strong'],
    [0.8, 'strong'],
    [0.79, 'probable'],
    [0.5, 'probable'],
    [0.49, 'weak'],
    [0.25, 'weak'],
    [0.24, 'unmatched'],
  ])('by a probability of %d alone is %s', (probability, level) => {
    expect(levelOf(probability)).toBe(level);
  });

  it.each<[says: string, Readonly<Record<string, number>>]>([
    ['the same number', sameNumber],
    [
      "each other's rarest number in the text",
      { model_title_rarest_less: 1, model_title_rarest_more: 1, model_longest_common: 5 },
    ],
    [
      'the same number and maker, and no contradiction',
      {
        ...sameNumber,
        maker_equal: 1,
        quantity_contradicted: 0,
        model_conflict_pairs: 0,
        missing_digit_count_less: 0,
      },
    ],
  ])('is exact with %s where the model agrees', (_, known) => {
    expect(levelOf(0.9, known)).toBe('exact');
    expect(levelOf(0.89, known)).toBe('strong');
  });

  it.each<[says: string, Readonly<Record<string, number>>]>([
    ['another number', { ...sameNumber, mpn_equal: 0 }],
    [
      'the rarest number of one alone',
      { model_title_rarest_less: 1, model_title_rarest_more: 0, model_longest_common: 9 },
    ],
    [
      'the rarest number of the other alone',
      { model_title_rarest_less: 0, model_title_rarest_more: 1, model_longest_common: 9 },
    ],
    ['a number of four characters', { ...sameNumber, model_longest_common: 4 }],
    ['a number of unknown length', { mpn_equal: 1 }],
    ['a figure that contradicts', { ...sameNumber, quantity_contradicted: 1 }],
    ['numbers of types that contradict', { ...sameNumber, model_conflict_pairs: 1 }],
    ['another maker', { ...sameNumber, maker_equal: 0 }],
    ['a digit that one lacks', { ...sameNumber, missing_digit_count_less: 1 }],
  ])('is not exact with %s', (_, known) => {
    expect(levelOf(1, known)).toBe('strong');
  });
});
