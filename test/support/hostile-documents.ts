/**
 * The worst documents known: each is small to send and was dear, or deadly, to read. One line of
 * the table is one fault that a document has had; what they have in common is that a reader refuses
 * or reads each within its limits of time and memory.
 */
import type { Zippable } from 'fflate';
import { compoundFile, record, sheetPart, shorts, workbookStream } from '../actors/estimate/reading/xls-workbook.ts';
import { archive, textCell, workbook, workbookParts } from '../actors/estimate/reading/zip-archive.ts';

/** A document with what it attacks. */
export interface HostileDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

const heading = `<row r="1">${textCell('A1', 'MPN')}${textCell('B1', 'Qty')}${textCell('C1', 'Description')}</row>`;
const lines = (count: number): string =>
  times(
    count,
    (at) => `<row r="${at + 2}">${textCell(`A${at + 2}`, `LM358DR${at}`)}<c r="B${at + 2}"><v>5</v></c></row>`,
  );
const table = (count: number): string => `<sheetData>${heading}${lines(count)}</sheetData>`;

/** A workbook whose list of sheets names the same part again and again. */
const oneSheetListedOften = (count: number, rows: number): Uint8Array =>
  archive({
    ...workbookParts(table(rows)),
    'xl/workbook.xml': utf8(
      `<workbook><sheets>${times(count, (at) => `<sheet name="s${at}" sheetId="${at}" r:id="rId1"/>`)}</sheets></workbook>`,
    ),
  });

const styles = (formats: string, cells: string): Zippable => ({
  'xl/styles.xml': utf8(`<styleSheet><numFmts>${formats}</numFmts><cellXfs>${cells}</cellXfs></styleSheet>`),
});

const withStrings = (strings: string, sheet: string): Uint8Array =>
  workbook(sheet, {
    'xl/_rels/workbook.xml.rels': utf8(
      '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': utf8(strings),
  });

const workbooks: Readonly<Record<string, () => Uint8Array>> = {
  'a hidden column with a negative number': () =>
    workbook(`<cols><col min="-2000000000" max="5" hidden="1"/></cols>${table(2)}`),
  'a hidden column asked for 100,000 times': () =>
    workbook(`<cols>${times(100_000, () => '<col min="1" max="2000" hidden="1"/>')}</cols>${table(2)}`),
  '40,000 merged cells down the whole sheet': () =>
    workbook(
      `<sheetData>${heading}<row r="190000">${textCell('A190000', 'LM358DR')}</row></sheetData><mergeCells>${times(40_000, () => '<mergeCell ref="C1:C200000"/>')}</mergeCells>`,
    ),
  'a cell in the last corner of a sheet': () =>
    workbook(`<sheetData>${heading}<row r="1048576">${textCell('XFD1048576', 'x')}</row></sheetData>`),
  'a cell in the last row that is allowed': () =>
    workbook(`<sheetData>${heading}<row r="199999">${textCell('BXX199999', 'x')}</row></sheetData>`),
  'rows that hold one cell far to the right': () =>
    workbook(
      `<sheetData>${heading}${times(100_000, (at) => `<row r="${at + 2}">${textCell(`BXX${at + 2}`, 'x')}</row>`)}</sheetData>`,
    ),
  'one sheet listed a hundred times': () => oneSheetListedOften(100, 2_000),
  'a hundred sheets with one far cell each': () => {
    const far = utf8(`<worksheet><sheetData><row r="199999">${textCell('A199999', 'x')}</row></sheetData></worksheet>`);
    const names = Array.from({ length: 100 }, (_, at) => at);
    return archive({
      ...workbookParts(table(2)),
      'xl/workbook.xml': utf8(
        `<workbook><sheets>${names.map((at) => `<sheet name="s${at}" sheetId="${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': utf8(
        `<Relationships>${names.map((at) => `<Relationship Id="r${at}" Type="http://x/worksheet" Target="worksheets/far${at}.xml"/>`).join('')}</Relationships>`,
      ),
      ...Object.fromEntries(names.map((at) => [`xl/worksheets/far${at}.xml`, far])),
    });
  },
  'a long shared text in every cell': () =>
    withStrings(
      `<sst><si><t>${'a1,'.repeat(10_900)}</t></si></sst>`,
      `<sheetData>${heading}${times(60_000, (at) => `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>0</v></c><c r="C${at + 2}" t="s"><v>0</v></c></row>`)}</sheetData>`,
    ),
  'a million and a half shared texts': () =>
    withStrings(`<sst count="4294967295">${times(1_500_000, (at) => `<si><t>${at}</t></si>`)}</sst>`, table(2)),
  'a text of a million and a half pieces': () =>
    withStrings(`<sst><si>${times(1_500_000, (at) => `<r><t>${at}</t></r>`)}</si></sst>`, table(2)),
  'markup half a million levels deep': () =>
    workbook(`${times(500_000, (at) => `<x${at % 977}>`)}${times(500_000, (at) => `</x${at % 977}>`)}${table(2)}`),
  'a tag with two hundred thousand attributes': () =>
    workbook(`<sheetData><row ${times(200_000, (at) => `a${at}="1" `)}>${textCell('A1', 'MPN')}</row></sheetData>`),
  'cells with long tags that lack what is looked for': () =>
    workbook(
      `<sheetData>${heading}<row>${times(2_000, (row) => `<c ${times(1_000, (at) => `r${(at * row) % 977} `)}><v>1</v></c>`)}</row></sheetData>`,
    ),
  'a number format of a hundred thousand quotation marks': () =>
    workbook(
      table(2),
      styles(
        times(
          50,
          (at) =>
            `<numFmt numFmtId="${200 + at}" formatCode="${times(25_000, (each) => `[&quot;${(each * at) % 991}`)}"/>`,
        ),
        times(50, (at) => `<xf numFmtId="${200 + at}"/>`),
      ),
    ),
  'a million cell styles': () =>
    workbook(
      table(2),
      styles(
        '',
        times(1_000_000, (at) => `<xf numFmtId="${at % 9_973}"/>`),
      ),
    ),
  'ten thousand parts': () =>
    archive({
      ...workbookParts(table(2)),
      ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, new Uint8Array(1)])),
    }),
  'a part of zeros': () => workbook(table(2), { 'xl/media/zeros': new Uint8Array(50 * 1024 * 1024) }),
  'a sheet whose description column is merged 40,000 times': () =>
    workbook(`${table(20_000)}<mergeCells>${times(40_000, () => '<mergeCell ref="C1:C200000"/>')}</mergeCells>`),
  'a cell that holds a zero character': () =>
    workbook(
      `<sheetData>${heading}<row r="2">${textCell('A2', 'LM_x0000_358DR')}<c r="B2"><v>5</v></c></row></sheetData>`,
    ),
  'entities named as methods of objects': () =>
    workbook(
      `<sheetData>${heading}<row r="2">${textCell('A2', '&toString;&valueOf;LM358DR')}<c r="B2"><v>5</v></c></row></sheetData>`,
    ),
};

