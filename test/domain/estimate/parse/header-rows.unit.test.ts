import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { endOfTable, findTables } from '../../../../domain/estimate/parse/find-tables.ts';
import { tableOf } from './documents.ts';

type Rows = readonly (readonly Cell[])[];

/** The row of the first heading below a row; undefined where there is none. */
const headingBelow = (row: number, rows: Rows): number | undefined => {
  const [sheet] = tableOf(rows).sheets;
  const found = sheet === undefined ? 0 : endOfTable(sheet, row);
  return found > rows.length ? undefined : found;
};

const body: Rows = [
  ['2', 'Opamp'],
  ['1', 'Spacer'],
];

const strange = ['zebra', 'apple', 'river', 'cloud', 'stone', 'wheel', 'paper', 'glass'];

/** A heading of so many characters, of which all but the first word is a remark. */
const remarked = (length: number): string => `Description (${'x'.repeat(length - 14)})`;

describe('a row is a heading', () => {
  it.each<[what: string, isSo: boolean, row: readonly Cell[]]>([
    ['of two known words', true, ['Qty', 'Part']],
    ['not of one', false, ['Qty']],
    ['not of two that mean the same', false, ['Qty', 'Anzahl']],
    ['not without a word of what is bought', false, ['Price', 'Notes']],
    ['of one of these and another', true, ['Qty', 'Notes']],
    ['of a weak word beside a strong one', true, ['Qty', 'each']],
    ['not of weak words alone', false, ['each', 'db']],
    ['of a supplier and two others', true, ['Mouser', 'Qty', 'Part']],
    ['not of a supplier and one', false, ['Mouser', 'Qty']],
    ['of two among six', true, ['Qty', 'Part', ...strange.slice(0, 4)]],
    ['not of two among seven', false, ['Qty', 'Part', ...strange.slice(0, 5)]],
    ['of three among ten', true, ['Qty', 'Part', 'Description', ...strange.slice(0, 7)]],
    ['not of three among eleven', false, ['Qty', 'Part', 'Description', ...strange.slice(0, 8)]],
    ['of four among many', true, ['Qty', 'Part', 'Description', 'Reference', ...strange, ...strange]],
    ['with a part number among three', true, ['Qty', 'Part', 'LM358DR']],
    ['not with two among four', false, ['Qty', 'Part', 'LM358DR', 'BC547B']],
    ['with four quantities of price breaks', true, ['Qty', 'Part', '1', '10', '50', '90']],
    ['not with five', false, ['Qty', 'Part', '1', '10', '50', '90', '95']],
    ['with a word of 80 characters', true, ['Qty', remarked(80)]],
    ['not with a sentence', false, ['Qty', remarked(81)]],
    ['with a number of two digits', true, ['Qty', 'Part 10']],
    ['not with one of three', false, ['Qty', 'Part 100']],
  ])('%s: %s', (_, isSo, row) => {
    expect(headingBelow(1, [['List'], row, ...body])).toBe(isSo ? 2 : undefined);
  });

  it('of two the one that says more, else the first', () => {
    const [less, more] = [
      ['Part', 'Qty'],
      ['Qty', 'Part', 'Description'],
    ];
    expect(headingBelow(1, [['List'], less, more, ...body])).toBe(3);
    expect(headingBelow(1, [['List'], more, less, ...body])).toBe(2);
    expect(headingBelow(1, [['List'], less, ['Quantity', 'Description'], ...body])).toBe(2);
  });

  it.each([
    [3_000, 3_000],
    [3_001, undefined],
  ])('in row %i, found in %s, within the first three thousand', (row, found) => {
    const blank: Rows = Array.from({ length: row - 1 }, () => []);
    expect(headingBelow(0, [...blank, ['Qty', 'Part'], ...body])).toBe(found);
  });
});

describe('a second heading', () => {
  const eight = ['Qty', 'Part', 'Description', 'Reference', 'Value', 'Package', 'Price', 'Notes'];
  const changed = (row: readonly string[], count: number): readonly string[] => [
    ...row.slice(0, row.length - count),
    ...strange.slice(0, count),
  ];

  it.each<[what: string, isNew: boolean, first: readonly string[], second: readonly string[]]>([
    ['that says the same goes on', false, eight.slice(0, 2), eight.slice(0, 2)],
    ['with other words begins a table', true, eight.slice(0, 2), ['Reference', 'Value']],
    ['with one of three changed begins one', true, eight.slice(0, 3), changed(eight.slice(0, 3), 1)],
    ['with one of four changed goes on', false, eight.slice(0, 4), changed(eight.slice(0, 4), 1)],
    ['with two of five changed begins one', true, eight.slice(0, 5), changed(eight.slice(0, 5), 2)],
    ['with two of eight changed goes on', false, eight, changed(eight, 2)],
    ['with three of eight changed begins one', true, eight, changed(eight, 3)],
    ['with a column more goes on', false, eight.slice(0, 4), eight.slice(0, 5)],
    ['with a column less begins one', true, eight.slice(0, 5), eight.slice(0, 4)],
  ])('%s', (_, isNew, first, second) => {
    expect(headingBelow(1, [first, ...body, second, ...body])).toBe(isNew ? 4 : undefined);
  });

  const ruler = ['---', '---'];
  it.each<[what: string, isNew: boolean, rows: Rows]>([
    ['drawn over dashes begins a table', true, [[], ['Zebra', 'River'], ruler]],
    ['below a title too', true, [['Spares'], ['Zebra', 'River'], ruler]],
    ['not of one word', false, [[], ['Zebra'], ruler]],
    ['not over one dash', false, [[], ['Zebra', 'River'], ['---']]],
    ['not below a line', false, [['3', 'Wire'], ['Zebra', 'River'], ruler]],
  ])('%s: %s', (_, isNew, rows) => {
    expect(headingBelow(1, [['Qty', 'Part'], ...body, ...rows, ...body])).toBe(isNew ? 5 : undefined);
  });
});

describe('a heading of which one word is known', () => {
  const headingOf = (rows: Rows): number | undefined => findTables(tableOf(rows))[0]?.map.headerRow;
  const head = ['Gizmo', 'Qty'];
  const lines = (...quantities: readonly string[]): Rows => quantities.map((quantity) => ['Spacer', quantity]);

  it.each<[what: string, isSo: boolean, rows: Rows]>([
    ['over two numbers', true, lines('4', '1')],
    ['not over one', false, lines('4')],
    ['over four of five', true, lines('4', '1', 'few', '8', '2')],
    ['not over three of four', false, lines('4', '1', 'few', '8')],
  ])('stands %s: %s', (_, isSo, rows) => {
    expect(headingOf([head, ...rows])).toBe(isSo ? 1 : undefined);
  });

  it.each([
    [4, 5],
    [5, undefined],
  ])('stands below %i titles: in row %s', (titles, row) => {
    expect(headingOf([...Array.from({ length: titles }, () => ['Lamp']), head, ...lines('4', '1', '8')])).toBe(row);
  });

  it('is as wide as what is below', () => {
    const wide = lines('4', '1', '8').map((row) => [...row, 'red']);
    expect(headingOf([head, ...wide])).toBeUndefined();
    expect(headingOf([head, ...wide.slice(1), ...lines('3', '5')])).toBeUndefined();
    expect(headingOf([head, ...wide.slice(2), ...lines('3', '5')])).toBe(1);
  });
});
