import type { DomainEvent } from '../../domain/events.ts';
import { type Health, sound } from '../../domain/ingestion/credential-health.ts';
import type { CredentialStates, HealthUpdate, StoredSession } from '../../domain/ingestion/ports.ts';
import { type BindingOf, plainBinding } from '../../domain/secret-binding.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { inTransaction, run, type Sql } from '../pool/pool.ts';
import { recordedBinding, type SealedColumns, sessionRow } from '../secrets/sealed-columns.ts';
import type { Sealer } from '../secrets/sealing.ts';
import { holdLease } from './connector-leases.ts';

/**
 * How credentials fare, beside the credentials themselves, so that answers see that one fails in
 * the very read that they make anyway. Only failing health is kept: after a restart a sound
 * credential starts without a past.
 */
export const createCredentialStates = (
  sql: Sql,
  sealer: Sealer,
  options: { readonly onWrite?: OnWrite; readonly bindingOf?: BindingOf } = {},
): CredentialStates => ({
  health: async (credentialId) => {
    const [row] = await run(sql<{ health: StoredHealth | null }[]>`
      select health from credential where id = ${credentialId}`);
    return healthOf(row?.health ?? null);
  },

  saveHealth: async (kept, lease, context) => {
    const failing = kept.health.kind === 'failing' ? kept.health : undefined;
    const event = eventOf(kept);
    await inTransaction(sql, async (transaction) => {
      await holdLease(transaction, kept.credentialId, lease);
      await run(transaction`
        update credential set
          health = ${failing === undefined ? null : JSON.stringify(failing)}::text::json,
          failing_since = ${failing?.since ?? null}
        where id = ${kept.credentialId}`);
      if (event !== undefined) await appendEvents(transaction, [event], context, options.onWrite);
    });
  },

  session: async (credentialId, boundTo) => {
    const [row] = await run(sql<Pick<SealedColumns, 'session' | 'sealedFor'>[]>`
      select session, sealed_for as "sealedFor" from credential where id = ${credentialId}`);
    if (row === undefined || row.session === null) return undefined;
    const recorded = recordedBinding(row.sealedFor, options.bindingOf ?? plainBinding);
    if (sealer.missingKey(row.session) !== undefined) return undefined;
    const opened = sealer.open(row.session, { rowId: sessionRow(credentialId), boundTo, recorded });
    return opened && sessionOf(opened);
  },

  saveSession: (credentialId, session, lease, boundTo) =>
    inTransaction(sql, async (transaction) => {
      await holdLease(transaction, credentialId, lease);
      const sealed =
        session === undefined ? null : sealer.seal(secretOf(session), { rowId: sessionRow(credentialId), boundTo });
      await run(transaction`update credential set session = ${sealed} where id = ${credentialId}`);
    }),
});

const secretOf = ({ token, expiresAt, refreshToken }: StoredSession): Record<string, string> => ({
  expiresAt: expiresAt.toISOString(),
  ...(token === undefined ? {} : { token }),
  ...(refreshToken === undefined ? {} : { refreshToken }),
});

const sessionOf = ({ token, expiresAt, refreshToken }: Readonly<Record<string, string>>): StoredSession => ({
  token,
  expiresAt: new Date(expiresAt ?? 0),
  refreshToken,
});

type Failing = Extract<Health, { kind: 'failing' }>;

/** Health as JSON has it. */
export type StoredHealth = Omit<Failing, 'since' | 'probeAt'> & { readonly since: string; readonly probeAt: string };

/** The health that is stored; sound when none is. */
export const healthOf = (stored: StoredHealth | null): Health =>
  stored === null ? sound : { ...stored, since: new Date(stored.since), probeAt: new Date(stored.probeAt) };

const eventOf = ({ credentialId, supplierId, health, change }: HealthUpdate): DomainEvent | undefined => {
  if (change === 'recovered') return { type: 'credential.recovered', credentialId, supplierId };
  if (change === undefined || health.kind === 'sound') return undefined;
  return { type: 'credential.failing', credentialId, supplierId, reason: health.reason };
};
