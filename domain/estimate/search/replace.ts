/**
 * Improves a basket by taking one or two suppliers out for good and completing it without them, as
 * long as that makes it cheaper. Where swaps of one for one are stuck, the greedy completion can
 * bring several suppliers for the two that went.
 */
import { type Baskets, basketCost } from './basket.ts';
import { completeBasket, dropSuppliers, type RowPrices } from './heuristics.ts';

/** What to improve, and what completes it. */
export interface Replacement {
  readonly baskets: Baskets;
  readonly open: Uint8Array;
  /** Suppliers that may be opened. */
  readonly allowed: (s: number) => boolean;
  /** Suppliers that must stay open. */
  readonly isKept: (s: number) => boolean;
  readonly prices: RowPrices;
  /** The most completions to try. */
  readonly trials: number;
}

const singlesAndPairs = function* (open: Uint8Array, isKept: (s: number) => boolean): Iterable<readonly number[]> {
  const list = Array.from(open.keys()).filter((s) => open[s] === 1 && !isKept(s));
  for (const s of list) yield [s];
  for (const [index, s] of list.entries()) {
    for (const t of list.slice(index + 1)) yield [s, t];
  }
};

/** Returns the improved set with its cost. */
export const replaceSuppliers = (task: Replacement): { readonly open: Uint8Array; readonly cost: number } => {
  const { baskets, allowed, isKept, prices } = task;
  let { open, trials } = task;
  let cost = basketCost(baskets, open);
  const without = (out: readonly number[]): Uint8Array | undefined => {
    const next = open.map((value, s) => (out.includes(s) ? 0 : value));
    if (!completeBasket(baskets, next, (s) => allowed(s) && !out.includes(s), prices)) return undefined;
    const nextCost = dropSuppliers(baskets, next);
    if (nextCost >= cost) return undefined;
    cost = nextCost;
    return next;
  };
  const step = (): Uint8Array | undefined => {
    for (const out of singlesAndPairs(open, isKept)) {
      if (trials <= 0) return undefined;
      trials -= 1;
      const next = without(out);
      if (next !== undefined) return next;
    }
    return undefined;
  };
  for (let next = step(); next !== undefined; next = step()) open = next;
  return { open, cost };
};
