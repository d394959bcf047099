/**
 * Rate budgets: the most that may be asked of a supplier, kept by GCRA, the generic cell rate algorithm (ITU-T I.371).
 *
 * A budget promises the supplier at most `rate` units in any window of `periodMs`. GCRA with an emission interval of T and a
 * burst of b gives out at most ceil(W / T) + b - 1 units in any half-open window of length W. Units reach the supplier up to
 * `slackMs` after the instant they were given out for, so those that it sees in a window of `periodMs` were given out in one of
 * `periodMs + slackMs`; with
 *
 *     T = (periodMs + slackMs) / (rate - (b - 1))
 *
 * that is at most rate - (b - 1) + b - 1 = rate. The price is a little of the rate: with a burst of 3 % and a slack of 2 % of
 * the period some 96 % of it can be used.
 *
 * The whole state of a budget is one instant, its theoretical arrival time, so that one row of a shared store holds it. Units are
 * given out for an instant that may be a little ahead: who takes them waits until then and need not ask again.
 */
export interface RateBudget {
  /** Units in any window of `periodMs`, at least `burst`. */
  readonly rate: number;
  readonly periodMs: number;
  /** Units that may be spent at once, at least 1; a cost above it can never be met. */
  readonly burst: number;
}

/** How a budget is given out. */
export interface Pace {
  /** Milliseconds for one unit. */
  readonly intervalMs: number;
  readonly burst: number;
}

/** The share of a period that may pass between a unit's instant and its arrival at the supplier, and its bounds. */
const slackShare = 0.02;
const leastSlackMs = 30;
const mostSlackMs = 1_000;

/** How long after their instant units of this budget may reach the supplier; half of it is for the way there. */
export const slackMs = ({ periodMs }: Pick<RateBudget, 'periodMs'>): number =>
  Math.min(Math.max(periodMs * slackShare, leastSlackMs), mostSlackMs);

/** The pace that keeps a budget. Throws RangeError for a budget that cannot be kept. */
export const paceOf = (budget: RateBudget): Pace => {
  const { rate, periodMs, burst } = budget;
  if (!(burst >= 1 && rate >= burst && periodMs > 0))
    throw new RangeError(`a budget of ${rate} in ${periodMs} ms cannot have a burst of ${burst}`);
  return { intervalMs: (periodMs + slackMs(budget)) / (rate - (burst - 1)), burst };
};

/** A pace that is not faster than either: what an operator orders only ever slows down. */
export const slower = (a: Pace, b: Pace): Pace => ({
  intervalMs: Math.max(a.intervalMs, b.intervalMs),
  burst: Math.min(a.burst, b.burst),
});

/** The part of a rate that goes at once where nobody says how much. */
const burstShare = 0.03;

/** A budget of so many units, with the burst that suits it. */
export const budgetOf = (rate: number, periodMs: number): RateBudget => ({
  rate,
  periodMs,
  burst: Math.max(1, Math.floor(rate * burstShare)),
});

/** The state of one endpoint's budgets: the theoretical arrival time of each, in milliseconds since the epoch. */
export type Arrivals = readonly number[];

/** What is asked of an endpoint's budgets, all of which must have it. */
export interface Asking {
  readonly paces: readonly Pace[];
  /** The least that is of use, at most every burst. */
  readonly cost: number;
  /** As many as may be had beside it without waiting for them. */
  readonly want: number;
  /** How far ahead units may be given out. */
  readonly aheadMs: number;
  /** Nothing is given out before, because the supplier said so; 0: it did not. */
  readonly notBefore: number;
}

/** What came of it. A refusal changes nothing. */
export type Decision =
  /** So many units, to be used at that instant, and the state from then on. */
  | { readonly kind: 'granted'; readonly units: number; readonly at: number; readonly arrivals: Arrivals }
  /** Nothing; asking again is of use after so long. */
  | { readonly kind: 'refused'; readonly waitMs: number };

const arrivalOf = (arrivals: Arrivals, window: number): number => arrivals[window] ?? 0;

/** Decides at an instant. The SQL of `storage/rate-budget-store.ts` decides the same. */
export const decide = (arrivals: Arrivals, asking: Asking, now: number): Decision => {
  const { paces, cost, want, aheadMs, notBefore } = asking;
  const at = paces.reduce(
    (earliest, { intervalMs, burst }, window) =>
      Math.max(earliest, arrivalOf(arrivals, window) - (burst - cost) * intervalMs),
    Math.max(now, notBefore),
  );
  if (at - now > aheadMs) return { kind: 'refused', waitMs: at - now - aheadMs };
  const available = paces.reduce((least, { intervalMs, burst }, window) => {
    const level = Math.max(arrivalOf(arrivals, window), at) - at;
    return Math.min(least, Math.floor(burst - level / intervalMs));
  }, want);
  const units = Math.max(cost, available);
  return {
    kind: 'granted',
    units,
    at,
    arrivals: paces.map(({ intervalMs }, window) => Math.max(arrivalOf(arrivals, window), at) + units * intervalMs),
  };
};

/**
 * The state in which every budget is used up, with `atOnce` units spent this very moment: what it is taken for after units were
 * spent that it does not know of.
 */
export const usedUp = (arrivals: Arrivals, paces: readonly Pace[], atOnce: number, now: number): Arrivals =>
  paces.map(({ intervalMs, burst }, window) =>
    Math.max(arrivalOf(arrivals, window), now + (burst + atOnce - 1) * intervalMs),
  );

/**
 * The paces of a process that cannot reach the store: half of its share of each rate, and nothing at once, whatever the others
 * do. A cost of several units waits for as long as they take.
 */
export const fallbackPaces = (paces: readonly Pace[], sharers: number): readonly Pace[] =>
  paces.map(({ intervalMs }) => ({ intervalMs: intervalMs * 2 * sharers, burst: 1 }));
