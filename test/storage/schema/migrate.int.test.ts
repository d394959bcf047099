import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, migrationsFolder, prepareSchema } from '../../../storage/schema/migrate.ts';
import { ensurePartitions } from '../../../storage/schema/partitions.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const eventStore = '0001_event_store.sql';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await testDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'offerstream-migrations-'));
  await cp(join(migrationsFolder, eventStore), join(folder, eventStore));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const file = (name: string, text: string) => writeFile(join(folder, name), text);
const tableExists = async (name: string): Promise<boolean> => {
  const [row] = await database.pool.sql<{ found: string | null }[]>`select to_regclass(${name})::text as found`;
  return row?.found === name;
};

test('files are applied in order, once', async () => {
  await file('0003_more.sql', 'alter table thing add column more int; create table other (id int);');
  await file('0002_thing.sql', 'create table thing (id int);');
  const { sql } = database.pool;
  expect(await migrate(sql, folder)).toEqual([eventStore, '0002_thing.sql', '0003_more.sql']);
  expect(await migrate(sql, folder)).toEqual([]);
  await file('0004_last.sql', 'create table last (id int);');
  expect(await migrate(sql, folder)).toEqual(['0004_last.sql']);
});

test('of processes that start at once each file is applied by one', async () => {
  await file('0002_thing.sql', 'create table thing (id int);');
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool.sql, folder)));
  expect(applied.flat().toSorted()).toEqual([eventStore, '0002_thing.sql']);
});

test('a file that fails leaves nothing of itself, and is applied when it is mended', async () => {
  await file('0002_thing.sql', 'create table thing (id int); select nonsense;');
  await expect(migrate(database.pool.sql, folder)).rejects.toThrow(
    'migration 0002_thing.sql failed: column "nonsense" does not exist',
  );
  expect(await tableExists('thing')).toBe(false);
  await file('0002_thing.sql', 'create table thing (id int);');
  expect(await migrate(database.pool.sql, folder)).toEqual(['0002_thing.sql']);
});

test('a file that changed after it was applied is refused by name', async () => {
  await file('0002_thing.sql', 'create table thing (id int);');
  await migrate(database.pool.sql, folder);
  await file('0002_thing.sql', 'create table thing (id bigint);');
  await expect(migrate(database.pool.sql, folder)).rejects.toThrow(
    'migration 0002_thing.sql was changed after it was applied',
  );
});

test('a file that turns up before one that is applied is refused by name', async () => {
  await file('0003_thing.sql', 'create table thing (id int);');
  await migrate(database.pool.sql, folder);
  await file('0002_late.sql', 'create table late (id int);');
  await expect(migrate(database.pool.sql, folder)).rejects.toThrow(
    'migration 0002_late.sql is missing, but 3 is applied',
  );
  expect(await tableExists('late')).toBe(false);
});

test('a schema that is only looked at is found up to date, or refused by the name of what it lacks or has otherwise', async () => {
  const { sql } = database.pool;
  const look = () => prepareSchema(sql, { migrates: false }, folder);
  await expect(look()).rejects.toThrow(`migration ${eventStore} is not applied: run \`npx offerstream migrate\``);
  await prepareSchema(sql, { migrates: true }, folder);
  await look();
  await file('0002_thing.sql', 'create table thing (id int);');
  await expect(look()).rejects.toThrow('migration 0002_thing.sql is not applied');
  await migrate(sql, folder);
  await file('0002_thing.sql', 'create table thing (id bigint);');
  await expect(look()).rejects.toThrow('migration 0002_thing.sql was changed after it was applied');
});

test('no request waits behind a migration that waits for a table, and it is applied when the table is free', async () => {
  const { sql } = database.pool;
  await file('0002_thing.sql', 'create table thing (id int);');
  await migrate(sql, folder);
  const isHeld = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  const report = sql.begin(async (transaction) => {
    await transaction`select from thing`;
    isHeld.resolve();
    await isRead.promise;
  });
  await isHeld.promise;
  await file('0003_more.sql', 'alter table thing add column more int;');
  const migrating = migrate(sql, folder);
  try {
    await eventually(async () => {
      const [row] = await sql<{ waits: boolean }[]>`
        select exists (select from pg_locks where relation = 'thing'::regclass and not granted) as waits`;
      return row?.waits ?? false;
    });
    await sql`select from thing`;
  } finally {
    isRead.resolve();
    await report;
  }
  expect(await migrating).toEqual(['0003_more.sql']);
});

test('two files of one number, and a file that is not named like one, are refused', async () => {
  await file('0002_a.sql', '');
  await file('0002_b.sql', '');
  await expect(migrate(database.pool.sql, folder)).rejects.toThrow('0002_a.sql and 0002_b.sql have the same number');
  await rm(join(folder, '0002_b.sql'));
  await file('thing.sql', '');
  await expect(migrate(database.pool.sql, folder)).rejects.toThrow('migration thing.sql is not named NNNN_name.sql');
});

test('the files of this service are numbered from 1 without gaps', async () => {
  const numbers = (await readdir(migrationsFolder)).toSorted().map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('partitions exist from this month on, are made by many at once, and take the rows of their month', async () => {
  const { sql } = database.pool;
  await migrate(sql, folder);
  const partitions = async () =>
    (await sql<{ name: string }[]>`select inhrelid::regclass::text as name from pg_inherits order by 1`)
      .map(({ name }) => name)
      .filter((name) => !name.includes('pkey'));
  const before = await partitions();
  expect(before).toHaveLength(4);
  await sql.unsafe(`drop table ${before.at(-1)}`);
  await Promise.all([ensurePartitions(sql), ensurePartitions(sql), ensurePartitions(sql)]);
  expect(await partitions()).toEqual(before);

  await sql`select append_to_stream('product', 'prd_1', 0, array['product.updated'], array['{}'], 'cor_1', null)`;
  const [row] = await sql`
    select tableoid::regclass::text = 'event_' || to_char(now() at time zone 'UTC', 'YYYY_MM') as in_its_month from event`;
  expect(row).toEqual({ in_its_month: true });
});