const ods = (tables: string): Uint8Array =>
  archive({
    mimetype: utf8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': utf8(`<document-content><spreadsheet>${tables}</spreadsheet></document-content>`),
  });

const manyRecords = (type: number, count: number): Uint8Array =>
  compoundFile(workbookStream([sheetPart([])], [Buffer.alloc(4 * count, shorts(type, 0))]));

const otherContainers: Readonly<Record<string, () => Uint8Array>> = {
  'an old spreadsheet whose sectors run in a circle': () =>
    compoundFile(workbookStream([sheetPart([['MPN', 'Qty']])]), (table) => table.writeUInt32LE(2, 12)),
  'an old spreadsheet of four million records that go on': () => manyRecords(0x3c, 4_000_000),
  'an old spreadsheet of four million records of nothing': () => manyRecords(0x7f, 4_000_000),
  'an old spreadsheet of four billion shared texts': () =>
    compoundFile(workbookStream([sheetPart([])], [record(0xfc, Buffer.alloc(8, 0xff))])),
  'an old spreadsheet with a cell in the last corner': () =>
    compoundFile(workbookStream([record(0x809, shorts(0x0600, 0x10, 0, 0)), record(0x203, Buffer.alloc(14, 0xff))])),
  'an open spreadsheet that repeats a filled row and cell': () =>
    ods(
      '<table name="a"><table-row number-rows-repeated="1048576"><table-cell number-columns-repeated="1024"><p>x</p></table-cell></table-row></table>',
    ),
  'an open spreadsheet of two million repeated blanks': () =>
    ods(
      `<table name="a">${times(200_000, () => '<table-row number-rows-repeated="1048576"><table-cell number-columns-repeated="1024"/></table-row>')}</table>`,
    ),
  'an open spreadsheet of cells of a million blanks': () =>
    ods(
      `<table name="a"><table-row>${times(20, () => `<table-cell><p>${times(20_000, () => '<s c="100"/>')}x</p></table-cell>`)}</table-row></table>`,
    ),
  'a workbook of markup with a row beyond all': () =>
    utf8(
      '<?xml version="1.0"?><Workbook><Worksheet Name="a"><Table><Row Index="1e15"><Cell Index="1e15"><Data Type="Number">1</Data></Cell></Row></Table></Worksheet></Workbook>',
    ),
  'a page of tables within tables': () => utf8(times(1_000_000, () => '<table><tr><td>')),
  'a page of cells that reach far': () =>
    utf8(`<table>${times(200_000, () => '<tr><td rowspan="99999" colspan="99999">x')}`),
  'a page of tags without an end': () => utf8(`<html>${'<'.repeat(4_000_000)}`),
};

