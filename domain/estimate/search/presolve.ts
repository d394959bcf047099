/**
 * Presolve: makes a structure smaller without losing its best basket. In turn, until nothing
 * changes:
 *
 * - what the opened suppliers O serve more cheaply than a variant or an entry ever can is left out
 *   (dominance), and a block that has nothing cheaper than O is settled at that price;
 * - a supplier is opened where it saves at least its own cost whatever else is open, and closed
 *   where it saves at most its own cost beside O (the delta and omega rules of Khumawala 1972; as
 *   two suppliers of a split can be worth more together than each alone, what is saved is bounded
 *   from below with O as the only partners, and from above with all suppliers as partners).
 *
 * The opened suppliers become one, the first, which costs nothing and is always open.
 */
import { closed, free, opened } from './bound.ts';
import { type Presolve, presolveOf } from './presolve-state.ts';
import { type Reduction, reductionOf } from './reduction.ts';
import type { Structure } from './structure.ts';

/** Finds the cheapest entries of a row. */
const scanRow = (presolve: Presolve, row: number): void => {
  const { structure, status, entrySupplier, rowEntryStart, entries, isEntryLeft } = presolve;
  let openEntry = -1;
  let open = Infinity;
  let least = Infinity;
  let minSupplier = -1;
  let next = Infinity;
  const end = rowEntryStart[row + 1] as number;
  for (let index = rowEntryStart[row] as number; index < end; index += 1) {
    const e = entries[index] as number;
    const s = entrySupplier[e] as number;
    if (isEntryLeft[e] === 0 || status[s] === closed) continue;
    const cost = structure.entryCost[e] as number;
    if (status[s] === opened && cost < open) {
      open = cost;
      openEntry = e;
    }
    if (cost < least) {
      next = least;
      least = cost;
      minSupplier = s;
    } else if (cost < next) next = cost;
  }
  presolve.rowOpenEntry[row] = openEntry;
  presolve.rowOpen[row] = open;
  presolve.rowLeast[row] = least;
  presolve.rowLeastSupplier[row] = minSupplier;
  presolve.rowNext[row] = next;
};

/**
 * Finds what a block costs from the opened suppliers, and at least; returns the variant that is
 * cheapest from the opened ones.
 */
const scanBlock = (presolve: Presolve, block: number): number => {
  const { structure, isVariantLeft, rowOpen, rowLeast, variantLeast } = presolve;
  const { variantStart, rowStart } = structure;
  let openVariant = -1;
  let blockOpen = Infinity;
  let blockLeast = Infinity;
  const end = variantStart[block + 1] as number;
  for (let variant = variantStart[block] as number; variant < end; variant += 1) {
    if (isVariantLeft[variant] === 0) continue;
    let open = 0;
    let least = 0;
    const rowEnd = rowStart[variant + 1] as number;
    for (let row = rowStart[variant] as number; row < rowEnd; row += 1) {
      scanRow(presolve, row);
      open += rowOpen[row] as number;
      least += rowLeast[row] as number;
    }
    variantLeast[variant] = least;
    if (least < blockLeast) blockLeast = least;
    if (open < blockOpen) {
      blockOpen = open;
      openVariant = variant;
    }
  }
  presolve.blockOpen[block] = blockOpen;
  presolve.blockLeast[block] = blockLeast;
  return openVariant;
};

/** Leaves out the entries of a row that the opened suppliers make useless. */
const pruneRow = (presolve: Presolve, row: number, othersLeast: number, blockOpen: number): void => {
  const { structure, rowEntryStart, entries, isEntryLeft, rowOpenEntry, rowOpen } = presolve;
  const limit = Math.min(rowOpen[row] as number, blockOpen - othersLeast);
  const end = rowEntryStart[row + 1] as number;
  for (let index = rowEntryStart[row] as number; index < end; index += 1) {
    const e = entries[index] as number;
    if (e !== rowOpenEntry[row] && (structure.entryCost[e] as number) >= limit) isEntryLeft[e] = 0;
  }
};

