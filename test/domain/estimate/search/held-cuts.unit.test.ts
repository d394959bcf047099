import { expect, it } from 'vitest';
import { closed, free, opened } from '../../../../domain/estimate/search/bound.ts';
import { heldCuts } from '../../../../domain/estimate/search/stepped/held-cuts.ts';
import { steppedOf } from '../../../../domain/estimate/search/stepped/stepped.ts';
import { structureOf } from '../../../../domain/estimate/search/structure.ts';

/** Two suppliers with a window each, one with two; both lines may be had of the last two. */
const stepped = steppedOf(
  structureOf(
    [0, 1].map(() => [
      [
        [
          { supplier: 1, cost: 10 },
          { supplier: 2, cost: 20 },
        ],
      ],
    ]),
    [0, 5, 5],
  ),
  [
    [{ from: 0, until: Infinity, cost: 0 }],
    [{ from: 0, until: Infinity, cost: 5 }],
    [
      { from: 0, until: 30, cost: 5 },
      { from: 30, until: Infinity, cost: 0 },
    ],
  ],
);

/** Windows: of supplier 0, of 1, two of 2. Entries: both of 1, both of 2. */
const used = Float32Array.from([0, 1, 0.5, 0.5, 1, 0, 0, 1]);
const cut = { slope: Float64Array.from([1, 0]), used, error: 3 };

it.each([
  ['nothing is decided', {}, true],
  ['a supplier that was used is opened', { status: [free, opened, free] }, true],
  ['one that was used in either of its windows is opened', { status: [free, free, opened] }, true],
  ['one that was not used is opened', { status: [opened, free, free] }, false],
  ['one that was not used is closed', { status: [closed, free, free] }, true],
  ['one that was used is closed', { status: [free, closed, free] }, false],
  ['a window that was used is out of play', { inPlay: [1, 1, 1, 0] }, false],
  ['one that was not used is out of play', { inPlay: [0, 1, 1, 1] }, true],
  ['an entry that was taken is banned', { banned: [0, 0, 0, 1] }, false],
  ['one that was not taken is banned', { banned: [0, 1, 0, 0] }, true],
  ['the other entry of a line that is to be served is banned', { banned: [0, 0, 1, 0] }, true],
])(
  'a cut where %s',
  (_, {
    status = [0, 0, 0],
    inPlay = [1, 1, 1, 1],
    banned = [0, 0, 0, 0],
  }: Partial<Record<'status' | 'inPlay' | 'banned', number[]>>, isHeld) => {
    const decisions = {
      status: Uint8Array.from(status),
      inPlay: Uint8Array.from(inPlay),
      banned: Uint8Array.from(banned),
    };
    expect(heldCuts(stepped, decisions, { value: 7, cuts: [cut] })).toEqual({ value: 7, cuts: isHeld ? [cut] : [] });
  },
);

it('a cut that was to serve a line of which no entry is left', () => {
  const nothing = { ...cut, used: Float32Array.from([0, 1, 0, 0, 0, 0, 0, 0]) };
  const decisions = (banned: number[]) => ({
    status: new Uint8Array(3),
    inPlay: new Uint8Array(4).fill(1),
    banned: Uint8Array.from(banned),
  });
  const heldWith = (banned: number[]) =>
    heldCuts(stepped, decisions(banned), { value: 7, cuts: [nothing] }).cuts.length;
  expect(
    [
      [1, 0, 0, 0],
      [1, 0, 1, 0],
      [0, 1, 0, 1],
    ].map(heldWith),
  ).toEqual([1, 0, 1]);
});
