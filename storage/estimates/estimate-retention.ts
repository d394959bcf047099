/**
 * Removes estimates that were not viewed for long, in batches, oldest first. Several processes that
 * do so at once take different ones. An estimate that is under way or worked on stays. Each removal
 * and its event are one transaction.
 *
 * Database down: throws `Failure` of kind `unavailable`; a batch is removed whole or not at all.
 */
import type { EstimateRetention } from '../../domain/estimate/ports.ts';
import { appendAndCommit, type OnWrite } from '../event-log/event-store.ts';
import { inTransaction, type Sql } from '../pool/pool.ts';

/** Creates the port over a database. */
export const createEstimateRetention = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): EstimateRetention => ({
  removeUnviewed: ({ forMs, limit }, context) =>
    inTransaction(sql, async (transaction) => {
      const removed = await transaction<{ id: string }[]>`
        delete from estimate where id = any(array(
          select id from estimate
          where seen_at < now() - ${forMs} * interval '1 ms' and status in ('ready', 'error')
            and (owned_until is null or owned_until <= clock_timestamp())
          order by seen_at limit ${limit} for update skip locked))
        returning id`;
      const events = removed.map(({ id }) => ({ type: 'estimate.deleted', estimateId: id }) as const);
      await appendAndCommit(transaction, events, context, options.onWrite);
      return removed.length;
    }),
});
