import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { tableOf } from './documents.ts';

const mapOf = (rows: readonly (readonly Cell[])[]) => parseLines(tableOf(rows)).detected.map;

const body = [
  ['Spacer', '4'],
  ['Lid', '1'],
  ['Screw', '8'],
];

describe('a heading of which one word is known', () => {
  it('stands over a column of numbers', () => {
    expect(mapOf([['Gizmo', 'Qty'], ...body])).toMatchObject({ headerRow: 1, columns: { 1: 'quantity' } });
  });

  it('stands over a column of designators', () => {
    const rows = [['Designator', 'Gizmo'], ...body.map(([name], at) => [`X${at + 1}`, name ?? ''])];
    expect(mapOf(rows)).toMatchObject({ headerRow: 1, columns: { 0: 'reference' } });
  });

  it('may stand below a title', () => {
    expect(mapOf([['Lamp, second edition'], [], ['Gizmo', 'Qty'], ...body])).toMatchObject({ headerRow: 3 });
  });

  it('is none where the row holds a number', () => {
    expect(mapOf([['Qty', '7'], ...body])?.headerRow).toBeUndefined();
  });

  it('is none far down a sheet', () => {
    const many = Array.from({ length: 8 }, () => ['Spacer', '4']);
    expect(mapOf([...many, ['Gizmo', 'Qty'], ...body])?.headerRow).toBeUndefined();
  });
});

describe('a row of values', () => {
  it('is no heading, though two of its words could head columns', () => {
    const rows = [
      ['R1', 'Value', '10k', '0603', 'Reference'],
      ['R2', 'x', '22k', '0603', 'y'],
    ];
    expect(mapOf(rows)?.headerRow).toBeUndefined();
  });
});

describe('a row whose words could head columns', () => {
  it('is a line where the rows around say the same in the same column', () => {
    const rows = [
      ['Qty', 'Part', 'Notes', 'Shop'],
      ['2', 'Opamp', 'dual', 'link'],
      ['1', 'Resistor kit', 'all values', 'link'],
      ['4', 'Spacer', 'M3', 'link'],
    ];
    const bom = parseLines(tableOf(rows));
    expect(bom.lines.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(bom.doubts.map(({ code }) => code)).not.toContain('other_tables');
  });
});

describe('a lone text right below the heading', () => {
  it('names a section, as one behind a blank row does', () => {
    const rows = [['Item', 'Qty', 'Cost'], ['Power'], ['Battery', '1', '2.5'], [], ['Sensors'], ['Probe', '2', '9.0']];
    expect(parseLines(tableOf(rows)).lines.map(({ row }) => row)).toEqual([3, 6]);
  });
});

describe('a list as shops take it', () => {
  const codes = ['AB-1200', 'CD-3400', 'EF-5600'];

  it('is order numbers and quantities, in either order', () => {
    expect(mapOf(codes.map((code, at) => [code, `${10 * at + 5}`]))).toMatchObject({
      columns: { 1: 'quantity' },
    });
    expect(mapOf(codes.map((code, at) => [`${10 * at + 5}`, code]))).toMatchObject({
      columns: { 0: 'quantity' },
    });
  });

  it('is names and quantities where the texts are words', () => {
    expect(mapOf(body)?.columns).toEqual({ 0: 'description', 1: 'quantity' });
  });

  it('is none where the numbers count the rows', () => {
    expect(mapOf(body.map(([name], at) => [`${at + 1}`, name ?? '']))?.columns[0]).not.toBe('quantity');
  });
});
