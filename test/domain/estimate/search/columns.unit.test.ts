import { expect, it } from 'vitest';
import { closed, free, opened } from '../../../../domain/estimate/search/bound.ts';
import { type Column, isLeft, isSame } from '../../../../domain/estimate/search/stepped/columns.ts';

/** Of the supplier 1 in its second window, which is number 2: the entries 3 and 5. */
const column: Column = {
  supplier: 1,
  window: 2,
  entries: Int32Array.of(3, 5),
  rows: Int32Array.of(0, 2),
  constant: 100,
  isReal: true,
};

it.each([
  ['nothing is decided', {}, true],
  ['its supplier is opened', { status: [free, opened] }, true],
  ['its supplier is closed', { status: [free, closed] }, false],
  ['another supplier is closed', { status: [closed, free] }, true],
  ['its window is out of play', { inPlay: [1, 1, 0] }, false],
  ['another window is out of play', { inPlay: [1, 0, 1] }, true],
  ['one of its entries is banned', { banned: [0, 0, 0, 0, 0, 1] }, false],
  ['an entry that it does not take is banned', { banned: [0, 0, 0, 0, 1, 0] }, true],
])(
  'a column where %s',
  (_, {
    status = [free, free],
    inPlay = [1, 1, 1],
    banned = [0, 0, 0, 0, 0, 0],
  }: Partial<Record<'status' | 'inPlay' | 'banned', number[]>>, expected) => {
    const decisions = {
      status: Uint8Array.from(status),
      inPlay: Uint8Array.from(inPlay),
      banned: Uint8Array.from(banned),
    };
    expect(isLeft(column, decisions)).toBe(expected);
  },
);

it.each([
  ['the same again', {}, true],
  ['another window', { window: 1 }, false],
  ['another constant', { constant: 101 }, false],
  ['another entry', { entries: Int32Array.of(3, 4) }, false],
  ['an entry more', { entries: Int32Array.of(3, 5, 6) }, false],
])('beside a column, %s', (_, change: Partial<Column>, expected) => {
  expect(isSame(column, { ...column, ...change })).toBe(expected);
});
