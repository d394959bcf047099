import { type Reading, select } from './reading.ts';

/**
 * Alerts that can be told from what a process measures at one instant, for where no Prometheus
 * runs. Thresholds and severities are those of `ops/prometheus/alerts.rules.yaml`, which a test
 * compares; what only time can tell, such as a share of requests over five minutes, is left to it.
 */

/** How soon somebody must act: at once, or in the morning. */
export type Severity = 'page' | 'ticket';

/** An alert that holds now. */
export interface FiringAlert {
  readonly name: string;
  readonly severity: Severity;
  /** What it is of, such as a supplier; empty for the service as a whole. */
  readonly subject: string;
  readonly value: number;
  readonly threshold: number;
  /** Where docs say what it means and what to do. */
  readonly runbook: string;
}

/** When an alert fires. */
export interface AlertRule {
  readonly name: string;
  readonly severity: Severity;
  /** Added up for each subject; the first is what the rule in `ops/prometheus` begins with. */
  readonly metrics: readonly [string, ...string[]];
  /** The label that tells subjects apart; left out: the service is the subject. */
  readonly by?: string | undefined;
  /** Fires from the threshold on, or only above it. */
  readonly fires: 'from' | 'above';
  readonly threshold: number;
}

const halfDayS = 12 * 3600;

/** A rule of one metric that fires above the threshold. */
const above = (name: string, severity: Severity, metric: string, threshold: number, by?: string): AlertRule => ({
  name,
  severity,
  metrics: [metric],
  by,
  fires: 'above',
  threshold,
});

/** All of them. */
export const alertRules: readonly AlertRule[] = [
  {
    ...above('CredentialRefusedInARow', 'ticket', 'vendor_credential_refused_in_a_row', 5, 'credential_id'),
    fires: 'from',
  },
  above('SessionRefreshFailing', 'ticket', 'vendor_credential_sign_ins_failed_in_a_row', 3, 'credential_id'),
  above('IngestionLagHigh', 'ticket', 'ingestion_lag_seconds', halfDayS, 'supplier_id'),
  above('IngestionLagHigh', 'ticket', 'ingestion_top_offers_oldest_seconds', halfDayS, 'data'),
  above('IngestionBacklogHigh', 'ticket', 'ingestion_backlog_size', 10_000, 'supplier_id'),
  above('IngestionHeldUp', 'page', 'ingestion_pages_held_up', 0, 'supplier_id'),
  above('ConsumerLagHigh', 'page', 'consumer_lag_messages', 10_000, 'consumer'),
  above('MatchingBacklogHigh', 'ticket', 'matching_backlog_size', 5_000),
  {
    ...above('EnrichmentJobsInFlightMany', 'ticket', 'enrichment_jobs_in_flight', 1_000),
    metrics: ['enrichment_jobs_in_flight', 'enrichment_jobs_waiting'],
  },
  above('VisibilityPolicyBroken', 'page', 'visibility_policies_broken', 0),
  above('OutboxUnpublishedMany', 'page', 'outbox_unpublished_count', 10_000),
  above('OutboxLagHigh', 'page', 'outbox_lag_seconds', 5),
  above('OutboxEventsParked', 'ticket', 'outbox_parked', 0),
  above('EventLoopBlocked', 'ticket', 'nodejs_eventloop_lag_p99_seconds', 0.2),
];

const bySubject = (readings: readonly Reading[], { metrics, by }: AlertRule): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const { labels, value } of metrics.flatMap((name) => select(readings, { name }))) {
    const subject = by === undefined ? '' : (new Map(Object.entries(labels)).get(by) ?? '');
    sums.set(subject, (sums.get(subject) ?? 0) + value);
  }
  return sums;
};

const fires = ({ fires: when, threshold }: AlertRule, value: number): boolean =>
  when === 'from' ? value >= threshold : value > threshold;

/** Alerts that fire, those that page first. */
export const firingAlerts = (readings: readonly Reading[]): readonly FiringAlert[] =>
  alertRules
    .flatMap((rule) =>
      [...bySubject(readings, rule)]
        .filter(([, value]) => fires(rule, value))
        .map(([subject, value]) => ({
          name: rule.name,
          severity: rule.severity,
          subject,
          value,
          threshold: rule.threshold,
          runbook: `docs/failure-modes.md#${rule.name.toLowerCase()}`,
        })),
    )
    .sort((one, other) => Number(other.severity === 'page') - Number(one.severity === 'page'));
