import { expect, it } from 'vitest';
import { isCurrencyCode, minorUnits } from '../../domain/money.ts';

it.each([
  ['EUR', 2],
  ['USD', 2],
  ['HUF', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['VND', 0],
  ['CLP', 0],
  ['ISK', 0],
  ['KWD', 3],
  ['BHD', 3],
  ['TND', 3],
])('the smallest coin of %s has %d decimal places, by ISO 4217', (currency, places) => {
  expect(minorUnits(currency)).toBe(places);
});

it('a code of a currency is three capitals', () => {
  expect(['EUR', 'eur', 'EU', 'EURO', 'E1R', ''].map(isCurrencyCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
