import { expect, it } from 'vitest';
import { nearestWord } from '../../../gateway/cli/nearest-word.ts';

it.each([
  ['strat', 'start'],
  ['key', 'keys'],
  ['KEYS', 'keys'],
  ['import-rate', 'import-rates'],
  ['migrat', 'migrate'],
  ['banana', undefined],
  ['', undefined],
  ['x'.repeat(1_000), undefined],
])('%s was probably meant as %s', (given, meant) => {
  expect(nearestWord(given, ['start', 'keys', 'import', 'import-rates', 'migrate'])).toBe(meant);
});
