/**
 * Finding the tables of a document.
 *
 * A heading is a row in which at least two cells are known headings of different roles, more of
 * them than the rows around it. Each one begins a table that ends before the next heading with
 * other words. Tables are ranked by how much a buyer can use of them: which roles they have, and
 * how many lines. A document without any heading is one table by its cells alone.
 */

import { isKind, isPlaceholder } from './cell-kinds.ts';
import { maxColumns, type RivalRoles, readColumns } from './column-roles.ts';
import { type Cell, cellText, type Document, type Sheet } from './document.ts';
import { headingScores, headingStrength, headingWords, supplierInHeading } from './heading.ts';
import { exportedTable } from './own-export.ts';
import { type Role, roles, type TableMap } from './roles.ts';
import { type RowContext, rowKind } from './row-kind.ts';
import { sumRows } from './sum-rows.ts';
import { tailOf } from './table-tail.ts';

/** A table that was found, with what ranks it. */
export interface FoundTable {
  readonly map: TableMap;
  /** The row behind the table's last, counted from 1 as rows are. */
  readonly endRow: number;
  readonly score: number;
  /** What its columns may mean as well; undefined where nothing else comes near. */
  readonly rival?: RivalRoles | undefined;
}

/** Rows of a sheet in which headings are looked for. */
const maxHeaderRows = 3_000;

/** A heading longer than this is a sentence. */
const longestHeading = 80;

/** What makes a word a heading by itself, and what does where the whole row is such words. */
const knownAlone = 0.55;
const knownAmongOthers = 0.4;

const isHeadingCell = (cell: Cell, least = knownAlone): boolean => {
  const text = cellText(cell);
  return (
    typeof cell !== 'number' && text.length <= longestHeading && !/\d{3}/u.test(text) && headingStrength(text) >= least
  );
};

/** The known headings of a row: of `Part;Qty` both, although `Part` alone may be many things. */
const knownHeadings = (filled: readonly Cell[]): readonly Cell[] => {
  const known = filled.filter((cell) => isHeadingCell(cell));
  const isWhole = known.length > 0 && filled.every((cell) => isHeadingCell(cell, knownAmongOthers));
  return isWhole ? filled : known;
};

const cores: ReadonlySet<Role> = new Set([
  'part_number',
  'quantity',
  'reference',
  'description',
  'value',
  'manufacturer',
  'supplier_sku',
]);

/** A bare number: a price break in a heading, and hardly anything else there. */
const bareNumber = /^[\d.,]+$/u;

/** Kinds of cells that occur in lines and hardly ever in headings. */
const dataKinds = ['sku', 'part_number', 'designators', 'link', 'price', 'value'] as const;

/** How much a cell speaks against a heading, from 0 to 1. */
const dataWeight = (cell: Cell): number => {
  const text = cellText(cell);
  if (text.length > longestHeading || headingStrength(text) >= knownAlone) return 0;
  if (bareNumber.test(text)) return 0.5;
  return dataKinds.some((kind) => isKind(kind, text)) ? 1 : 0;
};

/** The share of such cells that a heading may have. */
const maxDataShare = 0.34;

/**
 * How much a row looks like a heading: 0, or the number of known headings weighed with the share
 * that they are of the row.
 */
const headerScore = (row: readonly Cell[]): number => {
  const filled = row.slice(0, maxColumns).filter((cell) => cellText(cell) !== '');
  if (filled.length < 2) return 0;
  const known = knownHeadings(filled);
  if (filled.reduce((sum: number, cell) => sum + dataWeight(cell), 0) > maxDataShare * filled.length) return 0;
  const worded = filled.filter((cell) => !bareNumber.test(cellText(cell)));
  const best = distinctRoles(known.map(cellText).filter((text) => supplierInHeading(text) === undefined));
  const core = [...best].filter((role) => cores.has(role)).length;
  if (best.size < 2 || core < 1) return 0;
  const share = known.length / worded.length;
  return share < 0.3 && known.length < 4 ? 0 : known.length * (0.5 + share);
};

/** The roles that headings stand for together: each takes its best one that is still free. */
const distinctRoles = (headings: readonly string[]): ReadonlySet<Role> => {
  const taken = new Set<Role>();
  for (const heading of headings) {
    const scores = headingScores(heading);
    const [best] = roles
      .filter((role) => (scores[role] ?? 0) >= knownAmongOthers && !taken.has(role))
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    if (best !== undefined) taken.add(best);
  }
  return taken;
};

