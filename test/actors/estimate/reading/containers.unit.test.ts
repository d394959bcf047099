import { describe, expect, it } from 'vitest';
import { usualReadLimits } from '../../../../actors/estimate/reading/limits.ts';
import { type ReadOptions, readDocument } from '../../../../actors/estimate/reading/read-document.ts';
import type { Sheet } from '../../../../domain/estimate/parse/document.ts';
import { compoundFile, record, sheetPart, shorts, workbookStream, xlsWorkbook } from './xls-workbook.ts';
import { archive } from './zip-archive.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

const sheetsOf = (bytes: Uint8Array): readonly Sheet[] => {
  const result = readDocument(bytes);
  if (result.kind === 'failure') throw new Error(`${result.failure.code}: ${result.failure.text}`);
  return result.document.sheets;
};

const codeOf = (bytes: Uint8Array, options: ReadOptions = {}): string => {
  const result = readDocument(bytes, options);
  return result.kind === 'failure' ? result.failure.code : 'document';
};

const ods = (tables: string): Uint8Array =>
  archive({
    mimetype: ascii('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': ascii(
      `<office:document-content><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ),
  });

const xml2003 = (rows: string): Uint8Array =>
  ascii(
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:x"><Worksheet ss:Name="BOM"><Table>${rows}</Table></Worksheet></Workbook>`,
  );

describe('a spreadsheet of before 2007', () => {
  const table = [
    ['Qty', 'MPN'],
    [5, 'LM358DR'],
    [-1, 'NE555P'],
  ];

  it('gives texts and numbers', () => {
    expect(sheetsOf(xlsWorkbook(table))).toMatchObject([{ name: 'Sheet1', hidden: false, rows: table }]);
  });

  it('shares texts over records that go on, in one byte or two', () => {
    const wide = Buffer.concat([shorts(4), Buffer.from([1]), Buffer.from('Ω中', 'utf16le')]);
    const strings = record(
      0xfc,
      Buffer.from([2, 0, 0, 0, 2, 0, 0, 0]),
      shorts(3),
      Buffer.from([0]),
      Buffer.from('Qty'),
      wide,
    );
    const more = record(0x3c, Buffer.from([0]), Buffer.from('ab'));
    const cell = (row: number, text: number) => record(0xfd, shorts(row, 0, 0), Buffer.from([text, 0, 0, 0]));
    const sheet = sheetPart([]);
    const withCells = Buffer.concat([sheet.subarray(0, -4), cell(0, 0), cell(1, 1), sheet.subarray(-4)]);
    expect(sheetsOf(compoundFile(workbookStream([withCells], [strings, more])))[0]?.rows).toEqual([['Qty'], ['Ω中ab']]);
  });

  it.each([
    ['legacy_spreadsheet', compoundFile(workbookStream([sheetPart(table)]), (entries) => entries.writeUInt32LE(2, 8))],
    ['legacy_spreadsheet', xlsWorkbook(table).subarray(0, 1_500)],
    [
      'legacy_spreadsheet',
      compoundFile(workbookStream([sheetPart(table)], [record(0xfc, Buffer.from([9, 0, 0, 0, 9, 0, 0, 0]))])),
    ],
    ['password_protected', compoundFile(workbookStream([sheetPart(table)], [record(0x2f, shorts(0))]))],
    ['empty', xlsWorkbook([])],
  ])('%s where it cannot be read', (code, bytes) => {
    expect(codeOf(bytes)).toBe(code);
  });

  it('with fewer cells than allowed only', () => {
    expect(codeOf(xlsWorkbook(table), { limits: { ...usualReadLimits, maxCells: 3 } })).toBe('too_many_cells');
  });
});

describe('an OpenDocument spreadsheet', () => {
  it('gives values, repeats and texts of several paragraphs', () => {
    const rows = [
      '<table:table-row><table:table-cell office:value-type="string"><text:p>Qty</text:p></table:table-cell><table:table-cell><office:annotation><text:p>note</text:p></office:annotation><text:p>MPN</text:p></table:table-cell></table:table-row>',
      '<table:table-row table:number-rows-repeated="2"/>',
      '<table:table-row><table:table-cell office:value-type="float" office:value="5"><text:p>5</text:p></table:table-cell><table:table-cell><text:p>LM358<text:s text:c="2"/>DR</text:p><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"/><table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell></table:table-row>',
      '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>',
    ];
    expect(sheetsOf(ods(`<table:table table:name="A">${rows.join('')}</table:table>`))).toMatchObject([
      { name: 'A', rows: [['Qty', 'MPN'], [], [], [5, 'LM358  DR\nx', '', '', '007']] },
    ]);
  });

  it('that repeats a filled row a million times is refused', () => {
    const row =
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>';
    expect(codeOf(ods(`<table:table>${row}</table:table>`))).toBe('too_many_rows');
  });
});

describe('markup', () => {
  it('of a workbook of 2003 is a spreadsheet', () => {
    const rows =
      '<Row><Cell><Data ss:Type="String">Qty</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">MPN</Data><Comment><ss:Data>c</ss:Data></Comment></Cell></Row><Row ss:Index="3"><Cell><Data ss:Type="Number">5</Data></Cell></Row>';
    expect(sheetsOf(xml2003(rows))).toMatchObject([{ name: 'BOM', rows: [['Qty', '', 'MPN'], [], [5]] }]);
  });

  it('of a page is its tables', () => {
    const page =
      '<html><script>if (a < b) "<table>"</script><p>x</p><table><tr><th>Qty<th>MPN</tr><tr><td rowspan=2>5</td><td>LM358&nbsp;&micro;<br>DR</td></tr><tr><td>NE555P</td></tr></table></html>';
    expect(sheetsOf(ascii(page))[0]?.rows).toEqual([
      ['Qty', 'MPN'],
      ['5', 'LM358 µ\nDR'],
      ['', 'NE555P'],
    ]);
  });

  it('without an end costs nothing', () => {
    expect(codeOf(ascii(`<table>${'<table><tr><td>'.repeat(200)}`))).toBe('too_many_sheets');
    expect(codeOf(ascii('<html><script>'))).toBe('unsupported_format');
    expect(codeOf(xml2003('<Row ss:Index="4000000000"><Cell><Data ss:Type="Number">5</Data></Cell></Row>'))).toBe(
      'too_many_rows',
    );
  });
});
