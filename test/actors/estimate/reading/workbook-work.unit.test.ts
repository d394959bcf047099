import { describe, expect, it } from 'vitest';
import { usualReadLimits } from '../../../../actors/estimate/reading/limits.ts';
import { type ReadOptions, type ReadResult, readDocument } from '../../../../actors/estimate/reading/read-document.ts';
import { archive, textCell, workbook, workbookParts } from './zip-archive.ts';

/**
 * Small files that take long to read: what is counted here is the work that each asks for, at
 * limits that no test waits for.
 */

const limits = { ...usualReadLimits, maxRows: 1_000, maxColumns: 100, maxCells: 5_000 };
const read = (bytes: Uint8Array, options: ReadOptions = {}): ReadResult => readDocument(bytes, { limits, ...options });
const refusal = (result: ReadResult) => (result.kind === 'failure' ? result.failure : undefined);
const cell = textCell('A1', 'MPN');
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A workbook that lists sheets as the given parts. */
const listing = (parts: readonly string[], sheets: Readonly<Record<string, string>>): Uint8Array => {
  const entries = parts.map((_, at) => `<sheet name="s${at}" sheetId="${at + 1}" r:id="r${at}"/>`);
  const targets = parts.map(
    (part, at) => `<Relationship Id="r${at}" Type="http://x/worksheet" Target="worksheets/${part}"/>`,
  );
  const markup = Object.entries(sheets).map(([name, content]) => [
    `xl/worksheets/${name}`,
    ascii(`<worksheet>${content}</worksheet>`),
  ]);
  return archive({
    ...workbookParts(''),
    'xl/workbook.xml': ascii(`<workbook><sheets>${entries.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': ascii(`<Relationships>${targets.join('')}</Relationships>`),
    ...Object.fromEntries(markup),
  });
};

describe('the work that a workbook asks for', () => {
  it.each([
    ['a negative number', '<col min="-20000" max="2" hidden="1"/>', [0, 1]],
    ['the same number a thousand times', '<col min="1" max="3" hidden="1"/>'.repeat(1_000), [0, 1, 2]],
  ])('hidden columns with %s are the columns that there can be, each once', (_, columns, hiddenColumns) => {
    const result = read(workbook(`<cols>${columns}</cols><sheetData><row r="1">${cell}</row></sheetData>`));
    expect(result).toMatchObject({ kind: 'document', document: { sheets: [{ hiddenColumns }] } });
  });

  it('hidden rows are the rows that there can be, each once', () => {
    const hidden = '<row r="2" hidden="1"/><row r="2" hidden="1"/><row r="9999999" hidden="1"/>';
    const result = read(workbook(`<sheetData><row r="1">${cell}</row>${hidden}</sheetData>`));
    expect(result).toMatchObject({ kind: 'document', document: { sheets: [{ hiddenRows: [2] }] } });
  });

  it('merged cells that together span more rows than a sheet may have are refused', () => {
    const row = `<row r="900">${textCell('A900', 'x')}</row>`;
    const merges = '<mergeCell ref="A1:A900"/>'.repeat(3);
    const result = read(workbook(`<sheetData>${row}</sheetData><mergeCells>${merges}</mergeCells>`));
    expect(refusal(result)).toEqual({
      code: 'too_many_merges',
      text: 'the merged cells of the file span more than 1000 rows',
    });
  });

  it('merged cells are kept as far as the sheet has rows', () => {
    const merges = '<mergeCell ref="A1:A1000000"/><mergeCell ref="A7:B9"/>';
    const result = read(workbook(`<sheetData><row r="1">${cell}</row></sheetData><mergeCells>${merges}</mergeCells>`));
    expect(result).toMatchObject({
      document: { sheets: [{ merged: [{ firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 0 }] }] },
    });
  });

  it('a sheet that is listed twice is refused', () => {
    const result = read(listing(['a.xml', 'a.xml'], { 'a.xml': `<sheetData><row r="1">${cell}</row></sheetData>` }));
    expect(refusal(result)).toEqual({
      code: 'malformed',
      text: 'the spreadsheet is damaged: it lists one sheet more than once',
    });
  });

  it('rows are counted over all sheets, empty ones before the last included', () => {
    const far = `<sheetData><row r="600">${textCell('A600', 'x')}</row></sheetData>`;
    const result = read(listing(['a.xml', 'b.xml'], { 'a.xml': far, 'b.xml': far }));
    expect(refusal(result)).toEqual({ code: 'too_many_rows', text: 'the sheets of the file have more than 1000 rows' });
  });

  it('cells are counted with the empty ones before them', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `<row r="${at + 1}">${textCell(`CV${at + 1}`, 'x')}</row>`);
    expect(refusal(read(workbook(`<sheetData>${rows.join('')}</sheetData>`)))).toEqual({
      code: 'too_many_cells',
      text: 'the file has more than 5000 cells, empty ones before the last of a row included',
    });
  });

  it('a shared text counts wherever it stands', () => {
    const strings = `<sst><si><t>${'a'.repeat(30_000)}</t></si></sst>`;
    const cells = Array.from(
      { length: 400 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`,
    );
    const result = read(
      workbook(`<sheetData>${cells.join('')}</sheetData>`, {
        'xl/_rels/workbook.xml.rels': ascii(
          '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        ),
        'xl/sharedStrings.xml': ascii(strings),
      }),
    );
    expect(refusal(result)?.code).toBe('too_many_characters');
  });

  it('a cell that is longer than a cell may be is refused, not cut', () => {
    const result = read(workbook(`<sheetData><row r="1">${textCell('A1', 'x'.repeat(32_768))}</row></sheetData>`));
    expect(refusal(result)).toEqual({ code: 'cell_too_long', text: 'a cell has more than 32767 characters' });
  });
});
