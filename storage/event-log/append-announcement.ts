import { after } from '../../concurrency/delay.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';

/** The channel on which appends are announced; the payload is empty. */
const channel = 'event_appended';

/** The least time between two announcements of one process. */
const gapMs = 25;

/**
 * Announces appends that are committed, for the outbox relay of whatever process. Not part of the
 * appending transaction: PostgreSQL lets transactions that notify commit only one after another,
 * each waiting for its own write to disk, which would cost single appends most of their speed. An
 * announcement is sent at once, or after the gap when one was sent just before; one that is lost
 * delays the relay until it looks by itself.
 */
export const appendAnnouncer = (sql: Sql): (() => void) => {
  let state: 'idle' | 'resting' | 'due' = 'idle';
  const send = () => {
    state = 'resting';
    run(sql`select pg_notify(${channel}, '')`).catch(() => undefined);
    after(gapMs, () => {
      if (state === 'due') send();
      else state = 'idle';
    });
  };
  return () => {
    if (state === 'idle') send();
    else state = 'due';
  };
};

/** Announces with the commit of the transaction: for large batches, of which few run at a time. */
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
