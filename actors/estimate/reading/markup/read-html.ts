import type { Document, MergedCells, Sheet } from '../../../../domain/estimate/parse/document.ts';
import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';
import { createSheetCells } from '../sheet-cells.ts';
import { cellText, createTally, type Tally } from '../tally.ts';
import { longerText } from '../xlsx/sheet.ts';
import { unescaped } from '../xlsx/xml-scan.ts';

/** Entities that pages name beside those of XML, as far as lists of parts have them. */
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nbsp: ' ',
    micro: 'µ',
    Omega: 'Ω',
    ohm: 'Ω',
    euro: '€',
    pound: '£',
    deg: '°',
    plusmn: '±',
    times: '×',
    ndash: '–',
    reg: '®',
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
  }),
);

const readable = (text: string): string =>
  unescaped(text)
    .replace(/&(\w{2,8});/gu, (whole, name) => entities.get(name) ?? whole)
    .replace(/\s+/gu, ' ');

/** How far a cell reaches, from its tag; a page may write the number without quotation. */
const spanOf = (tag: string, form: RegExp, most: number): number => {
  const span = Number(form.exec(tag)?.[1] ?? 1);
  return span > 1 ? Math.min(span, most) : 1;
};

const columnSpan = /\scolspan\s{0,9}=\s{0,9}["']?(\d{1,7})/iu;
const rowSpan = /\srowspan\s{0,9}=\s{0,9}["']?(\d{1,7})/iu;

/** A table while it is read; cells that reach down keep their columns in the rows below. */
const createTable = (tally: Tally) => {
  const { limits, addMergedRows } = tally;
  const cells = createSheetCells(tally);
  const merged: MergedCells[] = [];
  const takenUntil: number[] = [];
  let [row, column, cell, text] = [0, 0, undefined as string | undefined, ''];
  const endCell = (): void => {
    if (cell === undefined) return;
    const [wide, high] = [spanOf(cell, columnSpan, limits.maxColumns), spanOf(cell, rowSpan, limits.maxRows)];
    while ((takenUntil[column] ?? 0) >= row && column < limits.maxColumns) column += 1;
    const value = cellText(text.trim(), limits);
    cells.keep(row, column, value);
    if (value !== '' && (wide > 1 || high > 1)) {
      addMergedRows(high);
      merged.push({ firstRow: row, lastRow: row + high - 1, firstColumn: column, lastColumn: column + wide - 1 });
    }
    const end = Math.min(column + wide, limits.maxColumns);
    if (high > 1) for (let at = column; at < end; at += 1) takenUntil[at] = row + high - 1;
    column += wide;
    cell = undefined;
  };
  return {
    startRow: (): void => {
      endCell();
      [row, column] = [row + 1, 0];
    },
    startCell: (tag: string): void => {
      endCell();
      [row, cell, text] = [Math.max(1, row), tag, ''];
    },
    endCell,
    addText: (piece: string): void => {
      if (cell !== undefined) text = longerText(text, piece, limits);
    },
    close: (): Sheet => {
      endCell();
      return { name: '', hidden: false, rows: cells.rows(), hiddenRows: [], hiddenColumns: [], merged };
    },
  };
};

type Table = ReturnType<typeof createTable>;

/** Collects the tables of a page, those within others too, in the order in which they end. */
const collector = (limits: ReadLimits) => {
  const tally = createTally(limits);
  const open: Table[] = [];
  const sheets: Sheet[] = [];
  const end = (): void => {
    const table = open.pop();
    if (table !== undefined) sheets.push(table.close());
  };
  const tag = (name: string, whole: string): void => {
    const table = open.at(-1);
    if (name === 'table') {
      if (open.length + sheets.length === limits.maxSheets)
        throw new Unreadable('too_many_sheets', `the page has more than ${limits.maxSheets} tables`);
      open.push(createTable(tally));
    } else if (name === '/table') end();
    else if (name === 'tr') table?.startRow();
    else if (name === 'td' || name === 'th') table?.startCell(whole);
    else if (name === '/td' || name === '/th' || name === '/tr') table?.endCell();
    else if (name === 'br' || name === '/p') table?.addText('\n');
  };
  const text = (piece: string): void => open.at(-1)?.addText(readable(piece));
  const close = (): readonly Sheet[] => {
    while (open.length > 0) end();
    return sheets;
  };
  return { tag, text, close };
};

/** The place behind a construct; the end of the page where it does not end. */
const behind = (page: string, ending: string, from: number): number => {
  const at = page.indexOf(ending, from);
  return at < 0 ? page.length : at + ending.length;
};

const tagName = /^\/?[a-z0-9]{1,20}/u;

/** Elements whose text is no text of the page. */
const isSilent = (name: string): boolean => name === 'script' || name === 'style';

/**
 * The tables of a web page, as programs write them that call the file `.xls`. Nothing but tables is
 * looked at, nothing is run or fetched. Undefined where there is none.
 */
export const readHtml = (page: string, limits: ReadLimits): Document | undefined => {
  const { tag, text, close } = collector(limits);
  for (let at = page.indexOf('<'); at >= 0; ) {
    let end = page.startsWith('<!--', at) ? behind(page, '-->', at) : behind(page, '>', at);
    const inside = page.slice(at + 1, end - 1);
    const name = tagName.exec(inside.slice(0, 24).toLowerCase())?.[0] ?? '';
    if (isSilent(name)) end = behind(page, `</${inside.slice(0, name.length)}`, end);
    else tag(name, inside);
    const next = page.indexOf('<', end);
    if (next > end) text(page.slice(end, next));
    at = next;
  }
  const sheets = close();
  return sheets.some(({ rows }) => rows.length > 0) ? { format: 'xlsx', sheets } : undefined;
};
