import { expect, it } from 'vitest';
import { expectedTags, isExpected } from '../../../domain/audit/state-tag.ts';

it('reads one tag, several, and any', () => {
  expect(expectedTags('"a"')).toEqual(['"a"']);
  expect(expectedTags(' "a", W/"b" ,"" ')).toEqual(['"a"', 'W/"b"', '""']);
  expect(expectedTags('*')).toEqual(['*']);
});

it.each(['', 'a', '"a" "b"', '*, "a"', '"a', Array(21).fill('"a"').join()])('refuses %j', (header) => {
  expect(expectedTags(header)).toBeUndefined();
});

it('takes a state for the expected one by its own tag alone, and nothing for what does not exist', () => {
  expect(isExpected(['"a"', '"b"'], '"b"')).toBe(true);
  expect(isExpected(['W/"b"'], '"b"')).toBe(false);
  expect(isExpected(['*'], '"b"')).toBe(true);
  expect(isExpected(['*'], undefined)).toBe(false);
});
