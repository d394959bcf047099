/**
 * Improves a basket by taking one or two suppliers out for good and completing it without them, as
 * long as that makes it cheaper. Where swaps of one for one are stuck, the greedy completion can
 * bring several suppliers for the two that went.
 */
import type { Baskets } from './basket.ts';

/** What to improve, and what completes it. */
export interface Replacement {
  readonly baskets: Baskets;
  readonly open: Uint8Array;
  /** Suppliers that may be opened. */
  readonly allowed: (s: number) => boolean;
  /** Suppliers that must stay open. */
  readonly isKept: (s: number) => boolean;
  /** What serving a row is worth, in the units of the structure times `scale`. */
  readonly multipliers: Float64Array;
  readonly scale: number;
  readonly maxSuppliers: number;
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
  const { baskets, allowed, isKept, multipliers, scale, maxSuppliers } = task;
  let { open, trials } = task;
  let cost = baskets.costOf(open);
  const without = (out: readonly number[]): Uint8Array | undefined => {
    const next = open.map((value, s) => (out.includes(s) ? 0 : value));
    if (!baskets.complete(next, (s) => allowed(s) && !out.includes(s), multipliers, scale)) return undefined;
    const nextCost = baskets.drop(next);
    if (nextCost >= cost || next.reduce((sum, value) => sum + value, 0) > maxSuppliers) return undefined;
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
