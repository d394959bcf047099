import { type Phase, type TickKind, tickKinds } from './tick.ts';

/**
 * Which tick comes next. A supplier with bulk data is walked whole now and then (`catalogue`) and
 * in between for its prices and its stocks alone, often enough for their objectives. One that only
 * answers look-ups is asked part by part, the most overdue first, for as long as any part is due.
 */

/** From the start of one tick of a kind to the start of the next. */
export interface TickIntervals {
  readonly catalogueMs: number;
  readonly pricesMs: number;
  readonly stocksMs: number;
}

/** When the latest tick of each kind began; kinds that never ran are left out. */
export type TickHistory = Readonly<Partial<Record<TickKind, Date>>>;

/** The phases of a tick of a kind, out of those that the supplier has. */
export const phasesOf = (kind: TickKind, has: readonly Phase[]): readonly Phase[] => {
  switch (kind) {
    case 'catalogue':
      return has.filter((phase) => phase !== 'lookup');
    case 'prices':
    case 'stocks':
    case 'lookup':
      return has.filter((phase) => phase === kind);
  }
};

/**
 * The kinds of ticks that a supplier with these phases has. Without a catalogue of its own, all its
 * bulk data are one kind.
 */
export const kindsOf = (has: readonly Phase[]): readonly TickKind[] =>
  tickKinds.filter((kind) => phasesOf(kind, has).length > 0 && !isWholeOfIt(kind, has));

/** Whether the phase of that name is all there is, so that the walk over everything is the same. */
const isWholeOfIt = (kind: TickKind, has: readonly Phase[]): boolean =>
  (kind === 'prices' || kind === 'stocks') && phasesOf('catalogue', has).length === 1;

const latest = (...instants: readonly (Date | undefined)[]): Date | undefined =>
  instants.reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);

const dueAt = (kind: TickKind, history: TickHistory, intervals: TickIntervals): number => {
  const after = (begun: Date | undefined, ms: number): number => (begun === undefined ? 0 : begun.getTime() + ms);
  switch (kind) {
    case 'catalogue':
      return after(history.catalogue, intervals.catalogueMs);
    // A walk over everything brings prices and stocks with it.
    case 'prices':
      return after(latest(history.prices, history.catalogue), intervals.pricesMs);
    case 'stocks':
      return after(latest(history.stocks, history.catalogue), intervals.stocksMs);
    case 'lookup':
      return 0;
  }
};

/**
 * The kinds of ticks that bring news of prices and stocks; without any, the walk over everything
 * does.
 */
export const refreshKinds = (kinds: readonly TickKind[]): readonly TickKind[] => {
  const alone = kinds.filter((kind) => kind === 'prices' || kind === 'stocks');
  return alone.length > 0 ? alone : kinds.filter((kind) => kind === 'catalogue');
};

/**
 * When a kind is due because a caller wants data newer than an instant; Infinity when it was
 * delivered, or none waits.
 */
const wantedAt = (
  kind: TickKind,
  kinds: readonly TickKind[],
  history: TickHistory,
  wantedSince: Date | undefined,
): number => {
  if (wantedSince === undefined || !refreshKinds(kinds).includes(kind)) return Number.POSITIVE_INFINITY;
  const begun = latest(history[kind], history.catalogue);
  return begun !== undefined && begun >= wantedSince ? Number.POSITIVE_INFINITY : wantedSince.getTime();
};

/**
 * The tick to begin next, and when, never before now. Of several that are due the one that brings
 * more comes first. With news wanted since an instant, the ticks that bring them are due from then
 * on.
 */
export const nextTick = (
  kinds: readonly TickKind[],
  history: TickHistory,
  intervals: TickIntervals,
  now: Date,
  wantedSince?: Date,
): { readonly kind: TickKind; readonly at: Date } => {
  const due = (kind: TickKind): number =>
    Math.min(dueAt(kind, history, intervals), wantedAt(kind, kinds, history, wantedSince));
  const planned = kinds.map((kind) => ({ kind, at: Math.max(due(kind), now.getTime()) }));
  const [first] = planned.toSorted((a, b) => a.at - b.at);
  if (first === undefined) throw new RangeError('a supplier needs at least one kind of tick');
  return { kind: first.kind, at: new Date(first.at) };
};
