/**
 * A document as lines to buy. Which table, what its columns mean and which rows are lines is
 * decided here and said in the result; a caller who knows better sends the map back corrected. A
 * row that cannot be understood becomes a line with doubts or a skipped row with its reason, never
 * an error: one bad line does not spoil the file.
 */
import { type Amount, amount } from '../../money.ts';
import { type Cell, cellText, type DecimalMark, type Document, type Sheet } from './document.ts';
import { endOfTable, findTables, firstRowOf, rowContext } from './find-tables.ts';
import { detectDecimalMark } from './numbers.ts';
import { otherMapsOf, uncertainColumns } from './other-maps.ts';
import { isCountedText, parseFreeText } from './parse-free-text.ts';
import { parseRecords } from './parse-records.ts';
import type { Detected, Doubt, OtherMap, ParsedBom, ParsedLine, SkippedRow } from './parsed-bom.ts';
import { linePriceOf, readRow } from './read-row.ts';
import { recordsIn } from './records.ts';
import type { Role, TableMap } from './roles.ts';
import { rowKind } from './row-kind.ts';

/** Lines that must keep to it, and their share, before one that does not stands out. */
const minKeeping = 3;
const mostlyKeeping = 0.7;

/** What rounding may take from a line's price: half of a hundredth, and this share of it. */
const roundedCents = 0.006;
const roundedShare = 0.01;

const keepsTo = ({ quantity, expectedPrice }: ParsedLine, linePrice: Amount): boolean => {
  if (quantity === undefined || expectedPrice === undefined) return true;
  const off = quantity.times(expectedPrice).minus(linePrice).abs();
  // A price is rounded as well, and its rounding counts as often as the part.
  const rounding = amount(roundedCents).plus(linePrice.times(roundedShare)).plus(quantity.times(roundedCents));
  return off.lte(rounding);
};

/**
 * The lines, with a doubt on each whose quantity and price do not make the line's price, in a table
 * of which most lines keep to that. `linePrices` are by row.
 */
export const withPriceDoubts = (
  lines: readonly ParsedLine[],
  linePrices: ReadonlyMap<number, Amount>,
): readonly ParsedLine[] => {
  const telling = lines.filter(
    ({ row, quantity, expectedPrice }) => linePrices.has(row) && quantity !== undefined && expectedPrice !== undefined,
  );
  const off = new Set(telling.filter((line) => !keepsTo(line, linePrices.get(line.row) ?? amount(0))));
  const keeping = telling.length - off.size;
  if (off.size === 0 || keeping < minKeeping || keeping < mostlyKeeping * telling.length) return lines;
  return lines.map((line) => {
    if (!off.has(line)) return line;
    const product = `${line.quantity?.toFixed()} times ${line.expectedPrice?.toFixed()}`;
    const text = `${product} is not the price of the line, ${linePrices.get(line.row)?.toFixed()}`;
    return { ...line, doubts: [...line.doubts, { code: 'line_price_differs', text }] };
  });
};

type Row = readonly Cell[];

/** Characters of a cell with which further rows may go on, each of which looks at it again. */
const longestOpen = 4_000;

/** A designator list that says that more follow. */
const isOpen = (text: string): boolean => text.length <= longestOpen && /[,;+]$/u.test(text);

/**
 * The row above with the designators of this row as well; undefined where this row does not go on
 * with it: where it holds anything else, or the row above does not end with a comma.
 */
const continuedRow = (above: Row | undefined, row: Row, columns: Readonly<Record<number, Role>>): Row | undefined => {
  const filled = row.flatMap((cell, at) => (cellText(cell) === '' ? [] : [at]));
  const goesOn =
    above !== undefined &&
    filled.length > 0 &&
    filled.every((at) => columns[at] === 'reference' && isOpen(cellText(above[at])));
  return goesOn
    ? above.map((cell, at) => (filled.includes(at) ? `${cellText(cell)} ${cellText(row[at])}` : cell))
    : undefined;
};

/** What a caller may decide instead of the parser. */
export interface ParseOptions {
  /** Where the table is and what its columns mean; followed as it stands. */
  readonly map?: TableMap;
  readonly decimalMark?: DecimalMark;
  /** Lines beyond this are left out, and a doubt says so. */
  readonly maxLines?: number;
}

const usualMaxLines = 20_000;

/** Cells looked at to find the decimal mark. */
const maxMarkCells = 20_000;

/** The most reference designators of a document; a range of thousands is a few characters. */
const maxReferences = 200_000;

interface Table {
  readonly sheet: Sheet;
  readonly map: TableMap;
  /** The row behind the last, counted from 1; no further than behind the sheet's. */
  readonly endRow: number;
}

const emptySheet: Sheet = { name: '', hidden: false, rows: [], hiddenRows: [], hiddenColumns: [], merged: [] };

