/**
 * Looks for a cheaper basket of as many suppliers by swapping one for one, also where that makes it
 * dearer or leaves blocks unserved for a while: what was swapped is barred for some turns (tabu
 * search, Glover 1989). Few sets of the fewest suppliers serve all, and those are seldom one swap
 * apart.
 */
import { type Baskets, scoreBasket } from './basket.ts';

/** What to begin from, and for how long. */
export interface Swapping {
  readonly baskets: Baskets;
  readonly open: Uint8Array;
  readonly turns: number;
  readonly isOver: () => boolean;
}

/** Turns for which a supplier that went does not come back, and one that came does not go. */
const barredOut = 12;
const barredIn = 5;

/** A block that is not served counts for more than all baskets cost. */
const unserved = 2 ** 51;

interface Swap {
  readonly out: number;
  readonly in: number;
  readonly cost: number;
}

/** Which swaps a turn may take, and until when it looks for them. */
interface Turn {
  readonly best: number;
  readonly isBarred: (s: number) => boolean;
  readonly isOver: () => boolean;
}

/** The best swap that is not barred, or that makes a basket cheaper than the best. */
const bestSwap = (baskets: Baskets, open: Uint8Array, { best, isBarred, isOver }: Turn): Swap | undefined => {
  let found: Swap | undefined;
  for (let s = 0; s < open.length; s += 1) {
    if (open[s] === 0) continue;
    open[s] = 0;
    for (let t = 0; t < open.length && !isOver(); t += 1) {
      if (open[t] === 1 || t === s) continue;
      open[t] = 1;
      const { missing, cost: served } = scoreBasket(baskets, open);
      const cost = missing * unserved + served;
      const isAllowed = cost < best || !(isBarred(s) || isBarred(t));
      if (isAllowed && cost < (found?.cost ?? Infinity)) found = { out: s, in: t, cost };
      open[t] = 0;
    }
    open[s] = 1;
  }
  return found;
};

/** Returns the cheapest set with its cost; the given one where none is cheaper. */
export const swapSuppliers = ({ baskets, open: from, turns, isOver }: Swapping) => {
  const open = from.slice();
  let best = { open: from, cost: scoreBasket(baskets, from).cost };
  const barredUntil = new Int32Array(open.length);
  for (let turn = 1; turn <= turns && !isOver(); turn += 1) {
    const isBarred = (s: number): boolean => (barredUntil[s] as number) > turn;
    const swap = bestSwap(baskets, open, { best: best.cost, isBarred, isOver });
    if (swap === undefined) continue;
    open[swap.out] = 0;
    open[swap.in] = 1;
    // Of different lengths from turn to turn, so that no circle of swaps closes.
    barredUntil[swap.out] = turn + barredOut + (turn % 4);
    barredUntil[swap.in] = turn + barredIn + (turn % 3);
    if (swap.cost < best.cost) best = { open: open.slice(), cost: swap.cost };
  }
  return best;
};
