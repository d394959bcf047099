import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import type { Role } from '../../../../domain/estimate/parse/roles.ts';
import type { RowContext } from '../../../../domain/estimate/parse/row-kind.ts';
import { tailOf } from '../../../../domain/estimate/parse/table-tail.ts';
import { tableOf } from './documents.ts';

const rowsOf = (rows: readonly (readonly Cell[])[]): readonly number[] =>
  parseLines(tableOf(rows)).lines.map(({ row }) => row);

const numbered = [
  ['Item', 'Qty', 'Description', 'Package', 'Price'],
  ['1', '4', 'Ceramic capacitor', '0603', '0.02'],
  ['2', '2', 'Thick film resistor', '0603', '0.01'],
  ['3', '1', 'Crystal', 'HC49', '0.30'],
];

describe('beneath a table whose lines are numbered', () => {
  it.each([
    ['a legend', [['', '', 'Smoothing capacitor', 'any size', '']]],
    [
      'a revision history',
      [
        ['', 'A', 'First release', '', ''],
        ['', 'B', 'Larger crystal', '', ''],
      ],
    ],
    [
      'a summary with counts',
      [
        ['', '7', 'Parts', '', ''],
        ['', '3', 'Kinds', '', ''],
      ],
    ],
  ])('%s behind a blank row is no line', (_, tail) => {
    expect(rowsOf([...numbered, [], ...tail])).toEqual([2, 3, 4]);
  });

  it('rows that go on without a blank row are lines, numbered or not', () => {
    expect(rowsOf([...numbered, ['', '2', 'Spacer', '', '']])).toEqual([2, 3, 4, 5]);
  });

  it('a row that names a part by its number is a line, wherever it stands', () => {
    const head = ['Item', 'Qty', 'Description', 'MPN', 'Price'];
    const lines = numbered.slice(1).map((row, at) => [...row.slice(0, 3), `ABC${at}0123-7`, row[4] ?? '']);
    expect(rowsOf([head, ...lines, [], ['', '1', 'Spacer', 'XYZ7788-2', '']])).toEqual([2, 3, 4, 6]);
  });

  it('numbers that begin again are lines as before', () => {
    expect(rowsOf([...numbered, [], ['Board 2'], ...numbered.slice(1)])).toEqual([2, 3, 4, 7, 8, 9]);
  });
});

describe('beneath a total', () => {
  const plain = [
    ['Qty', 'Description', 'Package', 'Price', 'Sum'],
    ['4', 'Ceramic capacitor', '0603', '0.02', '0.08'],
    ['2', 'Thick film resistor', '0603', '0.01', '0.02'],
    ['', 'Total', '', '', '0.10'],
  ];

  it('what says much less than a line is none', () => {
    expect(rowsOf([...plain, ['', 'Prices of last year', '', '', ''], ['', 'Spare parts', '5', '', '']])).toEqual([
      2, 3,
    ]);
  });

  it('rows as full as lines are lines', () => {
    expect(rowsOf([...plain, ['1', 'Enclosure', 'ABS', '4.00', '4.00']])).toEqual([2, 3, 5]);
  });
});

it('a table whose numbers leap is not taken for a numbered one', () => {
  const leaping = [
    ['Item', 'Qty', 'Description', 'Package', 'Price'],
    ['100', '4', 'Ceramic capacitor', '0603', '0.02'],
    ['205', '2', 'Thick film resistor', '0603', '0.01'],
    ['310', '1', 'Crystal', 'HC49', '0.30'],
    [],
    ['', '2', 'Spacer', '', ''],
  ];
  expect(rowsOf(leaping)).toEqual([2, 3, 4, 6]);
});

type Rows = readonly (readonly Cell[])[];

const of = (roles: readonly Role[], more: Partial<RowContext> = {}): RowContext => ({
  columns: { ...roles },
  header: undefined,
  usualCells: 4,
  counted: false,
  ...more,
});

/** Where nothing is a line any more, in rows that stand below another. */
const tailBelow = (rows: Rows, context: RowContext): number =>
  tailOf([['above'], ...rows], 1, rows.length + 1, context) - 1;

