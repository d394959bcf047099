/**
 * What a supplier serves in a relaxed basket, in one of its windows: a column of Dantzig and Wolfe
 * (1960). To the bound it adds a constant less the multipliers of its rows, whatever those are. So
 * what a supplier adds at any multipliers is at most what each of its columns does.
 *
 * Where the knapsack of a window was given up, a column may be what the relaxation of the knapsack
 * serves. It is right only at the multipliers of its evaluation, and is not told to other climbs.
 */
import { closed } from '../bound.ts';
import type { SteppedBound } from './bound.ts';
import type { Decisions } from './live.ts';
import { windowAt } from './stepped.ts';

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
  /** Whether it is what the goods and the order really cost. */
  readonly isReal: boolean;
}

const takenBy = ({ stepped, taken }: SteppedBound, supplier: number): Int32Array => {
  const { entryStart } = stepped.structure;
  const entries: number[] = [];
  for (let e = entryStart[supplier] as number; e < (entryStart[supplier + 1] as number); e += 1) {
    if (taken[e] === 1) entries.push(e);
  }
  return Int32Array.from(entries);
};

/** What the entries and an order in the window cost, scaled. */
const costOf = ({ stepped, scale, cost }: SteppedBound, supplier: number, window: number, entries: Int32Array) =>
  entries.reduce((sum, e) => sum + (cost[e] as number), windowAt(stepped, supplier, window).cost * scale);

/** What a supplier served in the last evaluation, at `u`; undefined: it was not used. */
export const columnOf = (bound: SteppedBound, supplier: number, u: Float64Array): Column | undefined => {
  const { stepped, reduced, used, bestWindow, isPacked } = bound;
  if (used[supplier] === 0) return undefined;
  const window = bestWindow[supplier] as number;
  const entries = takenBy(bound, supplier);
  const rows = entries.map((e) => stepped.structure.entryRow[e] as number);
  const real = costOf(bound, supplier, window, entries);
  const seen = rows.reduce((sum, row) => sum + (u[row] as number), reduced[supplier] as number);
  const constant = isPacked[supplier] === 1 ? real : seen;
  return { supplier, window, entries, rows, constant, isReal: constant === real };
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
