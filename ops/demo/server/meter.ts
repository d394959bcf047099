/**
 * What a demo supplier's limits count: every call with its instant, so that a test can hold a
 * client to its budget.
 */

/** One call, as the supplier counted it. */
export interface MeteredCall {
  /** When it came, in milliseconds since the epoch. */
  readonly atMs: number;
  /** The supplier's own name for what was called. */
  readonly endpoint: string;
  /** What it costs of the budgets; nothing when it was refused as too much. */
  readonly units: number;
  readonly isOverLimit: boolean;
}

/** A limit that a supplier enforces: so many units in any span of that length. */
export interface SupplierLimit {
  readonly window: 'burst' | 'daily';
  readonly units: number;
  readonly periodMs: number;
}

/** Counts calls and says when there are too many. */
export interface Meter {
  /** Lets a call in, or says which limit it breaks and how long until it would not. */
  admit(endpoint: string): Admission;
  calls(): readonly MeteredCall[];
  /** The most units within any span of that length. */
  busiest(periodMs: number): number;
}

/** Whether a call may go on. What it cost is 1 unit until `charge` says otherwise. */
export type Admission =
  | { readonly kind: 'admitted'; readonly charge: (units: number) => void; readonly left: readonly LimitLeft[] }
  | { readonly kind: 'over_limit'; readonly limit: SupplierLimit; readonly waitMs: number };

/** What is left of a limit once the call is in. */
export interface LimitLeft extends SupplierLimit {
  readonly unitsLeft: number;
}

/** The most calls that are remembered. */
const maxCalls = 200_000;

/** A meter with nothing counted. `now` is in milliseconds since the epoch. */
export const createMeter = (limits: readonly SupplierLimit[], now: () => number): Meter => {
  const calls: { atMs: number; endpoint: string; units: number; isOverLimit: boolean }[] = [];

  const spentSince = (sinceMs: number): { units: number; oldestMs: number | undefined } => {
    let units = 0;
    let oldestMs: number | undefined;
    for (let at = calls.length - 1; at >= 0; at -= 1) {
      const call = calls[at];
      if (call === undefined || call.atMs <= sinceMs) break;
      if (call.units > 0) oldestMs = call.atMs;
      units += call.units;
    }
    return { units, oldestMs };
  };

  return {
    admit: (endpoint) => {
      const atMs = now();
      if (calls.length === maxCalls) calls.shift();
      const spent = limits.map((limit) => ({ limit, ...spentSince(atMs - limit.periodMs) }));
      const broken = spent.find(({ limit, units }) => units >= limit.units);
      if (broken !== undefined) {
        calls.push({ atMs, endpoint, units: 0, isOverLimit: true });
        const { limit, oldestMs = atMs } = broken;
        return { kind: 'over_limit', limit, waitMs: oldestMs + limit.periodMs - atMs };
      }
      const call = { atMs, endpoint, units: 1, isOverLimit: false };
      calls.push(call);
      return {
        kind: 'admitted',
        charge: (units) => {
          call.units = units;
        },
        left: spent.map(({ limit, units }) => ({ ...limit, unitsLeft: Math.max(0, limit.units - units - 1) })),
      };
    },
    calls: () => calls.map((call) => ({ ...call })),
    busiest: (periodMs) => busiestOf(calls, periodMs),
  };
};

const busiestOf = (calls: readonly MeteredCall[], periodMs: number): number => {
  let most = 0;
  let inside = 0;
  let first = 0;
  for (const call of calls) {
    inside += call.units;
    for (let oldest = calls[first]; oldest !== undefined && oldest.atMs <= call.atMs - periodMs; ) {
      inside -= oldest.units;
      first += 1;
      oldest = calls[first];
    }
    most = Math.max(most, inside);
  }
  return most;
};
