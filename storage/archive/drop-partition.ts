import type { EventMonth } from '../../domain/archive/month.ts';
import { inTransaction, type Sql, type Transaction } from '../pool/pool.ts';

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
 * Detaches and drops the partition and notes that the month is archived, in one transaction.
 * `drop_event_month` of migration 34 counts its events again first, so an event that came since,
 * and with it what is not published of it, is found. Throws `unavailable` when somebody reads
 * events for so long that it cannot be detached, and an error when the partition has changed.
 */
export const dropPartition = (sql: Sql, { month, events, archivedEvents, manifestSha256 }: ArchivedPartition) =>
  inTransaction(sql, async (transaction) => {
    const { partition } = month;
    if ((await unpublishedEventsIn(transaction, month)) > 0) throw new Error(`${partition} has unpublished events`);
    await transaction`select drop_event_month(${partition}, ${events})`;
    await transaction`
      insert into event_archive (partition, events, manifest_sha256)
      values (${partition}, ${archivedEvents}, ${manifestSha256})
      on conflict (partition) do update
        set events = excluded.events, manifest_sha256 = excluded.manifest_sha256, archived_at = now(), kept_until = null`;
  });

/**
 * Events of a month that wait in the outbox, the parked ones included: they are published from the
 * partition.
 */
export const unpublishedEventsIn = async (sql: Sql | Transaction, { from, until }: EventMonth): Promise<number> => {
  const [row] = await sql<{ events: number }[]>`
    select count(*)::int as events from outbox where enqueued_at >= ${from} and enqueued_at < ${until}`;
  return row?.events ?? 0;
};
