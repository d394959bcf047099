/**
 * Rate budgets: the most that may be asked of a supplier, kept by GCRA, the generic cell rate
 * algorithm (ITU-T I.371).
 *
 * A budget promises the supplier at most `rate` units in any window of `periodMs`. GCRA with an
 * emission interval of T and a burst of b gives out at most ceil(W / T) + b - 1 units in any
 * half-open window of length W. Units reach the supplier up to `slackMs` after the instant they
 * were given out for, so those that it sees in a window of `periodMs` were given out in one of
 * `periodMs + slackMs`; with
 *
 *     T = (periodMs + slackMs) / (rate - (b - 1))
 *
 * that is at most rate - (b - 1) + b - 1 = rate. The price is a little of the rate: with a burst of
 * 3 % and a slack of 2 % of the period some 96 % of it can be used.
 *
 * The whole state of a budget is one instant, its theoretical arrival time, so that one row of a
 * shared store holds it. Units are given out for an instant that may be a little ahead: who takes
 * them waits until then and need not ask again.
 *
 * What an operator orders is a budget of its own beside the configured ones, so that its end leaves
 * nothing behind. It carries the instant at which it was ordered. A later order may be the faster
 * one, so its budget begins no further ahead than it ever puts it; a request under an earlier
 * order, because the news has not come or the question was long on its way, changes nothing of it.
 *
 * A configured budget may be raised too. What is stored then lies further ahead than the new pace
 * ever puts it, and counts as the furthest that it does (`maxAheadMsFor`). That is never too early:
 * whatever was given out at a slower pace would have been given out at the faster one, which would
 * stand there at most.
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

/**
 * The share of a period that may pass between a unit's instant and its arrival at the supplier, and
 * its bounds.
 */
const slackShare = 0.02;
const minSlackMs = 30;
const maxSlackMs = 1_000;

/**
 * How long after their instant units of this budget may reach the supplier; half of it is for the
 * way there.
 */
export const slackMs = ({ periodMs }: Pick<RateBudget, 'periodMs'>): number =>
  Math.min(Math.max(periodMs * slackShare, minSlackMs), maxSlackMs);

/** The pace that keeps a budget. Throws RangeError for a budget that cannot be kept. */
export const paceOf = (budget: RateBudget): Pace => {
  const { rate, periodMs, burst } = budget;
  if (!(burst >= 1 && rate >= burst && periodMs > 0))
    throw new RangeError(`a budget of ${rate} in ${periodMs} ms cannot have a burst of ${burst}`);
  return { intervalMs: (periodMs + slackMs(budget)) / (rate - (burst - 1)), burst };
};

/** The share of a rate that may go at once when no burst is configured. */
const burstShare = 0.03;

/** A budget of so many units, with the burst that suits it. */
export const budgetOf = (rate: number, periodMs: number): RateBudget => ({
  rate,
  periodMs,
  burst: Math.max(1, Math.floor(rate * burstShare)),
});

/** A theoretical arrival time by configured budget, in milliseconds since the epoch. */
export type Arrivals = readonly number[];

/** The state of one endpoint's budgets. */
export interface BudgetState {
  readonly arrivals: Arrivals;
  /** That of the latest order that was asked under, and when it was given; 0: none yet. */
  readonly limit: { readonly arrival: number; readonly since: number };
}

/** The state of budgets before the first request. */
export const unusedBudgets: BudgetState = { arrivals: [], limit: { arrival: 0, since: 0 } };

/** The pace that an operator orders, which holds beside the configured ones. */
export interface OrderedPace extends Pace {
  /** When it was ordered, in milliseconds since the epoch: of two orders the later one counts. */
  readonly since: number;
}

/**
 * The window over which use of a rate is told: a minute, or for slow rates what so many units take,
 * so that each of them is a small part of it.
 */
export const usageWindow = { minMs: 60_000, minUnits: 32 } as const;

/** The units of that window at the slowest pace. */
export const usageCapacity = (paces: readonly Pace[]): number =>
  Math.max(usageWindow.minMs / Math.max(...paces.map(({ intervalMs }) => intervalMs)), usageWindow.minUnits);

/** No caller is granted units further ahead than this. */
export const maxAheadMs = 1_000;

/**
 * How far ahead the theoretical arrival time of a pace is at most, in milliseconds: a whole burst
 * given out as far ahead as may be, and a unit that each of the others who share it spent without
 * the state's knowing.
 */
export const maxAheadMsFor = ({ intervalMs, burst }: Pace, sharers: number): number =>
  maxAheadMs + (burst + sharers - 1) * intervalMs;

