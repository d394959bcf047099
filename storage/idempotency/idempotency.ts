import { Failure } from '../../domain/errors.ts';
import { run, type Transaction } from '../pool/pool.ts';

/**
 * Requests that may be sent again: a key that the sender chose, kept with what the request created,
 * in the same transaction. The same key with the same request leads to what was created then, with
 * another one to `key_reused`; a day later the key is forgotten. Of two that come at once, the
 * second waits for the first.
 */

/** A request that may be sent again. */
export interface RepeatableRequest {
  readonly customerId: string;
  /** What is asked for, so that keys of different operations do not meet. */
  readonly operation: string;
  readonly key: string;
  /** Tells this request from others. */
  readonly digest: string;
  /** What it creates if it is new. */
  readonly resourceId: string;
}

const keptFor = '1 day';

/** Old keys that go with each new one. */
const forgottenAtOnce = 10;

/**
 * Takes the key for the request. Returns the id of what was created under it before; undefined when
 * it is new. Throws `key_reused` when it was another request's.
 */
export const takeKey = async (transaction: Transaction, request: RepeatableRequest): Promise<string | undefined> => {
  const { customerId, operation, key, digest, resourceId } = request;
  await run(transaction`
    delete from idempotency_key where ctid = any(array(
      select ctid from idempotency_key where created_at < now() - ${keptFor}::interval
      order by created_at limit ${forgottenAtOnce} for update skip locked
    ))`);
  const rows = await run(transaction<{ digest: string; resourceId: string; isNew: boolean }[]>`
    insert into idempotency_key as kept (customer_id, operation, key, digest, resource_id)
    values (${customerId}, ${operation}, ${key}, ${digest}, ${resourceId})
    on conflict (customer_id, operation, key) do update set
      digest = case when ${isOver(transaction)} then excluded.digest else kept.digest end,
      resource_id = case when ${isOver(transaction)} then excluded.resource_id else kept.resource_id end,
      created_at = case when ${isOver(transaction)} then excluded.created_at else kept.created_at end
    returning digest, resource_id as "resourceId", resource_id = ${resourceId} as "isNew"`);
  const [kept] = rows;
  if (kept === undefined || kept.isNew) return undefined;
  if (kept.digest !== digest)
    throw new Failure('key_reused', 'the Idempotency-Key was used for another request; take a new one');
  return kept.resourceId;
};

const isOver = (transaction: Transaction) => transaction`kept.created_at < now() - ${keptFor}::interval`;

/** Gives a key the resource that its request led to, where that existed already. */
export const pointKey = async (
  transaction: Transaction,
  { customerId, operation, key }: RepeatableRequest,
  resourceId: string,
): Promise<void> => {
  await run(transaction`
    update idempotency_key set resource_id = ${resourceId}
    where customer_id = ${customerId} and operation = ${operation} and key = ${key}`);
};
