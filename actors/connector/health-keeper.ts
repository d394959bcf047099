import type { Health } from '../../domain/ingestion/credential-health.ts';
import type { CredentialRef } from '../../domain/offer.ts';
import type { CredentialStates, LeaseToken, WriteContext } from '../../domain/ports.ts';
import type { Context } from '../runtime/handle.ts';
import type { CredentialMessage } from './messages.ts';

/**
 * Brings what is stored of a credential's health to what it is: one write at a time, each of the latest health. A change
 * is told with the write that makes it known, so that events and answers never disagree; one that was over before it could be
 * written never was, for the outside.
 */
export interface HealthKeeper {
  readonly stored: Health;
  readonly isWriting: boolean;
}

const differs = (a: Health, b: Health): boolean =>
  a.kind !== b.kind || (a.kind === 'failing' && b.kind === 'failing' && a.probeAt.getTime() !== b.probeAt.getTime());

/** How long to wait before a write that failed is tried again. */
export const keepAgainMs = 1_000;

/** Writes the health when the stored one differs. */
export const keepHealth = (
  keeper: HealthKeeper,
  health: Health,
  of: {
    readonly credential: CredentialRef;
    readonly states: CredentialStates;
    readonly lease: LeaseToken;
    readonly write: WriteContext;
  },
  context: Context<CredentialMessage>,
): HealthKeeper => {
  if (keeper.isWriting || !differs(keeper.stored, health)) return keeper;
  const change = keeper.stored.kind === health.kind ? undefined : health.kind === 'failing' ? 'failed' : 'recovered';
  const { id: credentialId, supplierId } = of.credential;
  context.perform(
    () => of.states.keepHealth({ credentialId, supplierId, health, change }, of.lease, of.write),
    () => ({ kind: 'health_kept', health }),
    (error) => ({ kind: 'health_unkept', error }),
  );
  return { ...keeper, isWriting: true };
};
