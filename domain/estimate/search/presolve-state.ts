/** What presolve (`presolve.ts`) knows of a structure while it makes it smaller. */
import type { Structure } from './structure.ts';

/**
 * A structure while it is made smaller. `least` is what all suppliers that are not closed can do at
 * best.
 */
export interface Presolve {
  readonly structure: Structure;
  readonly status: Uint8Array;
  readonly entrySupplier: Int32Array;
  /** Entries by row: `entries` from `rowEntryStart[row]` on. */
  readonly rowEntryStart: Int32Array;
  readonly entries: Int32Array;
  /** 1 for entries that are left. */
  readonly isEntryLeft: Uint8Array;
  readonly isVariantLeft: Uint8Array;
  /** The cheapest entry of an opened supplier in each row, -1: none, and its cost. */
  readonly rowOpenEntry: Int32Array;
  readonly rowOpen: Float64Array;
  readonly rowLeast: Float64Array;
  /** The supplier of that entry, and the least cost without it. */
  readonly rowLeastSupplier: Int32Array;
  readonly rowNext: Float64Array;
  readonly variantLeast: Float64Array;
  /** Cost of each block from the opened suppliers alone. */
  readonly blockOpen: Float64Array;
  readonly blockLeast: Float64Array;
}

/** The supplier of each entry. */
export const suppliersOfEntries = ({ supplierCount, entryStart, entryRow }: Structure): Int32Array => {
  const supplier = new Int32Array(entryRow.length);
  for (let s = 0; s < supplierCount; s += 1) supplier.fill(s, entryStart[s], entryStart[s + 1]);
  return supplier;
};

/** Sorts entries by row; those of one row stay in the order of suppliers. */
export const entriesByRow = ({ rowCount, entryRow }: Structure): { rowEntryStart: Int32Array; entries: Int32Array } => {
  const rowEntryStart = new Int32Array(rowCount + 1);
  for (const row of entryRow) rowEntryStart[row + 1] = (rowEntryStart[row + 1] as number) + 1;
  for (let row = 0; row < rowCount; row += 1) {
    rowEntryStart[row + 1] = (rowEntryStart[row + 1] as number) + (rowEntryStart[row] as number);
  }
  const next = rowEntryStart.slice();
  const entries = new Int32Array(entryRow.length);
  entryRow.forEach((row, e) => {
    entries[next[row] as number] = e;
    next[row] = (next[row] as number) + 1;
  });
  return { rowEntryStart, entries };
};

/** Begins to make a structure smaller. */
export const presolveOf = (structure: Structure, status: Uint8Array): Presolve => {
  const { rowCount, variantCount, blockCount, entryRow } = structure;
  return {
    structure,
    status: status.slice(),
    entrySupplier: suppliersOfEntries(structure),
    ...entriesByRow(structure),
    isEntryLeft: new Uint8Array(entryRow.length).fill(1),
    isVariantLeft: new Uint8Array(variantCount).fill(1),
    rowOpenEntry: new Int32Array(rowCount),
    rowOpen: new Float64Array(rowCount),
    rowLeast: new Float64Array(rowCount),
    rowLeastSupplier: new Int32Array(rowCount),
    rowNext: new Float64Array(rowCount),
    variantLeast: new Float64Array(variantCount),
    blockOpen: new Float64Array(blockCount),
    blockLeast: new Float64Array(blockCount),
  };
};
