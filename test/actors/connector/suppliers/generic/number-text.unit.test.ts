import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAmount } from '../../../../../actors/connector/suppliers/generic/number-text.ts';
import { inTime } from '../../../../support/bounded.ts';

it.each<[string, '.' | ',', string | undefined]>([
  ['0,10 €', ',', '0.1'],
  ['€ 1.234,50', ',', '1234.5'],
  ['1.234', ',', '1234'],
  ['1.234', '.', '1.234'],
  ["1'234.50 CHF", '.', '1234.5'],
  ['$1,234,567', '.', '1234567'],
  ['1 234,5', ',', '1234.5'],
  ['12.50', ',', undefined],
  ['1,23,456', '.', undefined],
  ['>100', '.', undefined],
  ['-5', '.', undefined],
  ['on request', '.', undefined],
  ['', '.', undefined],
])('reads %j with the mark %j as %j', (text, mark, amount) => {
  expect(readAmount(text, mark)?.toFixed()).toBe(amount);
});

it('reads back every amount that is written with either mark, with groups or without', () => {
  const languages = [
    ['.', 'en-US'],
    [',', 'de-DE'],
  ] as const;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.constantFrom(...languages),
      fc.boolean(),
      (cents, [mark, language], useGrouping) => {
        const text = (cents / 100).toLocaleString(language, { minimumFractionDigits: 2, useGrouping });
        expect(readAmount(text, mark)?.times(100).toNumber()).toBe(cents);
      },
    ),
  );
});

it.each([' ', '1 ', '1,', "'"])('refuses a price of 100,000 times %j at once', (text) => {
  expect(inTime(5_000, () => readAmount(`1${text.repeat(100_000)}x`, '.'))).toBeUndefined();
});
