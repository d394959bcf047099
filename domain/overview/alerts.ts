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
  readonly by?: string;
  /** Fires from the threshold on, or only above it. */
  readonly fires: 'from' | 'above';
  readonly threshold: number;
}

const halfDayS = 12 * 3600;

/** All of them. */
export const alertRules: readonly AlertRule[] = [
  {
    name: 'CredentialRefusedInARow',
    severity: 'ticket',
    metrics: ['vendor_credential_refused_in_a_row'],
    by: 'credential_id',
    fires: 'from',
    threshold: 5,
  },
  {
    name: 'SessionRefreshFailing',
    severity: 'ticket',
    metrics: ['vendor_credential_sign_ins_failed_in_a_row'],
    by: 'credential_id',
    fires: 'above',
    threshold: 3,
  },
  {
    name: 'IngestionLagHigh',
    severity: 'ticket',
    metrics: ['ingestion_lag_seconds'],
    by: 'supplier_id',
    fires: 'above',
    threshold: halfDayS,
  },
  {
    name: 'IngestionLagHigh',
    severity: 'ticket',
    metrics: ['ingestion_top_offers_oldest_seconds'],
    by: 'data',
    fires: 'above',
    threshold: halfDayS,
  },
  {
    name: 'IngestionBacklogHigh',
    severity: 'ticket',
    metrics: ['ingestion_backlog_size'],
    by: 'supplier_id',
    fires: 'above',
    threshold: 10_000,
  },
  {
    name: 'IngestionHeldUp',
    severity: 'page',
    metrics: ['ingestion_pages_held_up'],
    by: 'supplier_id',
    fires: 'above',
    threshold: 0,
  },
  {
    name: 'ConsumerLagHigh',
    severity: 'page',
    metrics: ['consumer_lag_messages'],
    by: 'consumer',
    fires: 'above',
    threshold: 10_000,
  },
  {
    name: 'MatchingBacklogHigh',
    severity: 'ticket',
    metrics: ['matching_backlog_size'],
    fires: 'above',
    threshold: 5_000,
  },
  {
    name: 'EnrichmentJobsInFlightMany',
    severity: 'ticket',
    metrics: ['enrichment_jobs_in_flight', 'enrichment_jobs_waiting'],
    fires: 'above',
    threshold: 1_000,
  },
  {
    name: 'VisibilityPolicyBroken',
    severity: 'page',
    metrics: ['visibility_policies_broken'],
    fires: 'above',
    threshold: 0,
  },
  {
    name: 'OutboxUnpublishedMany',
    severity: 'page',
    metrics: ['outbox_unpublished_count'],
    fires: 'above',
    threshold: 10_000,
  },
  { name: 'OutboxLagHigh', severity: 'page', metrics: ['outbox_lag_seconds'], fires: 'above', threshold: 5 },
  { name: 'OutboxEventsParked', severity: 'ticket', metrics: ['outbox_parked'], fires: 'above', threshold: 0 },
  {
    name: 'EventLoopBlocked',
    severity: 'ticket',
    metrics: ['nodejs_eventloop_lag_p99_seconds'],
    fires: 'above',
    threshold: 0.2,
  },
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
