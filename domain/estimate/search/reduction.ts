/** What presolve leaves of a structure, laid out as a structure of its own. */
import { closed, free, opened } from './bound.ts';
import type { Presolve } from './presolve-state.ts';
import type { Structure } from './structure.ts';

/** What is left of a structure. */
export interface Reduction {
  readonly structure: Structure;
  /** The former index of each supplier; -1 for the first, which stands for those opened. */
  readonly supplierOrigin: Int32Array;
  /** The former index of each row. */
  readonly rowOrigin: Int32Array;
  /** What was decided about the former suppliers. */
  readonly status: Uint8Array;
  /** What the opened suppliers and the settled blocks cost. */
  readonly settledCost: number;
}

/** The former suppliers that are open where these of the smaller structure are. */
export const liftOpen = ({ status, supplierOrigin }: Reduction, open: Uint8Array): Uint8Array => {
  const lifted = status.map((value) => (value === opened ? 1 : 0));
  for (let s = 1; s < open.length; s += 1) lifted[supplierOrigin[s] as number] = open[s] as number;
  return lifted;
};

const isSettled = ({ blockOpen, blockLeast }: Presolve, block: number): boolean =>
  (blockLeast[block] as number) >= (blockOpen[block] as number);

/** What is left, by its former indices, and the new indices of rows, variants and blocks. */
interface Layout {
  readonly variantStart: number[];
  readonly rowStart: number[];
  readonly rows: number[];
  readonly newRow: Int32Array;
  readonly newVariant: Int32Array;
  readonly newBlock: Int32Array;
}

const layOut = (presolve: Presolve): Layout => {
  const { structure, isVariantLeft } = presolve;
  const { variantStart, rowStart, blockCount, variantCount, rowCount } = structure;
  const layout: Layout = {
    variantStart: [0],
    rowStart: [0],
    rows: [],
    newRow: new Int32Array(rowCount).fill(-1),
    newVariant: new Int32Array(variantCount),
    newBlock: new Int32Array(blockCount),
  };
  for (let block = 0; block < blockCount; block += 1) {
    if (isSettled(presolve, block)) continue;
    layout.newBlock[block] = layout.variantStart.length - 1;
    for (let variant = variantStart[block] as number; variant < (variantStart[block + 1] as number); variant += 1) {
      if (isVariantLeft[variant] === 0) continue;
      layout.newVariant[variant] = layout.rowStart.length - 1;
      for (let row = rowStart[variant] as number; row < (rowStart[variant + 1] as number); row += 1) {
        layout.newRow[row] = layout.rows.length;
        layout.rows.push(row);
      }
      layout.rowStart.push(layout.rows.length);
    }
    layout.variantStart.push(layout.rowStart.length - 1);
  }
  return layout;
};

/** The entries left of each supplier, those of blocks with one variant first. */
const entriesLeft = (
  presolve: Presolve,
  { rows, newRow, newBlock, variantStart }: Layout,
  suppliers: readonly number[],
): {
  readonly entries: readonly number[];
  readonly entryStart: readonly number[];
  readonly simpleEnd: readonly number[];
} => {
  const { structure, isEntryLeft, rowOpenEntry } = presolve;
  const isSimple = (e: number): boolean => {
    const block = newBlock[structure.entryBlock[e] as number] as number;
    return (variantStart[block + 1] as number) - (variantStart[block] as number) === 1;
  };
  const entries: number[] = [];
  const entryStart = [0];
  const simpleEnd: number[] = [];
  const add = (all: readonly number[]): void => {
    for (const e of all) if (isSimple(e)) entries.push(e);
    simpleEnd.push(entries.length);
    for (const e of all) if (!isSimple(e)) entries.push(e);
    entryStart.push(entries.length);
  };
  add(rows.flatMap((row) => ((rowOpenEntry[row] as number) < 0 ? [] : [rowOpenEntry[row] as number])));
  for (const s of suppliers) {
    const own: number[] = [];
    for (let e = structure.entryStart[s] as number; e < (structure.entryStart[s + 1] as number); e += 1) {
      if (isEntryLeft[e] === 1 && newRow[structure.entryRow[e] as number] !== -1) own.push(e);
    }
    add(own);
  }
  return { entries, entryStart, simpleEnd };
};

const ceilingOf = (
  { structure, rowEntryStart, entries, entrySupplier, isEntryLeft, status }: Presolve,
  row: number,
) => {
  let most = 0;
  for (let index = rowEntryStart[row] as number; index < (rowEntryStart[row + 1] as number); index += 1) {
    const e = entries[index] as number;
    if (isEntryLeft[e] === 0 || status[entrySupplier[e] as number] === closed) continue;
    most = Math.max(most, structure.entryCost[e] as number);
  }
  return most;
};

/** Lays out what is left: the opened suppliers as one, the free ones, the unsettled blocks. */
export const reductionOf = (presolve: Presolve): Reduction => {
  const { structure, status, blockOpen } = presolve;
  const layout = layOut(presolve);
  const suppliers = Array.from(status.keys()).filter((s) => status[s] === free);
  const { entries, entryStart, simpleEnd } = entriesLeft(presolve, layout, suppliers);
  const of = (values: Int32Array, indices: Int32Array): Int32Array =>
    Int32Array.from(entries, (e) => indices[values[e] as number] as number);
  const opening = structure.fixed.reduce((sum, cost, s) => sum + (status[s] === opened ? cost : 0), 0);
  const goods = blockOpen.reduce((sum, cost, block) => sum + (isSettled(presolve, block) ? cost : 0), 0);
  return {
    structure: {
      supplierCount: suppliers.length + 1,
      blockCount: layout.variantStart.length - 1,
      variantCount: layout.rowStart.length - 1,
      rowCount: layout.rows.length,
      fixed: Float64Array.from([0, ...suppliers.map((s) => structure.fixed[s] as number)]),
      variantStart: Int32Array.from(layout.variantStart),
      rowStart: Int32Array.from(layout.rowStart),
      entryStart: Int32Array.from(entryStart),
      simpleEnd: Int32Array.from(simpleEnd),
      entryRow: of(structure.entryRow, layout.newRow),
      entryVariant: of(structure.entryVariant, layout.newVariant),
      entryBlock: of(structure.entryBlock, layout.newBlock),
      entryCost: Float64Array.from(entries, (e) => structure.entryCost[e] as number),
      rowCeiling: Float64Array.from(layout.rows, (row) => ceilingOf(presolve, row)),
    },
    supplierOrigin: Int32Array.from([-1, ...suppliers]),
    rowOrigin: Int32Array.from(layout.rows),
    status,
    settledCost: opening + goods,
  };
};
