import { describe, expect, it } from 'vitest';
import { repairedEncoding } from '../../../../domain/estimate/parse/double-encoding.ts';
import { conceptMeaning } from '../../../../domain/estimate/parse/heading-concepts.ts';
import { isNear, numberOf, tableArithmetic } from '../../../../domain/estimate/parse/table-arithmetic.ts';

const none = { countsDesignators: 0, isProduct: 0, isWholeFactor: 0, isPriceFactor: 0 };

it('sees a column that counts the designators beside it', () => {
  const rows = [
    ['R1, R2', '2', '7'],
    ['C1, C2, C3', '3', '7'],
    ['U1', '1', '7'],
    ['D1-D4', '4', '7'],
  ];
  const found = tableArithmetic(rows, 3);
  expect(found.get(0)).toBeUndefined();
  expect(found.get(1)).toEqual({ ...none, countsDesignators: 1 });
  expect(found.get(2)).toEqual(none);
});

it('sees a quantity, a price and their product, whatever their order', () => {
  const rows = [
    ['1.50', '3', '0.50'],
    ['0.40', '2', '0.20'],
    ['2.25', '5', '0.45'],
    ['9.90', '9', '1.10'],
  ];
  const found = tableArithmetic(rows, 3);
  expect(found.get(0)).toEqual({ ...none, isProduct: 1 });
  expect(found.get(1)).toEqual({ ...none, isWholeFactor: 1 });
  expect(found.get(2)).toEqual({ ...none, isPriceFactor: 1 });
});

it('says nothing of too few rows', () => {
  expect(tableArithmetic([['2', '3', '6']], 3).size).toBe(0);
});

it.each<[string | number, number]>([
  [7.5, 7.5],
  ['12', 12],
  ['€ 1,50', 1.5],
  ['123456789', 123_456_789],
  ['1234567890', Number.NaN],
  ['0.123456', 0.123456],
  ['0.1234567', Number.NaN],
  ['about 5', Number.NaN],
  ['', Number.NaN],
])('reads the number of the cell %s as %s', (cell, number) => {
  expect(numberOf(cell)).toBe(number);
});

it.each([
  [0.006, 0, true],
  [0.007, 0, false],
  [100.5, 100, true],
  [100.51, 100, false],
  [99.5, 100, true],
  [-100.5, -100, true],
])('takes %s for %s but for rounding: %s', (one, other, isSo) => {
  expect(isNear(one, other)).toBe(isSo);
});

describe('a column of numbers', () => {
  it.each([
    [3, 4, true],
    [3, 5, false],
    [2, 0, false],
    [4, 6, true],
  ])('has %i numbers and %i other cells: %s', (numbers, others, isSo) => {
    const rows = [
      ...Array.from({ length: numbers }, (_, at) => [at + 1]),
      ...Array.from({ length: others }, () => ['']),
    ];
    expect(tableArithmetic(rows, 1).has(0)).toBe(isSo);
  });

  it('is one of the first twelve', () => {
    const rows = [1, 2, 3].map((row) => Array.from({ length: 13 }, (_, at) => row + at));
    expect([...tableArithmetic(rows, 13).keys()]).toEqual(Array.from({ length: 12 }, (_, at) => at));
  });
});

