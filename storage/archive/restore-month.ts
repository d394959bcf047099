import { monthOf } from '../../domain/archive/month.ts';
import { inTransaction, type Sql, type Transaction } from '../pool/pool.ts';
import { batchSize, insertLines } from './event-lines.ts';
import type { ArchiveManifest } from './manifest.ts';
import { archivedLines, wholeMonth } from './verify-month.ts';

/** What to put back. */
export interface RestoreOrder {
  /** The folder of the month. */
  readonly folder: string;
  /** Only the events of this aggregate; left out: all. */
  readonly aggregateId?: string | undefined;
  /** Until when the archiver leaves the month alone. */
  readonly keptUntil: Date;
}

/** What was put back. */
export interface RestoredMonth {
  readonly partition: string;
  /** Events that were not there before. */
  readonly events: number;
}

/**
 * Puts the events of a month back into the database, in one transaction, after all files were read
 * and found whole. Events that are there already stay. Nothing is published again. In an empty
 * database aggregates go on after the version that they had. Throws an error that names the file
 * when one is damaged.
 */
export const restoreMonth = async (sql: Sql, order: RestoreOrder): Promise<RestoredMonth> => {
  const manifest = await wholeMonth(order.folder);
  const events = await inTransaction(sql, async (transaction) => {
    const isNew = await prepareTable(transaction, manifest);
    const inserted = await insertMonth(transaction, manifest, order);
    if (isNew) await attachTable(transaction, manifest);
    await continueVersions(transaction, manifest.partition);
    await noteRestored(transaction, manifest, order.keptUntil);
    return inserted;
  });
  return { partition: manifest.partition, events };
};

/**
 * Creates the table of a month where it is missing. Returns whether it did. It is attached when
 * full, so that no query waits for it.
 */
const prepareTable = async (sql: Transaction, { partition }: ArchiveManifest): Promise<boolean> => {
  if (monthOf(partition) === undefined) throw new Error(`${partition} is no month of events`);
  const [row] = await sql<{ exists: boolean }[]>`select to_regclass(${partition}) is not null as exists`;
  if (row?.exists) return false;
  await sql`create table ${sql(partition)} (like event including all)`;
  return true;
};

const attachTable = async (sql: Transaction, { partition, from, until }: ArchiveManifest): Promise<void> => {
  // Bounds take no parameters; these come from a name that was checked.
  await sql.unsafe(`alter table event attach partition ${partition} for values from ('${from}') to ('${until}')`);
};

const insertMonth = async (
  sql: Transaction,
  manifest: ArchiveManifest,
  { folder, aggregateId }: RestoreOrder,
): Promise<number> => {
  const isWanted = (line: string): boolean =>
    aggregateId === undefined || JSON.parse(line).aggregate_id === aggregateId;
  let inserted = 0;
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) inserted += await insertLines(sql, manifest.partition, waiting);
    waiting = [];
  };
  for await (const lines of archivedLines(folder, manifest)) {
    for (const line of lines) if (isWanted(line)) waiting.push(line);
    if (waiting.length >= batchSize) await flush();
  }
  await flush();
  return inserted;
};

/**
 * Only where the database does not know these versions yet: rows of living aggregates are not even
 * locked.
 */
const continueVersions = async (sql: Transaction, partition: string): Promise<void> => {
  await sql`
    insert into event_stream as stream
    select aggregate_type, aggregate_id, max(version) from ${sql(partition)} as restored
    group by aggregate_type, aggregate_id
    having max(version) > coalesce((
      select version from event_stream as known
      where known.aggregate_type = restored.aggregate_type and known.aggregate_id = restored.aggregate_id), 0)
    order by aggregate_type, aggregate_id
    on conflict (aggregate_type, aggregate_id) do update set version = greatest(stream.version, excluded.version)`;
  await sql`
    select setval('event_position', highest)
    from (select max(position) as highest from ${sql(partition)}) as restored
    where highest > (select last_value from event_position)`;
};

const noteRestored = (sql: Transaction, { partition, events, sha256 }: ArchiveManifest, keptUntil: Date) => sql`
  insert into event_archive (partition, events, manifest_sha256, kept_until)
  values (${partition}, ${events}, ${sha256}, ${keptUntil})
  on conflict (partition) do update set kept_until = excluded.kept_until`;
