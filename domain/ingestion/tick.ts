import { noRows, type PageRows, type RowTally, tallied, unreadableRows } from './row-tally.ts';

/**
 * A tick: one pass of a credential over what its supplier has, in phases, a page at a time. The
 * tick is a value that is stored after every page (the checkpoint); the process that loads it
 * resumes at that page, under the same run id.
 */

/**
 * The phases of a tick; a plug-in says which it has and in which order. One without bulk data has
 * `lookup` alone.
 */
export const phases = ['session', 'warehouses', 'catalogue', 'prices', 'stocks', 'lookup'] as const;

/** A phase of a tick. */
export type Phase = (typeof phases)[number];

/**
 * Kinds of ticks: a walk over all bulk data, over prices or stocks alone, and one that asks part by
 * part. See `schedule.ts`.
 */
export const tickKinds = ['catalogue', 'prices', 'stocks', 'lookup'] as const;

/** A kind of tick. */
export type TickKind = (typeof tickKinds)[number];

/** Rows counted so far; they only grow within a run. */
export interface TickCounters {
  readonly items: number;
  readonly prices: number;
  readonly stocks: number;
  readonly warehouses: number;
  readonly pages: number;
}

/** Counters at the start of a run. */
const noCounts: TickCounters = { items: 0, prices: 0, stocks: 0, warehouses: 0, pages: 0 };

/**
 * Where a running tick stands: the phase, and the supplier's own mark of the next page within it.
 */
export interface TickPosition {
  readonly phase: Phase;
  /** The plug-in's cursor for the next page; undefined at the start of a phase. */
  readonly cursor: string | undefined;
  /** The number of the next page within the phase, from 1. */
  readonly page: number;
}

/** A tick as stored. */
export interface Tick {
  readonly runId: string;
  readonly supplierId: string;
  readonly credentialId: string;
  readonly kind: TickKind;
  readonly startedAt: Date;
  readonly counters: TickCounters;
  readonly rows: RowTally;
  readonly state:
    | { readonly kind: 'running'; readonly position: TickPosition }
    | { readonly kind: 'finished'; readonly at: Date; readonly outcome: 'success' }
    | { readonly kind: 'finished'; readonly at: Date; readonly outcome: 'failure'; readonly reason: string };
}

/** What a fetched page tells the tick. */
export interface PageOutcome {
  readonly counts: Omit<TickCounters, 'pages'>;
  /** The plug-in's cursor for the page after this one; undefined when the phase is done. */
  readonly nextCursor: string | undefined;
  /** Left out: the page had no rows. */
  readonly rows?: PageRows;
}

/** Opens a tick at the first of its phases, which must not be empty. */
export const openTick = (
  ids: Pick<Tick, 'runId' | 'supplierId' | 'credentialId' | 'kind'>,
  phasesOfTick: readonly Phase[],
  now: Date,
): Tick => {
  const first = phasesOfTick[0];
  if (first === undefined) throw new RangeError('a tick needs at least one phase');
  return {
    ...ids,
    startedAt: now,
    counters: noCounts,
    rows: noRows,
    state: { kind: 'running', position: { phase: first, cursor: undefined, page: 1 } },
  };
};

/**
 * The tick after a page was fetched and its observations were acknowledged by the bus. One that has
 * read less than half of the rows of a phase ends as failed.
 */
export const advance = (tick: Tick, outcome: PageOutcome, phasesOfTick: readonly Phase[], now: Date): Tick => {
  if (tick.state.kind !== 'running') throw new RangeError(`tick ${tick.runId} has ended`);
  const { position } = tick.state;
  const counters: TickCounters = {
    items: tick.counters.items + outcome.counts.items,
    prices: tick.counters.prices + outcome.counts.prices,
    stocks: tick.counters.stocks + outcome.counts.stocks,
    warehouses: tick.counters.warehouses + outcome.counts.warehouses,
    pages: tick.counters.pages + 1,
  };
  const rows = outcome.rows === undefined ? tick.rows : tallied(tick.rows, outcome.rows, position);
  const read = { ...tick, counters, rows };
  if (outcome.nextCursor !== undefined) {
    const next = { phase: position.phase, cursor: outcome.nextCursor, page: position.page + 1 };
    return { ...read, state: { kind: 'running', position: next } };
  }
  const nextPhase = phasesOfTick[phasesOfTick.indexOf(position.phase) + 1];
  if (nextPhase !== undefined)
    return { ...read, state: { kind: 'running', position: { phase: nextPhase, cursor: undefined, page: 1 } } };
  const reason = unreadableRows(rows);
  return reason === undefined
    ? { ...read, state: { kind: 'finished', at: now, outcome: 'success' } }
    : abandon(read, reason, now);
};

/** The tick given up for a reason that the operator is told. */
export const abandon = (tick: Tick, reason: string, now: Date): Tick => ({
  ...tick,
  state: { kind: 'finished', at: now, outcome: 'failure', reason },
});
