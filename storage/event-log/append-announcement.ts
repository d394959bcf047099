/**
 * Announcements of appends, for the outbox relay. PostgreSQL lets transactions that notify commit
 * only one after another, so an append does not: it is announced after its commit, in a statement
 * of its own. A process announces all that it appends while one announcement is under way with the
 * next one.
 *
 * An announcement is a hint. One that is lost, because the process or the database ends between the
 * commit and the statement, costs the time until the relay looks by itself.
 */
import { afterCommit } from '../pool/after-commit.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';

/** The channel on which appends are announced; the payload is empty. */
const channel = 'event_appended';

interface Announcer {
  /** Something was appended since the latest announcement began. */
  isDue: boolean;
  isUnderWay: boolean;
}

const announcers = new WeakMap<Sql, Announcer>();

const announcerOf = (sql: Sql): Announcer => {
  const announcer = announcers.get(sql) ?? { isDue: false, isUnderWay: false };
  announcers.set(sql, announcer);
  return announcer;
};

const announceWhileDue = async (sql: Sql, announcer: Announcer): Promise<void> => {
  announcer.isUnderWay = true;
  while (announcer.isDue) {
    announcer.isDue = false;
    // Nothing is lost with a hint, so its commit is not waited for on the disk.
    await run(sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, '')`).catch(
      () => undefined,
    );
  }
  announcer.isUnderWay = false;
};

const announce = (sql: Sql): void => {
  const announcer = announcerOf(sql);
  announcer.isDue = true;
  if (!announcer.isUnderWay) void announceWhileDue(sql, announcer);
};

/** Announces the appends of a transaction once it has committed. */
export const announceAfterCommit = (transaction: AnySql): void => afterCommit(transaction, announce);

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