const tableOf = (document: Document, map: TableMap, endRow?: number): Table => {
  const sheet = document.sheets.find(({ name }) => name === map.sheet) ?? document.sheets[0] ?? emptySheet;
  const stated = map.lastRow === undefined ? undefined : Math.min(map.lastRow, sheet.rows.length) + 1;
  return { sheet, map, endRow: endRow ?? stated ?? endOfTable(sheet, firstRowOf(map)) };
};

/**
 * Roles whose value a merged cell means for every row that it spans. A merged quantity is one
 * quantity.
 */
const spanning: ReadonlySet<Role> = new Set(['manufacturer', 'description', 'package', 'supplier']);

/**
 * The table's rows with values of merged cells repeated down the rows that they span. Each row of a
 * column is filled once, by the cells that begin furthest up, however many are said to span it.
 */
const unmerged = ({ sheet, map }: Table): ReadonlyMap<number, ReadonlyMap<number, Cell>> => {
  const filled = new Map<number, Map<number, Cell>>();
  const reached = new Map<number, number>();
  for (const { firstRow, lastRow, firstColumn } of sheet.merged.toSorted((a, b) => a.firstRow - b.firstRow)) {
    const role = map.columns[firstColumn];
    const value = sheet.rows[firstRow - 1]?.[firstColumn];
    if (role === undefined || value === undefined || !spanning.has(role)) continue;
    const last = Math.min(lastRow, sheet.rows.length);
    for (let row = Math.max(firstRow, reached.get(firstColumn) ?? 0) + 1; row <= last; row += 1)
      filled.set(row, (filled.get(row) ?? new Map<number, Cell>()).set(firstColumn, value));
    reached.set(firstColumn, Math.max(last, reached.get(firstColumn) ?? 0));
  }
  return filled;
};

const filledRow = (row: readonly Cell[], values: ReadonlyMap<number, Cell> | undefined): readonly Cell[] => {
  if (values === undefined) return row;
  const width = Math.max(row.length, ...[...values.keys()].map((at) => at + 1));
  return Array.from({ length: width }, (_, at) =>
    cellText(row[at]) === '' ? (values.get(at) ?? '') : (row[at] ?? ''),
  );
};

const textCells = function* ({ sheet, map, endRow }: Table): Generator<string> {
  let looked = 0;
  for (const row of sheet.rows.slice(firstRowOf(map) - 1, endRow - 1))
    for (const cell of row) {
      if (typeof cell === 'number' || cell.length > 24) continue;
      looked += 1;
      if (looked > maxMarkCells) return;
      yield cell;
    }
};

interface Rows {
  readonly lines: readonly ParsedLine[];
  readonly skipped: readonly SkippedRow[];
  readonly cut: boolean;
}

/** Whether two lines name different parts; what only one of them states is no difference. */
const contradict = (line: ParsedLine, other: ParsedLine): boolean =>
  [
    [line.parts[0]?.partNumber, other.parts[0]?.partNumber],
    [line.value, other.value],
    [line.description, other.description],
  ].some(([a, b]) => a !== undefined && b !== undefined && a !== b);

/**
 * A line without a quantity whose designators were all named before, for the same part, says again
 * what lines above have said. For another part it is of another board.
 */
const repeats = (line: ParsedLine, named: ReadonlyMap<string, ParsedLine>): boolean =>
  line.references.length > 0 &&
  line.doubts.some(({ code }) => code === 'quantity_from_references') &&
  line.references.every((reference) => {
    const before = named.get(reference);
    return before !== undefined && !contradict(line, before);
  });

/** A row of a table with those that go on with it, and the number of the last of them. */
const wholeRow = (table: Table, first: readonly Cell[], number: number): { row: readonly Cell[]; last: number } => {
  const { sheet, map, endRow } = table;
  let row = first;
  let last = number;
  while (last + 1 < endRow) {
    const further = continuedRow(row, sheet.rows[last] ?? [], map.columns);
    if (further === undefined) break;
    row = further;
    last += 1;
  }
  return { row, last };
};

/** What a caller says that rows are. */
const statedKinds = ({ lineRows = [], otherRows = [] }: TableMap): ReadonlyMap<number, 'line' | 'note'> =>
  new Map([...otherRows.map((row) => [row, 'note'] as const), ...lineRows.map((row) => [row, 'line'] as const)]);

const readRows = (table: Table, decimalMark: DecimalMark | undefined, maxLines: number): Rows => {
  const { sheet, map, endRow } = table;
  const context = rowContext(sheet.rows, map, endRow);
  const spans = unmerged(table);
  const stated = statedKinds(map);
  const lines: ParsedLine[] = [];
  const skipped: SkippedRow[] = [];
  const named = new Map<string, ParsedLine>();
  const linePrices = new Map<number, Amount>();
  const read = (cut: boolean): Rows => ({ lines: withPriceDoubts(lines, linePrices), skipped, cut });
  let headings = 0;
  let references = 0;
  for (let number = firstRowOf(map); number < endRow; number += 1) {
    const kind = stated.get(number) ?? rowKind(sheet.rows, number - 1, context);
    if (kind === 'heading') headings += 1;
    if (kind === 'blank') continue;
    if (kind !== 'line') {
      skipped.push({ row: number, reason: kind });
      continue;
    }
    if (lines.length === maxLines) return read(true);
    const left = maxReferences - references;
    const reading = { columns: map.columns, header: context.header, decimalMark, maxReferences: left };
    const { row, last } = wholeRow(table, filledRow(sheet.rows[number - 1] ?? [], spans.get(number)), number);
    const line = readRow(row, number, reading);
    const linePrice = linePriceOf(row, reading);
    if (linePrice !== undefined) linePrices.set(number, linePrice);
    if (headings > 0 && repeats(line, named)) skipped.push({ row: number, reason: 'repeated' });
    else lines.push(line);
    references += line.references.length;
    for (const reference of line.references) named.set(reference, line);
    number = last;
  }
  return read(false);
};

