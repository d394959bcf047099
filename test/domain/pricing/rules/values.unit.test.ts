import { describe, expect, it } from 'vitest';
import { percentViolations, tierViolations } from '../../../../domain/pricing/rules/values.ts';

describe('a percentage', () => {
  it.each<[string, number | undefined]>([
    ['0.0001', undefined],
    ['12.5', undefined],
    ['1000', undefined],
    ['100', 100],
  ])('of %s is taken', (percent, max) => {
    expect(percentViolations('action.percent', percent, max)).toEqual([]);
  });

  it.each<[string, string, number | undefined]>([
    ['0', 'is none', undefined],
    ['0.00001', 'has more places than four', undefined],
    ['12.50000', 'has more places than four, though they are 0', undefined],
    ['1000.0001', 'is above the most', undefined],
    ['100.0001', 'is above the most that is given', 100],
    ['-1', 'is below 0', undefined],
    ['a lot', 'is no number', undefined],
  ])('of %s is refused: it %s', (percent, _, max) => {
    expect(percentViolations('action.percent', percent, max)).toMatchObject([{ field: 'action.percent' }]);
  });
});

describe('tiers', () => {
  it.each<[string, readonly number[], string | undefined]>([
    ['from one piece on', [1, 10, 100], undefined],
    ['none', [], 'action.tiers'],
    ['the first of which begins with no piece', [0, 10], 'action.tiers.0.from'],
    ['of parts of pieces', [1, 2.5], 'action.tiers.1.from'],
    ['two of which begin alike', [1, 10, 10], 'action.tiers.2.from'],
    ['that fall', [10, 5], 'action.tiers.1.from'],
  ])('%s: the field that is wrong is named', (_, froms, field) => {
    const tiers = froms.map((from) => ({ from }));
    expect(tierViolations('action.tiers', tiers).map((each) => each.field)).toEqual(field === undefined ? [] : [field]);
  });
});
