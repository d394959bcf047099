/**
 * Endpoints as their customers know them; to everybody else they do not exist. Secrets are sealed,
 * and no statement that serves a request can read one.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import { Failure } from '../../domain/errors.ts';
import { maxEndpoints } from '../../domain/webhooks/endpoint.ts';
import type { EndpointChange, NewEndpoint, OwnEndpoint, WebhookEndpoints } from '../../domain/webhooks/ports.ts';
import { takeKey } from '../idempotency/idempotency.ts';
import { type AnySql, inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { customerAlone, forTenant, readForTenant } from '../pool/tenant.ts';
import type { Sealer } from '../secrets/sealing.ts';
import { type EndpointRow, endpointColumns, endpointOf, sealSigningSecret } from './endpoint-row.ts';
import { disableEndpoint } from './pending-deliveries.ts';

/** Later than every endpoint. */
const endOfTime = new Date(8.64e15 / 1_000);

const rowOf = async (sql: AnySql, { customerId, endpointId }: OwnEndpoint): Promise<EndpointRow | undefined> => {
  const [row] = await run(sql<EndpointRow[]>`
    select ${endpointColumns(sql)} from webhook_endpoint where id = ${endpointId} and customer_id = ${customerId}`);
  return row;
};

/** Holds the row until the transaction ends. */
const heldRow = async (transaction: Transaction, of: OwnEndpoint): Promise<EndpointRow | undefined> => {
  await run(transaction`
    select from webhook_endpoint where id = ${of.endpointId} and customer_id = ${of.customerId} for no key update`);
  return rowOf(transaction, of);
};

/** One at a time for each customer, so that the limit holds. */
const refuseTooMany = async (transaction: Transaction, customerId: string): Promise<void> => {
  await run(transaction`select pg_advisory_xact_lock(hashtextextended('webhook_endpoint ' || ${customerId}, 0))`);
  const [row] = await run(transaction<{ count: number }[]>`
    select count(*)::int as count from webhook_endpoint where customer_id = ${customerId}`);
  if ((row?.count ?? 0) >= maxEndpoints)
    throw new Failure('exhausted', `there are ${maxEndpoints} endpoints already; remove one first`);
};

const insert = async (transaction: Transaction, given: NewEndpoint, sealer: Sealer): Promise<EndpointRow> => {
  const [row] = await run(transaction<EndpointRow[]>`
    insert into webhook_endpoint (id, customer_id, url, description, event_types, secret, created_at)
    values (${given.id}, ${given.customerId}, ${given.url}, ${given.description}, ${[...given.eventTypes]}::text[],
      ${sealSigningSecret(sealer, given.id, given.secret)}, ${given.now})
    returning ${endpointColumns(transaction)}`);
  if (row === undefined) throw new TypeError('an endpoint was not written');
  return row;
};

const create =
  (sql: Sql, sealer: Sealer): WebhookEndpoints['create'] =>
  (given) =>
    forTenant(sql, customerAlone(given.customerId), async (transaction) => {
      const { id, customerId, repeat } = given;
      const before =
        repeat && (await takeKey(transaction, { ...repeat, customerId, operation: 'webhook', resourceId: id }));
      if (before !== undefined) {
        const row = await rowOf(transaction, { customerId, endpointId: before });
        if (row !== undefined) return { endpoint: endpointOf(row), isNew: false };
        throw new Failure('conflict', 'the endpoint of this Idempotency-Key was removed; take a new key');
      }
      await refuseTooMany(transaction, customerId);
      return { endpoint: endpointOf(await insert(transaction, given, sealer)), isNew: true };
    });

/** Deliveries that are deleted in a transaction at most. */
const deletedAtOnce = 1_000;

/**
 * Removes an endpoint with its deliveries of a month, some at a time. First nothing is told to it
 * any more; where this is broken off, it is there and disabled, and can be removed again.
 */
const remove =
  (sql: Sql): WebhookEndpoints['remove'] =>
  async ({ endpointId, customerId }) => {
    const own = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      forTenant(sql, customerAlone(customerId), work);
    const { count: known } = await own((transaction) =>
      run(transaction`
        update webhook_endpoint set disabled_at = coalesce(disabled_at, clock_timestamp()),
          disabled_why = coalesce(disabled_why, 'by_customer'), version = version + 1, ${leaseEnded(transaction)}
        where id = ${endpointId} and customer_id = ${customerId}`),
    );
    if (known === 0) return false;
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
      const { count } = await own((transaction) =>
        run(transaction`
          delete from webhook_delivery where endpoint_id = ${endpointId} and id = any(array(
            select id from webhook_delivery where endpoint_id = ${endpointId} limit ${deletedAtOnce}))`),
      );
      deleted = count;
    }
    const { count } = await own((transaction) =>
      run(transaction`delete from webhook_endpoint where id = ${endpointId} and customer_id = ${customerId}`),
    );
    return count > 0;
  };

