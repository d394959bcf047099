import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction, type Sql, type Transaction } from '../../../../storage/pool/pool.ts';

/** Rows of a table as a release has stored them. */
interface StoredRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The last migration that the release with these rows had. */
export const lastMigration = 56;

/** The month of an instant, as its partitions are named and bounded. */
const monthOf = (at: string) => {
  const [year, month] = [Number(at.slice(0, 4)), Number(at.slice(5, 7))];
  const first = (plus: number) => new Date(Date.UTC(year, month - 1 + plus)).toISOString();
  return { name: first(0).slice(0, 7).replace('-', '_'), from: first(0), to: first(1) };
};

/** The tables that have a partition for each month. */
const partitioned = ['event', 'observation_history'];

const tablesIn = (file: string): readonly StoredRows[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredRows);

/** Up to twelve rows of each table of a demo that was used for a while. */
export const rowsOf = (release: string): readonly StoredRows[] => tablesIn(`${release}.rows.ndjson`);

/** All rows of a small demo that was used for a minute, as `record-rows.ts` keeps them. */
export const worldOf = (release: string): readonly StoredRows[] => tablesIn(`${release}.world.ndjson`);

const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;
const day = /(?<=")\d{4}-\d\d-\d\d(?=")/g;

/**
 * The same rows as if they had been stored just now, so that nothing in them is out of date. The
 * audit log stays as it is: every record of it has the hash of the one before.
 */
export const movedToNow = (tables: readonly StoredRows[], nowMs: number): readonly StoredRows[] => {
  const found = tables
    .filter(({ table }) => table === 'event')
    .flatMap((each) => JSON.stringify(each).match(instant) ?? []);
  const byMs = nowMs - Math.max(...found.map((text) => Date.parse(text)));
  const moved = (text: string): Date => new Date(Date.parse(text) + byMs);
  return tables.map((each) =>
    each.table === 'audit_record'
      ? each
      : (JSON.parse(
          JSON.stringify(each)
            .replaceAll(instant, (text) => moved(text).toISOString())
            .replaceAll(day, (text) => moved(text).toISOString().slice(0, 10)),
        ) as StoredRows),
  );
};

/** Makes the partitions that rows of a table are of: those of past months are made no more. */
const addMonths = async (transaction: Transaction, table: string, tables: readonly StoredRows[]): Promise<void> => {
  const rows = tables.filter((each) => each.table === table).flatMap((each) => each.rows);
  const months = new Map(rows.map(({ recorded_at: at }) => [String(at).slice(0, 7), monthOf(String(at))]));
  for (const { name, from, to } of months.values())
    await transaction.unsafe(
      `create table if not exists ${table}_${name} partition of ${table} for values from ('${from}') to ('${to}')`,
    );
};

/** Lets every sequence go on behind the rows that there are. */
export const continueSequences = async (sql: Sql): Promise<void> => {
  const columns = await sql<{ table: string; column: string; sequence: string }[]>`
    select table_name as "table", column_name as "column",
      coalesce(pg_get_serial_sequence(quote_ident(table_name), column_name),
        substring(column_default from 'nextval\\(''([^'']+)''')) as sequence
    from information_schema.columns join pg_class on relname = table_name and not relispartition
      and relnamespace = current_schema()::regnamespace
    where table_schema = current_schema() and (is_identity = 'YES' or column_default like 'nextval(%')`;
  for (const { table, column, sequence } of columns)
    await sql`
      select setval(${sequence}, last) from (select max(${sql(column)}) as last from ${sql(table)}) each
      where last is not null`;
};

/** Puts rows into tables as they are: no trigger runs, and what they refer to may be missing. */
export const fillTables = (sql: Sql, tables: readonly StoredRows[]): Promise<void> =>
  inTransaction(sql, async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    for (const table of partitioned) await addMonths(transaction, table, tables);
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
