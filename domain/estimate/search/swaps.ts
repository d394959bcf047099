/**
 * Looks for a cheaper basket of as many suppliers by swapping one for one, also where that makes it
 * dearer or leaves blocks unserved for a while: what was swapped is barred for some turns (tabu
 * search, Glover 1989). Few sets of the fewest suppliers serve all, and those are seldom one swap
 * apart. A turn tries all suppliers in the place of the few that are missed least.
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

/** Suppliers that a turn tries to replace. */
const replacedPerTurn = 4;

/** A block that is not served counts for more than all baskets cost. */
const unserved = 2 ** 51;

interface Swap {
  readonly out: number;
  readonly in: number;
  readonly score: number;
}

/** Which swaps a turn may take, and until when it looks for them. */
interface Turn {
  readonly best: number;
  readonly isBarred: (s: number) => boolean;
  readonly isOver: () => boolean;
}

const scoreOf = (baskets: Baskets, open: Uint8Array): number => {
  const { missing, cost } = scoreBasket(baskets, open);
  return missing * unserved + cost;
};

/** The score with one supplier opened or closed. */
const scoreChanged = (baskets: Baskets, open: Uint8Array, s: number): number => {
  open[s] = 1 - (open[s] as number);
  const score = scoreOf(baskets, open);
  open[s] = 1 - (open[s] as number);
  return score;
};

/** The open suppliers that are missed least, those that are not barred before the others. */
const minMissed = (baskets: Baskets, open: Uint8Array, { isBarred, isOver }: Turn): readonly number[] => {
  const scored: { readonly s: number; readonly score: number; readonly barred: number }[] = [];
  for (let s = 0; s < open.length && !isOver(); s += 1) {
    if (open[s] === 1) scored.push({ s, score: scoreChanged(baskets, open, s), barred: Number(isBarred(s)) });
  }
  scored.sort((a, b) => a.barred - b.barred || a.score - b.score);
  return scored.slice(0, replacedPerTurn).map(({ s }) => s);
};

/** The best swap that is not barred, or that makes a basket cheaper than the best. */
const bestSwap = (baskets: Baskets, open: Uint8Array, turn: Turn): Swap | undefined => {
  let found: Swap | undefined;
  for (const s of minMissed(baskets, open, turn)) {
    open[s] = 0;
    for (let t = 0; t < open.length && !turn.isOver(); t += 1) {
      if (open[t] === 1 || t === s) continue;
      const score = scoreChanged(baskets, open, t);
      const isAllowed = score < turn.best || !(turn.isBarred(s) || turn.isBarred(t));
      if (isAllowed && score < (found?.score ?? Infinity)) found = { out: s, in: t, score };
    }
    open[s] = 1;
  }
  return found;
};

/** Returns the best set with its score; the given one where none is better. */
export const swapSuppliers = ({ baskets, open: from, turns, isOver }: Swapping) => {
  const open = from.slice();
  let best = { open: from, score: scoreOf(baskets, from) };
  const barredUntil = new Int32Array(open.length);
  for (let turn = 1; turn <= turns && !isOver(); turn += 1) {
    const isBarred = (s: number): boolean => (barredUntil[s] as number) > turn;
    const swap = bestSwap(baskets, open, { best: best.score, isBarred, isOver });
    if (swap === undefined) continue;
    open[swap.out] = 0;
    open[swap.in] = 1;
    // Of different lengths from turn to turn, so that no circle of swaps closes.
    barredUntil[swap.out] = turn + barredOut + (turn % 4);
    barredUntil[swap.in] = turn + barredIn + (turn % 3);
    if (swap.score < best.score) best = { open: open.slice(), score: swap.score };
  }
  return best;
};
