import { expect, test } from 'vitest';
import { noRival } from '../../../domain/matching/model/rivals.ts';
import { parseRecord } from '../../../ops/matching/read-pairs.ts';
import { rivalsOfPairs } from '../../../ops/matching/rivals-of-pairs.ts';

const pair = (a: string, b: string, set = 'parts') => ({
  a: parseRecord(`COL title VAL ${a}`),
  b: parseRecord(`COL title VAL ${b}`),
  set,
});

test('a pair competes with those of its set that have one of its records, and the best of them counts', () => {
  const pairs = [pair('x', 'y'), pair('x', 'z'), pair('v', 'y'), pair('u', 'w'), pair('x', 'w', 'others')];
  expect(rivalsOfPairs(pairs, [1, 2, 3, 4, 5])).toEqual([3, 1, 1, noRival, noRival]);
});
