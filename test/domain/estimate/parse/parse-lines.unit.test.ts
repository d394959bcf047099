import { describe, expect, it } from 'vitest';
import type { Cell, Document } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { amount } from '../../../../domain/money.ts';
import { inTime } from '../../../support/bounded.ts';

const emptySheet = { name: '', hidden: false, hiddenRows: [], hiddenColumns: [], merged: [] };

const table = (rows: readonly (readonly Cell[])[], more: Partial<Document> = {}): Document => ({
  format: 'csv',
  delimiter: ',',
  sheets: [{ name: '', hidden: false, rows, hiddenRows: [], hiddenColumns: [], merged: [] }],
  ...more,
});

const head = ['Designator', 'Qty', 'MPN', 'Manufacturer'];
const parts = [
  ['R1,R2', '2', 'RC0603FR-0710KL', 'Yageo'],
  ['C1-C3', '3', 'CL10B104KB8NNNC', 'Samsung'],
  ['U1', '1', 'LM358DR', 'TI'],
];

const codes = (document: Document, row: number): readonly string[] =>
  (parseLines(document).lines.find((line) => line.row === row)?.doubts ?? []).map(({ code }) => code);

describe('a table', () => {
  it('is found below a preamble, and totals, sections and notes are no lines', () => {
    const bom = parseLines(
      table([
        ['Project X', '', '', ''],
        ['Revised: 2024-03-01'],
        [],
        head,
        ['Passives', '', '', ''],
        ...parts,
        ['', '6', '', ''],
        ['Total', '6', '', ''],
        [],
        ['* all resistors are 1 % unless something else is said in the schematic'],
      ]),
    );
    expect(bom.detected.map).toMatchObject({
      headerRow: 4,
      columns: { 0: 'reference', 1: 'quantity', 2: 'part_number', 3: 'manufacturer' },
    });
    expect(bom.lines.map(({ row }) => row)).toEqual([6, 7, 8]);
    expect(bom.skipped.map(({ row, reason }) => `${row} ${reason}`)).toEqual([
      '5 section',
      '9 nothing_named',
      '10 total',
      '12 note',
    ]);
  });

  it.each(['Part', 'Model', 'Name', 'Item'])('of two columns whose first is headed %s has that heading', (heading) => {
    const bom = parseLines(table([[heading, 'Qty'], ...parts.map(([, quantity, mpn]) => [mpn ?? '', quantity ?? ''])]));
    expect(bom.detected.map).toMatchObject({ headerRow: 1, columns: { 1: 'quantity' } });
    expect(bom.lines.map(({ row }) => row)).toEqual([2, 3, 4]);
  });

  it('without a heading is read by its cells, and says so', () => {
    const bom = parseLines(table(parts));
    expect(bom.detected.map?.headerRow).toBeUndefined();
    expect(bom.detected.map?.columns).toMatchObject({ 0: 'reference', 1: 'quantity', 2: 'part_number' });
    expect(bom.lines).toHaveLength(3);
    expect(bom.doubts.map(({ code }) => code)).toContain('no_header');
  });

  it('checks the quantity against the designators', () => {
    const document = table([head, ['R1,R2,R5-R9', '7', 'RC0603FR-0710KL', ''], ['R20,R21', '3', 'RC0603FR-071KL', '']]);
    expect(codes(document, 2)).toEqual([]);
    expect(codes(document, 3)).toEqual(['reference_count_differs']);
  });

  it('takes an unknown quantity from the designators, and leaves it unknown without any', () => {
    const bom = parseLines(table([head, ['R1,R2', '', 'RC0603FR-0710KL', ''], ['', '', 'RC0603FR-071KL', '']]));
    expect(bom.lines.map(({ quantity }) => quantity?.toFixed())).toEqual(['2', undefined]);
    expect(bom.lines.map(({ doubts }) => doubts[0]?.code)).toEqual(['quantity_from_references', 'quantity_missing']);
  });

  it('marks what is not fitted, by a column or by a word', () => {
    const bom = parseLines(
      table([
        ['Designator', 'Value', 'Qty', 'DNP', 'Fitted'],
        ['R1', '10k', '1', 'DNP', ''],
        ['R2', '10k', '1', '', 'No'],
        ['R3', '10k DNP', '1', '', 'Yes'],
        ['R4', '10k', '1', '', 'Yes'],
        ['R5', '10k (не ставить)', '1', '', ''],
      ]),
    );
    expect(bom.lines.map(({ doNotPlace }) => doNotPlace)).toEqual([true, true, true, false, true]);
  });

  it('is not counted twice where a program lists grouped and then single parts', () => {
    const heading = ['Item', 'Qty', 'Reference(s)', 'Value', 'Footprint'];
    const bom = parseLines(
      table([
        ['Source:', '/board.sch'],
        heading,
        ['1', '2', 'C1, C2', '100nF', 'C_0402'],
        ['2', '1', 'R1', '10k', 'R_0402'],
        [],
        heading,
        ['', '', 'C1', '100nF', 'C_0402'],
        ['', '', 'C2', '100nF', 'C_0402'],
        ['', '', 'R1', '10k', 'R_0402'],
      ]),
    );
    expect(bom.lines.map(({ row }) => row)).toEqual([3, 4]);
    expect(bom.skipped.filter(({ reason }) => reason === 'repeated')).toHaveLength(3);
  });

  it('keeps alternative numbers, suppliers and their order numbers', () => {
    const bom = parseLines(
      table([
        ['Qty', 'MPN', 'Manufacturer', 'MPN 2', 'Manufacturer 2', 'Mouser Part Number', 'LCSC'],
        ['1', 'LM358DR', 'TI', 'LM358ADT', 'ST', '595-LM358DR', 'C7950'],
        ['2', 'BSS138PW,115', 'Nexperia', '', '', '', 'C82052'],
      ]),
    );
    expect(bom.lines[0]?.parts).toEqual([
      { partNumber: 'LM358DR', manufacturer: 'TI' },
      { partNumber: 'LM358ADT', manufacturer: 'ST' },
    ]);
    expect(bom.lines[0]?.skus).toEqual([
      { sku: '595-LM358DR', supplier: 'mouser' },
      { sku: 'C7950', supplier: 'lcsc' },
    ]);
    expect(bom.lines[1]?.parts).toEqual([{ partNumber: 'BSS138PW,115', manufacturer: 'Nexperia' }]);
  });

  it('gives every row of a merged maker its maker, but not every row of a merged quantity its quantity', () => {
    const rows = [head, ['R1', 2, 'RC0603FR-0710KL', 'Yageo'], ['R2', '', 'RC0603FR-071KL', '']];
    const merged = [1, 3].map((column) => ({ firstRow: 2, lastRow: 3, firstColumn: column, lastColumn: column }));
    const sheet = { name: 'BOM', hidden: false, rows, hiddenRows: [], hiddenColumns: [], merged };
    const bom = parseLines({ format: 'xlsx', sheets: [sheet] });
    expect(bom.lines[1]?.parts).toEqual([{ partNumber: 'RC0603FR-071KL', manufacturer: 'Yageo' }]);
    expect(bom.lines[1]?.quantity?.toFixed()).toBe('1');
  });

  it('follows a corrected map as it stands', () => {
    const document = table([
      ['a', 'b', 'c'],
      ['LM358DR', 'NE555P', '4'],
      ['LM317T', 'TL072CP', '5'],
    ]);
    const bom = parseLines(document, {
      map: { sheet: '', headerRow: 1, firstRow: 3, columns: { 1: 'part_number', 2: 'quantity' } },
    });
    expect(
      bom.lines.map(({ row, parts: named, quantity }) => [row, named[0]?.partNumber, quantity?.toFixed()]),
    ).toEqual([[3, 'TL072CP', '5']]);
  });

  it('is the best of several, and the others are offered', () => {
    const sheet = (name: string, rows: readonly (readonly Cell[])[], hidden = false) => ({
      name,
      hidden,
      rows,
      hiddenRows: [],
      hiddenColumns: [],
      merged: [],
    });
    const document: Document = {
      format: 'xlsx',
      sheets: [
        sheet('prose', [['Read me']]),
        sheet('few', [head, ...parts.slice(0, 1)]),
        sheet('all', [head, ...parts]),
        sheet('old', [head, ...parts, ...parts], true),
      ],
    };
    const bom = parseLines(document);
    expect(bom.detected.map?.sheet).toBe('all');
    expect(bom.detected.otherMaps.map(({ sheet: name }) => name)).toEqual(['few', 'old']);
    const [other] = bom.detected.otherMaps;
    expect(other && parseLines(document, { map: other }).lines).toHaveLength(1);
  });

  it('lives with a bad line', () => {
    const bom = parseLines(
      table([head, ...parts, ['???', 'lots', '', 'NN'], ['R9', '1e999', 'RC0603FR-0710KL', '=cmd()']]),
    );
    expect(bom.lines.slice(0, 3).map(({ doubts }) => doubts)).toEqual([[], [], []]);
    expect(bom.lines.at(-1)?.quantity).toBeUndefined();
  });

  it('with cells as long as a spreadsheet allows costs no more than their length', () => {
    const blanks = `1${' '.repeat(32_000)}x`;
    const bom = parseLines(table([head, ...parts, [blanks, blanks, blanks, blanks]]));
    expect(bom.lines).toHaveLength(4);
    const text = { format: 'text', sheets: [{ ...emptySheet, rows: [[blanks.repeat(20)], ['2x LM358DR']] }] } as const;
    expect(parseLines(text).lines).toHaveLength(1);
  });

  it('longer than allowed is cut, and says so', () => {
    const bom = parseLines(table([head, ...parts]), { maxLines: 2 });
    expect(bom.lines).toHaveLength(2);
    expect(bom.doubts.map(({ code }) => code)).toContain('lines_cut');
  });

  it('writes out so many designators and no more, and says of which lines it left some out', () => {
    const rows = Array.from({ length: 150 }, (_, at) => ['R1-R2000', `LM${at}A`]);
    const { lines } = parseLines(table([['Reference', 'MPN'], ...rows, ['C1,C2', 'BC547']]));
    expect(lines.flatMap(({ references }) => references)).toHaveLength(200_000);
    expect(lines[0]).toMatchObject({ quantity: amount(2_000), doubts: [{ code: 'quantity_from_references' }] });
    expect(lines[150]).toMatchObject({ references: [], doubts: [{ code: 'references_cut' }] });
    expect(lines[150]?.quantity).toBeUndefined();
    const ranges = [...'RCDLXQ'].map((letter) => `${letter}1-${letter}2000`).join(',');
    const [line] = parseLines(
      table([
        ['Reference', 'Qty', 'MPN'],
        [ranges, '5', 'LM358'],
        ['C1', '1', 'BC547'],
      ]),
    ).lines;
    expect(line?.quantity?.toFixed()).toBe('5');
    expect(line?.references).toHaveLength(10_000);
    expect(line?.doubts.map(({ code }) => code)).toEqual(['references_cut']);
  });

  it('with thousands of merged cells over all rows is read at once', () => {
    const merged = Array.from({ length: 40_000 }, () => ({
      firstRow: 2,
      lastRow: 5_001,
      firstColumn: 3,
      lastColumn: 3,
    }));
    const rows = [head, ...Array.from({ length: 5_000 }, () => ['', '1', 'LM358DR', ''])].with(1, [
      '',
      '1',
      'LM358',
      'TI',
    ]);
    const sheet = { name: '', hidden: false, rows, hiddenRows: [], hiddenColumns: [], merged };
    const { lines } = inTime(8_000, () => parseLines(table(rows, { sheets: [sheet] })));
    expect(lines.at(-1)?.parts).toEqual([{ partNumber: 'LM358DR', manufacturer: 'TI' }]);
  });

  it('without columns is read no further than its lines may go', () => {
    const rows = Array.from({ length: 20_000 }, () => ['2x LM358, '.repeat(99)]);
    const text = { format: 'text', sheets: [{ ...emptySheet, rows }] } as const;
    const { lines, doubts } = inTime(8_000, () => parseLines(text, { maxLines: 500 }));
    expect(lines).toHaveLength(500);
    expect(doubts.map(({ code }) => code)).toContain('lines_cut');
  });
});
