import type { Cell, MergedCells, Sheet } from '../../../../domain/estimate/parse/document.ts';
import type { ReadLimits } from '../limits.ts';
import { Unreadable } from '../read-failure.ts';
import { type NumberForm, shownNumber } from './number-formats.ts';
import { scanXml } from './xml-scan.ts';

/** What cells refer to, and how much the file may still hold. */
export interface CellSources {
  readonly strings: readonly string[];
  readonly forms: readonly NumberForm[];
  readonly from1904: boolean;
  readonly limits: ReadLimits;
  /** Counts cells over all sheets. */
  readonly budget: { cells: number };
}

/** A column's number from its letters, counted from 0; undefined where there are none. */
const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})/u.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

const rowOf = (reference: string | undefined): number | undefined => {
  const digits = /(\d{1,7})$/u.exec(reference ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const rangeOf = (reference: string): MergedCells | undefined => {
  const [from, to] = reference.split(':');
  const [firstColumn, lastColumn] = [columnOf(from), columnOf(to)];
  const [firstRow, lastRow] = [rowOf(from), rowOf(to)];
  if (firstColumn === undefined || lastColumn === undefined || firstRow === undefined || lastRow === undefined)
    return undefined;
  return { firstRow, lastRow, firstColumn, lastColumn };
};

/** A cell's text runs may hold escaped control characters, as `_x000D_`. */
const controls = /_x([\dA-F]{4})_/gu;

/** Text of a cell as read: escaped controls replaced, cut at the limit. */
export const cellString = (text: string, { maxCellCharacters }: ReadLimits): string =>
  text.replace(controls, (_, code) => String.fromCharCode(Number.parseInt(code, 16))).slice(0, maxCellCharacters);

/** A cell's value by its type: shared text, inline text, a truth value, an error (which says nothing), or a number. */
const cellValue = (type: string, raw: string, style: number, sources: CellSources): Cell => {
  if (type === 's') return sources.strings[Number(raw)] ?? '';
  if (type === 'str' || type === 'inlineStr' || type === 'd') return cellString(raw, sources.limits);
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e' || raw.trim() === '') return '';
  const value = Number(raw);
  return Number.isFinite(value) ? shownNumber(value, sources.forms[style], sources.from1904) : raw;
};

interface Hidden {
  readonly rows: number[];
  readonly columns: number[];
}

const noRow: readonly Cell[] = [];

/** Rows by their number, made dense up to the last that holds anything. */
const dense = (rows: ReadonlyMap<number, readonly Cell[]>, { maxRows }: ReadLimits): Sheet['rows'] => {
  let last = 0;
  for (const number of rows.keys()) last = Math.max(last, number);
  if (last > maxRows) throw new Unreadable('too_many_rows', `a sheet has more than ${maxRows} rows`);
  return Array.from({ length: last }, (_, at) => rows.get(at + 1) ?? noRow);
};

const isHidden = (attribute: (name: string) => string | undefined): boolean =>
  /^(?:1|true)$/u.test(attribute('hidden') ?? '');

/** A hidden run of columns is kept only as far as columns can hold anything. */
const hideColumns = (hidden: Hidden, attribute: (name: string) => string | undefined, limits: ReadLimits): void => {
  const last = Math.min(Number(attribute('max')), limits.maxColumns);
  for (let column = Number(attribute('min')); column <= last; column += 1) hidden.columns.push(column - 1);
};

/** Collects cells as the markup names them. Formulas are never looked at; their cached values are the cells. */
const collector = (sources: CellSources) => {
  const rows = new Map<number, Cell[]>();
  const hidden: Hidden = { rows: [], columns: [] };
  const merged: MergedCells[] = [];
  let [row, column, type, style, raw, inValue] = [0, -1, '', 0, '', false];

  const put = (): void => {
    const value = cellValue(type, raw, style, sources);
    if (value === '') return;
    const { limits, budget } = sources;
    if (column >= limits.maxColumns)
      throw new Unreadable('too_many_columns', `a sheet has more than ${limits.maxColumns} columns`);
    budget.cells += 1;
    if (budget.cells > limits.maxCells)
      throw new Unreadable('too_many_cells', `the file has more than ${limits.maxCells} cells`);
    const cells = rows.get(row) ?? [];
    while (cells.length < column) cells.push('');
    cells[column] = value;
    rows.set(row, cells);
  };

  const opening: Readonly<Record<string, (attribute: (name: string) => string | undefined) => void>> = {
    row: (attribute) => {
      row = rowOf(attribute('r')) ?? row + 1;
      column = -1;
      if (isHidden(attribute)) hidden.rows.push(row);
    },
    c: (attribute) => {
      column = columnOf(attribute('r')) ?? column + 1;
      [type, style, raw] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0), ''];
    },
    v: () => {
      inValue = true;
    },
    t: () => {
      inValue = true;
    },
    col: (attribute) => {
      if (isHidden(attribute)) hideColumns(hidden, attribute, sources.limits);
    },
    mergeCell: (attribute) => {
      const range = rangeOf(attribute('ref') ?? '');
      if (range !== undefined) merged.push(range);
    },
  };

  return {
    rows,
    hidden,
    merged,
    handler: {
      open: (name: string, attribute: (name: string) => string | undefined): void => opening[name]?.(attribute),
      close: (name: string): void => {
        if (name === 'v' || name === 't') inValue = false;
        if (name === 'c') put();
      },
      text: (text: string): void => {
        if (inValue) raw += text;
      },
    },
  };
};

/** Reads one sheet's markup. Throws `too_many_rows`, `too_many_columns`, `too_many_cells`, `malformed`. */
export const readSheet = (xml: string, name: string, isHiddenSheet: boolean, sources: CellSources): Sheet => {
  const { rows, hidden, merged, handler } = collector(sources);
  scanXml(xml, handler);
  if (!/<\/(?:\w+:)?worksheet\s*>\s*$/u.test(xml.slice(-200)))
    throw new Unreadable('malformed', 'the spreadsheet is damaged: a sheet does not end');
  return {
    name,
    hidden: isHiddenSheet,
    rows: dense(rows, sources.limits),
    hiddenRows: hidden.rows,
    hiddenColumns: hidden.columns,
    merged,
  };
};
