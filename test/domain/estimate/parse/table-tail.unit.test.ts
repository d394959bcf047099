import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
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
