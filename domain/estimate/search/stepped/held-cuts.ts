/** Which cuts of a climb still hold once a node has decided more. */
import { closed, opened } from '../bound.ts';
import type { Cut, KnownCuts } from '../bundle.ts';
import type { Decisions } from './live.ts';
import type { Stepped } from './stepped.ts';

/** What shares of evaluations must come to where all of them do something. */
const all = 0.999;

/** Whether suppliers and their windows were used as they still may be. */
const keepsToOrders = ({ windowStart }: Stepped, { status, inPlay }: Decisions, used: Float32Array): boolean => {
  for (let s = 0; s < status.length; s += 1) {
    let share = 0;
    for (let at = windowStart[s] as number; at < (windowStart[s + 1] as number); at += 1) {
      if (inPlay[at] === 0 && (used[at] as number) > 0) return false;
      share += used[at] as number;
    }
    if (status[s] === closed ? share > 0 : status[s] === opened && share < all) return false;
  }
  return true;
};

/** Whether only entries were taken that still may be. */
const keepsToEntries = (banned: Uint8Array, used: Float32Array): boolean => {
  const windows = used.length - banned.length;
  for (let e = 0; e < banned.length; e += 1) if (banned[e] === 1 && (used[windows + e] as number) > 0) return false;
  return true;
};

/** Whether no row was to be served that nothing serves any more; slopes are above 0 of such. */
const keepsToRows = (stepped: Stepped, { status, banned }: Decisions, slope: Float64Array): boolean => {
  const { entrySupplier, rowEntryStart, rowEntries } = stepped;
  const isLeft = (e: number): boolean => banned[e] === 0 && status[entrySupplier[e] as number] !== closed;
  return slope.every(
    (value, row) => value <= 0 || rowEntries.subarray(rowEntryStart[row], rowEntryStart[row + 1]).some(isLeft),
  );
};

/**
 * The cuts of what the decisions leave possible. What a cut used is by window, and after them by
 * entry.
 */
export const heldCuts = (stepped: Stepped, decisions: Decisions, { cuts, ...known }: KnownCuts): KnownCuts => {
  const isHeld = ({ used, slope }: Cut): boolean =>
    keepsToOrders(stepped, decisions, used) &&
    keepsToEntries(decisions.banned, used) &&
    keepsToRows(stepped, decisions, slope);
  return { ...known, cuts: cuts.filter(isHeld) };
};
