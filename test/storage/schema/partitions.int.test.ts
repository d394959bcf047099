import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensurePartitions } from '../../../storage/schema/partitions.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const partitionsOf = async (parent: string): Promise<number> => {
  const [row] = await database.pool.sql<{ count: number }[]>`
    select count(*)::int as count from pg_inherits where inhparent = ${parent}::regclass`;
  return row?.count ?? 0;
};

test('months are made of the tables of the schema that are partitioned by time, and of no others', async () => {
  const { sql } = database.pool;
  await sql`create table by_month (at timestamptz not null) partition by range (at)`;
  await sql`create table by_kind (kind text not null) partition by list (kind)`;
  await sql`create schema elsewhere`;
  await sql`create table elsewhere.by_month_too (at timestamptz not null) partition by range (at)`;
  await ensurePartitions(sql);
  // This month and three to come.
  expect(await partitionsOf('by_month')).toBe(4);
  expect(await partitionsOf('by_kind')).toBe(0);
  expect(await partitionsOf('elsewhere.by_month_too')).toBe(0);
  await ensurePartitions(sql);
  expect(await partitionsOf('by_month')).toBe(4);
});
