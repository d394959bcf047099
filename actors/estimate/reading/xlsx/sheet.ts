import type { Cell, MergedCells, Sheet } from '../../../../domain/estimate/parse/document.ts';
import { cleanText } from '../clean-text.ts';
import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';
import { createSheetCells } from '../sheet-cells.ts';
import { cellText, cellTooLong, type Tally } from '../tally.ts';
import { type NumberForm, shownNumber } from './number-formats.ts';
import { columnOf, rowOf } from './references.ts';
import { type Attribute, scanXml } from './xml-scan.ts';

/** What a sheet hides and merges, collected as its markup names it. */
interface Layout {
  readonly hideRow: (row: number) => void;
  readonly hideColumns: (attribute: Attribute) => void;
  readonly merge: (reference: string) => void;
  /** All of it, as far as a sheet of so many rows has it. Throws `too_many_merges`. */
  readonly within: (rows: number) => Pick<Sheet, 'hiddenRows' | 'hiddenColumns' | 'merged'>;
}

const rangeOf = (reference: string): MergedCells | undefined => {
  const [from, to] = reference.split(':', 2);
  const [firstColumn, lastColumn] = [columnOf(from), columnOf(to)];
  const [firstRow, lastRow] = [rowOf(from), rowOf(to)];
  if (firstColumn === undefined || lastColumn === undefined || firstRow === undefined || lastRow === undefined)
    return undefined;
  return { firstRow, lastRow, firstColumn, lastColumn };
};

/** The columns, counted from 0, that lie in any of the runs. */
const coveredBy = (turns: Int32Array): readonly number[] => {
  let depth = 0;
  return Array.from(turns).flatMap((turn, at) => {
    depth += turn;
    return depth > 0 ? [at - 1] : [];
  });
};

/**
 * Begins to collect. Whatever numbers the markup names, a row or column that there cannot be takes
 * neither time nor memory, and one that is named again takes none a second time.
 */
const createLayout = ({ limits, addMergedRows }: Tally): Layout => {
  const rows = new Set<number>();
  /** How many more runs of hidden columns begin at a column than end before it. */
  const turns = new Int32Array(limits.maxColumns + 2);
  const merged: MergedCells[] = [];
  const hideColumns = (attribute: Attribute): void => {
    const first = Math.max(1, Math.trunc(Number(attribute('min'))));
    const last = Math.min(Math.trunc(Number(attribute('max'))), limits.maxColumns);
    if (!(first <= last)) return;
    turns[first] = (turns[first] ?? 0) + 1;
    turns[last + 1] = (turns[last + 1] ?? 0) - 1;
  };
  const within: Layout['within'] = (count) => {
    const kept = merged
      .filter(({ firstRow }) => firstRow <= count)
      .map((range) => ({ ...range, lastRow: Math.min(range.lastRow, count) }));
    // Each has been counted as one row when it came.
    for (const { firstRow, lastRow } of kept) addMergedRows(Math.max(0, lastRow - firstRow));
    return { hiddenRows: [...rows], hiddenColumns: coveredBy(turns), merged: kept };
  };
  return {
    hideRow: (row) => {
      if (row <= limits.maxRows) rows.add(row);
    },
    hideColumns,
    merge: (reference) => {
      const range = rangeOf(reference);
      if (range === undefined) return;
      addMergedRows(1);
      merged.push(range);
    },
    within,
  };
};

/** What cells refer to, and what counts how much the file holds. */
export interface CellSources {
  readonly strings: readonly string[];
  readonly forms: readonly NumberForm[];
  readonly from1904: boolean;
  /** Counts over all sheets. */
  readonly tally: Tally;
}

/** A cell's text runs may hold escaped characters, as `_x000D_`; each is written as so many. */
const escaped = /_x([\dA-F]{4})_/gu;
const escapedLength = 7;

/** Text of a cell as read, with what was escaped. Throws `cell_too_long`. */
export const cellString = (text: string, limits: ReadLimits): string =>
  cellText(
    text.replace(escaped, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    limits,
  );

/** A piece of text that goes on what a cell has already. Throws `cell_too_long`. */
export const longerText = (text: string, piece: string, limits: ReadLimits): string => {
  if (text.length + piece.length > limits.maxCellCharacters * escapedLength) throw cellTooLong(limits);
  return text + piece;
};

/**
 * A cell's value by its type: shared text, inline text, a truth value, an error (which says
 * nothing), or a number.
 */
const cellValue = (type: string, raw: string, style: number, sources: CellSources): Cell => {
  if (type === 's') return sources.strings[Number(raw)] ?? '';
  if (type === 'str' || type === 'inlineStr' || type === 'd') return cellString(raw, sources.tally.limits);
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e' || raw.trim() === '') return '';
  const value = Number(raw);
  if (!Number.isFinite(value)) return cellText(raw, sources.tally.limits);
  return shownNumber(value, sources.forms[style], sources.from1904);
};

const isHidden = (attribute: Attribute): boolean => /^(?:1|true)$/u.test(attribute('hidden') ?? '');

/**
 * Collects cells as the markup names them. Formulas are never looked at; their cached values are
 * the cells.
 */
const collector = (sources: CellSources, layout: Layout) => {
  const { rows, keep } = createSheetCells(sources.tally);
  let [row, column, type, style, raw, inValue] = [0, -1, '', 0, '', false];

  const open = (name: string, attribute: Attribute): void => {
    if (name === 'row') {
      [row, column] = [rowOf(attribute('r')) ?? row + 1, -1];
      if (isHidden(attribute)) layout.hideRow(row);
    } else if (name === 'c') {
      column = columnOf(attribute('r')) ?? column + 1;
      [type, style, raw] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0), ''];
    } else if (name === 'v' || name === 't') inValue = true;
    else if (name === 'col' && isHidden(attribute)) layout.hideColumns(attribute);
    else if (name === 'mergeCell') layout.merge(attribute('ref') ?? '');
  };

  const close = (name: string): void => {
    if (name === 'v' || name === 't') inValue = false;
    if (name === 'c') keep(row, column, cellValue(type, raw, style, sources));
  };

  const text = (piece: string): void => {
    if (inValue) raw = longerText(raw, piece, sources.tally.limits);
  };
  return { rows, handler: { open, close, text } };
};

/**
 * Reads one sheet's markup. Throws `malformed`, and where the file asks for more than the limits
 * `too_many_rows`, `too_many_columns`, `too_many_cells`, `too_many_characters`, `too_many_merges`,
 * `cell_too_long`.
 */
export const readSheet = (xml: string, name: string, isHiddenSheet: boolean, sources: CellSources): Sheet => {
  const layout = createLayout(sources.tally);
  const { rows, handler } = collector(sources, layout);
  scanXml(xml, handler);
  if (!/<\/(?:\w+:)?worksheet\s*>\s*$/u.test(xml.slice(-200)))
    throw new Unreadable('malformed', 'the spreadsheet is damaged: a sheet does not end');
  const filled = rows();
  return { name: cleanText(name), hidden: isHiddenSheet, rows: filled, ...layout.within(filled.length) };
};
