import type { AnySql, Sql } from '../pool/pool.ts';

/** The channel on which appends are announced; the payload is empty. */
const channel = 'event_appended';

/**
 * Announces the appends of a transaction with its commit. PostgreSQL lets transactions that notify
 * commit only one after another.
 */
export const announceAtCommit = (sql: AnySql) => sql`pg_notify(${channel}, '')`;

/**
 * Calls the listener after appends, and after every (re)connection, when announcements may have
 * been missed. Returns how to stop.
 */
export const onAnnouncement = async (sql: Sql, listener: () => void): Promise<() => Promise<void>> => {
  const subscription = await sql.listen(channel, listener, listener);
  return async () => {
    await subscription.unlisten();
  };
};
