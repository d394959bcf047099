import type { Cell, Document, MergedCells, Sheet } from '../../../../domain/estimate/parse/document.ts';
import { cleanText } from '../clean-text.ts';
import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';
import { createSheetCells } from '../sheet-cells.ts';
import { cellText, createTally, type Tally } from '../tally.ts';
import { longerText } from '../xlsx/sheet.ts';
import { type Attribute, scanXml, type XmlHandler } from '../xlsx/xml-scan.ts';

/** A place that the markup states, counted from 1, or the one behind the last. */
const placeOf = (attribute: Attribute, next: number): number => {
  const stated = Math.trunc(Number(attribute('Index') ?? next));
  return stated >= 1 ? stated : next;
};

const spanOf = (attribute: Attribute, name: string, most: number): number => {
  const more = Math.trunc(Number(attribute(name) ?? 0));
  return more > 0 ? Math.min(more, most) : 0;
};

const cellOf = (type: string | undefined, text: string, limits: ReadLimits): Cell => {
  if (type === 'Error') return '';
  if (type === 'Boolean') return text.trim() === '1' ? 'TRUE' : 'FALSE';
  const value = Number(text);
  if (type === 'Number' && text.trim() !== '' && Number.isFinite(value)) return Number(value.toPrecision(15));
  return cellText(type === 'DateTime' ? text.replace(/T00:00:00(?:\.0+)?$/u, '') : text, limits);
};

const createSheet = (attribute: Attribute, tally: Tally) => {
  const { limits, addMergedRows } = tally;
  const cells = createSheetCells(tally);
  const merged: MergedCells[] = [];
  const hiddenRows: number[] = [];
  let [row, column, hidden] = [0, 0, false];
  const openRow = (of: Attribute): void => {
    [row, column] = [placeOf(of, row + 1), 0];
    if (of('Hidden') === '1' && row <= limits.maxRows) hiddenRows.push(row);
  };
  const closeCell = (of: Attribute, type: string | undefined, text: string): void => {
    column = placeOf(of, column + 1);
    const value = cellOf(type, text, limits);
    const [right, down] = [spanOf(of, 'MergeAcross', limits.maxColumns), spanOf(of, 'MergeDown', limits.maxRows)];
    cells.keep(row, column - 1, value);
    if (value !== '' && (right > 0 || down > 0)) {
      addMergedRows(down + 1);
      merged.push({ firstRow: row, lastRow: row + down, firstColumn: column - 1, lastColumn: column - 1 + right });
    }
    column += right;
  };
  const hide = (): void => {
    hidden = true;
  };
  const close = (): Sheet => ({
    name: cleanText(attribute('Name') ?? ''),
    hidden,
    rows: cells.rows(),
    hiddenRows,
    hiddenColumns: [],
    merged,
  });
  return { openRow, closeCell, close, hide };
};

const collector = (limits: ReadLimits): { readonly sheets: readonly Sheet[]; readonly handler: XmlHandler } => {
  const tally = createTally(limits);
  const sheets: Sheet[] = [];
  let sheet: ReturnType<typeof createSheet> | undefined;
  let cell: Attribute | undefined;
  let [type, text, inData, inComment, inVisible] = [undefined as string | undefined, '', false, false, false];
  const open: XmlHandler['open'] = (name, attribute) => {
    if (name === 'Worksheet') {
      if (sheets.length === limits.maxSheets)
        throw new Unreadable('too_many_sheets', `the file has more than ${limits.maxSheets} sheets`);
      sheet = createSheet(attribute, tally);
    } else if (name === 'Row') sheet?.openRow(attribute);
    else if (name === 'Cell') [cell, type, text] = [attribute, undefined, ''];
    else if (name === 'Comment') inComment = true;
    else if (name === 'Visible') inVisible = true;
    else if (name === 'Data' && !inComment) [type, inData] = [attribute('Type'), true];
  };
  const close: XmlHandler['close'] = (name) => {
    if (name === 'Comment') inComment = false;
    else if (name === 'Visible') inVisible = false;
    else if (name === 'Data') inData = false;
    else if (name === 'Cell' && cell !== undefined) {
      sheet?.closeCell(cell, type, text);
      cell = undefined;
    } else if (name === 'Worksheet' && sheet !== undefined) {
      sheets.push(sheet.close());
      sheet = undefined;
    }
  };
  const addText = (piece: string): void => {
    if (inVisible && /Hidden/u.test(piece)) sheet?.hide();
    if (inData && !inComment) text = longerText(text, piece, limits);
  };
  return { sheets, handler: { open, close, text: addText } };
};

/** Reads a workbook in the markup of 2003 (XML Spreadsheet). */
export const readXmlSpreadsheet = (xml: string, limits: ReadLimits): Document => {
  const { sheets, handler } = collector(limits);
  scanXml(xml, handler);
  if (sheets.length === 0) throw new Unreadable('malformed', 'the spreadsheet is damaged: it holds no whole sheet');
  if (sheets.every(({ rows }) => rows.length === 0)) throw new Unreadable('empty', 'the spreadsheet holds nothing');
  return { format: 'xlsx', sheets };
};