const deepest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const texts: Readonly<Record<string, () => string>> = {
  'JSON nested 100,000 deep': () => deepest(100_000),
  'JSON nested two million deep': () => deepest(2_450_000),
  'JSON nested deep within a line': () => `[{"mpn":"LM358DR","quantity":5,"more":${deepest(100_000)}}]`,
  'JSON of a million and a half empty lists': () => `[${'[],'.repeat(1_600_000)}[]]`,
  'JSON of lines that each have another key': () => `[${times(3_000, (at) => `{"k${at}":1},`)}{"mpn":"x"}]`,
  '500 lines of 4,000 commas': () => `${','.repeat(4_000)}\n`.repeat(500),
  '500 lines of 4,000 commas between texts': () => times(500, (at) => `5x LM358${at} ${', '.repeat(2_000)}\n`),
  'a heading that says the same fifty times': () => `${'pn'.repeat(50)},${'qty'.repeat(50)},MPN\n1,2,LM358DR\n`,
  'headings of 30,000 characters': () => `Qty,MPN,${'part number '.repeat(2_500)}\n5,LM358DR,x\n`,
  'a fraction beyond all numbers': () => '99999999999999999999/3 x LM358DR\n5 x NE555P\n',
  '1,000 lines of blanks': () => `${' '.repeat(4_900)}x\n`.repeat(1_000),
  'quotation marks that never end': () => 'Qty,MPN\n5,"LM358DR\n'.repeat(400_000),
  'as many rows as fit': () => `Qty,MPN\n${'5,a\n'.repeat(99_000)}`,
  'as many cells as fit': () => `Qty,MPN${',x'.repeat(998)}\n${`5,LM358DR${',5'.repeat(998)}\n`.repeat(990)}`,
  'designators of five megabytes': () =>
    `Qty,MPN,Reference\n${`5,LM358DR,"${times(4_500, (at) => `R${at}, `)}"\n`.repeat(150)}`,
  'designators from R1 to R999999999': () => 'Qty,MPN,Reference\n5,LM358DR,R1-R999999999\n'.repeat(10),
  'a list of 20,000 lines of 230 characters': () =>
    `Qty,MPN,Description\n${times(20_000, (at) => `${1 + (at % 50)},LM358DR${at},"${'resistor 10k 1% 0603, '.repeat(10)}"\n`)}`,
  'words of one letter': () => times(6_000, () => `${'a '.repeat(400)}\n`),
  'a page of Markdown of bars': () => `|a|b|\n|-|-|\n${'|'.repeat(900_000)}`,
  'a page of Markdown of rulers': () => times(60_000, () => '|--|--|--|--|\n'),
  'a page of Markdown of links without an end': () =>
    `|a|b|\n|-|-|\n${times(500, () => `|${'[a]('.repeat(900)}|x|\n`)}`,
  'a page of Markdown of marks without an end': () =>
    `|a|b|\n|-|-|\n${times(500, () => `|${'**_`'.repeat(900)}|x|\n`)}`,
  'designators that go on over 90,000 rows': () =>
    `Qty,MPN,Reference\n5,LM358DR,"R1,"\n${times(90_000, (at) => `,,"R${at},"\n`)}`,
  '90,000 names over their links': () => times(45_000, () => 'lamp\nhttps://x.example/1\n'),
  'labelled values of which each line has another label': () =>
    times(45_000, (at) => `mpn: LM358\nqty${'abcdefghij'[at % 10]}${at.toString(36)}: 5\n`),
  'labelled values that never begin a second record': () => `mpn: a\nqty: 1\n${'x: \n'.repeat(90_000)}`,
  'a line of half a million labelled values': () => `mpn: a, qty: 2${', qty: 2'.repeat(90_000)}\n`.repeat(2),
  'rows quoted whole whose quotation marks never end': () => `"${'""'.repeat(200_000)}\n`.repeat(4),
  'a heading of colons over rows of colons': () => `qty:mpn:value:package\n${':'.repeat(900_000)}\n`,
  'blocks of words behind blank rows': () =>
    `Qty,MPN,Value\n${times(500, () => '1,LM358DR,x\n')}${'\nRev,Author,Change\n'.repeat(40_000)}`,
  'digits without an end': () => `Qty,MPN\n${`${'9'.repeat(32_000)},${'1'.repeat(32_000)}\n`.repeat(75)}`,
};

/**
 * Bytes of the names that are made anew each time: some are tens of megabytes long before they are
 * packed.
 */
export const hostileDocument = (name: string): HostileDocument => {
  const book = workbooks[name] ?? otherContainers[name];
  const text = texts[name];
  if (book !== undefined) return { name, bytes: book() };
  if (text !== undefined) return { name, bytes: utf8(text()) };
  throw new TypeError(`no document is named ${name}`);
};

/** The names of all of them. */
export const hostileDocumentNames: readonly string[] = [
  ...Object.keys(workbooks),
  ...Object.keys(otherContainers),
  ...Object.keys(texts),
];

/** The names of those that are neither a workbook of today nor a text. */
export const hostileContainerNames: readonly string[] = Object.keys(otherContainers);

/**
 * Lines of a request, not of a document, that cost the most known: as many and as long as a request
 * may have.
 */
export const hostileLines: Readonly<Record<string, () => readonly string[]>> = {
  '500 lines of 4,000 commas': () => Array.from({ length: 500 }, () => ','.repeat(4_000)),
  '500 lines of 4,000 blanks': () => Array.from({ length: 500 }, () => `5${' '.repeat(3_998)}x`),
};
