import type { SecretBinding } from '../../domain/secret-binding.ts';
import type { Change } from '../../domain/store-context.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { run, type Transaction } from '../pool/pool.ts';

/** From what a supplier was to what it is. */
interface Move {
  readonly supplierId: string;
  readonly from: SecretBinding;
  readonly to: SecretBinding;
}

/**
 * Removes the secrets and sessions of a supplier that is another from now on, with the event that
 * says so. A process that works for one of its credentials can no longer store anything, and no
 * process can begin to until a secret is entered again.
 */
export const detachSecrets = async (
  transaction: Transaction,
  { supplierId, from, to }: Move,
  { by, context }: Change,
  onWrite?: OnWrite,
): Promise<void> => {
  await run(transaction`
    update connector_lease set token = token + 1, expires_at = clock_timestamp()
    where credential_id in (select id from credential where supplier_id = ${supplierId})`);
  // In the order of their ids, as a rotation of the sealing key takes them.
  const { count } = await run(transaction`
    with held as materialized (
      select id from credential where supplier_id = ${supplierId} and secret is not null
      order by id for no key update
    )
    update credential set
      secret = null, session = null, sealed_for = null, detached_at = clock_timestamp(), next_tick_at = null,
      lookup_health = null, lookup_tariff = null
    where id in (select id from held)`);
  const event = { type: 'supplier.origin_changed', supplierId, by, from, to, detached: count } as const;
  await appendEvents(transaction, [event], context, onWrite);
};
