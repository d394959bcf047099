import { describe, expect, it } from 'vitest';
import { kilogrammes } from '../../../../domain/pricing/rules/weight.ts';

/** What a piece weighs in milligrams. */
const milligrams = (characteristics: Readonly<Record<string, string>> | undefined): number | undefined => {
  const ratio = kilogrammes(characteristics);
  return ratio && (1_000_000 * ratio.numerator) / ratio.denominator;
};

describe('the weight of a piece', () => {
  it.each([
    ['12 mg', 12],
    ['0.5 g', 500],
    ['1.2 kg', 1_200_000],
    [' 3G ', 3_000],
    ['999999 mg', 999_999],
    ['0.999999kg', 999_999],
  ])('of %j is %d mg', (text, weight) => {
    expect(milligrams({ weight: text })).toBeCloseTo(weight, 6);
  });

  it.each(['0 g', '0.00 g', '1000000 mg', '1.000000 kg', '-1 g', '5', '5 lb', '1,5 g', 'heavy', '1.0000001 g'])(
    'of %j is not certain',
    (text) => {
      expect(milligrams({ weight: text })).toBeUndefined();
    },
  );

  it('stands under any of its names, of which the first counts', () => {
    expect(['Weight', 'unit_weight', 'NET WEIGHT'].map((name) => milligrams({ [name]: '1 g' }))).toEqual([
      1_000, 1_000, 1_000,
    ]);
    expect(milligrams({ colour: 'red', weight: '1 g', unit_weight: '2 g' })).toBe(1_000);
    expect(milligrams({ 'gross weight': '1 g' })).toBeUndefined();
    expect(milligrams(undefined)).toBeUndefined();
  });
});
