/** What a node of the search over baskets with windows of orders is split by. */
import { closed, free, opened } from '../bound.ts';
import type { SteppedBound } from './bound.ts';
import type { Decisions } from './live.ts';
import type { Stepped } from './stepped.ts';

/** The parts of a node, the one to look at first in front; none: nothing is left to decide. */
export type Split = readonly Decisions[];

/** The same decisions, to be changed. */
export const copyOf = ({ status, inPlay, banned }: Decisions): Decisions => ({
  status: status.slice(),
  inPlay: inPlay.slice(),
  banned: banned.slice(),
});

/** Above this share the relaxation counts as sure. */
const sure = 0.95;

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

/** The supplier whose two best decisions are closest, and how much they differ. */
interface Closest {
  /** -1: none is left to decide. */
  readonly s: number;
  readonly apart: number;
}

/** The used supplier with several windows in play of which the best two differ least. */
const closestWindow = ({ stepped, used, bestWindow, windowValue }: SteppedBound, { inPlay }: Decisions): Closest => {
  let [best, least] = [-1, Infinity];
  for (let s = 0; s < used.length; s += 1) {
    if (used[s] === 0) continue;
    const top = windowValue[bestWindow[s] as number] as number;
    for (let at = stepped.windowStart[s] as number; at < (stepped.windowStart[s + 1] as number); at += 1) {
      const apart = (windowValue[at] as number) - top;
      if (at !== bestWindow[s] && inPlay[at] === 1 && apart < least) [best, least] = [s, apart];
    }
  }
  return { s: best, apart: least };
};

const byWindow = ({ stepped }: SteppedBound, decisions: Decisions, s: number, kept: number): Split => {
  const [within, outside] = [copyOf(decisions), copyOf(decisions)];
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

/** Shares of the relaxed baskets of late in which a supplier was in each of its windows. */
interface Doubt {
  readonly s: number;
  /** The share of those with its most frequent window, or without it. */
  readonly most: number;
  /** The share of those with it. */
  readonly opened: number;
}

/** The supplier that the relaxation is least sure about; undefined: it is sure about all. */
const unsureSupplier = ({ windowStart }: Stepped, { status }: Decisions, usage: Float64Array): Doubt | undefined => {
  let doubt: Doubt | undefined;
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] === closed) continue;
    let [sum, most] = [0, 0];
    for (let at = windowStart[s] as number; at < (windowStart[s + 1] as number); at += 1) {
      sum += usage[at] as number;
      most = Math.max(most, usage[at] as number);
    }
    if (status[s] === free) most = Math.max(most, 1 - sum);
    if (most < (doubt?.most ?? sure)) doubt = { s, most, opened: sum };
  }
  return doubt;
};

/** The most frequent window of a supplier among those in play. */
const frequentWindow = ({ windowStart }: Stepped, { inPlay }: Decisions, s: number, usage: Float64Array): number => {
  let best = -1;
  for (let at = windowStart[s] as number; at < (windowStart[s + 1] as number); at += 1) {
    if (inPlay[at] === 1 && (best < 0 || (usage[at] as number) > (usage[best] as number))) best = at;
  }
  return best;
};

/** Which entries are left with another choice for their row or block beside them. */
const openEntries = (stepped: Stepped, decisions: Decisions): ((e: number) => boolean) => {
  const { structure, entrySupplier } = stepped;
  const { entryRow, entryVariant, entryBlock } = structure;
  const { ofRow, isServed, variants } = leftOf(stepped, decisions);
  return (e) => {
    if (decisions.banned[e] === 1 || decisions.status[entrySupplier[e] as number] === closed) return false;
    if (isServed[entryVariant[e] as number] === 0) return false;
    return (ofRow[entryRow[e] as number] as number) > 1 || (variants[entryBlock[e] as number] as number) > 1;
  };
};

/**
 * The entry of the most goods that the blend of evaluations takes by half: goods are what windows
 * are about, so that taking and leaving it both change what else fits; -1: it takes all or nothing
 * of every entry. (That serves far better than what the multipliers alone say of an entry.)
 */
const unsureEntry = (
  { goods, windowValue }: SteppedBound,
  usage: Float64Array,
  isOpen: (e: number) => boolean,
): number => {
  let [best, most] = [-1, 0];
  for (let e = 0; e < goods.length; e += 1) {
    const share = usage[windowValue.length + e] as number;
    const score = Math.min(share, 1 - share) * (goods[e] as number);
    if (score > most && isOpen(e)) [best, most] = [e, score];
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

/** The supplier of which it is closest whether it is opened. */
const closestSupplier = ({ reduced }: SteppedBound, { status }: Decisions): Closest => {
  let [best, least] = [-1, Infinity];
  for (let s = 0; s < status.length; s += 1) {
    const apart = Math.abs(reduced[s] as number);
    if (status[s] === free && apart < least) [best, least] = [s, apart];
  }
  return { s: best, apart: least };
};

/** Decisions closer than this share of the room go before entries: they raise the bound more. */
const close = 0.5;

/**
 * Splits a node by what its relaxation is least sure about; `usage` is by window and entry, and
 * `room` is how far its bound is from the cutoff, scaled.
 */
export const splitNode = (
  bound: SteppedBound,
  decisions: Decisions,
  { usage, room }: { readonly usage: Float64Array; readonly room: number },
): Split => {
  const { stepped, used, bestWindow } = bound;
  const isOpen = openEntries(stepped, decisions);
  const some = decisions.banned.findIndex((_, e) => isOpen(e));
  if (some < 0) return [];
  const doubt = unsureSupplier(stepped, decisions, usage);
  if (doubt !== undefined) {
    const { s, opened: share } = doubt;
    const isWhetherOpened = decisions.status[s] === free && share < sure;
    if (isWhetherOpened) return bySupplier(decisions, s, share >= 0.5);
    if (windowsInPlay(stepped, decisions, s) > 1) {
      return byWindow(bound, decisions, s, frequentWindow(stepped, decisions, s, usage));
    }
  }
  const window = closestWindow(bound, decisions);
  const supplier = closestSupplier(bound, decisions);
  const bySeller = (): Split =>
    supplier.apart < window.apart
      ? bySupplier(decisions, supplier.s, used[supplier.s] === 1)
      : byWindow(bound, decisions, window.s, bestWindow[window.s] as number);
  const least = Math.min(window.apart, supplier.apart);
  if (least < close * room) return bySeller();
  const entry = unsureEntry(bound, usage, isOpen);
  if (entry >= 0) return byEntry(stepped, decisions, entry);
  return least < Infinity ? bySeller() : byEntry(stepped, decisions, some);
};
