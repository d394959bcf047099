/**
 * Watches as their customers know them; to everybody else they do not exist.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import { Failure } from '../../domain/errors.ts';
import { maxWatches, unseen } from '../../domain/webhooks/watch.ts';
import type { NewWatch, Watches, WatchNotice } from '../../domain/webhooks/watch-ports.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';
import { customerAlone, forTenant, readForTenant } from '../pool/tenant.ts';
import { type WatchRow, watchColumns, watchOf } from './watch-row.ts';

/** Later than every watch. */
const endOfTime = new Date(8.64e15 / 1_000);

/** One at a time for each customer, so that the limit holds. */
const refuseTooMany = async (transaction: Transaction, customerId: string): Promise<void> => {
  await run(transaction`select pg_advisory_xact_lock(hashtextextended('watch ' || ${customerId}, 0))`);
  const [row] = await run(transaction<{ count: number }[]>`
    select count(*)::int as count from watch where customer_id = ${customerId}`);
  if ((row?.count ?? 0) >= maxWatches)
    throw new Failure('exhausted', `there are ${maxWatches} watches already; remove some first`);
};

const insert = async (transaction: Transaction, given: NewWatch): Promise<WatchRow> => {
  const { watcher, target, cause } = given;
  const [productId, offerId] = target.kind === 'product' ? [target.productId, null] : [null, target.offerId];
  const [row] = await run(transaction<WatchRow[]>`
    insert into watch (id, customer_id, key_id, group_ids, product_id, offer_id, quantity, rule, state, created_at,
      due_at, correlation_id, traceparent)
    values (${given.id}, ${watcher.customerId}, ${watcher.keyId}, ${[...watcher.groupIds]}::text[], ${productId},
      ${offerId}, ${given.quantity}, ${JSON.stringify(given.rule)}::text::jsonb, ${JSON.stringify(unseen)}::text::jsonb,
      ${given.now}, ${given.now}, ${cause.correlationId}, ${cause.traceparent ?? null})
    returning ${watchColumns(transaction)}`);
  if (row === undefined) throw new TypeError('a watch was not written');
  return row;
};

/** Creates the store. */
export const createWatches = (sql: Sql): Watches => ({
  create: (given) =>
    forTenant(sql, customerAlone(given.watcher.customerId), async (transaction) => {
      await refuseTooMany(transaction, given.watcher.customerId);
      return watchOf(await insert(transaction, given));
    }),

  watch: async ({ customerId, watchId }, options) => {
    const [row] = await readForTenant<WatchRow>(
      sql,
      customerAlone(customerId),
      (client) => client`
        select ${watchColumns(client)} from watch where id = ${watchId} and customer_id = ${customerId}`,
      options,
    );
    return row && watchOf(row);
  },

  page: async (customerId, after, limit, options) => {
    const rows = await readForTenant<WatchRow>(
      sql,
      customerAlone(customerId),
      (client) => client`
        select ${watchColumns(client)} from watch
        where customer_id = ${customerId} and (created_at, id) < (${after?.createdAt ?? endOfTime}, ${after?.id ?? ''})
        order by created_at desc, id desc limit ${limit}`,
      options,
    );
    return rows.map(watchOf);
  },

  remove: ({ customerId, watchId }) =>
    forTenant(sql, customerAlone(customerId), async (transaction) => {
      const { count } = await run(transaction`
        delete from watch where id = ${watchId} and customer_id = ${customerId}`);
      return count > 0;
    }),

  notices: async ({ customerId, watchId }, after, limit, options) =>
    readForTenant<WatchNotice>(
      sql,
      customerAlone(customerId),
      (client) => client`
        select number, type, data, occurred_at as "occurredAt", correlation_id as "correlationId" from watch_notice
        where watch_id = ${watchId} and customer_id = ${customerId} and number > ${after}
        order by number limit ${limit}`,
      options,
    ),
});
