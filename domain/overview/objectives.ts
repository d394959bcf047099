import { type Reading, type Selector, select, sumOf } from './reading.ts';
import { allowedStale } from './supplier-freshness.ts';

/**
 * How well objectives are met by what one process has counted since it began, and how much of what
 * may go wrong is left. Objectives over weeks are told by `ops/prometheus`; this is their present
 * form for where it does not run.
 */

/** An objective as it stands. */
export interface ObjectiveStanding {
  readonly name: string;
  /** What is promised, in words. */
  readonly promise: string;
  /** What did not keep to it, out of how much. */
  readonly bad: number;
  readonly all: number;
  /** The share that may be bad. */
  readonly allowed: number;
  /**
   * 1: nothing was bad; 0: as much as may be; below 0: more. Undefined where nothing was counted.
   */
  readonly budgetLeft: number | undefined;
  /** What was counted: everything since the process began, or how things are now. */
  readonly over: 'since_start' | 'now';
}

interface Objective extends Pick<ObjectiveStanding, 'name' | 'promise' | 'allowed' | 'over'> {
  readonly count: (readings: readonly Reading[]) => { readonly bad: number; readonly all: number };
}

/** What callers of the public API use. */
const publicApis = ['catalog', 'offers', 'pricing', 'estimate', 'enrichment', 'webhooks'] as const;

/** Errors that the service is to blame for. */
const faults = ['INTERNAL', 'UNAVAILABLE', 'DEADLINE_EXCEEDED', 'UNKNOWN', 'DATA_LOSS'] as const;

const total = (readings: readonly Reading[], selectors: readonly Selector[]): number =>
  selectors.reduce((sum, selector) => sum + sumOf(readings, selector), 0);

const availability = (readings: readonly Reading[]) => {
  const overload = sumOf(readings, { name: 'requests_refused_total', labels: { reason: 'overload' } });
  const failed = publicApis.map((api) => ({ name: `${api}_errors_total`, labels: { code: faults } }));
  const answered = publicApis.map((api) => ({ name: `${api}_requests_total` }));
  return { bad: overload + total(readings, failed), all: overload + total(readings, answered) };
};

/** Of a histogram: what took longer than a bound that it has. */
const slower = (metric: string, bound: string, labels: Readonly<Record<string, string>> = {}) => {
  const count = { name: `${metric}_count`, labels };
  const within = { name: `${metric}_bucket`, labels: { ...labels, le: bound } };
  return (readings: readonly Reading[]) => {
    const all = sumOf(readings, count);
    return { bad: Math.max(0, all - sumOf(readings, within)), all };
  };
};

const stale = (data: string) => (readings: readonly Reading[]) => ({
  bad: sumOf(readings, { name: 'ingestion_top_offers_stale', labels: { data } }),
  all: sumOf(readings, { name: 'ingestion_top_offers', labels: { data } }),
});

/** Seconds from which on events wait too long to be published. */
const longestOutboxLag = 1;

/** Of an instant: whether the oldest event that waits is older than promised. */
const outboxLag = (readings: readonly Reading[]) => {
  const lags = select(readings, { name: 'outbox_lag_seconds' }).map(({ value }) => value);
  return { bad: lags.some((lag) => lag >= longestOutboxLag) ? 1 : 0, all: Math.min(1, lags.length) };
};

const objectives: readonly Objective[] = [
  {
    name: 'availability',
    promise: '99.9 % of public requests are answered',
    allowed: 0.001,
    over: 'since_start',
    count: availability,
  },
  {
    name: 'product-latency',
    promise: '95 % of products within 300 ms',
    allowed: 0.05,
    over: 'since_start',
    count: slower('catalog_request_duration_seconds', '0.3', { method: 'GetProduct' }),
  },
  {
    name: 'pricing-latency',
    promise: '95 % of prices within 300 ms',
    allowed: 0.05,
    over: 'since_start',
    count: slower('pricing_request_duration_seconds', '0.3', { method: 'CalculatePrice' }),
  },
  {
    name: 'estimate-latency',
    promise: '95 % of estimates of up to 200 lines within 10 s',
    allowed: 0.05,
    over: 'since_start',
    count: slower('estimate_build_duration_seconds', '10', { size: 'up_to_200' }),
  },
  {
    name: 'outbox-lag',
    promise: 'events published within 1 s, 95 % of the time',
    allowed: 0.05,
    over: 'now',
    count: outboxLag,
  },
  {
    name: 'visibility-overhead',
    promise: '95 % of judgements of what a caller may see within 50 ms',
    allowed: 0.05,
    over: 'since_start',
    count: slower('visibility_evaluation_duration_seconds', '0.05'),
  },
  {
    name: 'price-freshness',
    promise: '99 % of the prices of the most wanted products at most 6 h old',
    allowed: allowedStale,
    over: 'now',
    count: stale('price'),
  },
  {
    name: 'stock-freshness',
    promise: '99 % of the stocks of the most wanted products at most 2 h old',
    allowed: allowedStale,
    over: 'now',
    count: stale('stock'),
  },
];

/** How every objective stands. */
export const objectiveStandings = (readings: readonly Reading[]): readonly ObjectiveStanding[] =>
  objectives.map(({ count, ...objective }) => {
    const { bad, all } = count(readings);
    return { ...objective, bad, all, budgetLeft: all === 0 ? undefined : 1 - bad / all / objective.allowed };
  });
