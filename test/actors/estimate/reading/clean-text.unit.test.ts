import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../actors/estimate/reading/read-document.ts';
import { textCell, workbook } from './zip-archive.ts';

/**
 * What text columns of the database do not hold, and nobody types: controls of ASCII but tabs and
 * ends of lines.
 */
const unwanted = /(?![\t\n\r\u0080-\u009f])\p{Cc}/u;

const textsOf = (bytes: Uint8Array): readonly string[] => {
  const result = readDocument(bytes);
  if (result.kind === 'failure') throw new Error(result.failure.text);
  return result.document.sheets.flatMap(({ name, rows }) => [name, ...rows.flat().map(String)]);
};

const isClean = (text: string): boolean => !unwanted.test(text) && text.isWellFormed();

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    .map((code) => `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`)
    .join('');

const utf16 = fc.array(fc.oneof(fc.nat(0x9f), fc.integer({ min: 0xd7f0, max: 0xe010 })), {
  minLength: 1,
  maxLength: 12,
});
const texts = utf16.map((codes) => `a${String.fromCharCode(...codes)}b`);

describe('text of a document holds nothing that cannot be stored, whatever the document holds', () => {
  it('in a workbook', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const sheet = `<sheetData><row r="1">${textCell('A1', escaped(text))}</row></sheetData>`;
        expect(textsOf(workbook(sheet)).every(isClean)).toBe(true);
      }),
    );
  });

  it('in JSON, in keys as in values', () => {
    fc.assert(
      fc.property(texts, texts, (key, value) => {
        expect(textsOf(Buffer.from(JSON.stringify([{ mpn: 'LM358DR', [key]: value }]))).every(isClean)).toBe(true);
      }),
    );
  });

  it('in a text, behind what is looked at to tell its format', () => {
    const lines = `Qty,MPN\n${'5,LM358DR\n'.repeat(600)}`;
    fc.assert(
      fc.property(texts, (text) => {
        expect(textsOf(Buffer.from(`${lines}5,${text.replaceAll(/[,"\r\n]/gu, '')}\n`)).every(isClean)).toBe(true);
      }),
    );
  });

  it('and what stands around a zero character is one text', () => {
    const sheet = `<sheetData><row r="1">${textCell('A1', 'LM_x0000_358DR')}</row></sheetData>`;
    expect(textsOf(workbook(sheet))).toEqual(['BOM', 'LM358DR']);
  });
});

describe('names that every object has mean nothing', () => {
  const names = ['toString', 'valueOf', 'constructor', '__proto__', '__defineGetter__', 'hasOwnProperty'];

  it('as entities of a workbook, which stay as they stand', () => {
    const short = names.filter((name) => name.length <= 8);
    const text = short.map((name) => `&${name};`).join('');
    const sheet = `<sheetData><row r="1">${textCell('A1', text)}</row></sheetData>`;
    expect(textsOf(workbook(sheet))).toEqual(['BOM', text]);
  });

  it('as elements of a workbook, which are passed over', () => {
    const elements = names.map((name) => `<${name}></${name}>`).join('');
    expect(textsOf(workbook(`${elements}<sheetData><row r="1">${textCell('A1', 'MPN')}</row></sheetData>`))).toEqual([
      'BOM',
      'MPN',
    ]);
  });

  it('as keys of JSON, which are headings like others', () => {
    const objects = names.map((name) => `{"mpn":"LM358DR","${name}":"${name}"}`);
    const rows = textsOf(Buffer.from(`[${objects.join(',')},{"mpn":"x"}]`));
    expect(rows.filter((text) => names.includes(text))).toEqual([...names, ...names]);
    expect(rows).toHaveLength(1 + (names.length + 1) * (names.length + 2));
  });
});