/** What is asked of an endpoint's budgets, all of which must have it. */
export interface BudgetRequest {
  readonly paces: readonly Pace[];
  /** What an operator has ordered; left out: nothing. */
  readonly limit?: OrderedPace | undefined;
  /** The least that is of use, at most every burst. */
  readonly cost: number;
  /** As many as are available besides, without waiting for them. */
  readonly want: number;
  /** How far ahead units may be given out, at most `maxAheadMs`. */
  readonly aheadMs: number;
  /**
   * The processes that share the state, the requesting one included: each may have spent a unit
   * beside the burst.
   */
  readonly sharers: number;
  /**
   * Units that may just have been spent at once without the state's knowing: the budgets then count
   * as used up by them first. 0: none; at most one for each of the sharers.
   */
  readonly spentOutside: number;
  /** Nothing is given out before, because the supplier said so; 0: it did not. */
  readonly notBefore: number;
}

/** A request to a single budget with unshared state: all of the cost, or nothing. */
export const unsharedRequest = (pace: Pace, cost: number, aheadMs: number): BudgetRequest => ({
  paces: [pace],
  cost,
  want: cost,
  aheadMs,
  sharers: 1,
  spentOutside: 0,
  notBefore: 0,
});

/** What came of it, and the state from then on, which is to be kept in both cases. */
export type Decision =
  /** So many units, to be used at that instant. */
  | { readonly kind: 'granted'; readonly units: number; readonly at: number; readonly state: BudgetState }
  /** Nothing; asking again is of use after so long. */
  | { readonly kind: 'refused'; readonly waitMs: number; readonly state: BudgetState };

/** A pace, with its arrival time as the requesting process has to see it. */
interface Window extends Pace {
  readonly arrival: number;
}

const windowsOf = ({ arrivals, limit }: BudgetState, asking: BudgetRequest, now: number): readonly Window[] => {
  const { paces, limit: ordered, sharers, spentOutside } = asking;
  const windowOf = (pace: Pace, arrival: number, isCapped: boolean): Window => ({
    ...pace,
    arrival: Math.max(
      isCapped ? Math.min(arrival, now + maxAheadMsFor(pace, sharers)) : arrival,
      spentOutside > 0 ? now + (pace.burst + spentOutside - 1) * pace.intervalMs : 0,
    ),
  });
  const configured = paces.map((pace, place) => windowOf(pace, arrivals[place] ?? 0, true));
  return ordered === undefined
    ? configured
    : [...configured, windowOf(ordered, limit.arrival, ordered.since > limit.since)];
};

/**
 * The state when the windows have come to these arrivals; an order that is no longer the latest
 * changes nothing of its budget.
 */
const stateOf = (before: BudgetState, { paces, limit }: BudgetRequest, arrivals: Arrivals): BudgetState => ({
  arrivals: arrivals.slice(0, paces.length),
  limit:
    limit === undefined || limit.since < before.limit.since
      ? before.limit
      : { arrival: arrivals[paces.length] ?? 0, since: limit.since },
});

/** Decides at an instant. The SQL of `storage/connectors/rate-budget-store.ts` decides the same. */
export const decide = (before: BudgetState, asking: BudgetRequest, now: number): Decision => {
  const { cost, want, aheadMs, notBefore } = asking;
  const windows = windowsOf(before, asking, now);
  const at = windows.reduce(
    (earliest, { arrival, intervalMs, burst }) => Math.max(earliest, arrival - (burst - cost) * intervalMs),
    Math.max(now, notBefore),
  );
  if (at - now > aheadMs) {
    const arrivals = windows.map(({ arrival }) => arrival);
    return { kind: 'refused', waitMs: at - now - aheadMs, state: stateOf(before, asking, arrivals) };
  }
  const available = windows.reduce((least, { arrival, intervalMs, burst }) => {
    const level = Math.max(arrival, at) - at;
    return Math.min(least, Math.floor(burst - level / intervalMs));
  }, want);
  const units = Math.max(cost, available);
  const arrivals = windows.map(({ arrival, intervalMs }) => Math.max(arrival, at) + units * intervalMs);
  return { kind: 'granted', units, at, state: stateOf(before, asking, arrivals) };
};

/**
 * The pace of a process that cannot reach the store: half of its share of the rate, and nothing at
 * once, whatever the others do. A cost of several units waits for as long as they take.
 */
export const fallbackPace = <Each extends Pace>(pace: Each, sharers: number): Each => ({
  ...pace,
  intervalMs: pace.intervalMs * 2 * sharers,
  burst: 1,
});
