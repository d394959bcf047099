import type { Health } from '../../domain/ingestion/credential-health.ts';
import { sound } from '../../domain/ingestion/credential-health.ts';
import type { CredentialStates, LeaseToken } from '../../domain/ingestion/ports.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Context } from '../runtime/handle.ts';
import type { CredentialMessage } from './messages.ts';

/**
 * Brings what is stored of a credential's health to what it is: one write at a time, each of the
 * latest health. A change is told with the write that makes it known, so that events and answers
 * never disagree; one that was over before it could be written never was, for the outside. A write
 * under an earlier lease says nothing about what is stored now.
 */
export interface HealthSync {
  readonly stored: Health;
  /** How many writes were begun; the number of the latest. */
  readonly writes: number;
  /** The number of the write under way; undefined: none. */
  readonly writing: number | undefined;
}

/** Before anything was written or read. */
export const initialHealthSync: HealthSync = { stored: sound, writes: 0, writing: undefined };

const differs = (a: Health, b: Health): boolean =>
  a.kind !== b.kind || (a.kind === 'failing' && b.kind === 'failing' && a.probeAt.getTime() !== b.probeAt.getTime());

/** How long to wait before a write that failed is tried again. */
export const saveRetryMs = 1_000;

/**
 * After the store has said what it holds, under a new lease: whatever was being written then is of
 * no interest.
 */
export const withStoredHealth = (keeper: HealthSync, stored: Health): HealthSync => ({
  ...keeper,
  stored,
  writing: undefined,
});

/**
 * After the write of that number; undefined health: it failed. The outcome of an earlier write
 * changes nothing.
 */
export const afterWrite = (keeper: HealthSync, write: number, health: Health | undefined): HealthSync =>
  keeper.writing === write ? { ...keeper, stored: health ?? keeper.stored, writing: undefined } : keeper;

/** Writes the health when the stored one differs. */
export const syncHealth = (
  keeper: HealthSync,
  health: Health,
  of: {
    readonly credential: CredentialRef;
    readonly states: Pick<CredentialStates, 'saveHealth'>;
    readonly lease: LeaseToken;
    readonly context: WriteContext;
  },
  context: Context<CredentialMessage>,
): HealthSync => {
  if (keeper.writing !== undefined || !differs(keeper.stored, health)) return keeper;
  const change = keeper.stored.kind === health.kind ? undefined : health.kind === 'failing' ? 'failed' : 'recovered';
  const { id: credentialId, supplierId } = of.credential;
  const write = keeper.writes + 1;
  context.perform(
    () => of.states.saveHealth({ credentialId, supplierId, health, change }, of.lease, of.context),
    () => ({ kind: 'health_saved', write, health }),
    (error) => ({ kind: 'health_save_failed', write, error }),
  );
  return { ...keeper, writes: write, writing: write };
};
