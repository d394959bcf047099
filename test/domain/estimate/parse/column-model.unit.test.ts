import { describe, expect, it } from 'vitest';
import { type CellKind, cellKinds } from '../../../../domain/estimate/parse/cell-kinds.ts';
import {
  type Column,
  columnFigures,
  columnsOf,
  featureNames,
} from '../../../../domain/estimate/parse/column-features.ts';
import { roleLikelihoods } from '../../../../domain/estimate/parse/column-model.ts';
import type { HeadingScores } from '../../../../domain/estimate/parse/heading.ts';
import { type Role, roles } from '../../../../domain/estimate/parse/roles.ts';

/** What is said of a column: its heading, the headings of others, and the shares of its cells. */
interface Said {
  readonly own?: HeadingScores;
  readonly elsewhere?: HeadingScores;
  readonly cells?: Partial<Record<CellKind, number>>;
}

const columnOf = ({ own = {}, elsewhere = {}, cells = {} }: Said): Column => {
  const share = Object.fromEntries(cellKinds.map((kind) => [kind, cells[kind] ?? 0])) as Record<CellKind, number>;
  return {
    heading: 'any',
    scores: own,
    elsewhere,
    before: {},
    behind: {},
    place: 0,
    hasHeader: true,
    evidence: { filled: 1, rows: 1, share, distinct: 1, counts: false, continues: 0, length: 1 },
    arithmetic: { countsDesignators: 0, isProduct: 0, isWholeFactor: 0, isPriceFactor: 0 },
  };
};

/** How likely a column has a role that its figures alone make so likely. */
const likelihood = (role: Role, alone: number, said: Said): number => {
  const always = Math.log(alone / (1 - alone));
  const weights = { [role]: featureNames.map((name) => (name === 'always' ? always : 0)) };
  return roleLikelihoods(columnOf(said), weights)[roles.indexOf(role)] ?? -1;
};

describe('how likely a column has a role', () => {
  it.each<[what: string, role: Role, alone: number, said: Said, likely: number]>([
    ['is what its figures say', 'quantity', 0.6, {}, 0.6],
    ['is half at least under a sure heading', 'quantity', 0.3, { own: { quantity: 0.95 } }, 0.5],
    ['is what its figures say under one that is not', 'quantity', 0.3, { own: { quantity: 0.94 } }, 0.3],
    ['is more than half where figures say so too', 'quantity', 0.7, { own: { quantity: 1 } }, 0.7],
    ['is half where cells hardly speak against it', 'quantity', 0.021, { own: { quantity: 1 } }, 0.5],
    ['is what its figures say where cells contradict the heading', 'quantity', 0.019, { own: { quantity: 1 } }, 0.019],
    ['is half whatever the cells of a seldom role say', 'do_not_place', 0.001, { own: { do_not_place: 1 } }, 0.5],
    ['is half of that where another heading surely says it', 'quantity', 0.6, { elsewhere: { quantity: 0.95 } }, 0.3],
    ['is that where another heading hardly says it', 'quantity', 0.6, { elsewhere: { quantity: 0.94 } }, 0.6],
    ['of what may stand twice is that all the same', 'price', 0.6, { elsewhere: { price: 1 } }, 0.6],
    [
      'is that where its own heading names it as well',
      'quantity',
      0.6,
      { own: { quantity: 0.4 }, elsewhere: { quantity: 1 } },
      0.6,
    ],
    [
      'is half where its own heading hardly does',
      'quantity',
      0.6,
      { own: { quantity: 0.39 }, elsewhere: { quantity: 1 } },
      0.3,
    ],
    ['of a quantity is a tenth under a price', 'quantity', 0.6, { own: { price: 0.95 } }, 0.06],
    ['of a quantity is a tenth under the price of a line', 'quantity', 0.6, { own: { line_price: 0.95 } }, 0.06],
    ['of a quantity is that where a price is not sure', 'quantity', 0.6, { own: { price: 0.94 } }, 0.6],
    ['of a quantity is that where it says both', 'quantity', 0.6, { own: { price: 1, quantity: 0.4 } }, 0.6],
    ['of a reference is that under a price', 'reference', 0.6, { own: { price: 1 } }, 0.6],
    ['of a part number is half for words', 'part_number', 0.6, { cells: { words: 0.5, part_number: 0.29 } }, 0.3],
    ['of a part number is that for few words', 'part_number', 0.6, { cells: { words: 0.49 } }, 0.6],
    ['of a part number is that for many numbers', 'part_number', 0.6, { cells: { words: 1, part_number: 0.3 } }, 0.6],
    [
      'of a part number is that for words under a likely heading',
      'part_number',
      0.6,
      { own: { part_number: 0.75 }, cells: { words: 1 } },
      0.6,
    ],
    [
      'of a part number is half for words under another',
      'part_number',
      0.6,
      { own: { part_number: 0.74 }, cells: { words: 1 } },
      0.3,
    ],
    ['of a description is that for words', 'description', 0.6, { cells: { words: 1 } }, 0.6],
  ])('%s', (_, role, alone, said, likely) => {
    expect(likelihood(role, alone, said)).toBeCloseTo(likely, 10);
  });

  it('is none for a role of which nothing was learned', () => {
    expect(roleLikelihoods(columnOf({}), {})).toEqual(roles.map(() => 0));
  });
});

