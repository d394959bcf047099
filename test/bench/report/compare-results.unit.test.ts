import { expect, test } from 'vitest';
import { figureRow } from '../../../bench/benchmark.ts';
import { compareResults } from '../../../bench/report/compare-results.ts';

const row = (name: string, ratio: number) => figureRow(name, ratio, 1, 's');

test.each([
  ['the same', 0.9, 0.9, 'holds'],
  ['a ratio within the spread, above', 1, 1.29, 'holds'],
  ['a ratio within the spread, below', 1, 0.71, 'holds'],
  ['a ratio beyond the spread, above', 1, 1.31, 'changed'],
  ['a ratio beyond the spread, below', 1, 0.69, 'changed'],
  ['next to nothing', 0, 0.05, 'holds'],
  ['something where there was next to nothing', 0, 0.06, 'changed'],
])('%s: %d, now %d, %s', (_, stated, measured, kind) => {
  expect(compareResults([row('a', stated)], [row('a', measured)])).toEqual([{ kind, name: 'a', stated, measured }]);
});

test('a row that is measured no more is told, and one that is not stated yet', () => {
  expect(compareResults([row('before', 1)], [row('now', 1)])).toEqual([
    { kind: 'gone', name: 'before' },
    { kind: 'not_stated', name: 'now' },
  ]);
});
