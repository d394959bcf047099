import type { MergedCells, Sheet } from '../../../../domain/estimate/parse/document.ts';
import type { Tally } from '../tally.ts';
import { columnOf, rowOf } from './references.ts';
import type { Attribute } from './xml-scan.ts';

/** What a sheet hides and merges, collected as its markup names it. */
export interface Layout {
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
export const createLayout = ({ limits, addMergedRows }: Tally): Layout => {
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
