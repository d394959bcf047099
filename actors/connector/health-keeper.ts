import type { Health } from '../../domain/ingestion/credential-health.ts';
import { sound } from '../../domain/ingestion/credential-health.ts';
import type { CredentialStates, LeaseToken } from '../../domain/ingestion/ports.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Context } from '../runtime/handle.ts';
import type { CredentialMessage } from './messages.ts';

/**
 * Brings what is stored of a credential's health to what it is: one write at a time, each of the latest health. A change
 * is told with the write that makes it known, so that events and answers never disagree; one that was over before it could be
 * written never was, for the outside. A write under an earlier lease says nothing about what is stored now.
 */
export interface HealthKeeper {
  readonly stored: Health;
  /** How many writes were begun; the number of the latest. */
  readonly writes: number;
  /** The number of the write under way; undefined: none. */
  readonly writing: number | undefined;
}

/** Before anything was written or read. */
export const nothingKept: HealthKeeper = { stored: sound, writes: 0, writing: undefined };

const differs = (a: Health, b: Health): boolean =>
  a.kind !== b.kind || (a.kind === 'failing' && b.kind === 'failing' && a.probeAt.getTime() !== b.probeAt.getTime());

/** How long to wait before a write that failed is tried again. */
export const keepAgainMs = 1_000;

/** After the store has said what it holds, under a new lease: whatever was being written then is of no interest. */
export const asRead = (keeper: HealthKeeper, stored: Health): HealthKeeper => ({
  ...keeper,
  stored,
  writing: undefined,
});

/** After the write of that number; undefined health: it failed. The outcome of an earlier write changes nothing. */
export const afterWrite = (keeper: HealthKeeper, write: number, health: Health | undefined): HealthKeeper =>
  keeper.writing === write ? { ...keeper, stored: health ?? keeper.stored, writing: undefined } : keeper;

/** Writes the health when the stored one differs. */
export const keepHealth = (
  keeper: HealthKeeper,
  health: Health,
  of: {
    readonly credential: CredentialRef;
    readonly states: Pick<CredentialStates, 'keepHealth'>;
    readonly lease: LeaseToken;
    readonly context: WriteContext;
  },
  context: Context<CredentialMessage>,
): HealthKeeper => {
  if (keeper.writing !== undefined || !differs(keeper.stored, health)) return keeper;
  const change = keeper.stored.kind === health.kind ? undefined : health.kind === 'failing' ? 'failed' : 'recovered';
  const { id: credentialId, supplierId } = of.credential;
  const write = keeper.writes + 1;
  context.perform(
    () => of.states.keepHealth({ credentialId, supplierId, health, change }, of.lease, of.context),
    () => ({ kind: 'health_kept', write, health }),
    (error) => ({ kind: 'health_unkept', write, error }),
  );
  return { ...keeper, writes: write, writing: write };
};
