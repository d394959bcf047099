import { afterAll, beforeAll, expect, test } from 'vitest';
import { retainedTables } from '../../../storage/erasure/retained-tables.ts';
import { lastSteps, otherTables, steps } from '../../../storage/erasure/steps.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** How columns are called that tell of a customer, a key, a credential or whoever did something. */
const telling = '(customer|owner|caller|tenant|requester|credential_id|key_id|group_ids?)|_by$|^actor$';

const known: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...Object.entries(retainedTables).map(([table, { columns }]) => [table, columns] as const),
  ...Object.entries({ ...steps, ...lastSteps }).map(([table, { columns }]) => [table, columns] as const),
  ...Object.entries(otherTables),
]);

test('every column that tells of a customer is erased, or kept for a reason that is told', async () => {
  const rows = await database.pool.sql<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column"
    from information_schema.columns join pg_class on pg_class.oid = to_regclass(quote_ident(table_name))
    where table_schema = 'public' and relkind in ('r', 'p') and not relispartition and column_name ~ ${telling}
    order by 1, 2`;
  expect(rows.length).toBeGreaterThan(20);
  const forgotten = rows.filter(({ table, column }) => !known.get(table)?.includes(column));
  expect(forgotten).toEqual([]);
});

test('every table that refers to rows that are erased is erased too, or kept', async () => {
  const gone = ['customer', 'api_key', 'estimate', 'enrichment_job'];
  const rows = await database.pool.sql<{ table: string }[]>`
    select conrelid::regclass::text as "table" from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any(${gone}::text[])`;
  expect(rows.map(({ table }) => table).filter((table) => !known.has(table))).toEqual([]);
});

test('every place that is named exists, with its columns', async () => {
  const rows = await database.pool.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`;
  const names = new Set(rows.map(({ name }) => name));
  const missing = [...known].flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`).filter((name) => !names.has(name)),
  );
  expect(missing).toEqual([]);
});
