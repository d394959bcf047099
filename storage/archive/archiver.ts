/**
 * The archiver: moves months of events that are old enough out of the database into files.
 *
 * For each month: its events are written to compressed files in a folder, then the manifest with
 * their digests; all of it is read back from the disk and compared, event by event and to the
 * letter, with the partition; then the partition is detached and dropped in one transaction. A
 * month that has a manifest is not written again, only compared, so a restored month, or a part of
 * one, is dropped again once it has been kept for long enough.
 *
 * Killed at any point it loses nothing and goes on with the next run: a file has its name only when
 * it is on the disk, a manifest only when all files are, and the partition goes only after that.
 * One archiver works at a time. If its lock is lost with its session, two may write the same files;
 * whatever comes of that is compared before anything is dropped. Memory is bounded by some batches
 * of events. When the database is away a run throws `unavailable`; when the disk is full or a file
 * is damaged, the month fails, stays in the database, and the other months go on.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type EventMonth, isOlderThan, monthOf } from '../../domain/archive/month.ts';
import { inTransaction, openPool, run, type Sql, type Transaction } from '../pool/pool.ts';
import { type SessionLock, sessionLock } from '../pool/session-lock.ts';
import { writeArchiveFile } from './archive-file.ts';
import { flushFolder, removeLeftovers } from './durable-file.ts';
import { type EventLines, partitionLines } from './event-lines.ts';
import { type ArchivedFile, readManifest, writeManifest } from './manifest.ts';
import { archivedLines, compareLines, requireManifest } from './verify-month.ts';

/** A partition whose events are known to be in the archive. */
interface ArchivedPartition {
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
const dropPartition = (sql: Sql, { month, events, archivedEvents, manifestSha256 }: ArchivedPartition) =>
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
const unpublishedEventsIn = async (sql: Sql | Transaction, { from, until }: EventMonth): Promise<number> => {
  const [row] = await sql<{ events: number }[]>`
    select count(*)::int as events from outbox where enqueued_at >= ${from} and enqueued_at < ${until}`;
  return row?.events ?? 0;
};

/** A damaged file costs so many events at most. */
const eventsPerFile = 200_000;

/**
 * Writes the events of a month to files in a folder of its own; the manifest is the last of them.
 */
const exportMonth = async (folder: string, month: EventMonth, batches: AsyncGenerator<EventLines>): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await flushFolder(dirname(folder));
  await removeLeftovers(folder);
  const files: ArchivedFile[] = [];
  try {
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      files.push(await exportFile(folder, files.length + 1, next.value, batches));
    }
  } finally {
    await batches.return(undefined);
  }
  await writeManifest(folder, {
    partition: month.partition,
    from: month.from.toISOString(),
    until: month.until.toISOString(),
    events: files.reduce((sum, { events }) => sum + events, 0),
    first_position: files[0]?.first_position,
    last_position: files.at(-1)?.last_position,
    files,
  });
};

const exportFile = async (
  folder: string,
  number: number,
  first: EventLines,
  more: AsyncGenerator<EventLines>,
): Promise<ArchivedFile> => {
  const name = `${String(number).padStart(5, '0')}.ndjson.gz`;
  let events = 0;
  let lastPosition = first.lastPosition;
  const take = (batch: EventLines): string => {
    events += batch.lines.length;
    lastPosition = batch.lastPosition;
    return `${batch.lines.join('\n')}\n`;
  };
  const texts = async function* () {
    yield take(first);
    while (events < eventsPerFile) {
      const next = await more.next();
      if (next.done) return;
      yield take(next.value);
    }
  };
  const { bytes, sha256 } = await writeArchiveFile(join(folder, name), texts());
  return { name, events, bytes, sha256, first_position: first.firstPosition, last_position: lastPosition };
};

const lockKey = 7_200_124;

/** The right to move events between the database and the archive. */
export const archiveLock = (url: string): SessionLock => sessionLock(url, lockKey);

/** What an archiver works on. */
export interface ArchiverOptions {
  /** Leads to the database directly, not through a pooler that shares sessions. */
  readonly url: string;
  /** Made when it is not there. */
  readonly directory: string;
  /** A month is moved when all of it is at least so many months old. */
  readonly afterMonths: number;
}

/** What became of a month. */
export type MonthOutcome =
  | { readonly kind: 'archived'; readonly partition: string; readonly events: number }
  /** So many of its events are not published yet; they are published from the partition. */
  | { readonly kind: 'held'; readonly partition: string; readonly unpublished: number }
  | { readonly kind: 'failed'; readonly partition: string; readonly error: unknown };

/** What came of a run; `busy`: another archiver works. */
export type ArchiveRun =
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly months: readonly MonthOutcome[] };

/**
 * Moves every month that is due. The signal ends it between two steps, from which the next run goes
 * on.
 */
export const runArchiver = async (
  { url, directory, afterMonths }: ArchiverOptions,
  now: Date,
  signal?: AbortSignal,
): Promise<ArchiveRun> => {
  const lock = archiveLock(url);
  // Sorting a month can take longer than any statement of a request may.
  const pool = openPool({ url, maxConnections: 2, applicationName: 'offerstream archiver', statementTimeoutMs: 0 });
  try {
    if (!(await lock.hold())) return { kind: 'busy' };
    const due = await dueMonths(pool.sql, afterMonths, now);
    if (due.length > 0) await mkdir(directory, { recursive: true });
    const months: MonthOutcome[] = [];
    for (const month of due) {
      if (signal?.aborted) break;
      months.push(await archiveMonth({ sql: pool.sql, lock, folder: join(directory, month.partition) }, month));
    }
    return { kind: 'done', months };
  } finally {
    await Promise.all([lock.release(), pool.close()]);
  }
};

const dueMonths = async (sql: Sql, afterMonths: number, now: Date): Promise<readonly EventMonth[]> => {
  const rows = await run(sql<{ partition: string }[]>`
    select relname::text as partition
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'event'::regclass
      and not exists (select from event_archive where partition = relname and kept_until > ${now})
    order by relname`);
  return rows
    .flatMap(({ partition }) => monthOf(partition) ?? [])
    .filter((month) => isOlderThan(month, afterMonths, now));
};

/** What a month is moved with. */
interface MonthDependencies {
  readonly sql: Sql;
  readonly lock: SessionLock;
  readonly folder: string;
}

const archiveMonth = async (parts: MonthDependencies, month: EventMonth): Promise<MonthOutcome> => {
  const { partition } = month;
  try {
    const unpublished = await unpublishedEventsIn(parts.sql, month);
    if (unpublished > 0) return { kind: 'held', partition, unpublished };
    return { kind: 'archived', partition, events: await moveMonth(parts, month) };
  } catch (error) {
    return { kind: 'failed', partition, error };
  }
};

/** Returns how many events left the database. */
const moveMonth = async ({ sql, lock, folder }: MonthDependencies, month: EventMonth): Promise<number> => {
  const { partition } = month;
  if ((await readManifest(folder)) === undefined) await exportMonth(folder, month, partitionLines(sql, partition));
  const manifest = await requireManifest(folder);
  const { events, missing } = await compareLines(partitionLines(sql, partition), archivedLines(folder, manifest));
  if (missing !== undefined) throw new Error(`${folder} lacks an event of ${partition}, or has another in its place`);
  if (!(await lock.hold())) throw new Error('another archiver has begun');
  await dropPartition(sql, {
    month,
    events,
    archivedEvents: manifest.events,
    manifestSha256: manifest.sha256,
  });
  return events;
};
