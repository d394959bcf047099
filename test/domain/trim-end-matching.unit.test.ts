import { expect, it } from 'vitest';
import { trimEndMatching } from '../../domain/trim-end-matching.ts';

it.each([
  ['1.500', '1.5'],
  ['0', ''],
  ['000', ''],
  ['', ''],
  ['105', '105'],
])('trims what matches off the end of %j alone', (text, trimmed) => {
  expect(trimEndMatching(text, /0/)).toBe(trimmed);
});

it('looks at no place before the text', () => {
  expect(trimEndMatching('aa', /^a?$/)).toBe('');
});
