import type { BindingOf, BoundSupplier, SecretBinding } from '../../domain/secret-binding.ts';
import { type AnySql, run } from '../pool/pool.ts';
import type { Sealer } from './sealing.ts';

/**
 * The columns of a credential that hold sealed text, and what they were sealed for. The record
 * beside a seal tells operators where a secret may go; a seal that holds its binding does not
 * depend on it, so that editing the record moves no secret.
 */

/**
 * `sealed_for` as stored: a binding, or for secrets from before bindings the supplier as it was
 * when they came.
 */
type StoredBinding = SecretBinding | BoundSupplier;

/** Sealed text of a credential under the names of its row. */
export interface SealedColumns {
  readonly id: string;
  /** Null: detached. */
  readonly secret: string | null;
  readonly session: string | null;
  readonly sealedFor: StoredBinding | null;
}

/** How sealed text is sealed and what it is bound to. */
export interface Sealing {
  readonly sealer: Sealer;
  readonly bindingOf: BindingOf;
}

/** The columns of `SealedColumns`. */
export const sealedColumns = 'credential.id, secret, session, sealed_for as "sealedFor"';

/** What a row says that it was sealed for; undefined when it does not say. */
export const recordedBinding = (stored: StoredBinding | null, bindingOf: BindingOf): SecretBinding | undefined => {
  if (stored === null) return undefined;
  return 'origins' in stored ? stored : bindingOf(stored);
};

/** A binding as `sealed_for` holds it. */
export const bindingJson = ({ plugin, origins }: SecretBinding): string => JSON.stringify({ plugin, origins });

/** What a session is sealed for: another thing than the secret of the same credential. */
export const sessionRow = (credentialId: string): string => `${credentialId}/session`;

/**
 * The columns of a row that are sealed under an older key, or without their binding, sealed anew.
 */
export interface Resealed {
  readonly secret: string | null;
  readonly session: string | null;
  /** Undefined when all of it opened. */
  readonly unfit: 'secret' | 'session' | undefined;
}

/**
 * Seals anew, for the binding, what of a row is not sealed as it would be now; opens nothing else.
 * What does not open is left as it is, also for want of its key.
 */
export const resealed = (row: SealedColumns, boundTo: SecretBinding, { sealer, bindingOf }: Sealing): Resealed => {
  const recorded = recordedBinding(row.sealedFor, bindingOf);
  const again = (sealed: string | null, rowId: string): { text: string | null; isUnfit: boolean } => {
    if (sealed === null || sealer.isCurrent(sealed)) return { text: sealed, isUnfit: false };
    if (sealer.missingKey(sealed) !== undefined) return { text: sealed, isUnfit: true };
    const opened = sealer.open(sealed, { rowId, boundTo, recorded });
    return opened === undefined
      ? { text: sealed, isUnfit: true }
      : { text: sealer.seal(opened, { rowId, boundTo }), isUnfit: false };
  };
  const secret = again(row.secret, row.id);
  const session = again(row.session, sessionRow(row.id));
  const unfit = secret.isUnfit ? 'secret' : session.isUnfit ? 'session' : undefined;
  return { secret: secret.text, session: session.text, unfit };
};

/** Stores what was sealed anew unless somebody has stored something else meanwhile. */
export const storeResealed = async (
  sql: AnySql,
  row: SealedColumns,
  { secret, session }: Resealed,
  boundTo: SecretBinding,
): Promise<void> => {
  if (secret === row.secret && session === row.session) return;
  await run(sql`
    update credential set secret = ${secret}, session = ${session}, sealed_for = ${bindingJson(boundTo)}::text::jsonb
    where id = ${row.id} and secret is not distinct from ${row.secret} and session is not distinct from ${row.session}`);
};