/** The share of a heading's words that another says again where it goes on with its table. */
const mostlySame = 0.75;
const minSame = 3;

/**
 * Whether a heading goes on with the table of the heading before it: it says the same, or the same
 * but for a column or so (`Notes` for `Purpose`), in the same columns.
 */
const goesOn = (before: readonly Cell[], row: readonly Cell[]): boolean => {
  const filled = before.flatMap((cell, at) => (cellText(cell) === '' ? [] : [at]));
  if (filled.length < minSame || filled.length !== filledCount(row)) return false;
  const most = Math.min(filled.length - minSame, (1 - mostlySame) * filled.length);
  let others = 0;
  // Most rows are lines, which differ at once: the rest of them is not looked at.
  return filled.every((at) => {
    others += sameHeading([before[at] ?? ''], [row[at] ?? '']) ? 0 : 1;
    return others <= most;
  });
};

const filledCount = (row: readonly Cell[]): number => row.filter((cell) => cellText(cell) !== '').length;

/** A row of dashes in every column, as Markdown draws it below a heading. */
const isRuler = (row: readonly Cell[] | undefined): boolean => {
  const texts = (row ?? []).map(cellText).filter((text) => text !== '');
  return texts.length >= 2 && texts.every((text) => /^:?-{2,}:?$/u.test(text));
};

/**
 * Whether a row is drawn as a heading, whatever its words: over a row of dashes, and at the head of
 * its block.
 */
const isDrawnHeading = (rows: Sheet['rows'], at: number): boolean => {
  return isRuler(rows[at + 1]) && filledCount(rows[at] ?? []) >= 2 && filledCount(rows[at - 1] ?? []) <= 1;
};

const sameHeading = (a: readonly Cell[], b: readonly Cell[]): boolean =>
  a.length > 0 && a.every((cell, at) => headingWords(cellText(cell)) === headingWords(cellText(b[at])));

/**
 * A row without what the row above or below says as well in the same column: that is a value. A row
 * that is the same as one of them stays whole.
 */
const ownCells = (rows: Sheet['rows'], at: number): readonly Cell[] => {
  const row = rows[at] ?? [];
  const own = row.filter((cell, place) => {
    const text = cellText(cell);
    return text !== cellText(rows[at - 1]?.[place]) && text !== cellText(rows[at + 1]?.[place]);
  });
  return own.length === 0 ? row : own;
};

/**
 * Where headings stand in a sheet, counted from 0; one that repeats the heading before it begins
 * nothing new.
 */
const headerRows = (rows: Sheet['rows']): readonly number[] => {
  const found: number[] = [];
  for (let at = 0; at < Math.min(rows.length, maxHeaderRows); at += 1) {
    const row = rows[at] ?? [];
    if (
      (headerScore(row) === 0 || headerScore(ownCells(rows, at)) === 0) &&
      !(found.length > 0 && isDrawnHeading(rows, at))
    )
      continue;
    const before = found.at(-1);
    if (before !== undefined && (sameHeading(rows[before] ?? [], row) || goesOn(rows[before] ?? [], row))) continue;
    if (before === at - 1 && headerScore(rows[before] ?? []) >= headerScore(row)) continue;
    if (before === at - 1) found.pop();
    found.push(at);
  }
  return found;
};

/** What a role adds to a table's rank. */
const worth: Readonly<Partial<Record<Role, number>>> = {
  part_number: 3,
  quantity: 3,
  reference: 2.5,
  supplier_sku: 1.5,
  manufacturer: 1.5,
  description: 1,
  value: 1,
  package: 0.5,
  price: 0.3,
};

/** The share of rows that must have a quantity or a designator for one without to stand out. */
const mostlyCounted = 0.8;

const countedShare = (body: Sheet['rows'], map: TableMap): number => {
  const counting = Object.keys(map.columns)
    .map(Number)
    .filter((at) => ['quantity', 'reference'].includes(map.columns[at] ?? ''));
  const filled = body.filter((row) => !isBlank(row));
  return (
    filled.filter((row) => counting.some((at) => !isPlaceholder(cellText(row[at])))).length / Math.max(1, filled.length)
  );
};

