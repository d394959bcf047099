import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextLookup, readLookupCursor } from '../../../actors/connector/lookup-cursor.ts';

const start = readLookupCursor(undefined);

it('starts at the first batch, at the start of its answer', () => {
  expect(start).toEqual({ after: undefined, within: undefined });
});

it('ends when the supplier has no more about the last batch', () => {
  expect(nextLookup(start, undefined, undefined)).toBeUndefined();
});

it('goes on within the answer first, then with the batch after the mark, whatever the texts hold', () => {
  const text = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(text, text, text, (first, within, second) => {
      const atFirst = readLookupCursor(nextLookup(start, undefined, first));
      expect(atFirst).toEqual({ after: first, within: undefined });
      const inside = readLookupCursor(nextLookup(atFirst, within, second));
      expect(inside).toEqual({ after: first, within });
      expect(readLookupCursor(nextLookup(inside, undefined, second))).toEqual({ after: second, within: undefined });
    }),
  );
});
