import type { CredentialContext, CredentialDependencies, CredentialState } from './credential-state.ts';

/** How often the gauges of a credential are measured. */
const measureEveryMs = 10_000;

/** Plans the next measurement. */
export const scheduleMeasurement = (context: CredentialContext): void =>
  context.schedule('measure', measureEveryMs, { kind: 'measure' });

/**
 * Sets the gauges of a credential. A supplier that never completed a tick has no lag yet: there is
 * nothing whose age could be told.
 */
export const measure = (
  { credential, metrics, usage }: CredentialDependencies,
  { completedAt }: CredentialState,
  now: Date,
): void => {
  metrics.ingestion.usageRatio.set({ credential_id: credential.id }, usage());
  if (completedAt === undefined) return;
  metrics.ingestion.lag.set({ supplier_id: credential.supplierId }, (now.getTime() - completedAt.getTime()) / 1000);
};
