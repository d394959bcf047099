import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction, type Sql } from '../../../../storage/pool/pool.ts';

/** Rows of a table as a release has stored them. */
interface StoredRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The last migration that the release with these rows had. */
export const lastMigration = 56;

/** All rows are of this month. Partitions for it are not made any more once it is over. */
const month = { name: '2026_11', from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };

/** The tables that have a partition for each month. */
const partitioned = ['event', 'observation_history'];

/** Up to twelve rows of each table of a demo that was used for a while. */
export const rowsOf = (release: string): readonly StoredRows[] =>
  readFileSync(join(import.meta.dirname, `${release}.rows.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredRows);

/** Puts rows into tables as they are: no trigger runs, and what they refer to may be missing. */
export const fillTables = (sql: Sql, tables: readonly StoredRows[]): Promise<void> =>
  inTransaction(sql, async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    for (const table of partitioned)
      await transaction.unsafe(
        `create table if not exists ${table}_${month.name} partition of ${table}
         for values from ('${month.from}') to ('${month.to}')`,
      );
    for (const { table, rows } of tables) {
      const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`);
      await transaction.unsafe(
        `insert into "${table}" (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::"${table}", $1::text::json) on conflict do nothing`,
        [JSON.stringify(rows)],
      );
    }
  });

/** How many rows each table holds. */
export const countRows = async (sql: Sql, tables: readonly StoredRows[]): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for (const { table } of tables) {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)}`;
    counts[table] = row?.count ?? 0;
  }
  return counts;
};
