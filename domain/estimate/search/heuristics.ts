/** Greedy and local search for baskets (`basket.ts`), within the suppliers that may be opened. */
import { type Baskets, basketCost, markServed } from './basket.ts';

/** What serving each row is worth, in the units of the structure times `scale`. */
export interface RowPrices {
  readonly multipliers: Float64Array;
  readonly scale: number;
}

/**
 * How good it is to open a supplier for the rows that wait; lower is better, Infinity where it
 * serves none of them.
 */
const greedyScore = (
  { structure, rowBest }: Baskets,
  s: number,
  served: Uint8Array,
  { multipliers, scale }: RowPrices,
): number => {
  const { entryStart, entryRow, entryCost, entryBlock, fixed } = structure;
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

/**
 * Opens suppliers that may be opened until all is served; false where that is impossible. Greedy by
 * reduced cost, as Caprara, Fischetti and Toth (1999).
 */
export const completeBasket = (
  baskets: Baskets,
  open: Uint8Array,
  allowed: (s: number) => boolean,
  prices: RowPrices,
): boolean => {
  const served = new Uint8Array(baskets.structure.blockCount);
  while (markServed(baskets, open, served) > 0) {
    let best = -1;
    let bestScore = Infinity;
    for (let s = 0; s < open.length; s += 1) {
      if (open[s] === 1 || !allowed(s)) continue;
      const score = greedyScore(baskets, s, served, prices);
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

/**
 * Closes suppliers, the dearest order first, while that makes the basket cheaper; returns the cost.
 */
export const dropSuppliers = (baskets: Baskets, open: Uint8Array): number => {
  const { fixed } = baskets.structure;
  let cost = basketCost(baskets, open);
  const order = Array.from(open.keys()).filter((s) => open[s] === 1);
  order.sort((a, b) => (fixed[b] as number) - (fixed[a] as number));
  for (const s of order) {
    open[s] = 0;
    const without = basketCost(baskets, open);
    if (without <= cost) cost = without;
    else open[s] = 1;
  }
  return cost;
};

/** What a local search may do. */
export interface LocalSearchLimits {
  /** Suppliers that may be opened. */
  readonly allowed: (s: number) => boolean;
  /** The most that may be open; left out: any number. */
  readonly seats?: number;
  /** The most baskets to score. */
  readonly trials: number;
}

/** Adds, drops and swaps suppliers while that makes the basket cheaper; returns the cost. */
export const improveBasket = (
  baskets: Baskets,
  open: Uint8Array,
  { allowed, seats = Infinity, trials }: LocalSearchLimits,
): number => {
  let cost = basketCost(baskets, open);
  let left = trials;
  const attempt = (add: number, remove: number): boolean => {
    if (left <= 0) return false;
    left -= 1;
    if (add >= 0) open[add] = 1;
    if (remove >= 0) open[remove] = 0;
    const next = basketCost(baskets, open);
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