describe('the figures of a column', () => {
  const header = ['Manufacturer', 'MPN', 'Mouser Part Number', 'Qty', '', 'Zorb', 'Board side', 'MPN 2', 'Supplier'];
  const body = Array.from({ length: 4 }, (_, at) => [
    'TI',
    'LM358DR',
    '595-LM358DR',
    `${at + 1}`,
    at === 0 ? 'x1' : '',
    `R${at + 1}`,
    'top',
    '',
    'a supplier of more than forty characters, as it is',
  ]);
  const columns = columnsOf(header, body, header.length);
  const figure = (at: number, name: string, of = columns): number => {
    const column = of[at];
    return column === undefined ? -1 : (columnFigures(column)[featureNames.indexOf(name)] ?? -1);
  };

  it.each<[at: number, name: string, value: number]>([
    [0, 'always', 1],
    [3, 'heading: quantity', 1],
    [3, 'heading: price', 0],
    [3, 'other heading: quantity', 0],
    [0, 'other heading: quantity', 1],
    [0, 'no heading row', 0],
    [4, 'blank heading', 1],
    [3, 'blank heading', 0],
    [5, 'unknown heading', 1],
    [4, 'unknown heading', 0],
    [3, 'unknown heading', 0],
    [6, 'irrelevant heading', 1],
    [3, 'irrelevant heading', 0],
    [7, 'second of its kind', 1],
    [1, 'second of its kind', 0],
    [1, 'maker before', 1],
    [2, 'maker before', 0],
    [0, 'number behind', 1],
    [1, 'number behind', 0],
    [2, 'number before', 1],
    [1, 'order number behind', 0.95],
    [0, 'filled', 1],
    [4, 'filled', 0.25],
    [7, 'filled', 0],
    [7, 'no cells', 1],
    [4, 'no cells', 0],
    [0, 'distinct', 0.25],
    [3, 'distinct', 1],
    // Four cells of the eight that do not count up by chance.
    [3, 'counts up', 0.5],
    [0, 'counts up', 0],
    [5, 'designators continue', 1],
    [1, 'length', 7 / 40],
    [8, 'length', 1],
    [0, 'place', 0],
    [4, 'place', 0.5],
    [8, 'place', 1],
    [0, 'first', 1],
    [1, 'first', 0],
    [5, 'cells: designators', 1],
    [5, 'cells: designators, no words', 1],
    [3, 'cells: integer', 1],
    [3, 'cells: integer, no words', 0],
  ])('of column %i has %s: %d', (at, name, value) => {
    expect(figure(at, name)).toBeCloseTo(value, 10);
  });

  it('without a heading say so, and nothing of blank ones', () => {
    const bare = columnsOf(undefined, body, 2);
    expect([figure(0, 'no heading row', bare), figure(0, 'blank heading', bare)]).toEqual([1, 0]);
    expect(figure(0, 'place', columnsOf(undefined, [['a']], 1))).toBe(0);
  });

  it('say of eight that count up that they do, and of more no more', () => {
    const counted = (rows: number) =>
      figure(
        0,
        'counts up',
        columnsOf(
          ['x'],
          Array.from({ length: rows }, (_, at) => [`${at + 1}`]),
          1,
        ),
      );
    expect([counted(7), counted(8), counted(20)]).toEqual([7 / 8, 1, 1]);
  });
});