/** The first rows of a table, so many at most. */
const firstRowsOf = (rows: Sheet['rows'], map: TableMap, endRow: number, most: number): Sheet['rows'] =>
  rows.slice(firstRowOf(map) - 1, endRow - 1).slice(0, most);

/** Rows that tell how full the rows of a table are. */
const maxCountedRows = 200;

/** What a row's kind depends on, from a table's map. */
export const rowContext = (rows: Sheet['rows'], map: TableMap, endRow: number): RowContext => {
  const header = map.headerRow === undefined ? undefined : rows[map.headerRow - 1];
  const first = firstRowOf(map) - 1;
  const body = firstRowsOf(rows, map, endRow, maxCountedRows);
  const counts = body
    .map((row) => row.filter((cell) => cellText(cell) !== '').length)
    .filter((count) => count > 0)
    .sort((a, b) => a - b);
  const context = {
    columns: map.columns,
    header,
    usualCells: counts[Math.floor(0.75 * counts.length)] ?? 0,
    counted: countedShare(body, map) >= mostlyCounted,
    sums: sumRows(rows, first, endRow - 1, map.columns),
  };
  return map.lastRow === undefined ? { ...context, tail: tailOf(rows, first, endRow - 1, context) } : context;
};

/** The first row of a map's table that may hold a line, counted from 1. */
export const firstRowOf = (map: TableMap): number => map.firstRow ?? (map.headerRow ?? 0) + 1;

/** Rows whose kind is looked at to rank a table. */
const maxRankedRows = 1_000;

const rank = (rows: Sheet['rows'], map: TableMap, endRow: number, hidden: boolean): FoundTable => {
  const context = rowContext(rows, map, endRow);
  const body = firstRowsOf(rows, map, endRow, maxRankedRows);
  const lines = body.filter((_, at) => rowKind(rows, firstRowOf(map) - 1 + at, context) === 'line').length;
  const present = new Set(Object.values(map.columns));
  const value = [...present].reduce((sum, role) => sum + (worth[role] ?? 0), 0);
  return { map, endRow, score: (hidden ? 0.1 : 1) * value * Math.log2(1 + lines) };
};

const isBlank = (row: readonly Cell[]): boolean => row.every((cell) => cellText(cell) === '');

/** Headings that a table must have before a lone text in a row is no line of it. */
const minWide = 3;

/**
 * The rows that tell what the columns of a table mean: its lines, without rulers and repeated
 * headings, and, where most rows hold more, without lone texts, which are titles and notes.
 */
const tellingRows = (header: readonly Cell[], rows: Sheet['rows']): Sheet['rows'] => {
  const filled = rows.filter((row) => !isBlank(row) && !isRuler(row) && !goesOn(header, row));
  const fuller = filled.filter((row) => filledCount(row) > 1);
  return filledCount(header) >= minWide && 2 * fuller.length >= filled.length ? fuller : filled;
};

const tableAt = (sheet: Sheet, headerAt: number, endAt: number): FoundTable => {
  const header = sheet.rows[headerAt] ?? [];
  const { columns, rival } = readColumns(header, tellingRows(header, sheet.rows.slice(headerAt + 1, endAt)));
  const map = { sheet: sheet.name, headerRow: headerAt + 1, columns };
  return { ...rank(sheet.rows, map, endAt + 1, sheet.hidden), rival };
};

/**
 * The columns of a list as shops take it: one of texts, one of whole numbers that do not merely
 * count the rows. Undefined for any other.
 */
const orderColumns = (body: Sheet['rows']): Readonly<Record<number, Role>> | undefined => {
  const width = Math.max(0, ...body.slice(0, lookedBelow).map((row) => row.length));
  if (width !== 2 || body.length < 3) return undefined;
  const cells = [0, 1].map((at) => body.map((row) => cellText(row[at])).filter((text) => text !== ''));
  const numbers = cells.findIndex(
    (texts) => texts.length === body.length && texts.every((text) => isKind('integer', text)),
  );
  const texts = cells[1 - numbers] ?? [];
  if (numbers < 0 || texts.length < body.length || !texts.every((text) => /\p{L}/u.test(text))) return undefined;
  const areCounting = cells[numbers]?.every((text, at) => Number(text) === at + 1) ?? false;
  if (areCounting) return undefined;
  const share = (is: (text: string) => boolean): number => texts.filter(is).length / texts.length;
  const isCode = share((text) => !/\p{Ll}{3}/u.test(text)) >= mostlyData;
  const areNumbers = share((text) => isKind('part_number', text)) >= mostlyData;
  const isOrdered = isCode && (!areNumbers || share((text) => isKind('sku', text)) > 0);
  return {
    [numbers]: 'quantity',
    [1 - numbers]: isOrdered ? 'supplier_sku' : areNumbers ? 'part_number' : 'description',
  };
};

