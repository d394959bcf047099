/**
 * One list of materials in many forms: whatever delimiter, order of columns, language of its
 * headings, rows around its lines and container it is written with, it is read as the same lines.
 */
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../actors/estimate/reading/read-document.ts';
import { parseLines } from '../../domain/estimate/parse/parse-lines.ts';
import type { Role } from '../../domain/estimate/parse/roles.ts';
import { xlsWorkbook } from '../actors/estimate/reading/xls-workbook.ts';
import { archive, textCell, workbook } from '../actors/estimate/reading/zip-archive.ts';
import { seededRandom } from '../support/random.ts';

type Kind = 'reference' | 'quantity' | 'part_number' | 'manufacturer' | 'description';
type Part = Readonly<Record<Kind, string>>;
type Rows = readonly (readonly string[])[];

const kinds: readonly Kind[] = ['reference', 'quantity', 'part_number', 'manufacturer', 'description'];

/** Headings of the five columns, as lists in these languages have them. */
const headings: Readonly<Record<string, readonly string[]>> = {
  English: ['Designator', 'Qty', 'MPN', 'Manufacturer', 'Description'],
  'a layout program': ['Reference(s)', 'Quantity', 'Manufacturer Part Number', 'Mfr', 'Part Description'],
  German: ['Referenz', 'Menge', 'Herstellernummer', 'Hersteller', 'Bezeichnung'],
  French: ['Repère', 'Quantité', 'Référence fabricant', 'Fabricant', 'Désignation'],
  Spanish: ['Designador', 'Cantidad', 'Número de parte', 'Fabricante', 'Descripción'],
  Italian: ['Riferimento', 'Quantità', 'Codice produttore', 'Produttore', 'Descrizione'],
  Polish: ['Oznaczenie', 'Ilość', 'Numer części', 'Producent', 'Opis'],
  Russian: ['Обозначение', 'Кол-во', 'Артикул', 'Производитель', 'Описание'],
  Chinese: ['位号', '数量', '元件型号', '制造商', '描述'],
};

const manufacturers = ['Texas Instruments', 'Yageo', 'Murata', 'STMicroelectronics', 'Nexperia', 'Vishay'];
const words = ['Operational amplifier', 'Thick film resistor', 'Ceramic capacitor', 'Switching diode', 'Logic gate'];
const stems = ['LM358', 'RC0603FR-07', 'GRM188R71', 'STM32F', 'BAT54', 'CRCW0603'];
const prefixes = ['R', 'C', 'U', 'D', 'Q'];

const pick = <Value>(random: () => number, values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};

/** Lines of a list that nobody has written. Each counts its designators. */
const partsOf = (random: () => number): readonly Part[] => {
  const next = new Map<string, number>();
  return Array.from({ length: 6 + Math.floor(random() * 10) }, (_, at) => {
    const prefix = pick(random, prefixes);
    const count = 1 + Math.floor(random() * 4);
    const first = next.get(prefix) ?? 1;
    next.set(prefix, first + count);
    return {
      reference: Array.from({ length: count }, (__, more) => `${prefix}${first + more}`).join(', '),
      quantity: String(count),
      part_number: `${pick(random, stems)}${100 + Math.floor(random() * 800)}${pick(random, ['DR', 'K', 'T-7', 'PWR'])}`,
      manufacturer: pick(random, manufacturers),
      description: `${pick(random, words)} ${at + 1}`,
    };
  });
};

const shuffled = <Value>(random: () => number, values: readonly Value[]): readonly Value[] =>
  values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);

const rowsOf = (parts: readonly Part[], order: readonly Kind[], heads: readonly string[] | undefined): Rows => [
  ...(heads === undefined ? [] : [order.map((kind) => heads[kinds.indexOf(kind)] ?? '')]),
  ...parts.map((part) => order.map((kind) => part[kind])),
];

/** Blank rows, a title above, a total and notes below, and a note beside the table. */
const surrounded = (random: () => number, rows: Rows, quantityAt: number): Rows => {
  const width = rows[0]?.length ?? 0;
  const only = (text: string, at = 0): readonly string[] =>
    Array.from({ length: width }, (_, place) => (place === at ? text : ''));
  const total = only('Total', quantityAt === 0 ? 1 : 0).with(quantityAt, '99');
  const [head = [], ...body] = rows;
  const half = 1 + Math.floor(random() * (body.length - 1));
  return [
    only('Lamp controller, revision B'),
    [],
    [...head, '', ''],
    ...body.slice(0, half).map((row) => [...row, '', '']),
    [],
    ...body.slice(half).map((row, at) => [...row, '', at === 0 ? 'order early' : '']),
    total,
    [],
    only('All parts are free of lead unless the drawing says something else about them.'),
  ];
};

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const delimited = (rows: Rows, delimiter: string): Uint8Array =>
  Buffer.from(rows.map((row) => row.map(quoted).join(delimiter)).join('\r\n'));

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const markdown = ([head = [], ...body]: Rows): Uint8Array => {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return Buffer.from(['# Lamp', '', row(head), row(head.map(() => '---')), ...body.map(row)].join('\n'));
};

