import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { tableOf } from './documents.ts';

const codesOf = (rows: readonly (readonly Cell[])[]): readonly string[] =>
  parseLines(tableOf(rows)).lines.map(({ row, doubts }) => `${row} ${doubts.map(({ code }) => code).join()}`);

describe('a line whose price is not its quantity times its price', () => {
  const head = ['Qty', 'MPN', 'Manufacturer', 'Unit price', 'Total price'];
  const priced = (quantity: number, price: number, total: number, at: number): readonly string[] => [
    `${quantity}`,
    `LM${at}58DR`,
    'TI',
    price.toFixed(2),
    total.toFixed(2),
  ];

  it('is doubted where the others keep to that', () => {
    const rows = [
      head,
      priced(2, 0.3, 0.6, 3),
      priced(4, 0.25, 1, 4),
      priced(10, 0.12, 1.2, 5),
      priced(3, 0.5, 15, 6),
      priced(5, 1.1, 5.5, 7),
    ];
    expect(codesOf(rows)).toEqual(['2 ', '3 ', '4 ', '5 line_price_differs', '6 ']);
  });

  it('is not doubted for what rounding takes', () => {
    const rows = [
      head,
      ['1000', 'LM358DR', 'TI', '0.01', '12.40'],
      priced(4, 0.25, 1, 4),
      priced(10, 0.12, 1.2, 5),
      priced(3, 0.5, 1.5, 6),
      priced(5, 1.1, 5.5, 7),
    ];
    expect(codesOf(rows).every((line) => !line.includes('line_price'))).toBe(true);
  });

  it('is not doubted where the table means something else, such as the price of many boards', () => {
    const rows = [head, ...[2, 4, 5, 3].map((quantity, at) => priced(quantity, 0.5, quantity * 5, at))];
    expect(codesOf(rows).every((line) => !line.includes('line_price'))).toBe(true);
  });
});

describe('a cell of part numbers that holds something else', () => {
  const head = ['Ref', 'Qty', 'MPN', 'Manufacturer'];
  const known = [
    ['U1', '1', 'LM358DR', 'TI'],
    ['U2', '1', 'NE555P', 'TI'],
    ['Q1', '1', 'BC547B', 'Onsemi'],
  ];

  it.each(['10k', '100nF', '0603', 'https://shop.example/p/1', 'any general purpose diode will do here'])(
    'is doubted: %s',
    (text) => {
      expect(codesOf([head, ...known, ['R1', '1', text, '']]).at(-1)).toBe('5 part_number_unlikely');
    },
  );

  it('is not doubted for its form', () => {
    expect(codesOf([head, ...known, ['X1', '1', '43650-0200', 'Molex'], ['X2', '1', '1655', 'Adafruit']])).toEqual([
      '2 ',
      '3 ',
      '4 ',
      '5 ',
      '6 ',
    ]);
  });
});
