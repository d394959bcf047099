import { writeFileSync } from 'node:fs';
import { openPool } from '../../../../storage/pool/pool.ts';

/**
 * Keeps all rows of a database that a release has filled, a table a line, for
 * `rows.ts`:
 *
 *     node test/storage/schema/releases/record-rows.ts postgres://... VERSION.world.ndjson
 *
 * Let it be a small demo (`DEMO_PRODUCTS=40`) that was used for a minute.
 */

const [url = '', file = ''] = process.argv.slice(2);
const pool = openPool({ url, maxConnections: 1 });
try {
  const tables = await pool.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relname <> 'schema_migration'
      and relnamespace = current_schema()::regnamespace
    order by 1`;
  const lines: string[] = [];
  for (const { name: table } of tables) {
    const computed = await pool.sql<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = ${table}::regclass and attgenerated <> ''`;
    const rows = await pool.sql<{ row: unknown }[]>`
      select to_jsonb(t) - ${computed.map(({ name }) => name)}::text[] as row from ${pool.sql(table)} t`;
    if (rows.length > 0) lines.push(JSON.stringify({ table, rows: rows.map(({ row }) => row) }));
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
} finally {
  await pool.close();
}