/** What else a document may mean than the table that is read of it. */
interface Others {
  readonly maps: readonly OtherMap[];
  /** How many other tables there are. */
  readonly tables: number;
  readonly uncertain: Doubt | undefined;
}

const noOthers: Others = { maps: [], tables: 0, uncertain: undefined };

const tableDoubts = (map: TableMap, { tables, uncertain }: Others, rows: Rows): readonly Doubt[] => {
  const present = new Set(Object.values(map.columns));
  // What may be wrong with the whole table is said first.
  const doubts: Doubt[] = uncertain === undefined ? [] : [uncertain];
  const say = (code: Doubt['code'], text: string): number => doubts.push({ code, text });
  if (map.headerRow === undefined)
    say('no_header', 'no heading was found; what columns mean was told from their cells');
  if (tables > 0) say('other_tables', `${tables} more tables were found; one of them may be meant as well`);
  if (!present.has('quantity') && !present.has('reference')) say('map_incomplete', 'no column of quantities was found');
  if (!['part_number', 'supplier_sku', 'description', 'value'].some((role) => present.has(role as Role)))
    say('map_incomplete', 'no column that names the parts was found');
  if (rows.lines.length === 0) say('no_table', 'the table holds no line');
  if (rows.cut) say('lines_cut', `the table is longer than ${rows.lines.length} lines; the rest was left out`);
  return doubts;
};

const headingsOf = (sheet: Sheet, map: TableMap): Readonly<Record<number, string>> => {
  const header = map.headerRow === undefined ? [] : (sheet.rows[map.headerRow - 1] ?? []);
  return Object.fromEntries(header.map((cell, at) => [at, cellText(cell)] as const).filter(([, text]) => text !== ''));
};

const source = ({ format, encoding, delimiter }: Document): Pick<Detected, 'format' | 'encoding' | 'delimiter'> => ({
  format,
  ...(encoding === undefined ? {} : { encoding }),
  ...(delimiter === undefined ? {} : { delimiter }),
});

const parseTable = (document: Document, table: Table, others: Others, options: ParseOptions): ParsedBom => {
  const decimalMark = options.decimalMark ?? detectDecimalMark(textCells(table));
  const rows = readRows(table, decimalMark, options.maxLines ?? usualMaxLines);
  return {
    detected: {
      ...source(document),
      ...(decimalMark === undefined ? {} : { decimalMark }),
      map: table.map,
      headings: headingsOf(table.sheet, table.map),
      otherMaps: others.maps,
    },
    lines: rows.lines,
    skipped: rows.skipped,
    doubts: tableDoubts(table.map, others, rows),
  };
};

/** A list without columns: every sheet's rows have one cell. */
const isFreeText = (document: Document): boolean =>
  document.format !== 'xlsx' &&
  document.delimiter === undefined &&
  document.sheets.every(({ rows }) => rows.every((row) => row.length <= 1));

/** Whether a table says how many of a line are wanted, or was said by its author to be one. */
const counts = ({ headerRow, columns }: TableMap): boolean =>
  headerRow !== undefined || Object.values(columns).some((role) => role === 'quantity' || role === 'reference');

/**
 * Reads the lines of a document. With `options.map` the map is followed as it stands; without it
 * the best table is found, or, where there are no columns at all, every line of text is read by
 * itself.
 */
export const parseLines = (document: Document, options: ParseOptions = {}): ParsedBom => {
  if (options.map !== undefined) return parseTable(document, tableOf(document, options.map), noOthers, options);
  const records = recordsIn(document);
  if (records.length > 0) {
    const bounds = { maxLines: options.maxLines ?? usualMaxLines, maxReferences };
    return parseRecords(records, document, source(document), bounds);
  }
  if (isFreeText(document)) return parseFreeText(document, source(document), options.maxLines ?? usualMaxLines);
  const [best, ...others] = findTables(document);
  if (best === undefined || (!counts(best.map) && isCountedText(document)))
    return parseFreeText(document, source(document), options.maxLines ?? usualMaxLines);
  const table = tableOf(document, best.map, best.endRow);
  const uncertain = uncertainColumns(best, headingsOf(table.sheet, best.map));
  return parseTable(document, table, { maps: otherMapsOf(best, others), tables: others.length, uncertain }, options);
};
