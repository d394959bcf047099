import type { ImportProgress, ImportStore } from '../../domain/catalog/ports.ts';
import { run, type Sql } from '../pool/pool.ts';

/** A row of `catalogue_import`, the columns that are read. */
interface ProgressRow {
  readonly rows_read: bigint;
  readonly upserted: bigint;
  readonly rejected: bigint;
  readonly created: bigint;
  readonly updated: bigint;
  readonly rejects_bytes: bigint;
}

const storedProgress = (row: ProgressRow): ImportProgress => ({
  rowsRead: Number(row.rows_read),
  upserted: Number(row.upserted),
  rejected: Number(row.rejected),
  created: Number(row.created),
  updated: Number(row.updated),
  rejectsBytes: Number(row.rejects_bytes),
});

/** Creates the store on a migrated database. */
export const createImportStore = (sql: Sql): ImportStore => ({
  unfinished: async ({ digest, kind, profileId }) => {
    const [row] = await run(sql<ProgressRow[]>`
      select rows_read, upserted, rejected, created, updated, rejects_bytes from catalogue_import
      where digest = ${digest} and kind = ${kind} and profile_id = ${profileId} and finished_at is null`);
    return row === undefined ? undefined : storedProgress(row);
  },
  save: async ({ digest, kind, profileId }, progress, state, now) => {
    await run(sql`
      insert into catalogue_import (digest, kind, profile_id,
        rows_read, upserted, rejected, created, updated, rejects_bytes, started_at, finished_at)
      values (${digest}, ${kind}, ${profileId},
        ${progress.rowsRead}, ${progress.upserted}, ${progress.rejected}, ${progress.created}, ${progress.updated},
        ${progress.rejectsBytes}, ${now}, ${state === 'finished' ? now : null})
      on conflict (digest, kind, profile_id) do update set
        rows_read = excluded.rows_read, upserted = excluded.upserted, rejected = excluded.rejected,
        created = excluded.created, updated = excluded.updated, rejects_bytes = excluded.rejects_bytes,
        started_at = case
          when catalogue_import.finished_at is null then catalogue_import.started_at else excluded.started_at
        end,
        finished_at = excluded.finished_at`);
  },
});