/**
 * Ends the lease: the process that has the endpoint in hand knows its URL and secrets of before,
 * and settles nothing under the old token. What it posts at this moment may be posted again.
 */
const leaseEnded = (sql: AnySql) => sql`token = token + 1, owned_until = null`;

const write = (
  transaction: Transaction,
  { endpointId }: OwnEndpoint,
  { url, description, eventTypes }: EndpointChange,
) =>
  run(transaction`
    update webhook_endpoint set
      url = coalesce(${url ?? null}, url), description = coalesce(${description ?? null}, description),
      event_types = coalesce(${eventTypes === undefined ? null : [...eventTypes]}::text[], event_types),
      version = version + 1${url === undefined ? transaction`` : transaction`, ${leaseEnded(transaction)}`}
    where id = ${endpointId}`);

const setEnabled = async (
  transaction: Transaction,
  { endpointId }: OwnEndpoint,
  isEnabled: boolean,
  now: Date,
): Promise<void> => {
  if (!isEnabled) return disableEndpoint(transaction, { endpointId, why: 'by_customer', now });
  await run(transaction`
    update webhook_endpoint set disabled_at = null, disabled_why = null where id = ${endpointId}`);
};

const change =
  (sql: Sql): WebhookEndpoints['change'] =>
  (of, wanted, now) =>
    forTenant(sql, customerAlone(of.customerId), async (transaction) => {
      const before = await heldRow(transaction, of);
      if (before === undefined) return undefined;
      if (before.disabledWhy === 'by_operator' && wanted.isEnabled)
        throw new Failure('failed_precondition', 'an operator has disabled the endpoint; ask for it to be enabled');
      await write(transaction, of, wanted);
      if (wanted.isEnabled !== undefined) await setEnabled(transaction, of, wanted.isEnabled, now);
      const after = await rowOf(transaction, of);
      return after && endpointOf(after);
    });

/** Not as a request, because the secret before is read. */
const rotate =
  (sql: Sql, sealer: Sealer): WebhookEndpoints['rotate'] =>
  ({ endpointId, customerId }, secret, previousUntil, repeat) =>
    inTransaction(sql, async (transaction) => {
      const before =
        repeat &&
        (await takeKey(transaction, {
          ...repeat,
          customerId,
          operation: 'webhook_rotation',
          resourceId: repeat.rotationId,
        }));
      if (before !== undefined) {
        const kept = await rowOf(transaction, { endpointId, customerId });
        return kept && { endpoint: endpointOf(kept), isNew: false };
      }
      const [row] = await run(transaction<EndpointRow[]>`
        update webhook_endpoint set
          previous_secret = secret, previous_until = ${previousUntil},
          secret = ${sealSigningSecret(sealer, endpointId, secret)}, version = version + 1,
          ${leaseEnded(transaction)}
        where id = ${endpointId} and customer_id = ${customerId}
        returning ${endpointColumns(transaction)}`);
      return row && { endpoint: endpointOf(row), isNew: true };
    });

/** Creates the store. */
export const createWebhookEndpoints = (sql: Sql, sealer: Sealer): WebhookEndpoints => ({
  create: create(sql, sealer),

  endpoint: async (of, options) => {
    const [row] = await readForTenant<EndpointRow>(
      sql,
      customerAlone(of.customerId),
      (client) => client`
        select ${endpointColumns(client)} from webhook_endpoint
        where id = ${of.endpointId} and customer_id = ${of.customerId}`,
      options,
    );
    return row && endpointOf(row);
  },

  page: async (customerId, after, limit, options) => {
    const rows = await readForTenant<EndpointRow>(
      sql,
      customerAlone(customerId),
      (client) => client`
        select ${endpointColumns(client)} from webhook_endpoint
        where customer_id = ${customerId} and (created_at, id) < (${after?.createdAt ?? endOfTime}, ${after?.id ?? ''})
        order by created_at desc, id desc limit ${limit}`,
      options,
    );
    return rows.map(endpointOf);
  },

  change: change(sql),

  rotate: rotate(sql, sealer),

  remove: remove(sql),
});
