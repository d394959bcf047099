/**
 * Fixing by reduced cost: what cannot be part of a better basket, by what the last evaluation of
 * the bound said, is decided the other way.
 */
import { closed, free, opened } from '../bound.ts';
import type { OrderWindow } from '../order-windows.ts';
import type { SteppedBound } from './bound.ts';
import { type Decisions, worthOf } from './live.ts';

/** The least that entry `e` of a window adds beside what its supplier would take of the block. */
const addedBy = (
  bound: SteppedBound,
  e: number,
  u: Float64Array,
  { weight, most, banned }: { readonly weight: number; readonly most: number; readonly banned: Uint8Array },
): number => {
  const { stepped, goods } = bound;
  const { entryStart, simpleEnd, entryRow, entryVariant, entryBlock } = stepped.structure;
  const s = stepped.entrySupplier[e] as number;
  const worth = (i: number): number => worthOf(bound, i, u[entryRow[i] as number] as number, weight);
  if (e < (simpleEnd[s] as number)) return Math.max(0, worth(e));
  const block = entryBlock[e] as number;
  let from = e;
  while (from > (simpleEnd[s] as number) && entryBlock[from - 1] === block) from -= 1;
  let [best, own, sum, variant] = [0, 0, 0, -1];
  for (let i = from; i < (entryStart[s + 1] as number) && entryBlock[i] === block; i += 1) {
    if (entryVariant[i] !== variant) [sum, variant] = [0, entryVariant[i] as number];
    if (banned[i] === 0 && (goods[i] as number) < most) sum += Math.min(0, worth(i));
    if (variant === entryVariant[e]) own = sum;
    best = Math.min(best, sum);
  }
  return own + Math.max(0, worth(e)) - best;
};

/** What a supplier adds at least where it is opened and takes the entry. */
const minCostWith = (bound: SteppedBound, e: number, u: Float64Array, { inPlay, banned }: Decisions): number => {
  const { stepped, scale, goods, windowValue, windowRelaxed, windowWeight } = bound;
  const s = stepped.entrySupplier[e] as number;
  const windows = stepped.windows[s] as readonly OrderWindow[];
  const start = stepped.windowStart[s] as number;
  let least = Infinity;
  for (let at = stepped.windowStart[s] as number; at < (stepped.windowStart[s + 1] as number); at += 1) {
    const value = windowValue[at] as number;
    const most = (windows[at - start] as OrderWindow).until * scale;
    if (inPlay[at] === 0 || value >= least || (goods[e] as number) >= most) continue;
    const added = addedBy(bound, e, u, { weight: windowWeight[at] as number, most, banned });
    least = Math.min(least, Math.max(value, (windowRelaxed[at] as number) + added));
  }
  return least;
};

/** Decides a supplier and its windows; returns how much that is. */
const fixSupplier = (bound: SteppedBound, s: number, decisions: Decisions, room: number): number => {
  const { stepped, reduced, used, windowValue } = bound;
  const { status, inPlay } = decisions;
  let fixed = 0;
  const value = reduced[s] as number;
  if (status[s] === free && Math.abs(value) > room) {
    status[s] = used[s] === 1 ? opened : closed;
    fixed += 1;
  }
  if (status[s] === closed) return fixed;
  const counted = used[s] === 1 ? value : 0;
  for (let at = stepped.windowStart[s] as number; at < (stepped.windowStart[s + 1] as number); at += 1) {
    if (inPlay[at] === 0 || (windowValue[at] as number) - counted <= room) continue;
    inPlay[at] = 0;
    fixed += 1;
  }
  return fixed;
};

/**
 * Fixes what it can; `room` is how far the bound is below what a better basket costs at most, in
 * scaled units. Returns how many decisions that are.
 */
export const fixDecisions = (bound: SteppedBound, u: Float64Array, decisions: Decisions, room: number): number => {
  const { stepped, reduced, used, variantSum, blockBest } = bound;
  const { structure, entrySupplier } = stepped;
  const { status, banned } = decisions;
  let fixed = 0;
  for (let s = 0; s < status.length; s += 1) if (status[s] !== closed) fixed += fixSupplier(bound, s, decisions, room);
  for (let e = 0; e < banned.length; e += 1) {
    const s = entrySupplier[e] as number;
    if (banned[e] === 1 || status[s] === closed) continue;
    const counted = used[s] === 1 ? (reduced[s] as number) : 0;
    const ofVariant =
      (variantSum[structure.entryVariant[e] as number] as number) -
      (blockBest[structure.entryBlock[e] as number] as number);
    if (ofVariant + minCostWith(bound, e, u, decisions) - counted <= room) continue;
    banned[e] = 1;
    fixed += 1;
  }
  return fixed;
};
