import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { findTables, rowContext } from '../../../../domain/estimate/parse/find-tables.ts';
import { tableOf } from './documents.ts';

type Rows = readonly (readonly Cell[])[];

const parts: Rows = [
  ['4', 'LM358DR'],
  ['1', 'BC547B'],
  ['8', 'NE555P'],
];

const head = ['Qty', 'MPN'];

/** A table of so many lines. */
const tableWith = (lines: number): Rows => [head, ...Array.from({ length: lines }, () => ['4', 'LM358DR'])];

const scoreOf = (rows: Rows, hidden = false): number | undefined => {
  const [sheet] = tableOf(rows).sheets;
  return sheet && findTables(tableOf([], { sheets: [{ ...sheet, hidden }] }))[0]?.score;
};

describe('the rank of a table', () => {
  it('is of its roles, for two lines and for each doubling of them', () => {
    expect(scoreOf(tableWith(1))).toBeCloseTo(6);
    expect(scoreOf(tableWith(3))).toBeCloseTo(12);
    expect(scoreOf(tableWith(7))).toBeCloseTo(18);
  });

  it.each<[heading: string, cells: readonly [string, string, string], worth: number]>([
    ['Reference', ['R1', 'Q1', 'U1'], 2.5],
    ['Mouser Part Number', ['595-LM358DR', '512-BC547B', '595-NE555P'], 1.5],
    ['Manufacturer', ['TI', 'onsemi', 'TI'], 1.5],
    ['Description', ['Opamp, dual', 'Transistor', 'Timer'], 1],
    ['Value', ['10k', '4k7', '100k'], 1],
    ['Package', ['SOIC-8', 'TO-92', 'DIP-8'], 0.5],
    ['Unit price', ['0.50', '0.10', '0.25'], 0.3],
    ['Notes', ['spare', 'socket', 'spare'], 0],
  ])('counts a column of %s', (heading, cells, worth) => {
    const rows = [[...head, heading], ...parts.map((row, at) => [...row, cells[at] ?? ''])];
    expect(scoreOf(rows)).toBeCloseTo(2 * (6 + worth));
  });

  it('counts a role once, and every line without a heading', () => {
    expect(scoreOf([[...head, 'MPN 2'], ...parts.map((row) => [...row, 'TL072CP'])])).toBeCloseTo(12);
    expect(findTables(tableOf(parts.map(([quantity, mpn]) => [mpn ?? '', `${quantity}`, 'SOIC-8'])))[0]).toMatchObject({
      map: { sheet: '' },
      endRow: 4,
    });
  });

  it('counts the lines of a thousand rows', () => {
    expect(scoreOf(tableWith(1_000))).toBeCloseTo(6 * Math.log2(1_001), 8);
    expect(scoreOf(tableWith(1_001))).toBeCloseTo(6 * Math.log2(1_001), 8);
  });

  it('is a tenth of that on a hidden sheet, which is found all the same', () => {
    expect(scoreOf(tableWith(1), true)).toBeCloseTo(0.6);
  });

  it('is that of its own lines, and the better one is first', () => {
    const second = ['Reference', 'Value'];
    const rows = [head, ...parts.slice(0, 2), second, ['R1', '10k'], ['R2', '4k7'], ['C1', '100nF'], head, ...parts];
    expect(
      findTables(tableOf(rows)).map(({ map, endRow, score }) => [map.headerRow, endRow, score.toFixed(2)]),
    ).toEqual([
      [8, 12, '12.00'],
      [1, 4, (6 * Math.log2(3)).toFixed(2)],
      [4, 8, '7.00'],
    ]);
  });

  it('is none without a line', () => {
    const rows = [head, [], ['Reference', 'Value'], ['R1', '10k']];
    expect(findTables(tableOf(rows)).map(({ map }) => map.headerRow)).toEqual([3]);
  });
});

describe('a table below a row of words over numbers', () => {
  it('is the only one where its heading is known', () => {
    const rows = [['Gizmo', 'Qty'], ['Spacer', '4'], ['Lid', '1'], head, ...parts];
    expect(findTables(tableOf(rows)).map(({ map }) => map.headerRow)).toEqual([4]);
  });
});

describe('words over numbers', () => {
  const headingOf = (row: readonly Cell[], rows: Rows): number | undefined =>
    findTables(tableOf([row, ...rows]))[0]?.map.headerRow;
  const lines: Rows = [
    ['Spacer', '4'],
    ['Lid', '1'],
    ['Screw', '8'],
  ];

  it.each<[what: string, isSo: boolean, row: readonly Cell[], rows: Rows]>([
    ['of which one is known', true, ['Gizmo', 'Qty'], lines],
    ['of which none is', false, ['Gizmo', 'Widget'], lines],
    ['but one of them a number', false, [2024, 'Qty'], lines],
    ['but one of them a link', false, ['https://shop.example/', 'Qty'], lines],
    ['of 41 letters', true, [`G${'x'.repeat(40)}`, 'Qty'], lines],
    ['of 42 letters', false, [`G${'x'.repeat(41)}`, 'Qty'], lines],
    ['of one alone', false, ['Qty'], lines.map(([, quantity = '']) => [quantity])],
    ['over no more than one line', false, ['Gizmo', 'Qty'], lines.slice(0, 1)],
    ['over prices', true, ['Gizmo', 'Qty'], lines.map(([name = '', quantity]) => [name, `${quantity}.50 €`])],
    ['over designators', true, ['Gizmo', 'Qty'], lines.map(([name = '', quantity]) => [name, `R${quantity}`])],
    ['over more words', false, ['Gizmo', 'Qty'], lines.map(([name = '']) => [name, name])],
  ])('%s are a heading: %s', (_, isSo, row, rows) => {
    expect(headingOf(row, rows)).toBe(isSo ? 1 : undefined);
  });
});