describe('the number of designators', () => {
  const counted = (rows: readonly (readonly (string | number)[])[], at = 1) =>
    tableArithmetic(rows, Math.max(...rows.map((row) => row.length))).get(at)?.countsDesignators;
  const pairs = ['R1, R2', 2];

  it.each<[string, number, readonly (readonly (string | number)[])[]]>([
    ['is told by the rows with several', 1, [pairs, pairs, pairs, ['U1', 5]]],
    [
      'is told by no row with one',
      0,
      [
        ['U1', 1],
        ['U2', 1],
        ['U3', 1],
      ],
    ],
    ['is the share of rows that agree', 0.75, [pairs, pairs, pairs, ['R1, R2', 3]]],
    ['is told where half of the rows have some', 1, [pairs, pairs, ['', 9], ['', 9]]],
    ['is not told by fewer', 0, [pairs, pairs, ['', 9], ['', 9], ['', 9]]],
    [
      'is that of the column with the most',
      1,
      [
        ['C1, C2, C3', 2, 'R1, R2'],
        ['', 2, 'R1, R2'],
        ['', 2, 'R1, R2'],
      ],
    ],
    ['is asked of the first 60 rows', 1, [...Array.from({ length: 60 }, () => pairs), ['R1, R2', 3]]],
  ])('%s', (_, share, rows) => {
    expect(counted(rows)).toBe(share);
  });

  it.each([
    [23, 1],
    [24, 0],
  ])('is looked for in the first 24 columns: in column %i it is told by %i', (column, share) => {
    const row = (quantity: number) => [quantity, ...Array.from({ length: column - 1 }, () => ''), 'R1, R2', '', ''];
    expect(counted([row(2), row(2), row(2)], 0)).toBe(share);
  });
});

describe('a product', () => {
  const rows = (...more: readonly (readonly (string | number)[])[]) => [[2, 0.3, 0.6], [4, 0.5, 2], ...more];
  const share = (table: readonly (readonly (string | number)[])[]) => tableArithmetic(table, 3).get(2)?.isProduct;

  it.each<[string, number, readonly (readonly (string | number)[])[]]>([
    ['is told by three rows', 1, rows([3, 0.7, 2.1])],
    ['is not told by two', 0, rows([3, '', 2.1])],
    ['is not told by a row of no price', 0, rows([3, 0.7, 0])],
    ['is the share of rows that agree', 0.75, rows([3, 0.7, 2.1], [3, 0.7, 5])],
    ['is told where half of the rows agree', 0.5, rows([3, 0.7, 5], [3, 0.9, 5])],
    ['is not told where fewer do', 0, rows([3, 0.7, 5], [3, 0.9, 5], [3, 0.8, 5])],
    [
      'may have a factor of two values',
      1,
      [
        [1, 0.3, 0.3],
        [1, 0.5, 0.5],
        [2, 0.7, 1.4],
      ],
    ],
    [
      'has no factor that is always the same',
      0,
      [
        [1, 0.3, 0.3],
        [1, 0.5, 0.5],
        [1, 0.7, 0.7],
      ],
    ],
  ])('%s', (_, expected, table) => {
    expect(share(table)).toBe(expected);
  });
});

it('takes a factor for prices where some are whole', () => {
  const found = tableArithmetic(
    [
      [2, 0.3, 0.6],
      [4, 1, 4],
      [3, 2, 6],
    ],
    3,
  );
  expect(found.get(1)).toEqual({ ...none, isPriceFactor: 1 });
});

it('does not take a column for the product of itself and another', () => {
  const found = tableArithmetic(
    [
      [1, 0.3],
      [1, 0.5],
      [1, 0.7],
      [2, 0.9],
    ],
    2,
  );
  expect(found.get(1)).toEqual(none);
});

it('repairs a text that was encoded twice, and leaves any other as it is', () => {
  expect(repairedEncoding('StÃ¼ck')).toBe('Stück');
  expect(repairedEncoding('QuantitÃ©')).toBe('Quantité');
  for (const whole of ['Stück', 'Ã', '数量', 'Â5', '']) expect(repairedEncoding(whole)).toBe(whole);
});

it('tells what the words of a heading mean together', () => {
  expect(conceptMeaning('oem article part code')).toMatchObject({ role: 'part_number' });
  expect(conceptMeaning('total price of the line')).toMatchObject({ role: 'line_price' });
  expect(conceptMeaning('distributor article number')).toMatchObject({ role: 'supplier_sku' });
  expect(conceptMeaning('colour')).toBeUndefined();
  expect(conceptMeaning('a sentence about the number of the part that goes on')).toBeUndefined();
});