const html = (rows: Rows): Uint8Array => {
  const row = (cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  return Buffer.from(`<html><body><table>${rows.map(row).join('')}</table></body></html>`);
};

const ods = (rows: Rows): Uint8Array => {
  const cell = (text: string): string =>
    `<table:table-cell office:value-type="string"><text:p>${escaped(text)}</text:p></table:table-cell>`;
  const row = (cells: readonly string[]): string => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
  return archive({
    mimetype: Buffer.from('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': Buffer.from(
      `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${rows.map(row).join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
    ),
  });
};

const xml2003 = (rows: Rows): Uint8Array => {
  const cell = (text: string): string => `<Cell><Data ss:Type="String">${escaped(text)}</Data></Cell>`;
  const row = (cells: readonly string[]): string => `<Row>${cells.map(cell).join('')}</Row>`;
  return Buffer.from(
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:x"><Worksheet ss:Name="A"><Table>${rows.map(row).join('')}</Table></Worksheet></Workbook>`,
  );
};

const xlsx = (rows: Rows): Uint8Array => {
  const cells = (row: readonly string[], at: number): string =>
    row.map((cell, column) => textCell(`${String.fromCharCode(65 + column)}${at + 1}`, escaped(cell))).join('');
  return workbook(
    `<sheetData>${rows.map((row, at) => `<row r="${at + 1}">${cells(row, at)}</row>`).join('')}</sheetData>`,
  );
};

interface ReadPart {
  readonly references: string;
  readonly quantity: number | undefined;
  readonly partNumber: string | undefined;
  readonly manufacturer: string | undefined;
}

const read = (bytes: Uint8Array): readonly ReadPart[] => {
  const result = readDocument(bytes);
  if (result.kind === 'failure') throw new Error(result.failure.text);
  return parseLines(result.document).lines.map(({ references, quantity, parts }) => ({
    references: references.join(', '),
    quantity: quantity?.toNumber(),
    partNumber: parts[0]?.partNumber,
    manufacturer: parts[0]?.manufacturer,
  }));
};

const wanted = (parts: readonly Part[]): readonly ReadPart[] =>
  parts.map((part) => ({
    references: part.reference,
    quantity: Number(part.quantity),
    partNumber: part.part_number,
    manufacturer: part.manufacturer,
  }));

const seeds = Array.from({ length: 12 }, (_, at) => at + 1);

describe.each(Object.keys(headings))('a list with headings of %s', (language) => {
  it.each(seeds)('reads the same with other delimiters, in any order, amid anything (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const parts = partsOf(random);
    const order = shuffled(random, kinds);
    const rows = rowsOf(parts, order, headings[language]);
    const around = surrounded(random, rows, order.indexOf('quantity'));
    for (const delimiter of [',', ';', '\t', '|'])
      for (const written of [rows, around])
        expect(read(delimited(written, delimiter)), delimiter).toEqual(wanted(parts));
  });

  it.each(seeds.slice(0, 3))('reads the same in every container (seed %i)', (seed) => {
    const random = seededRandom(100 + seed);
    const parts = partsOf(random);
    const rows = rowsOf(parts, shuffled(random, kinds), headings[language]);
    // The writer of workbooks of before 2007 that the tests have knows Latin letters alone.
    const isLatin = /^[ -ÿ]*$/u.test(rows[0]?.join('') ?? '');
    for (const write of [markdown, html, ods, xml2003, xlsx, ...(isLatin ? [xlsWorkbook] : [])])
      expect(read(write(rows)), write.name).toEqual(wanted(parts));
  });
});

it.each(seeds)('a list without headings reads the same in any order (seed %i)', (seed) => {
  const random = seededRandom(200 + seed);
  const parts = partsOf(random);
  const order = shuffled(random, kinds);
  const bom = parseLines({
    format: 'csv',
    delimiter: ',',
    sheets: [
      { name: '', hidden: false, rows: rowsOf(parts, order, undefined), hiddenRows: [], hiddenColumns: [], merged: [] },
    ],
  });
  const roleAt = (kind: Kind): Role | undefined => bom.detected.map?.columns[order.indexOf(kind)];
  expect(['reference', 'quantity', 'part_number', 'manufacturer'].map((kind) => roleAt(kind as Kind))).toEqual([
    'reference',
    'quantity',
    'part_number',
    'manufacturer',
  ]);
});