describe('a list of two columns as shops take it', () => {
  const usual = ['100', '250', '1000', '500', '2000'];

  /** What the columns of such a list without heading mean. */
  const columnsOf = (texts: readonly string[], quantities = usual) =>
    findTables(tableOf(texts.map((text, at) => [text, quantities[at] ?? ''])))[0]?.map.columns;

  it.each<[what: string, role: string | undefined, texts: readonly string[]]>([
    ['names', 'description', ['Spacer', 'Lid', 'Screw']],
    ['part numbers', 'part_number', ['BSS84', 'BC547', 'BC557']],
    ['part numbers of which one is an order number', 'supplier_sku', ['BSS84', 'BC547', '12-ABCD']],
    ['codes', 'supplier_sku', ['AB/1', 'CD/2', 'EF/3']],
    ['codes but for one of five', 'supplier_sku', ['AB/1', 'CD/2', 'EF/3', 'GH/4', 'Lamp/5']],
    ['codes but for two of five', 'description', ['AB/1', 'CD/2', 'EF/3', 'Door/4', 'Lamp/5']],
    ['part numbers but for one of five', 'part_number', ['BSS84', 'BC547', 'BC557', 'BC337', 'AB/1']],
    ['two texts alone', undefined, ['AB/1', 'CD/2']],
    ['codes without a letter', undefined, ['12/1', '12/2', '12/3']],
    ['codes of which one has no letter', undefined, ['AB/1', 'CD/2', '12/3']],
    ['codes of which one is not there', undefined, ['AB/1', '', 'EF/3']],
  ])('of %s is one of %s', (_, role, texts) => {
    expect(columnsOf(texts)).toEqual(role && { 0: role, 1: 'quantity' });
  });

  it('may have the quantities in front', () => {
    expect(columnsOf(usual.slice(0, 3), ['BSS84', 'BC547', 'BC557'])).toEqual({ 0: 'quantity', 1: 'part_number' });
  });

  const codes = ['AB/1', 'CD/2', 'EF/3'];
  it.each<[what: string, isList: boolean, quantities: readonly string[]]>([
    ['of whole numbers', true, ['100', '250', '1000']],
    ['that count the rows', false, ['1', '2', '3']],
    ['that count but the first row', true, ['1', '20', '30']],
    ['that count from two', true, ['2', '3', '4']],
    ['of which one is a word', false, ['100', 'some', '1000']],
    ['of which one is not there', false, ['100', '', '1000']],
  ])('has quantities %s: %s', (_, isList, quantities) => {
    expect(columnsOf(codes, [...quantities])).toEqual(isList ? { 0: 'supplier_sku', 1: 'quantity' } : undefined);
  });

  it('has two columns, whatever rows hold far below', () => {
    const long = Array.from({ length: 60 }, (_, at) => ['AB/1', `${100 + at}`]);
    const wide = (row: number) => findTables(tableOf(long.with(row - 1, ['AB/1', '7', 'x'])))[0]?.map.columns;
    expect(wide(51)).toEqual({ 0: 'supplier_sku', 1: 'quantity' });
    expect(wide(50)).toBeUndefined();
  });
});

describe('what the kind of a row depends on', () => {
  const priced = ['Ref', 'MPN', 'Qty', 'Price'];
  const columns = { 0: 'reference', 1: 'part_number', 2: 'quantity', 3: 'price' } as const;
  const line = (price: string): readonly string[] => ['R1', 'RC0603', '1', price];
  const sum: Rows = [['', '', '', '6']];
  const lines = ['1', '2', '3'].map(line);

  it('are the sums of its own table', () => {
    const sumsIn = (rows: Rows, map: object, endRow = rows.length + 1) => [
      ...(rowContext(rows, { sheet: '', columns, ...map }, endRow).sums ?? []),
    ];
    expect(sumsIn([priced, ...lines, ...sum], { headerRow: 1 })).toEqual([4]);
    expect(sumsIn([priced, ...lines, ...sum], { headerRow: 1 }, 5)).toEqual([]);
    expect(sumsIn([priced, line('4'), ...lines, ...sum], { headerRow: 1, firstRow: 3 })).toEqual([5]);
    expect(sumsIn([priced, line('4'), ...lines, ...sum], { headerRow: 1 })).toEqual([]);
  });

  it('is where its table ends', () => {
    const tailIn = (rows: Rows, map: object, endRow = rows.length + 1) =>
      rowContext(rows, { sheet: '', columns, ...map }, endRow).tail;
    const strange: Rows = [[], ['Rev', 'Date', 'Who'], ['A', 'May', 'me']];
    expect(tailIn([priced, ...lines], { headerRow: 1 })).toBe(4);
    expect(tailIn([priced, ...lines, ...lines], { headerRow: 1 }, 6)).toBe(5);
    expect(tailIn([priced, ...lines, ...strange], { headerRow: 1 })).toBe(5);
    // A caller who says which row is the last knows.
    expect(tailIn([priced, ...lines, ...strange], { headerRow: 1, lastRow: 7 })).toBeUndefined();
  });

  it('is how full the first two hundred rows are', () => {
    const full = ['R1', 'RC0603', '1', '2'];
    const usual = (sparse: number) =>
      rowContext(
        [priced, ...Array.from({ length: sparse }, () => ['R1', 'RC0603']), ...Array.from({ length: 300 }, () => full)],
        { sheet: '', headerRow: 1, columns },
        sparse + 302,
      ).usualCells;
    expect([usual(150), usual(151)]).toEqual([4, 2]);
  });
});
