import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { type ReadOptions, readDocument } from '../../../../actors/estimate/reading/read-document.ts';
import type { Document } from '../../../../domain/estimate/parse/document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { textCell, workbook } from './zip-archive.ts';

const read = (bytes: Uint8Array, options: ReadOptions = {}): Document => {
  const result = readDocument(bytes, options);
  if (result.kind === 'failure') throw new Error(result.failure.text);
  return result.document;
};

const russian =
  'Позиция;Наименование;Кол-во;Корпус\r\nR1,R2;Резистор 4,7 кОм;2;0603\r\nC1;Конденсатор 0,1 мкФ;1;0402\r\n';
const german =
  'Stückliste\nMenge;Bezeichnung;Hersteller;Preis\n2;Widerstand 4,7 kΩ;Würth;0,05\n1;Quarz für µC;Müller;1,25\n'.replace(
    'Ω',
    'Ohm',
  );
const chinese = '位号,数量,型号,封装,备注\nR1,1,贴片电阻,0603,\nC1,1,贴片电容,0402,常用\n';

describe('a text', () => {
  it.each([
    ['utf-8', russian],
    ['windows-1251', russian],
    ['utf-16le', russian],
    ['windows-1252', german],
    ['utf-8', german],
    ['gb18030', chinese],
    ['utf-8', chinese],
  ])('in %s is read as written', (encoding, text) => {
    const document = read(iconv.encode(text, encoding));
    expect(document.encoding).toBe(encoding);
    const delimiter = text === chinese ? ',' : ';';
    const written = text
      .trim()
      .split(/\r\n|\n/u)
      .map((line) => line.split(delimiter));
    expect(document.sheets[0]?.rows.filter((row) => row.join('') !== '')).toEqual(written);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'])('with a byte order mark of %s loses the mark only', (encoding) => {
    const document = read(iconv.encode(russian, encoding, { addBOM: true }));
    expect(document.encoding).toBe(encoding);
    expect(document.sheets[0]?.rows[0]?.[0]).toBe('Позиция');
  });

  it('with decimal commas is not cut at them', () => {
    const bom = parseLines(read(Buffer.from(german)));
    expect(bom.detected).toMatchObject({ delimiter: ';', decimalMark: ',' });
    expect(bom.lines.map(({ expectedPrice }) => expectedPrice?.toFixed())).toEqual(['0.05', '1.25']);
  });

  it('with a quotation mark that never ends loses no line', () => {
    const document = read(
      Buffer.from('Qty,Description,MPN\n1,"2 inch,A1234\n2,header 0.1" pitch,B1234\n3,plain,C1234\n'),
    );
    expect(parseLines(document).lines.map(({ quantity }) => quantity?.toFixed())).toEqual(['1', '2', '3']);
  });

  it('with columns aligned by blanks is cut where the columns are', () => {
    const list = [
      'Partlist',
      '',
      'Part   Value          Package',
      '',
      'C1     100nF          C0603',
      'IC1    ATMEGA 328P    TQFP32',
    ].join('\n');
    const document = read(Buffer.from(list));
    expect(document.delimiter).toBe('fixed');
    expect(document.sheets[0]?.rows.at(-1)).toEqual(['IC1', 'ATMEGA 328P', 'TQFP32']);
  });

  it('with columns aligned by blanks, and tabs behind them, is cut where the columns are', () => {
    const list = [
      'Part   Value          Package   Shop\tNo',
      'C1     100nF          C0603     A\t12-7',
      'IC1    ATMEGA 328P    TQFP32    B\t12-8',
      'R1     10k            R0603     A\t12-9',
    ].join('\n');
    const document = read(Buffer.from(list));
    expect(document.delimiter).toBe('fixed');
    expect(document.sheets[0]?.rows[2]?.slice(0, 3)).toEqual(['IC1', 'ATMEGA 328P', 'TQFP32']);
    expect(read(Buffer.from('Part\tQty\tValue\nC1\t2\t100nF\n')).delimiter).toBe('\t');
  });

  it('of lines without columns stays lines', () => {
    const bom = parseLines(read(Buffer.from('10x LM358 SOIC-8, 5 pcs 100nF 0603 X7R\n2x NE555\n'), { format: 'text' }));
    expect(bom.lines.map(({ quantity }) => quantity?.toFixed())).toEqual(['10', '5', '2']);
  });
});

