import type { Health } from '../../domain/ingestion/credential-health.ts';
import type { OpenCredential } from '../../domain/ingestion/supplier-ports.ts';
import { beginHistogram } from '../../telemetry/begin-series.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { CredentialContext, CredentialDependencies, CredentialState } from './credential-state.ts';

/** How often it is looked whether the gauges of a credential are still this process's to tell. */
const measureEveryMs = 10_000;

/** Plans the next look. */
export const scheduleMeasurement = (context: CredentialContext): void =>
  context.schedule('measure', measureEveryMs, { kind: 'measure' });

/** Ends the gauges of a credential unless this process holds its lease: another's are another's. */
export const measure = (deps: CredentialDependencies, { ownership }: CredentialState): void => {
  if (ownership.lease === undefined) endGauges(deps);
};

/** Ends the gauges of a credential that this process does not work for any more. */
export const endGauges = ({ credential, metrics }: Pick<CredentialDependencies, 'credential' | 'metrics'>): void => {
  metrics.ingestion.refusedInARow.remove({ credential_id: credential.id });
  metrics.ingestion.signInsFailedInARow.remove({ credential_id: credential.id });
};

/**
 * Goes on with the counts of a credential that is failing where the process before this one left
 * them, by what is stored of its health: the answers that made it fail, and a probe each since
 * then. Otherwise an alert would clear with every restart and every change of the lease.
 */
export const resumeGauges = (
  { credential, metrics, rules, session }: Pick<CredentialDependencies, 'credential' | 'metrics' | 'rules' | 'session'>,
  health: Health,
): void => {
  if (health.kind !== 'failing') return;
  const { refusedInARow, signInsFailedInARow } = metrics.ingestion;
  const labels = { credential_id: credential.id };
  switch (health.reason) {
    case 'throttled':
      refusedInARow.set(labels, rules.health.throttles + health.probes);
      break;
    case 'blocked':
      refusedInARow.set(labels, rules.health.blocks + health.probes);
      break;
    case 'authentication':
      if (session !== undefined) signInsFailedInARow.set(labels, 1 + health.probes);
      break;
    case 'unreachable':
      break;
  }
};

/** Counts a sign-in of a credential. */
export const countSignIn = (id: string, isGood: boolean, { ingestion }: Pick<Metrics, 'ingestion'>): void => {
  const labels = { credential_id: id };
  if (isGood) {
    ingestion.signInsFailedInARow.set(labels, 0);
    return;
  }
  ingestion.signInsFailedInARow.inc(labels);
  ingestion.sessionRefreshFailed.inc(labels);
};

const stages = ['fetch', 'parse', 'normalize', 'emit'] as const;

/**
 * Begins the counts of a credential and its supplier at zero: a series that begins with its first
 * count hides that count from `increase`.
 */
export const startCountsAtZero = (
  { id, supplierId: supplier_id, scope }: Pick<OpenCredential, 'id' | 'supplierId' | 'scope'>,
  { ingestion }: Pick<Metrics, 'ingestion'>,
): void => {
  ingestion.breakerOpened.inc({ credential_id: id }, 0);
  ingestion.observationsEmitted.inc({ supplier_id, scope }, 0);
  ingestion.observationsConfirmed.inc({ supplier_id, scope }, 0);
  ingestion.pricesHeld.inc({ supplier_id }, 0);
  ingestion.pagesHeldUp.inc({ supplier_id }, 0);
  beginHistogram(ingestion.payloadSize, { supplier_id });
  for (const stage of stages) beginHistogram(ingestion.stageDuration, { supplier_id, stage });
};
