/**
 * Watches as those who look know them. Triggers note offers that may have changed and that somebody
 * watches; their watches become due. What a look has come to, its notice and the deliveries of it
 * are one transaction, under the token of the process that has the watch in hand.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import type { Cause } from '../../domain/store-context.ts';
import type { Notice } from '../../domain/webhooks/notice.ts';
import { noticeOfLook } from '../../domain/webhooks/watch-notice.ts';
import type { ClaimedWatch, WatchQueue } from '../../domain/webhooks/watch-ports.ts';
import { createWorkLeases, isUnleased, leasedRow, takenBy } from '../held-work/work-leases.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { type WatchRow, watchColumns, watchOf } from './watch-row.ts';
import { deliverNotices } from './write-deliveries.ts';

const table = { name: 'watch', isUnderWay: 'true', claimLock: 7_200_172 } as const;

/** One process at a time marks what is due. */
const markLock = 7_200_173;

interface ClaimedRow extends WatchRow {
  readonly keyId: string;
  readonly groupIds: readonly string[];
  readonly token: number;
  readonly correlationId: string | null;
  readonly traceparent: string | null;
}

const claimedOf = ({ keyId, groupIds, token, correlationId, traceparent, ...row }: ClaimedRow): ClaimedWatch => ({
  watch: watchOf(row),
  watcher: { customerId: row.customerId, keyId, groupIds: [...groupIds] },
  token,
  cause: correlationId === null ? undefined : { correlationId, traceparent: traceparent ?? undefined },
});

/**
 * The cause of a change is that of the latest event of its offer: what changes a price writes one.
 */
const markWatches = (transaction: Transaction, offerIds: readonly string[], now: Date) =>
  run(transaction`
    with changed as materialized (
      select offer.id, offer.product_id, latest.correlation_id, latest.traceparent
      from offer left join lateral (
        select correlation_id, traceparent from event
        where aggregate_type = 'offer' and aggregate_id = offer.id and recorded_at > now() - interval '1 hour'
        order by version desc limit 1
      ) as latest on true
      where offer.id = any(${[...offerIds]}::text[])
    )
    update watch set due_at = least(due_at, ${now}),
      correlation_id = coalesce(changed.correlation_id, watch.correlation_id),
      traceparent = case when changed.correlation_id is null then watch.traceparent else changed.traceparent end
    from changed where watch.offer_id = changed.id or watch.product_id = changed.product_id`);

const markDue = (sql: Sql, limit: number, now: Date): Promise<number> =>
  inTransaction(sql, async (transaction) => {
    const [lock] = await run(transaction<{ isOurs: boolean }[]>`
      select pg_try_advisory_xact_lock(${markLock}) as "isOurs"`);
    if (!lock?.isOurs) return 0;
    const rows = await run(transaction<{ offerId: string }[]>`
      delete from watched_change where position in (
        select position from watched_change order by position limit ${limit})
      returning offer_id as "offerId"`);
    // In one order with claims, so that they wait for each other and do not collide.
    await run(transaction`select pg_advisory_xact_lock(${table.claimLock})`);
    if (rows.length > 0) await markWatches(transaction, [...new Set(rows.map(({ offerId }) => offerId))], now);
    return rows.length;
  });

const writeNotice = async (transaction: Transaction, notice: Notice, number: number, watchId: string, cause: Cause) => {
  await run(transaction`
    insert into watch_notice (watch_id, number, customer_id, type, data, occurred_at, correlation_id)
    values (${watchId}, ${number}, ${notice.customerId}, ${notice.type}, ${JSON.stringify(notice.data)}::text::jsonb,
      ${notice.occurredAt}, ${cause.correlationId})`);
};

const settle =
  (sql: Sql): WatchQueue['settle'] =>
  ({ watch, token, cause: claimedFor }, look, { now, dueAt, cause }) =>
    inTransaction(sql, async (transaction) => {
      const number = watch.latest + 1;
      const notice = noticeOfLook(watch, look, number, now);
      // What became due meanwhile stays due.
      leasedRow(
        await run(transaction`
          update watch set state = ${JSON.stringify(look.state)}::text::jsonb, checked_at = ${now}, owned_until = null,
            latest = ${notice === undefined ? watch.latest : number},
            due_at = case when due_at > ${now} then ${dueAt}::timestamptz else due_at end,
            correlation_id = nullif(correlation_id, ${claimedFor?.correlationId ?? null})
          where id = ${watch.id} and token = ${token} returning id`),
        `watch ${watch.id}`,
      );
      if (notice === undefined) return false;
      await writeNotice(transaction, notice, number, watch.id, cause);
      const { deliveries } = await deliverNotices(transaction, [{ ...notice, cause }], now);
      return deliveries > 0;
    });

/** Creates the queue over a migrated database. */
export const createWatchQueue = (sql: Sql): WatchQueue => {
  const leases = createWorkLeases(sql, table);
  return {
    markDue: (limit, now) => markDue(sql, limit, now),

    claim: async (claim) => {
      const rows = await leases.claim((transaction) =>
        // It is due again when the lease is over, should its process die.
        run(transaction<ClaimedRow[]>`
          with due as materialized (
            select id from watch where due_at <= ${claim.now} and ${isUnleased(transaction)}
            order by due_at limit ${claim.places}
          )
          update watch set ${takenBy(transaction, claim)}, due_at = ${new Date(claim.now.getTime() + claim.ttlMs)}
          from due where watch.id = due.id
          returning ${watchColumns(transaction)}, watch.key_id as "keyId", watch.group_ids as "groupIds", watch.token,
            watch.correlation_id as "correlationId", watch.traceparent`),
      );
      return rows.map(claimedOf);
    },

    settle: settle(sql),

    forget: async (before, limit) => {
      const { count } = await run(sql`
        delete from watch_notice where ctid = any(array(
          select ctid from watch_notice where occurred_at < ${before} limit ${limit}))`);
      return count;
    },
  };
};
