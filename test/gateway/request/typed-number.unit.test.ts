import { expect, it } from 'vitest';
import { typedNumber } from '../../../gateway/request/typed-number.ts';

it.each([
  ['16', 16],
  [' 16 ', 16],
  ['-2.50', -2.5],
  ['007', 7],
  ['.5', 0.5],
])('the text "%s" says the number %d', (text, number) => expect(typedNumber(text)).toBe(number));

it.each(['', ' ', '0x10', '0b1', '0o7', '1e3', '+1', '.', '1.', '1,5', '1_000', 'Infinity', 'NaN', '١', '- 1'])(
  'the text "%s" says no number',
  (text) => expect(typedNumber(text)).toBeNaN(),
);