const withoutHeader = (sheet: Sheet): readonly FoundTable[] => {
  const body = sheet.rows.filter((row) => !isBlank(row));
  const told = readColumns(undefined, body);
  const isTold = Object.keys(told.columns).length >= 2;
  const columns = isTold ? told.columns : orderColumns(body);
  if (columns === undefined) return [];
  const table = rank(sheet.rows, { sheet: sheet.name, columns }, sheet.rows.length + 1, sheet.hidden);
  return [isTold ? { ...table, rival: told.rival } : table];
};

/** Rows that a heading of mostly unknown words must stand over, and those looked at below it. */
const minBelow = 2;
const lookedBelow = 50;

/** Rows of a sheet, blank ones left out, in which such a heading is looked for. */
const firstRows = 5;

/** The share of a column's cells that must be numbers or designators, for a word to head it. */
const mostlyData = 0.8;

const isWord = (cell: Cell): boolean => {
  const text = cellText(cell);
  return /^\p{L}[^\d]{0,40}$/u.test(text) && dataWeight(cell) === 0;
};

const heads = (below: Sheet['rows'], at: number): boolean => {
  const texts = below.map((row) => cellText(row[at])).filter((text) => text !== '');
  const data = texts.filter((text) => bareNumber.test(text) || isKind('designators', text) || isKind('price', text));
  return texts.length >= minBelow && data.length >= mostlyData * texts.length;
};

/**
 * A heading of which only one word is known, or none is known well: words over a column of numbers
 * or designators, as wide as the rows below.
 */
const wordedHeading = (rows: Sheet['rows']): number | undefined => {
  const filledRows = rows.flatMap((row, at) => (isBlank(row) ? [] : [at])).slice(0, firstRows);
  return filledRows.find((at) => {
    const row = rows[at] ?? [];
    const filled = row.filter((cell) => cellText(cell) !== '');
    if (filled.length < 2 || !filled.every(isWord) || !filled.some((cell) => isHeadingCell(cell))) return false;
    const below = rows.slice(at + 1, at + 1 + lookedBelow).filter((other) => !isBlank(other));
    const widths = below.map((other) => other.filter((cell) => cellText(cell) !== '').length).sort((a, b) => a - b);
    const isWide = filled.length >= (widths[widths.length >> 1] ?? 0);
    return isWide && row.some((cell, place) => cellText(cell) !== '' && heads(below, place));
  });
};

const tablesOf = (sheet: Sheet): readonly FoundTable[] => {
  const known = headerRows(sheet.rows);
  const worded = known.length > 0 ? undefined : wordedHeading(sheet.rows);
  const starts = worded === undefined ? known : [worded];
  return starts.map((start, at) => tableAt(sheet, start, starts[at + 1] ?? sheet.rows.length));
};

/**
 * The row behind the last of the table that begins at a row, both counted from 1: the next heading,
 * or the sheet's end.
 */
export const endOfTable = (sheet: Sheet, firstRow: number): number => {
  const next = headerRows(sheet.rows).find((at) => at + 1 > firstRow);
  return next === undefined ? sheet.rows.length + 1 : next + 1;
};

const ranked = (tables: readonly FoundTable[]): readonly FoundTable[] =>
  tables.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);

/**
 * Every table of a document, the most useful first; of a file that an estimate was exported as that
 * of its lines alone. Tables without a heading are looked for only where no heading is found.
 */
export const findTables = (document: Document): readonly FoundTable[] => {
  const headed = ranked(document.sheets.flatMap(tablesOf));
  const exported = exportedTable(document, headed);
  if (exported !== undefined) return [exported];
  return headed.length > 0 ? headed : ranked(document.sheets.flatMap(withoutHeader));
};
