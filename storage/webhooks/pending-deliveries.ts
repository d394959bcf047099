import type { DeadReason } from '../../domain/webhooks/delivery.ts';
import type { DisabledReason } from '../../domain/webhooks/endpoint.ts';
import { run, type Transaction } from '../pool/pool.ts';

/**
 * Which of the pending deliveries of an endpoint are due: the first of each subject, so that
 * changes of a subject are told one after the other. Whoever adds or ends deliveries holds the
 * lock of their endpoint, or a first one could be overlooked that another transaction is writing.
 */

/**
 * Holds endpoints until the transaction ends, in the order of their ids. Resolves with those that
 * are there and in use once they are held.
 */
export const lockEndpoints = async (transaction: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await run(transaction<{ id: string }[]>`
    select id from webhook_endpoint where id = any(${[...ids]}::text[]) and disabled_at is null
    order by id for no key update`);
  return new Set(rows.map(({ id }) => id));
};

/** Makes the first pending delivery of each subject due, if it is not, and every other wait. */
export const orderSubjects = async (
  transaction: Transaction,
  {
    endpointId,
    subjects,
    now,
  }: { readonly endpointId: string; readonly subjects: readonly string[]; readonly now: Date },
): Promise<void> => {
  await run(transaction`
    with first as materialized (
      select distinct on (subject) id from webhook_delivery
      where endpoint_id = ${endpointId} and subject = any(${[...subjects]}::text[]) and state = 'pending'
      order by subject, place
    )
    update webhook_delivery as delivery set
      next_at = case when delivery.id in (select id from first) then ${now}::timestamptz end
    where endpoint_id = ${endpointId} and subject = any(${[...subjects]}::text[]) and state = 'pending'
      and (next_at is null) = (delivery.id in (select id from first))`);
};

/** Gives up everything that waits for an endpoint. */
const buryPending = async (
  transaction: Transaction,
  endpointId: string,
  reason: DeadReason,
  now: Date,
): Promise<void> => {
  await run(transaction`
    update webhook_delivery set state = 'dead', reason = ${reason}, next_at = null, settled_at = ${now}
    where endpoint_id = ${endpointId} and state = 'pending'`);
};

/**
 * Takes an endpoint out of use, whose lock is held; what waits for it is given up, and no process
 * has it in hand any more.
 */
export const disableEndpoint = async (
  transaction: Transaction,
  { endpointId, why, now }: { readonly endpointId: string; readonly why: DisabledReason; readonly now: Date },
): Promise<void> => {
  await run(transaction`
    update webhook_endpoint set disabled_at = ${now}, disabled_why = ${why}, version = version + 1,
      token = token + 1, owned_until = null
    where id = ${endpointId} and disabled_at is null`);
  await buryPending(transaction, endpointId, why === 'gone' ? 'gone' : 'disabled', now);
};
