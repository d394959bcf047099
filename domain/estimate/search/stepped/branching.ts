/** What a node of the search over baskets with windows of orders is split by. */
import { closed, free, opened } from '../bound.ts';
import { type Decisions, type SteppedBound, worthOf } from './bound.ts';
import type { Stepped } from './stepped.ts';

/** The parts of a node, the one to look at first in front; none: nothing is left to decide. */
export type Split = readonly Decisions[];

const copyOf = ({ status, inPlay, banned }: Decisions): Decisions => ({
  status: status.slice(),
  inPlay: inPlay.slice(),
  banned: banned.slice(),
});

/** The supplier that the relaxation is least sure about; -1: it is sure about all. */
const unsureSupplier = ({ status }: Decisions, usage: Float64Array): number => {
  let [best, most] = [-1, 0.02];
  for (let s = 0; s < status.length; s += 1) {
    const share = usage[s] as number;
    const doubt = Math.min(share, 1 - share);
    if (status[s] === free && doubt > most) [best, most] = [s, doubt];
  }
  return best;
};

const bySupplier = (decisions: Decisions, s: number, opensFirst: boolean): Split => {
  const [open, shut] = [copyOf(decisions), copyOf(decisions)];
  open.status[s] = opened;
  shut.status[s] = closed;
  return opensFirst ? [open, shut] : [shut, open];
};

const windowsInPlay = ({ windowStart }: Stepped, { inPlay }: Decisions, s: number): number => {
  let count = 0;
  for (let at = windowStart[s] as number; at < (windowStart[s + 1] as number); at += 1) count += inPlay[at] as number;
  return count;
};

/** A used supplier with several windows in play, of which the closest two differ least. */
const unsureWindow = ({ stepped, used, bestWindow, windowValue }: SteppedBound, decisions: Decisions): number => {
  let [best, least] = [-1, Infinity];
  for (let s = 0; s < used.length; s += 1) {
    if (used[s] === 0 || windowsInPlay(stepped, decisions, s) < 2) continue;
    const top = windowValue[bestWindow[s] as number] as number;
    for (let at = stepped.windowStart[s] as number; at < (stepped.windowStart[s + 1] as number); at += 1) {
      const apart = (windowValue[at] as number) - top;
      if (at !== bestWindow[s] && decisions.inPlay[at] === 1 && apart < least) [best, least] = [s, apart];
    }
  }
  return best;
};

const byWindow = ({ stepped, bestWindow }: SteppedBound, decisions: Decisions, s: number): Split => {
  const [within, outside] = [copyOf(decisions), copyOf(decisions)];
  const kept = bestWindow[s] as number;
  within.inPlay.fill(0, stepped.windowStart[s], stepped.windowStart[s + 1]);
  within.inPlay[kept] = 1;
  outside.inPlay[kept] = 0;
  return [within, outside];
};

/** How many entries of each row, and rows that can be served of each variant, are left. */
const leftOf = ({ structure, entrySupplier }: Stepped, { status, banned }: Decisions) => {
  const { rowCount, variantCount, blockCount, rowStart, variantStart, entryRow } = structure;
  const ofRow = new Int32Array(rowCount);
  for (let e = 0; e < banned.length; e += 1) {
    const row = entryRow[e] as number;
    if (banned[e] === 0 && status[entrySupplier[e] as number] !== closed) ofRow[row] = (ofRow[row] as number) + 1;
  }
  const isServed = new Uint8Array(variantCount);
  for (let v = 0; v < variantCount; v += 1) {
    isServed[v] = ofRow.subarray(rowStart[v], rowStart[v + 1]).includes(0) ? 0 : 1;
  }
  const variants = new Int32Array(blockCount);
  for (let b = 0; b < blockCount; b += 1) {
    for (let v = variantStart[b] as number; v < (variantStart[b + 1] as number); v += 1) {
      variants[b] = (variants[b] as number) + (isServed[v] as number);
    }
  }
  return { ofRow, isServed, variants };
};

/** The entry that it is least clear of whether it is taken; -1: every block is decided. */
const unsureEntry = (bound: SteppedBound, u: Float64Array, decisions: Decisions): number => {
  const { stepped, cost, direction, bestWindow, windowWeight } = bound;
  const { structure, entrySupplier } = stepped;
  const { entryRow, entryVariant, entryBlock } = structure;
  const { ofRow, isServed, variants } = leftOf(stepped, decisions);
  let [best, least] = [-1, Infinity];
  for (let e = 0; e < cost.length; e += 1) {
    const s = entrySupplier[e] as number;
    const row = entryRow[e] as number;
    if (decisions.banned[e] === 1 || decisions.status[s] === closed || isServed[entryVariant[e] as number] === 0)
      continue;
    if (ofRow[row] === 1 && variants[entryBlock[e] as number] === 1) continue;
    const weight = windowWeight[bestWindow[s] as number] ?? 0;
    const worth = Math.abs(worthOf(bound, e, u[row] as number, weight));
    // First where a row is served not once, then where goods are kept in a window.
    const doubt = worth * (direction[row] !== 0 ? 1 : weight !== 0 ? 10 : 1000) + 1;
    if (doubt < least) [best, least] = [e, doubt];
  }
  return best;
};

const byEntry = ({ structure, rowEntryStart, rowEntries }: Stepped, decisions: Decisions, e: number): Split => {
  const [taken, left] = [copyOf(decisions), copyOf(decisions)];
  const block = structure.entryBlock[e] as number;
  const variant = structure.entryVariant[e] as number;
  const from = structure.rowStart[structure.variantStart[block] as number] as number;
  const to = structure.rowStart[structure.variantStart[block + 1] as number] as number;
  for (let row = from; row < to; row += 1) {
    for (let i = rowEntryStart[row] as number; i < (rowEntryStart[row + 1] as number); i += 1) {
      const other = rowEntries[i] as number;
      const isOther = structure.entryVariant[other] !== variant || row === structure.entryRow[e];
      if (other !== e && isOther) taken.banned[other] = 1;
    }
  }
  left.banned[e] = 1;
  return [taken, left];
};

/** Splits a node by what its relaxation is least sure about. */
export const splitNode = (bound: SteppedBound, u: Float64Array, decisions: Decisions, usage: Float64Array): Split => {
  const entry = unsureEntry(bound, u, decisions);
  if (entry < 0) return [];
  const supplier = unsureSupplier(decisions, usage);
  if (supplier >= 0) return bySupplier(decisions, supplier, (usage[supplier] as number) >= 0.5);
  const window = unsureWindow(bound, decisions);
  if (window >= 0) return byWindow(bound, decisions, window);
  const left = decisions.status.indexOf(free);
  if (left >= 0) return bySupplier(decisions, left, bound.used[left] === 1);
  return byEntry(bound.stepped, decisions, entry);
};
