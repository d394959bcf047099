import type { CredentialContext, CredentialDependencies, CredentialState } from './credential-state.ts';

/** How often the gauges of a credential are measured. */
const measureEveryMs = 10_000;

/** Plans the next measurement. */
export const scheduleMeasurement = (context: CredentialContext): void =>
  context.schedule('measure', measureEveryMs, { kind: 'measure' });

/** Sets the gauges of a credential while this process holds its lease: another's are another's. */
export const measure = (deps: CredentialDependencies, { ownership }: CredentialState): void => {
  const { credential, metrics, usage } = deps;
  if (ownership.lease !== undefined) metrics.ingestion.usageRatio.set({ credential_id: credential.id }, usage());
  else endGauges(deps);
};

/** Ends the gauges of a credential that this process does not work for any more. */
export const endGauges = ({ credential, metrics }: Pick<CredentialDependencies, 'credential' | 'metrics'>): void => {
  metrics.ingestion.usageRatio.remove({ credential_id: credential.id });
  metrics.ingestion.refusedInARow.remove({ credential_id: credential.id });
};
