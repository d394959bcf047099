/**
 * Baskets: a set of open suppliers and what it costs when every block takes its cheapest variant
 * from them.
 */
import type { Structure } from './structure.ts';

/**
 * Scores sets of open suppliers, and improves them. Costs are in the units of the structure;
 * Infinity: a block is not served.
 */
export interface Baskets {
  /** Cost of the cheapest basket from the open suppliers, all of which are paid for. */
  readonly costOf: (open: Uint8Array) => number;
  /**
   * Opens suppliers that may be opened until all is served; false where that is impossible.
   * `multipliers` (in the units of the structure times `scale`) say what serving a row is worth:
   * greedy by reduced cost, as Caprara, Fischetti and Toth (1999).
   */
  readonly complete: (
    open: Uint8Array,
    allowed: (s: number) => boolean,
    multipliers: Float64Array,
    scale: number,
  ) => boolean;
  /** Drops suppliers while that makes the basket cheaper; returns the cost. */
  readonly drop: (open: Uint8Array) => number;
  /**
   * Adds, drops and swaps suppliers while that makes the basket cheaper, within a number of trials;
   * returns the cost.
   */
  readonly improve: (open: Uint8Array, allowed: (s: number) => boolean, seats: number, trials: number) => number;
  /** The first block that the open suppliers do not serve; undefined where they serve all. */
  readonly unservedBlock: (open: Uint8Array) => number | undefined;
  /**
   * The chosen variant of every block and the supplier of every row (-1: the row's variant is not
   * chosen).
   */
  readonly decode: (open: Uint8Array) => { readonly variantOf: Int32Array; readonly supplierOf: Int32Array };
}

/** Makes the scoring of a structure, with buffers of its own. */
export const basketsOf = (structure: Structure): Baskets => {
  const { supplierCount, blockCount, rowCount, variantStart, rowStart } = structure;
  const { entryStart, entryRow, entryCost, entryBlock, fixed } = structure;
  const rowBest = new Float64Array(rowCount);
  const rowSupplier = new Int32Array(rowCount);
  const served = new Uint8Array(blockCount);

  const price = (open: Uint8Array): number => {
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

  const variantCost = (variant: number): number => {
    let sum = 0;
    const end = rowStart[variant + 1] as number;
    for (let row = rowStart[variant] as number; row < end; row += 1) sum += rowBest[row] as number;
    return sum;
  };

  const bestVariant = (block: number): { readonly variant: number; readonly cost: number } => {
    let variant = -1;
    let cost = Infinity;
    const end = variantStart[block + 1] as number;
    for (let candidate = variantStart[block] as number; candidate < end; candidate += 1) {
      const sum = variantCost(candidate);
      if (sum < cost) {
        cost = sum;
        variant = candidate;
      }
    }
    return { variant, cost };
  };

  const blockCost = (block: number): number => {
    const first = variantStart[block] as number;
    if ((variantStart[block + 1] as number) === first + 1) return variantCost(first);
    return bestVariant(block).cost;
  };

  const costOf = (open: Uint8Array): number => {
    let total = price(open);
    for (let block = 0; block < blockCount && total < Infinity; block += 1) total += blockCost(block);
    return total;
  };

  /** Marks the served blocks and returns how many are not. */
  const markServed = (open: Uint8Array): number => {
    price(open);
    let missing = 0;
    for (let block = 0; block < blockCount; block += 1) {
      const done = blockCost(block) < Infinity;
      served[block] = done ? 1 : 0;
      if (!done) missing += 1;
    }
    return missing;
  };

  /**
   * How good it is to open a supplier for the rows that wait; lower is better, Infinity where it
   * serves none of them.
   */
  const scoreOf = (s: number, multipliers: Float64Array, scale: number): number => {
    let rows = 0;
    let value = (fixed[s] as number) * scale;
    const end = entryStart[s + 1] as number;
    for (let e = entryStart[s] as number; e < end; e += 1) {
      const row = entryRow[e] as number;
      if (served[entryBlock[e] as number] === 1 || rowBest[row] !== Infinity) continue;
      rows += 1;
      value += Math.min(0, (entryCost[e] as number) * scale - (multipliers[row] as number));
    }
    if (rows === 0) return Infinity;
    return value > 0 ? value / rows : value * rows;
  };

  const complete: Baskets['complete'] = (open, allowed, multipliers, scale) => {
    while (markServed(open) > 0) {
      let best = -1;
      let bestScore = Infinity;
      for (let s = 0; s < supplierCount; s += 1) {
        if (open[s] === 1 || !allowed(s)) continue;
        const score = scoreOf(s, multipliers, scale);
        if (score < bestScore) {
          bestScore = score;
          best = s;
        }
      }
      if (best < 0) return false;
      open[best] = 1;
    }
    return true;
  };

  const drop = (open: Uint8Array): number => {
    let cost = costOf(open);
    const order = Array.from(open.keys()).filter((s) => open[s] === 1);
    order.sort((a, b) => (fixed[b] as number) - (fixed[a] as number));
    for (const s of order) {
      open[s] = 0;
      const without = costOf(open);
      if (without <= cost) cost = without;
      else open[s] = 1;
    }
    return cost;
  };

  const improve = (open: Uint8Array, allowed: (s: number) => boolean, seats: number, trials: number): number => {
    let cost = costOf(open);
    let left = trials;
    const attempt = (add: number, remove: number): boolean => {
      if (left <= 0) return false;
      left -= 1;
      if (add >= 0) open[add] = 1;
      if (remove >= 0) open[remove] = 0;
      const next = costOf(open);
      if (next < cost) {
        cost = next;
        return true;
      }
      if (add >= 0) open[add] = 0;
      if (remove >= 0) open[remove] = 1;
      return false;
    };
    const isOpen = (s: number) => open[s] === 1;
    const isAddable = (s: number) => open[s] === 0 && allowed(s);
    const suppliers = Array.from(open.keys());
    const isFull = () => open.reduce((sum, value) => sum + value, 0) >= seats;
    const step = (): boolean =>
      suppliers.some((s) => isOpen(s) && attempt(-1, s)) ||
      (!isFull() && suppliers.some((s) => isAddable(s) && attempt(s, -1))) ||
      suppliers.some((s) => isAddable(s) && suppliers.some((t) => isOpen(t) && attempt(s, t)));
    while (left > 0 && step());
    return cost;
  };

  const unservedBlock = (open: Uint8Array): number | undefined => {
    if (markServed(open) === 0) return undefined;
    return served.indexOf(0);
  };

  const decode = (open: Uint8Array) => {
    price(open);
    const variantOf = new Int32Array(blockCount);
    const supplierOf = new Int32Array(rowCount).fill(-1);
    for (let block = 0; block < blockCount; block += 1) {
      const { variant } = bestVariant(block);
      variantOf[block] = variant;
      const end = rowStart[variant + 1] as number;
      for (let row = rowStart[variant] as number; row < end; row += 1) supplierOf[row] = rowSupplier[row] as number;
    }
    return { variantOf, supplierOf };
  };

  return { costOf, complete, drop, improve, unservedBlock, decode };
};
