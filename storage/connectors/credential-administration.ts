import { Failure, notFound } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type { CredentialAdministration, CredentialKey } from '../../domain/ingestion/supplier-ports.ts';
import { type BindingOf, plainBinding, type SecretBinding } from '../../domain/secret-binding.ts';
import type { Change } from '../../domain/store-context.ts';
import { audited, tellNewSecret, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { violationOf } from '../pool/constraint.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';
import { bindingJson } from '../secrets/sealed-columns.ts';
import type { Sealer } from '../secrets/sealing.ts';
import { bindingInForce } from '../secrets/supplier-binding.ts';
import { endLeases, lockLeases } from './connector-leases.ts';
import { insertCredential } from './insert-credential.ts';

/**
 * What operators do to credentials. Only sealed secrets are sent to the database, each bound to
 * what its supplier is when it is entered.
 */
export const createCredentialAdministration = (
  sql: Sql,
  sealer: Sealer,
  options: { readonly onWrite?: OnWrite; readonly bindingOf?: BindingOf } = {},
): CredentialAdministration => {
  const { bindingOf = plainBinding } = options;
  const append = (transaction: AnySql, event: DomainEvent, { context }: Change) =>
    appendEvents(transaction, [event], context, options.onWrite);

  return {
    add: async (credential, change) => {
      const { id, supplierId } = credential;
      try {
        await withAuditRecord(sql, audited('credential', id, change.context, tellNewSecret), async (transaction) => {
          const boundTo = await bindingInForce(transaction, supplierId, bindingOf);
          if (boundTo === undefined) throw notFound('supplier', supplierId);
          await run(insertCredential(transaction, credential, sealer, boundTo));
          await append(transaction, { type: 'credential.added', credentialId: id, supplierId, by: change.by }, change);
        });
      } catch (error) {
        if (violationOf(error) === 'unique')
          throw new Failure('conflict', `the credential ${JSON.stringify(id)} exists already`);
        throw error;
      }
    },

    rotate: (of, secret, change) => {
      const record = audited('credential', of.credentialId, change.context, tellNewSecret);
      return withAuditRecord(sql, { ...record, lockFirst: beforeRotation(of, bindingOf) }, async (transaction) => {
        const boundTo = await bindingInForce(transaction, of.supplierId, bindingOf);
        if (boundTo === undefined) throw notFound('credential', of.credentialId);
        await invalidateLeaseToken(transaction, of);
        await replaceSecret(transaction, of, sealer.seal(secret, { rowId: of.credentialId, boundTo }), boundTo);
        await append(transaction, { type: 'credential.rotated', ...of, by: change.by }, change);
      });
    },

    setDisabled: (of, isDisabled, change) => {
      const lockFirst = (transaction: AnySql) => lockLeases(transaction, [of.credentialId]);
      const record = { ...audited('credential', of.credentialId, change.context), lockFirst };
      return withAuditRecord(sql, record, async (transaction) => {
        if ((await isDisabledNow(transaction, of)) === isDisabled) return;
        if (isDisabled) await endLeases(transaction, [of.credentialId]);
        await disable(transaction, of, isDisabled);
        const type = isDisabled ? 'credential.disabled' : 'credential.enabled';
        await append(transaction, { type, ...of, by: change.by }, change);
      });
    },
  };
};

/** Locks what who moves a supplier does: the supplier, and then leases; its credentials follow. */
const beforeRotation =
  ({ supplierId, credentialId }: CredentialKey, bindingOf: BindingOf) =>
  async (transaction: AnySql): Promise<void> => {
    await bindingInForce(transaction, supplierId, bindingOf);
    await lockLeases(transaction, [credentialId]);
  };

/** What was learned by the secret before says nothing of the new one. */
const replaceSecret = async (
  transaction: AnySql,
  { supplierId, credentialId }: CredentialKey,
  sealed: string,
  boundTo: SecretBinding,
): Promise<void> => {
  const { count } = await run(transaction`
    update credential set
      secret = ${sealed}, sealed_for = ${bindingJson(boundTo)}::text::jsonb, detached_at = null,
      session = null, health = null, failing_since = null
    where id = ${credentialId} and supplier_id = ${supplierId}`);
  if (count === 0) throw notFound('credential', credentialId);
};

/** Holds the row until the transaction ends. */
const isDisabledNow = async (transaction: AnySql, { supplierId, credentialId }: CredentialKey): Promise<boolean> => {
  const [known] = await run(transaction<{ isDisabled: boolean }[]>`
    select disabled_at is not null as "isDisabled" from credential
    where id = ${credentialId} and supplier_id = ${supplierId} for no key update`);
  if (known === undefined) throw notFound('credential', credentialId);
  return known.isDisabled;
};

/** Nothing is planned for a credential that is out of use. */
const disable = async (transaction: AnySql, { credentialId }: CredentialKey, isDisabled: boolean): Promise<void> => {
  await run(transaction`
    update credential set disabled_at = case when ${isDisabled} then clock_timestamp() end, next_tick_at = null
    where id = ${credentialId}`);
};

/**
 * Makes the holder's token one of the past: it can write nothing from then on, and must acquire the
 * lease anew. Its time stays as it was, so that no other process takes it which may not have heard
 * of the change yet.
 */
const invalidateLeaseToken = async (
  transaction: AnySql,
  { supplierId, credentialId }: CredentialKey,
): Promise<void> => {
  await run(transaction`
    update connector_lease set token = token + 1
    where credential_id = (select id from credential where id = ${credentialId} and supplier_id = ${supplierId})`);
};
