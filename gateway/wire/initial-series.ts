import type { Counter, Gauge, Histogram } from 'prom-client';
import type { QueryClass } from '../../domain/analytics/queries.ts';
import { jobFailures } from '../../domain/enrichment/job.ts';
import { jobTypes } from '../../domain/enrichment/job-type.ts';
import { estimateFailures } from '../../domain/estimate/estimate.ts';
import { optimizationModes } from '../../domain/estimate/modes/modes.ts';
import { estimateSizes } from '../../domain/estimate/size.ts';
import { rematchTriggers } from '../../domain/matching/rematch-ports.ts';
import { matchConfidences } from '../../domain/offers/offer.ts';
import { targetKinds } from '../../domain/visibility/policy.ts';
import { eventTypes } from '../../streams/codec/events.ts';
import { beginHistogram } from '../../telemetry/begin-series.ts';
import type { AuthFailure, Metrics, Refusal } from '../../telemetry/metrics.ts';
import { codeName } from '../errors/error-table.ts';
import type { ItemOperation } from '../errors/item-error.ts';

/**
 * Series at zero, from the first scrape on, of every metric whose labels are known beforehand. A
 * series that begins with its first count hides that count from `increase`, and one that is absent
 * looks like one that nobody measures. What a reading tells, such as the length of a queue, is not
 * here: it is unknown before it is read. Labels of requests, suppliers, credentials and actors
 * begin at zero where each of them is made.
 */

/** Every value of a label; a record, so that a new one cannot be left out. */
const values = <Value extends string>(all: Readonly<Record<Value, true>>): readonly Value[] =>
  Object.keys(all) as Value[];

const authFailures = values<AuthFailure>({
  missing: true,
  malformed: true,
  unknown_key: true,
  bad_token: true,
  unavailable: true,
});
const refusals = values<Refusal>({
  failures: true,
  rate: true,
  quota: true,
  streams: true,
  keys: true,
  connections: true,
  overload: true,
  request: true,
  history: true,
});
const itemOperations = values<ItemOperation>({ BulkCalculatePrice: true, MatchParts: true });
const itemErrorCodes = (['invalid_argument', 'not_found'] as const).map(codeName);
const queryClasses = values<QueryClass>({
  price_history: true,
  supplier_coverage: true,
  price_spread: true,
  lead_time_trend: true,
  budget_use: true,
  prices_given: true,
});

/** The values of each label of a metric. */
type LabelValues<Label extends string> = Readonly<Record<Label, readonly string[]>>;

/** Every combination: `{a: [1, 2], b: [3]}` makes `{a: 1, b: 3}` and `{a: 2, b: 3}`. */
export const combinations = <Label extends string>(labels: LabelValues<Label>): readonly Record<Label, string>[] =>
  Object.entries<readonly string[]>(labels).reduce<readonly Record<string, string>[]>(
    (made, [label, all]) => made.flatMap((each) => all.map((value) => ({ ...each, [label]: value }))),
    [{}],
  ) as readonly Record<Label, string>[];

/** A counter or a gauge. */
const atZero = <Label extends string>(metric: Counter<Label> | Gauge<Label>, labels: LabelValues<Label>): void => {
  for (const each of combinations(labels)) metric.inc(each, 0);
};

const emptyHistogram = <Label extends string>(metric: Histogram<Label>, labels: LabelValues<Label>): void => {
  for (const each of combinations(labels)) beginHistogram(metric, each);
};

/** Sets every series that is known beforehand to zero. */
export const startSeriesAtZero = (metrics: Metrics): void => {
  const { callers, matching, enrichment, estimates, webhooks, visibility, eventStore, analytics } = metrics;
  atZero(callers.authFailures, { reason: authFailures });
  atZero(callers.refused, { reason: refusals });
  atZero(callers.itemErrors, { operation: itemOperations, code: itemErrorCodes });

  atZero(matching.decisions, { confidence: matchConfidences });
  atZero(matching.rematchDecisions, { confidence: matchConfidences });
  atZero(matching.rematchRuns, { trigger: rematchTriggers });
  emptyHistogram(matching.decisionDuration, { strategy: ['deterministic', 'heuristic', 'ml'] });

  atZero(enrichment.queued, { type: jobTypes });
  atZero(enrichment.completed, { type: jobTypes, status: ['completed', 'failed'] });
  atZero(enrichment.failed, { type: jobTypes, reason: jobFailures });
  emptyHistogram(enrichment.duration, { type: jobTypes });

  atZero(estimates.ended, { mode: optimizationModes, status: ['ready', 'error'] });
  atZero(estimates.failed, { reason: estimateFailures });
  atZero(estimates.recomputed, { outcome: ['changed', 'unchanged', 'failed'] });
  emptyHistogram(estimates.duration, { mode: optimizationModes, size: estimateSizes });
  emptyHistogram(estimates.gap, { mode: optimizationModes });

  const failures = ['1xx', '3xx', '4xx', '5xx', 'timeout', 'unreachable', 'not_allowed'];
  atZero(webhooks.attempts, { outcome: ['2xx', ...failures] });
  atZero(webhooks.failedAttempts, { outcome: failures });
  atZero(webhooks.dead, { reason: ['deadline', 'gone'] });
  atZero(webhooks.endpointsDisabled, { reason: ['gone', 'backlog'] });
  atZero(webhooks.watchLooks, { outcome: ['nothing', 'told', 'failed'] });

  atZero(visibility.evaluations, { target_kind: targetKinds });
  atZero(visibility.undecided, { target_kind: targetKinds });
  atZero(visibility.filtered, { effect: ['deny', 'mask'] });
  emptyHistogram(visibility.evaluationDuration, { target_kind: targetKinds });

  for (const type of eventTypes)
    eventStore.writes.inc({ aggregate_type: type.slice(0, type.indexOf('.')), event_type: type }, 0);
  atZero(eventStore.publishAttempts, { outcome: ['published', 'failed', 'parked'] });
  atZero(eventStore.archiverRuns, { outcome: ['archived', 'idle', 'held', 'busy', 'failed'] });
  emptyHistogram(analytics.queryDuration, { query_class: queryClasses });
};
