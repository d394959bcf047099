/**
 * A structure in which what an order costs depends on the value of its goods: the goods of a
 * supplier are the sum of what its entries that are taken count for.
 */
import type { OrderWindow } from '../order-windows.ts';
import { entriesByRow, suppliersOfEntries } from '../presolve-state.ts';
import type { Structure } from '../structure.ts';

/** A structure with the windows of each supplier's orders, laid out by rows too. */
export interface Stepped {
  /** Its `fixed` is the least that an order costs at each supplier. */
  readonly structure: Structure;
  /** Of each supplier. */
  readonly windows: readonly (readonly OrderWindow[])[];
  /** Windows are numbered through: those of supplier s are `windowStart[s]` and after. */
  readonly windowStart: Int32Array;
  readonly entrySupplier: Int32Array;
  /** What each entry counts for in the goods of its supplier: its cost, or less. */
  readonly entryGoods: Float64Array;
  /** Entries by row: `rowEntries` from `rowEntryStart[row]` on. */
  readonly rowEntryStart: Int32Array;
  readonly rowEntries: Int32Array;
}

/** The window of a supplier that has a number. */
export const windowAt = ({ windows, windowStart }: Stepped, supplier: number, at: number): OrderWindow =>
  (windows[supplier] as readonly OrderWindow[])[at - (windowStart[supplier] as number)] as OrderWindow;

/** Lays the structure out with its windows. */
export const steppedOf = (structure: Structure, windows: readonly (readonly OrderWindow[])[]): Stepped => {
  const windowStart = new Int32Array(structure.supplierCount + 1);
  for (const [s, { length }] of windows.entries()) windowStart[s + 1] = (windowStart[s] as number) + length;
  const { rowEntryStart, entries: rowEntries } = entriesByRow(structure);
  const entrySupplier = suppliersOfEntries(structure);
  const entryGoods = structure.entryGoods ?? structure.entryCost;
  return { structure, windows, windowStart, entrySupplier, entryGoods, rowEntryStart, rowEntries };
};
