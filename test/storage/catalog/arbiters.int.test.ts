import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const storage = join(import.meta.dirname, '../../../storage');

/** An insertion with the columns of the unique index that it names in `on conflict`. */
const upsert = /insert into (\w+)(?:(?!insert into)[\s\S])*?on conflict \(([^)]+)\)/g;

/**
 * Upserts that name another index than the primary key, on a table where two writers cannot meet at
 * the primary key: the key of a new row is drawn, so that no two rows have the same.
 */
const drawnKeys = ['customer_erasure (customer_id)', 'rematch_run (trigger)'];

const upserts = (): readonly { readonly table: string; readonly columns: string }[] =>
  readdirSync(storage, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(storage, file), 'utf8').matchAll(upsert)])
    .map(([, table = '', columns = '']) => ({ table, columns }));

describe('the upserts of the stores', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('name the one unique index that two writers of the same row can meet at first', async () => {
    const rows = await database.pool.sql<{ table: string; primary: string; indexes: number }[]>`
      select relation.relname as table, count(*)::int as indexes,
        (select string_agg(attname, ', ' order by array_position(key.indkey::int2[], attnum)) from pg_attribute
          join pg_index key on key.indrelid = attrelid and key.indisprimary and attnum = any(key.indkey)
          where attrelid = relation.oid) as primary
      from pg_index join pg_class relation on relation.oid = indrelid
      where indisunique and relation.relnamespace = 'public'::regnamespace group by relation.oid, relation.relname`;
    const tables = new Map(rows.map((row) => [row.table, row]));
    const found = upserts();
    expect(found.length).toBeGreaterThan(30);
    const atOthers = found.flatMap(({ table, columns }) => {
      const { indexes = 0, primary } = tables.get(table) ?? {};
      return indexes === 1 || columns === primary ? [] : [`${table} (${columns})`];
    });
    // Where a table has several unique indexes, the primary key is the oldest and therefore the one
    // that is met first.
    expect([...new Set(atOthers)].sort()).toEqual(drawnKeys);
  });
});
