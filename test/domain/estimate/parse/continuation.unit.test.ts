import { describe, expect, it } from 'vitest';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { inTime } from '../../../support/bounded.ts';
import { tableOf } from './documents.ts';

const head = ['Item', 'Qty', 'Ref', 'MPN'];

describe('a cell of designators that goes on in the rows below', () => {
  it('is one cell of one line', () => {
    const bom = parseLines(
      tableOf([
        head,
        ['1', '5', 'C1,C2,', 'CL10B104KB8NNNC'],
        ['', '', 'C3,C4,'],
        ['', '', 'C5'],
        ['2', '1', 'U1', 'LM358DR'],
      ]),
    );
    expect(bom.lines.map(({ row, references }) => [row, references.join()])).toEqual([
      [2, 'C1,C2,C3,C4,C5'],
      [5, 'U1'],
    ]);
    expect(bom.lines[0]?.doubts).toEqual([]);
  });

  it('gives the quantity where none is stated', () => {
    const bom = parseLines(tableOf([head, ['1', '', 'C1,C2,', 'CL10B104KB8NNNC'], ['', '', 'C3']]));
    expect(bom.lines.map(({ quantity }) => quantity?.toNumber())).toEqual([3]);
  });

  it('ends where the row above does not end with a comma, or the row holds more', () => {
    const rows = [
      head,
      ['1', '2', 'C1,C2', 'CL10B104KB8NNNC'],
      ['', '', 'C3'],
      ['3', '1', 'C4,', 'CL10B105KB8NNNC'],
      ['4', '1', 'C5', ''],
    ];
    expect(parseLines(tableOf(rows)).lines.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
  });

  it('counts against the lines that may be read once', () => {
    const rows = [head, ['1', '2', 'C1,', 'CL10B104KB8NNNC'], ['', '', 'C2'], ['2', '1', 'U1', 'LM358DR']];
    const bom = parseLines(tableOf(rows), { maxLines: 1 });
    expect(bom.lines.map(({ references }) => references.length)).toEqual([2]);
    expect(bom.doubts.map(({ code }) => code)).toContain('lines_cut');
  });

  it('over thousands of rows costs no more than its length', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ['', '', `C${at},`]);
    inTime(10_000, () => parseLines(tableOf([head, ['1', '2', 'R1,', 'LM358DR'], ...rows])));
  });
});
