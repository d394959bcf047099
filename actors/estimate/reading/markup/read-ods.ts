import type { Cell, Document, MergedCells, Sheet } from '../../../../domain/estimate/parse/document.ts';
import { cleanText } from '../clean-text.ts';
import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';
import { createSheetCells } from '../sheet-cells.ts';
import { cellText, createTally, type Tally } from '../tally.ts';
import type { Archive } from '../xlsx/archive.ts';
import { longerText } from '../xlsx/sheet.ts';
import { partText } from '../xlsx/workbook.ts';
import { type Attribute, scanXml, type XmlHandler } from '../xlsx/xml-scan.ts';

/** The part of an archive that says that it is an OpenDocument file, and the one that is read. */
const kindPart = 'mimetype';
const contentPart = 'content.xml';

/** Whether an archive is an OpenDocument spreadsheet. */
export const isOds = (archive: Archive): boolean =>
  archive.names.includes(contentPart) &&
  /^application\/vnd\.oasis\.opendocument\.spreadsheet/u.test(archive.read(kindPart)?.toString('latin1') ?? '');

/** How often a cell, row or column stands; never more than there can be. */
const repeated = (attribute: Attribute, name: string, most: number): number => {
  const count = Math.trunc(Number(attribute(name) ?? 1));
  return count >= 1 ? Math.min(count, most) : 1;
};

/** A cell as its author sees it: numbers as numbers, but not those shown with zeros in front. */
const cellOf = (attribute: Attribute, shown: string, limits: ReadLimits): Cell => {
  const kind = attribute('value-type');
  const value = Number(attribute('value') ?? Number.NaN);
  const isNumber = kind === 'float' || kind === 'currency' || kind === 'percentage';
  if (isNumber && Number.isFinite(value) && !/^0\d/u.test(shown)) return Number(value.toPrecision(15));
  if (kind === 'date') return cellText(attribute('date-value') ?? shown, limits);
  return cellText(shown, limits);
};

/** A sheet while it is read. */
const createSheet = (attribute: Attribute, hiddenStyles: ReadonlySet<string>, tally: Tally) => {
  const { limits, addMergedRows } = tally;
  const cells = createSheetCells(tally);
  const merged: MergedCells[] = [];
  const hiddenRows: number[] = [];
  const hiddenColumns: number[] = [];
  const at = { row: 0, rows: 0, column: 0, columns: 0 };
  const isHidden = (of: Attribute): boolean => /^(?:collapse|filter)$/u.test(of('visibility') ?? '');
  const openRow = (of: Attribute): void => {
    at.row += at.rows;
    at.rows = repeated(of, 'number-rows-repeated', limits.maxRows * 100);
    at.column = 0;
    if (isHidden(of) && at.row + at.rows <= limits.maxRows)
      for (let row = 1; row <= at.rows; row += 1) hiddenRows.push(at.row + row);
  };
  const openColumn = (of: Attribute): void => {
    const count = repeated(of, 'number-columns-repeated', limits.maxColumns);
    if (isHidden(of) && at.columns + count <= limits.maxColumns)
      for (let column = 0; column < count; column += 1) hiddenColumns.push(at.columns + column);
    at.columns += count;
  };
  const closeCell = (of: Attribute, shown: string): void => {
    const count = repeated(of, 'number-columns-repeated', limits.maxColumns * 100);
    const value = cellOf(of, shown, limits);
    if (value !== '')
      for (let row = 1; row <= at.rows; row += 1)
        for (let column = 0; column < count; column += 1) cells.keep(at.row + row, at.column + column, value);
    const [wide, high] = ['columns', 'rows'].map((what) => repeated(of, `number-${what}-spanned`, limits.maxRows));
    if (value !== '' && ((wide ?? 1) > 1 || (high ?? 1) > 1)) {
      addMergedRows(high ?? 1);
      const lastColumn = at.column + (wide ?? 1) - 1;
      merged.push({ firstRow: at.row + 1, lastRow: at.row + (high ?? 1), firstColumn: at.column, lastColumn });
    }
    at.column += count;
  };
  const close = (): Sheet => ({
    name: cleanText(attribute('name') ?? ''),
    hidden: hiddenStyles.has(attribute('style-name') ?? ''),
    rows: cells.rows(),
    hiddenRows,
    hiddenColumns,
    merged,
  });
  return { openRow, openColumn, closeCell, close };
};

type OpenSheet = ReturnType<typeof createSheet>;

/** What is said within a cell by an element instead of characters. */
const spoken = (name: string, attribute: Attribute, text: string): string => {
  if (name === 's') return ' '.repeat(repeated(attribute, 'c', 100));
  if (name === 'tab') return '\t';
  return name === 'line-break' || (name === 'p' && text !== '') ? '\n' : '';
};

const isCell = (name: string): boolean => name === 'table-cell' || name === 'covered-table-cell';

/** Collects the sheets as the markup names them. Comments beside cells are left out. */
const collector = (limits: ReadLimits): { readonly sheets: readonly Sheet[]; readonly handler: XmlHandler } => {
  const tally = createTally(limits);
  const sheets: Sheet[] = [];
  const hiddenStyles = new Set<string>();
  let sheet: OpenSheet | undefined;
  let cell: Attribute | undefined;
  let [style, text, inParagraph, inComment] = ['', '', false, false];
  const begin = (attribute: Attribute): void => {
    if (sheets.length === limits.maxSheets)
      throw new Unreadable('too_many_sheets', `the file has more than ${limits.maxSheets} sheets`);
    sheet = createSheet(attribute, hiddenStyles, tally);
  };
  const openLayout = (name: string, attribute: Attribute): void => {
    if (name === 'style') style = attribute('name') ?? '';
    else if (name === 'table-properties' && attribute('display') === 'false') hiddenStyles.add(style);
    else if (name === 'table') begin(attribute);
    else if (name === 'table-row') sheet?.openRow(attribute);
    else if (name === 'table-column') sheet?.openColumn(attribute);
  };
  const open: XmlHandler['open'] = (name, attribute) => {
    openLayout(name, attribute);
    if (name === 'annotation') inComment = true;
    else if (isCell(name)) [cell, text] = [attribute, ''];
    if (cell === undefined || inComment) return;
    if (name === 'p') inParagraph = true;
    text = longerText(text, spoken(name, attribute, text), limits);
  };
  const close: XmlHandler['close'] = (name) => {
    if (name === 'annotation') inComment = false;
    if (name === 'p') inParagraph = false;
    if (isCell(name) && cell !== undefined) {
      sheet?.closeCell(cell, text.trim());
      cell = undefined;
    }
    if (name !== 'table' || sheet === undefined) return;
    sheets.push(sheet.close());
    sheet = undefined;
  };
  const addText = (piece: string): void => {
    if (inParagraph && !inComment && cell !== undefined) text = longerText(text, piece, limits);
  };
  return { sheets, handler: { open, close, text: addText } };
};

/** Reads an OpenDocument spreadsheet. Formulas are ignored; their cached values are read. */
export const readOds = (archive: Archive, limits: ReadLimits): Document => {
  const { sheets, handler } = collector(limits);
  scanXml(partText(archive, contentPart) ?? '', handler);
  if (sheets.length === 0) throw new Unreadable('malformed', 'the spreadsheet is damaged: it holds no sheet');
  if (sheets.every(({ rows }) => rows.length === 0)) throw new Unreadable('empty', 'the spreadsheet holds nothing');
  return { format: 'xlsx', sheets };
};
