/**
 * Baskets: a set of open suppliers and what it costs when every block takes its cheapest variant
 * from them. Costs are in the units of the structure; Infinity: a block is not served.
 */
import type { Structure } from './structure.ts';

/** Scores sets of open suppliers: the cheapest open supplier of each row of the last set scored. */
export interface Baskets {
  readonly structure: Structure;
  readonly rowBest: Float64Array;
  /** Holds where `rowBest` is not Infinity. */
  readonly rowSupplier: Int32Array;
}

/** Makes the scoring of a structure. */
export const basketsOf = (structure: Structure): Baskets => ({
  structure,
  rowBest: new Float64Array(structure.rowCount),
  rowSupplier: new Int32Array(structure.rowCount),
});

/** Gives every row its cheapest open supplier; returns what the open suppliers cost themselves. */
const assignRows = ({ structure, rowBest, rowSupplier }: Baskets, open: Uint8Array): number => {
  const { supplierCount, entryStart, entryRow, entryCost, fixed } = structure;
  rowBest.fill(Infinity);
  let paid = 0;
  for (let s = 0; s < supplierCount; s += 1) {
    if (open[s] === 0) continue;
    paid += fixed[s] as number;
    const end = entryStart[s + 1] as number;
    for (let e = entryStart[s] as number; e < end; e += 1) {
      const row = entryRow[e] as number;
      if ((entryCost[e] as number) < (rowBest[row] as number)) {
        rowBest[row] = entryCost[e] as number;
        rowSupplier[row] = s;
      }
    }
  }
  return paid;
};

const variantCost = ({ structure, rowBest }: Baskets, variant: number): number => {
  const { rowStart } = structure;
  let sum = 0;
  const end = rowStart[variant + 1] as number;
  for (let row = rowStart[variant] as number; row < end; row += 1) sum += rowBest[row] as number;
  return sum;
};

const blockCost = (baskets: Baskets, block: number): number => {
  const { variantStart } = baskets.structure;
  let cost = Infinity;
  const end = variantStart[block + 1] as number;
  for (let variant = variantStart[block] as number; variant < end; variant += 1) {
    const sum = variantCost(baskets, variant);
    if (sum < cost) cost = sum;
  }
  return cost;
};

/** Cost of the cheapest basket from the open suppliers, all of which are paid for. */
export const basketCost = (baskets: Baskets, open: Uint8Array): number => {
  let total = assignRows(baskets, open);
  const { blockCount } = baskets.structure;
  for (let block = 0; block < blockCount && total < Infinity; block += 1) total += blockCost(baskets, block);
  return total;
};

/** How many blocks the open suppliers do not serve, and what the others cost with the orders. */
export const scoreBasket = (
  baskets: Baskets,
  open: Uint8Array,
): { readonly missing: number; readonly cost: number } => {
  let cost = assignRows(baskets, open);
  let missing = 0;
  for (let block = 0; block < baskets.structure.blockCount; block += 1) {
    const ofBlock = blockCost(baskets, block);
    if (ofBlock === Infinity) missing += 1;
    else cost += ofBlock;
  }
  return { missing, cost };
};

/** Marks the blocks that the open suppliers serve, and returns how many they do not. */
export const markServed = (baskets: Baskets, open: Uint8Array, served: Uint8Array): number => {
  assignRows(baskets, open);
  let missing = 0;
  for (let block = 0; block < served.length; block += 1) {
    const isServed = blockCost(baskets, block) < Infinity;
    served[block] = isServed ? 1 : 0;
    if (!isServed) missing += 1;
  }
  return missing;
};

/** The first block that the open suppliers do not serve; undefined where they serve all. */
export const unservedBlock = (baskets: Baskets, open: Uint8Array): number | undefined => {
  assignRows(baskets, open);
  const { blockCount } = baskets.structure;
  for (let block = 0; block < blockCount; block += 1) if (blockCost(baskets, block) === Infinity) return block;
  return undefined;
};

/**
 * The supplier of every row in the cheapest basket from the open suppliers; -1: the row's variant
 * is not chosen.
 */
export const suppliersOfRows = (baskets: Baskets, open: Uint8Array): Int32Array => {
  const { rowSupplier, structure } = baskets;
  const { variantStart, rowStart, blockCount, rowCount } = structure;
  assignRows(baskets, open);
  const supplierOf = new Int32Array(rowCount).fill(-1);
  for (let block = 0; block < blockCount; block += 1) {
    const cost = blockCost(baskets, block);
    let variant = variantStart[block] as number;
    while (variantCost(baskets, variant) > cost) variant += 1;
    const end = rowStart[variant + 1] as number;
    for (let row = rowStart[variant] as number; row < end; row += 1) supplierOf[row] = rowSupplier[row] as number;
  }
  return supplierOf;
};
