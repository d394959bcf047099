/**
 * A file that an estimate was exported as, when it is sent again as a list: its lines stand in the
 * table with its own headings, whatever else a workbook holds, and a line that was bought from
 * several offers has a row for each.
 */
import { cellText, type Document, type Sheet } from './document.ts';
import type { TableMap } from './roles.ts';

/** What the list said of a line: the first columns of the file. */
export const exportedHeadings = [
  'line',
  'row',
  'text',
  'mpn',
  'manufacturer',
  'internal_number',
  'references',
  'quantity',
  'unit',
] as const;

type Row = Sheet['rows'][number];

const isOwnHeading = (row: Row | undefined): boolean =>
  exportedHeadings.every((heading, at) => cellText(row?.[at]) === heading);

const isSameLine = (row: Row, above: Row | undefined): boolean =>
  cellText(row[0]) !== '' && exportedHeadings.every((_, at) => cellText(row[at]) === cellText(above?.[at]));

const withoutRepeats = (map: TableMap, { rows }: Sheet): TableMap => {
  const first = map.headerRow ?? 0;
  const repeated = rows.flatMap((row, at) => (at > first && isSameLine(row, rows[at - 1]) ? [at + 1] : []));
  return repeated.length === 0 ? map : { ...map, otherRows: repeated };
};

/** The table of an exported file, alone; undefined where none of these is one. */
export const exportedTable = <Table extends { readonly map: TableMap }>(
  { sheets }: Document,
  tables: readonly Table[],
): Table | undefined => {
  for (const table of tables) {
    const { sheet: name, headerRow = 0 } = table.map;
    const sheet = sheets.find((each) => each.name === name);
    if (sheet !== undefined && isOwnHeading(sheet.rows[headerRow - 1]))
      return { ...table, map: withoutRepeats(table.map, sheet) };
  }
  return undefined;
};
