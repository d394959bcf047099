/**
 * What a supplier serves in a relaxed basket, in one of its windows: a column of Dantzig and Wolfe
 * (1960). To the bound it adds a constant less the multipliers of its rows, whatever those are. So
 * what a supplier adds at any multipliers is at most what each of its columns does.
 */
import { closed } from '../bound.ts';
import type { SteppedBound } from './bound.ts';
import type { Decisions } from './live.ts';

/** A column; it holds wherever decisions leave its window and its entries. */
export interface Column {
  readonly supplier: number;
  readonly window: number;
  /** Ascending. */
  readonly entries: Int32Array;
  /** The row of each entry. */
  readonly rows: Int32Array;
  /** Scaled. */
  readonly constant: number;
}

/** What a supplier served in the last evaluation, at `u`; undefined: it was not used. */
export const columnOf = (
  { stepped, reduced, used, taken, bestWindow }: SteppedBound,
  supplier: number,
  u: Float64Array,
): Column | undefined => {
  if (used[supplier] === 0) return undefined;
  const { entryStart, entryRow } = stepped.structure;
  const found: number[] = [];
  for (let e = entryStart[supplier] as number; e < (entryStart[supplier + 1] as number); e += 1) {
    if (taken[e] === 1) found.push(e);
  }
  const entries = Int32Array.from(found);
  const rows = entries.map((e) => entryRow[e] as number);
  let constant = reduced[supplier] as number;
  for (const row of rows) constant += u[row] as number;
  return { supplier, window: bestWindow[supplier] as number, entries, rows, constant };
};

/** Whether decisions leave the column. */
export const isLeft = ({ supplier, window, entries }: Column, { status, inPlay, banned }: Decisions): boolean =>
  status[supplier] !== closed && inPlay[window] === 1 && entries.every((e) => banned[e] === 0);

/** Whether two columns of one supplier say the same. */
export const isSame = (a: Column, b: Column): boolean =>
  a.constant === b.constant &&
  a.window === b.window &&
  a.entries.length === b.entries.length &&
  a.entries.every((e, i) => e === b.entries[i]);