const word = fc.stringMatching(/^[A-Z]{2}\d{3,5}[A-Z]{1,3}$/u);
const description = fc.constantFrom(
  'резистор, точный',
  'Kondensator "groß"',
  'connector; 2 rows',
  'cap 0,1 uF | X7R',
  'plain\ttab',
);
const rows = fc.array(
  fc.record({
    mpn: word,
    quantity: fc.integer({ min: 1, max: 9_999 }),
    price: fc.integer({ min: 1, max: 99_999 }),
    description,
  }),
  {
    minLength: 3,
    maxLength: 30,
  },
);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('any table', () => {
  it('is read back the same, whatever the delimiter, encoding, decimal mark and preamble', () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
        fc.boolean(),
        fc.constantFrom('.', ','),
        fc.array(fc.constantFrom('', 'Project 7', 'Revision of the board B'), { maxLength: 4 }),
        (parts, delimiter, encoding, addBOM, mark, preamble) => {
          const header = ['MPN', 'Quantity', 'Unit Price', 'Description'];
          const body = parts.map((part) => [
            part.mpn,
            String(part.quantity),
            (part.price / 10_000).toFixed(4).replace('.', mark),
            part.description,
          ]);
          const text = [...preamble, ...[header, ...body].map((row) => row.map(quoted).join(delimiter))].join('\r\n');
          const bom = parseLines(read(iconv.encode(text, encoding, { addBOM })));
          expect(bom.detected.delimiter).toBe(delimiter);
          expect(bom.detected.map?.headerRow).toBe(preamble.length + 1);
          expect(
            bom.lines.map((line) => [
              line.parts[0]?.partNumber,
              line.quantity?.toNumber(),
              line.expectedPrice?.times(10_000).toNumber(),
              line.description,
            ]),
          ).toEqual(parts.map((part) => [part.mpn, part.quantity, part.price, part.description]));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a spreadsheet', () => {
  it('written by another program is read back the same', async () => {
    const header = ['MPN', 'Qty', 'Price'].map((value) => ({ value }));
    const line = [{ value: 'LM358DR' }, { value: 5, type: Number }, { value: 0.1, type: Number }];
    const file = await writeXlsxFile([header, line], { buffer: true } as never);
    const bytes = Buffer.isBuffer(file)
      ? file
      : await (file as unknown as { toBuffer: () => Promise<Buffer> }).toBuffer();
    expect(read(bytes).sheets[0]?.rows).toEqual([
      ['MPN', 'Qty', 'Price'],
      ['LM358DR', 5, 0.1],
    ]);
  });

  it('shows cached values, dates, leading zeros and numbers as its author sees them', () => {
    const cells = [
      '<c r="A1"><f>1+1</f><v>2</v></c>',
      '<c r="B1"><v>0.10000000000000001</v></c>',
      '<c r="C1" s="1"><v>45352</v></c>',
      '<c r="D1" s="2"><v>22272021</v></c>',
      '<c r="E1" s="2"><v>4567</v></c>',
      '<c r="F1"><v>61302221021</v></c>',
      '<c r="G1" t="e"><v>#REF!</v></c>',
      '<c r="H1" t="str"><f>HYPERLINK("http://evil")</f><v>click &amp; go</v></c>',
    ];
    const document = read(workbook(`<sheetData><row r="1">${cells.join('')}</row></sheetData>`));
    expect(document.sheets[0]?.rows[0]).toEqual(
      [2, 0.1, '2024-03-01', '22272021', '00004567', 61302221021, '', 'click & go'].filter((_, at) => at < 8),
    );
  });

  it('tells what is hidden and merged', () => {
    const sheet = `<cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="1">${textCell('A1', 'x')}</row><row r="3" hidden="1">${textCell('C3', 'y')}</row></sheetData><mergeCells><mergeCell ref="A1:A3"/></mergeCells>`;
    expect(read(workbook(sheet)).sheets[0]).toMatchObject({
      rows: [['x'], [], ['', '', 'y']],
      hiddenRows: [3],
      hiddenColumns: [1, 2],
      merged: [{ firstRow: 1, lastRow: 3, firstColumn: 0, lastColumn: 0 }],
    });
  });
});

describe('JSON', () => {
  it.each([
    ['[{"mpn":"LM358DR","quantity":5},{"mpn":"NE555P","quantity":1.5}]'],
    ['{"name":"x","lines":[{"mpn":"LM358DR","quantity":5},{"mpn":"NE555P","quantity":1.5}]}'],
    ['[["MPN","Qty"],["LM358DR",5],["NE555P","1.5"]]'],
  ])('%s is a table', (text) => {
    const bom = parseLines(read(Buffer.from(text)));
    expect(bom.lines.map((line) => [line.parts[0]?.partNumber, line.quantity?.toFixed()])).toEqual([
      ['LM358DR', '5'],
      ['NE555P', '1.5'],
    ]);
  });

  it('of texts is free text', () => {
    expect(parseLines(read(Buffer.from('["10x LM358","2x NE555"]'))).lines).toHaveLength(2);
  });
});
