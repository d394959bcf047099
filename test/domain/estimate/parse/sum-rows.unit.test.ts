import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import type { Role } from '../../../../domain/estimate/parse/roles.ts';
import { sumRows } from '../../../../domain/estimate/parse/sum-rows.ts';

const priced: Readonly<Record<number, Role>> = { 0: 'quantity', 1: 'part_number', 2: 'reference', 3: 'price' };
const byLine: Readonly<Record<number, Role>> = { ...priced, 3: 'line_price' };

const of = (price: Cell, quantity: Cell = '', part: Cell = '', reference: Cell = ''): readonly Cell[] => [
  quantity,
  part,
  reference,
  price,
];

const bought = [of(1, '1', 'LM358'), of(2, '1', 'NE555'), of(3, '1', 'BC547')];

const sumsAmong = (rows: readonly (readonly Cell[])[], columns = priced, first = 0, end = rows.length) => [
  ...sumRows(rows, first, end, columns),
];

describe('the row of a sum', () => {
  it.each<[string, readonly (readonly Cell[])[], readonly number[]]>([
    ['adds up three prices', [of(1), of(2), of(3), of(6)], [3]],
    ['is not believed of two', [of(1), of(2), of(3)], []],
    ['passes over rows without a price', [of(1), of('n/a'), of(2), of(3), of(6)], [4]],
    ['does not count what costs nothing', [of(1), of(0), of(2), of(3)], []],
    ['begins the next sum anew', [of(1), of(2), of(3), of(6), of(1), of(1), of(1), of(3)], [3, 7]],
    ['has three prices above it after another sum too', [of(1), of(2), of(3), of(6), of(2), of(3), of(5)], [3]],
    ['says no quantity', [...bought, of(6)], [3]],
    ['may add up the quantities too', [...bought, of(6, '3')], [3]],
    ['adds up the quantities since the last sum', [...bought, of(6, '3'), ...bought, of(6, '3')], [3, 7]],
    ['is a price of one beside another quantity', [...bought, of(6, '4')], []],
    ['names no part', [...bought, of(6, '', 'OPA134')], []],
    ['stands at no place of the board', [...bought, of(6, '', '', 'R7')], []],
    ['may say so among the designators', [...bought, of(6, '', '', 'Total')], [3]],
    ['may have dashes for what it lacks', [...bought, of(6, '', '-', '-')], [3]],
  ])('%s', (_, rows, found) => {
    expect(sumsAmong(rows)).toEqual(found);
  });

  it('may have any quantity beside the price of a line', () => {
    expect(sumsAmong([...bought, of(6, '4')], byLine)).toEqual([3]);
  });

  it('is looked for within its table alone', () => {
    const rows = [of(9), of(1), of(2), of(3), of(6)];
    expect(sumsAmong(rows)).toEqual([]);
    expect(sumsAmong(rows, priced, 1)).toEqual([4]);
    expect(sumsAmong(rows, priced, 1, 4)).toEqual([]);
    expect(sumsAmong(rows, priced, 1, 9)).toEqual([4]);
  });
});
