import type { EventMonth } from '../../domain/archive/month.ts';
import { inTransaction, type Sql, type Transaction } from '../pool.ts';

/** A partition whose events are known to be in the archive. */
export interface ArchivedPartition {
  readonly month: EventMonth;
  /** How many events it had when it was compared. */
  readonly events: number;
  /** Events of the whole month in the archive; more than `events` when only some were restored. */
  readonly archivedEvents: number;
  readonly manifestSha256: string;
}

/**
 * Detaches and drops the partition and notes that the month is archived, in one transaction. The partition takes no writes from
 * before it is counted again; appends to other months wait for the moment of detaching only. Throws `unavailable` when somebody
 * reads events for so long that it cannot be detached, and an error when the partition has changed.
 */
export const dropPartition = (sql: Sql, { month, events, archivedEvents, manifestSha256 }: ArchivedPartition) =>
  inTransaction(sql, async (transaction) => {
    const { partition } = month;
    // Who wants to append queues up behind us, so we do not wait for long.
    await transaction`set local lock_timeout = '2s'`;
    await transaction`lock table ${transaction(partition)} in share mode`;
    if ((await countIn(transaction, partition)) !== events) throw new Error(`${partition} has changed meanwhile`);
    if ((await unpublishedIn(transaction, month)) > 0) throw new Error(`${partition} has unpublished events`);
    await transaction`alter table event detach partition ${transaction(partition)}`;
    await transaction`drop table ${transaction(partition)}`;
    await transaction`
      insert into event_archive (partition, events, manifest_sha256)
      values (${partition}, ${archivedEvents}, ${manifestSha256})
      on conflict (partition) do update
        set events = excluded.events, manifest_sha256 = excluded.manifest_sha256, archived_at = now(), kept_until = null`;
  });

const countIn = async (sql: Transaction, partition: string): Promise<number> => {
  const [row] = await sql<{ events: number }[]>`select count(*)::int as events from ${sql(partition)}`;
  return row?.events ?? 0;
};

/** Events of a month that wait in the outbox, the parked ones included: they are published from the partition. */
export const unpublishedIn = async (sql: Sql | Transaction, { from, until }: EventMonth): Promise<number> => {
  const [row] = await sql<{ events: number }[]>`
    select count(*)::int as events from outbox where enqueued_at >= ${from} and enqueued_at < ${until}`;
  return row?.events ?? 0;
};
