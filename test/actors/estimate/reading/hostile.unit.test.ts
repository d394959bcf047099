import { describe, expect, it } from 'vitest';
import { usualReadLimits } from '../../../../actors/estimate/reading/limits.ts';
import { type ReadOptions, readDocument } from '../../../../actors/estimate/reading/read-document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { archive, textCell, workbook, workbookParts } from './zip-archive.ts';

const codeOf = (bytes: Uint8Array, options: ReadOptions = {}): string => {
  const result = readDocument(bytes, options);
  return result.kind === 'failure' ? result.failure.code : 'document';
};

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const row = (cells: string): string => `<sheetData><row r="1">${cells}</row></sheetData>`;
const good = row(`${textCell('A1', 'MPN')}${textCell('B1', 'Qty')}`);
const compound = (stream: string): Uint8Array =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(500),
    Buffer.from(stream, 'utf16le'),
  ]);

/** Declares another inflated size for a part than it has, in the archive's directory. */
const withDeclaredSize = (bytes: Uint8Array, name: string, size: number): Uint8Array => {
  const lying = Buffer.from(bytes);
  const at = lying.lastIndexOf(name) - 46;
  lying.writeUInt32LE(size, at + 24);
  return lying;
};

const zeros = workbook(good, { 'xl/media/zeros': new Uint8Array(8 * 1024 * 1024) });

describe('a hostile file is refused with its reason', () => {
  it('a bomb that declares its size', () => {
    const limits = { ...usualReadLimits, maxInflatedBytes: 4 * 1024 * 1024, maxInflationRatio: 10_000 };
    expect(codeOf(zeros, { limits })).toBe('inflates_too_much');
  });

  it('a part that inflates a thousandfold', () => {
    const limits = { ...usualReadLimits, maxInflationRatio: 100 };
    expect(codeOf(zeros, { limits })).toBe('inflates_too_much');
  });

  it('a bomb that lies about its size', () => {
    const bomb = workbook(`<!--${' '.repeat(4 * 1024 * 1024)}-->`);
    expect(codeOf(withDeclaredSize(bomb, 'xl/worksheets/sheet1.xml', 1000))).toBe('inflates_too_much');
  });

  it('an archive of too many parts', () => {
    const parts = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`p${at}`, new Uint8Array(1)]));
    expect(codeOf(workbook(good, parts))).toBe('inflates_too_much');
  });

  it.each([
    ['nested_archive', workbook(good, { 'inner.zip': archive({ a: new Uint8Array(3) }) })],
    ['macros', workbook(good, { 'xl/vbaProject.bin': new Uint8Array(3) })],
    ['external_links', workbook(good, { 'xl/externalLinks/externalLink1.xml': ascii('<externalLink/>') })],
    ['password_protected', compound('EncryptedPackage')],
    ['legacy_spreadsheet', compound('Workbook')],
    ['malformed', workbook(good).subarray(0, 700)],
    [
      'malformed',
      archive({
        ...workbookParts(good),
        'xl/worksheets/sheet1.xml': ascii('<worksheet><sheetData><row r="1"><c r="A1"'),
      }),
    ],
    [
      'malformed',
      archive({ ...workbookParts(good), 'xl/worksheets/sheet1.xml': ascii('<worksheet><sheetData><row r="1">') }),
    ],
    ['unsupported_format', archive({ 'a.txt': ascii('hello') })],
    ['unsupported_format', ascii('%PDF-1.7 ...')],
    ['unsupported_format', ascii('<!DOCTYPE html><html></html>')],
    ['unsupported_format', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 37) % 251))],
    ['empty', new Uint8Array(0)],
    ['empty', ascii(' \n\n ')],
    ['empty', workbook('<sheetData/>')],
    ['malformed', ascii('[{"a": 1},')],
  ])('%s', (code, bytes) => {
    expect(codeOf(bytes)).toBe(code);
  });

  it('entities of its own', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData/></worksheet>';
    expect(codeOf(archive({ ...workbookParts(good), 'xl/worksheets/sheet1.xml': ascii(bomb) }))).toBe(
      'forbidden_markup',
    );
  });

  it('a text sent as a spreadsheet', () => {
    expect(codeOf(ascii('MPN,Qty\nLM358,1\n'), { format: 'xlsx' })).toBe('wrong_format');
  });

  it('a spreadsheet sent as a text is read as what it is', () => {
    expect(codeOf(workbook(good), { format: 'csv' })).toBe('document');
  });

  it('10,000 columns', () => {
    expect(codeOf(ascii(`MPN,Qty\n${'x,'.repeat(10_000)}\n`))).toBe('too_many_columns');
    expect(codeOf(workbook(row(textCell('NTP1', 'x'))))).toBe('too_many_columns');
  });

  it('a line of 50 MB', () => {
    const line = new Uint8Array(50 * 1024 * 1024).fill(0x41);
    expect(codeOf(line)).toBe('too_large');
    expect(codeOf(line, { limits: { ...usualReadLimits, maxBytes: 100 * 1024 * 1024 } })).toBe('line_too_long');
  });

  it('more cells than allowed', () => {
    expect(codeOf(workbook(good), { limits: { ...usualReadLimits, maxCells: 1 } })).toBe('too_many_cells');
  });

  it('an unknown character set', () => {
    expect(codeOf(ascii('MPN,Qty\nLM358,1\n'), { encoding: 'klingon' })).toBe('unknown_encoding');
  });
});

describe('a file that only looks bad is read', () => {
  it('1,048,576 empty rows cost no more than their markup', () => {
    const empty = Array.from({ length: 1_048_575 }, (_, at) => `<row r="${at + 2}"/>`).join('');
    const bytes = workbook(
      `<sheetData><row r="1">${textCell('A1', 'MPN')}${textCell('B1', 'Qty')}</row>${empty}</sheetData>`,
    );
    const result = readDocument(bytes);
    expect(result.kind === 'document' && result.document.sheets[0]?.rows).toEqual([['MPN', 'Qty']]);
  });

  it('a formula in a text stays text', () => {
    const result = readDocument(
      ascii('MPN,Qty,Description\nLM358DR,1,"=HYPERLINK(""http://x"")"\nNE555P,=1+1,@SUM(A1)\n'),
    );
    if (result.kind === 'failure') throw new Error(result.failure.text);
    const { lines } = parseLines(result.document);
    expect(lines[0]?.description).toBe('=HYPERLINK("http://x")');
    expect(lines[1]?.quantity).toBeUndefined();
  });
});