/** Leaves out what can never make a block cheaper than the opened suppliers do. */
const pruneBlock = (presolve: Presolve, block: number): void => {
  const { structure, isVariantLeft, rowLeast, variantLeast, blockOpen } = presolve;
  const { variantStart, rowStart } = structure;
  const openVariant = scanBlock(presolve, block);
  const open = blockOpen[block] as number;
  const end = variantStart[block + 1] as number;
  for (let variant = variantStart[block] as number; variant < end; variant += 1) {
    if (isVariantLeft[variant] === 0) continue;
    const least = variantLeast[variant] as number;
    if (least === Infinity || (least >= open && variant !== openVariant)) isVariantLeft[variant] = 0;
    if (isVariantLeft[variant] === 0 || open === Infinity) continue;
    const rowEnd = rowStart[variant + 1] as number;
    for (let row = rowStart[variant] as number; row < rowEnd; row += 1) {
      pruneRow(presolve, row, least - (rowLeast[row] as number), open);
    }
  }
};

/** The least that a block costs without a supplier. */
const minCostWithout = (presolve: Presolve, block: number, s: number): number => {
  const { structure, isVariantLeft, rowLeast, rowLeastSupplier, rowNext } = presolve;
  const { variantStart, rowStart } = structure;
  let without = Infinity;
  const end = variantStart[block + 1] as number;
  for (let variant = variantStart[block] as number; variant < end; variant += 1) {
    if (isVariantLeft[variant] === 0) continue;
    let sum = 0;
    const rowEnd = rowStart[variant + 1] as number;
    for (let row = rowStart[variant] as number; row < rowEnd; row += 1) {
      sum += (rowLeastSupplier[row] === s ? rowNext[row] : rowLeast[row]) as number;
    }
    if (sum < without) without = sum;
  }
  return without;
};

/** What one supplier saves: over all that may be open beside it at least, and at most. */
interface Saving {
  least: number;
  most: number;
}

/** Adds what the supplier saves in the block of the entry; returns the entry after that block. */
const addSaving = (presolve: Presolve, s: number, from: number, saving: Saving): number => {
  const { structure, isEntryLeft, isVariantLeft, rowOpen, rowLeast, variantLeast, blockOpen } = presolve;
  const { entryStart, entryRow, entryVariant, entryBlock, entryCost, rowStart } = structure;
  const block = entryBlock[from] as number;
  const end = entryStart[s + 1] as number;
  const open = blockOpen[block] as number;
  let alone = open;
  let used = Infinity;
  let e = from;
  while (e < end && entryBlock[e] === block) {
    const variant = entryVariant[e] as number;
    const isLeft = isVariantLeft[variant] === 1;
    let sum = 0;
    let row = rowStart[variant] as number;
    for (; e < end && entryVariant[e] === variant; e += 1) {
      const own = entryRow[e] as number;
      for (; row < own; row += 1) sum += rowOpen[row] as number;
      if (!isLeft || isEntryLeft[e] === 0) continue;
      const cost = entryCost[e] as number;
      sum += Math.min(rowOpen[own] as number, cost);
      row = own + 1;
      used = Math.min(used, (variantLeast[variant] as number) - (rowLeast[own] as number) + cost);
    }
    const rowEnd = rowStart[variant + 1] as number;
    for (; row < rowEnd; row += 1) sum += rowOpen[row] as number;
    if (isLeft && sum < alone) alone = sum;
  }
  if (used < open) saving.most += open - used;
  if (alone < Infinity) saving.least += Math.max(0, minCostWithout(presolve, block, s) - alone);
  else if (minCostWithout(presolve, block, s) === Infinity) saving.least = Infinity;
  return e;
};

/** Opens or closes a free supplier where that is sure to be right; returns whether it was. */
const decide = (presolve: Presolve, s: number): boolean => {
  const { structure, status } = presolve;
  const saving: Saving = { least: 0, most: 0 };
  const end = structure.entryStart[s + 1] as number;
  let e = structure.entryStart[s] as number;
  while (e < end) e = addSaving(presolve, s, e, saving);
  const own = structure.fixed[s] as number;
  if (saving.least >= own) status[s] = opened;
  else if (saving.most <= own) status[s] = closed;
  return status[s] !== free;
};

/**
 * Makes a structure smaller, some of whose suppliers are opened or closed already; undefined where
 * a block cannot be served.
 */
export const presolve = (structure: Structure, status: Uint8Array): Reduction | undefined => {
  const state = presolveOf(structure, status);
  for (let isChanged = true; isChanged; ) {
    for (let block = 0; block < structure.blockCount; block += 1) {
      pruneBlock(state, block);
      if (state.blockLeast[block] === Infinity) return undefined;
    }
    isChanged = false;
    for (let s = 0; s < status.length; s += 1) {
      if (state.status[s] === free && decide(state, s)) isChanged = true;
    }
  }
  return reductionOf(state);
};