describe('a table whose lines are numbered', () => {
  const roles: readonly Role[] = ['line_number', 'quantity', 'description', 'package', 'price'];
  const context = of(roles, { usualCells: 5 });
  const line = (number: number | ''): readonly Cell[] => [`${number}`, '4', 'Capacitor', '0603', '0.02'];
  const lines = (...numbers: readonly (number | '')[]): Rows => numbers.map(line);
  const legend: Rows = [[], ['', '', 'Any size']];

  it.each<[what: string, rows: Rows, isOver: boolean]>([
    ['three lines', lines(1, 2, 3), true],
    ['two lines', lines(1, 2), false],
    ['ten lines, one of them without a number', lines(1, 2, 3, 4, '', 5, 6, 7, 8, 9), true],
    ['nine lines, one of them without a number', lines(1, 2, 3, 4, '', 5, 6, 7, 8), false],
    ['ten numbers with one leap', lines(5, 6, 7, 8, 9, 10, 11, 12, 13, 20), true],
    ['ten numbers with two leaps', lines(5, 6, 7, 8, 9, 10, 11, 12, 20, 30), false],
  ])('of %s is over behind a blank row: %s', (_, rows, isOver) => {
    const all = [...rows, ...legend];
    expect(tailBelow(all, context)).toBe(isOver ? rows.length + 1 : all.length);
  });

  it('goes on where a number stands beside anything, and not where it stands alone', () => {
    expect(tailBelow([...lines(1, 2, 3), [], ['4', '', 'Spacer'], ['', '', 'Any']], context)).toBe(6);
    expect(tailBelow([...lines(1, 2, 3), [], ['4'], ['', '', 'Any']], context)).toBe(4);
  });

  it.each<[column: number, role: Role | undefined, isNumbering: boolean]>([
    [0, undefined, true],
    [0, 'line_number', true],
    [0, 'quantity', false],
    [2, undefined, true],
    [3, undefined, false],
  ])('may be numbered in column %i of the role %s: %s', (column, role, isNumbering) => {
    const rows = [1, 2, 3].map((number) => {
      const row = ['a', 'b', 'c', 'd', 'e'];
      row[column] = `${number}`;
      return row;
    });
    const columns = { 4: 'description', ...(role && { [column]: role }) } as const;
    const tail = tailBelow([...rows, [], ['', '', '', '', 'Any size']], of([], { columns, usualCells: 5 }));
    expect(tail).toBe(isNumbering ? 4 : 5);
  });
});

describe('a table with a total', () => {
  const roles: readonly Role[] = ['quantity', 'description', 'package', 'price'];
  const line = ['4', 'Capacitor', '0603', '0.02'];
  const total = ['', 'Total', '', '0.10'];

  it.each<[what: string, tail: number, rows: Rows]>([
    ['below its lines, and half of a line', 3, [line, line, total, ['', 'Spare', '5']]],
    ['below its lines, and more than half of one', 4, [line, line, total, ['', 'Spare', '5', '1']]],
    ['below one line', 2, [line, total, ['', 'Spare']]],
    ['below no line', 2, [total, ['', 'Spare']]],
    ['below a remark', 4, [line, line, ['', 'As ordered'], total, ['', 'Spare']]],
    ['nowhere', 4, [line, line, [], ['', 'Spare']]],
  ])('%s is over from row %i on', (_, tail, rows) => {
    expect(tailBelow(rows, of(roles))).toBe(tail);
  });

  it.each<[Role, number]>([
    ['part_number', 4],
    ['supplier_sku', 4],
    ['reference', 4],
    ['notes', 3],
  ])('goes on where a part is named as %s: to row %i', (role, tail) => {
    const rows = [line, line, total, ['', 'Spare', '', '', 'R7']];
    expect(tailBelow(rows, of([...roles, role]))).toBe(tail);
  });
});

describe('a row of words behind a blank one begins another table', () => {
  const roles: readonly Role[] = ['quantity', 'description', 'package', 'price', 'reference'];
  const line = ['4', 'Capacitor', '0603', '0.02'];
  const placed = [...line, 'C1'];
  const words = ['Board', 'Revision', 'Author'];
  const apart = ['', ...words];
  const other = ['A', 'first', 'me'];
  const blocks = (count: number): Rows => Array.from({ length: count }, () => [[], apart]).flat();
  const nine = Array.from({ length: 9 }, () => line);

  it.each<[what: string, tail: number | 'end', rows: Rows]>([
    ['where nothing below is a quantity', 3, [line, line, [], words, other]],
    ['behind three lines too', 4, [line, line, line, [], words, other]],
    ['and nothing else', 3, [line, line, [], words]],
    ['but not of two words', 'end', [line, line, [], words.slice(1), other]],
    ['but not with a number', 'end', [line, line, [], ['Board', 'Revision 2', 'Author'], other]],
    ['but not right below a line', 'end', [line, line, line, words, other]],
    ['but not where a quantity stands below', 'end', [line, line, [], words, other, ['4', 'x', 'y']]],
    ['but not where nothing stands in that column', 'end', [line, line, [], apart, ['', 'first', 'me']]],
    ['where nine of ten above are quantities', 11, [...nine, ['some', 'Wire', 'red', '1'], [], words, other]],
    ['but not of fewer', 'end', [...nine.slice(1), ['some', 'Wire', 'red', '1'], [], words, other]],
    ['where no designator stands below either', 3, [placed, placed, [], words, other]],
    ['but not where one does', 'end', [placed, placed, [], words, [...other, '', 'C5']]],
    [
      'but not by a column that was empty above',
      'end',
      [line, line, [], [...apart, 'Name'], ['', 'first', 'me', 'x', 'y']],
    ],
    ['as the eighth such row', 18, [line, line, ...blocks(7), line, [], words, other]],
    ['but not as the ninth', 'end', [line, line, ...blocks(8), line, [], words, other]],
  ])('%s', (_, tail, rows) => {
    expect(tailBelow(rows, of(roles))).toBe(tail === 'end' ? rows.length : tail);
  });
});
