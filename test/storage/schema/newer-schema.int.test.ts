import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, migrationsFolder, newerMigrations, prepareSchema } from '../../../storage/schema/migrate.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

/** A program of this release on a schema that a later one has migrated. */

let database: TestDatabase;
let later: string;
beforeEach(async () => {
  [database, later] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'offerstream-migrations-'))]);
  await cp(migrationsFolder, later, { recursive: true });
});
afterEach(async () => {
  await database.close();
  await rm(later, { recursive: true });
});

const file = (name: string, text: string) => writeFile(join(later, name), text);

it('works on what a later release has added, and names its migrations', async () => {
  const { sql } = database.pool;
  expect(await newerMigrations(sql)).toEqual([]);
  await file('9001_wrapping.sql', 'alter table offer add column wrapping text;');
  await file('9002_thing.sql', 'create table thing (id int);');
  await migrate(sql, later);
  const names = ['9001_wrapping.sql', '9002_thing.sql'];
  expect(await prepareSchema(sql, { migrates: false })).toEqual(names);
  expect(await prepareSchema(sql, { migrates: true })).toEqual(names);
  expect(await prepareSchema(sql, { migrates: false }, later)).toEqual([]);
});

it('refuses a schema from which a later one has taken what it uses, and works on where it says that it does not', async () => {
  const { sql } = database.pool;
  await file('9001_unused.sql', '-- needs: 0001\nalter table offer drop column replaced_by_mpn;');
  await file('9002_wrapping.sql', 'alter table offer add column wrapping text;');
  await migrate(sql, later);
  expect(await prepareSchema(sql, { migrates: false })).toEqual(['9001_unused.sql', '9002_wrapping.sql']);
  await file('9003_narrow.sql', '-- needs: 9002\nalter table offer alter column wrapping set not null;');
  await migrate(sql, later);
  const reason = 'migration 9003_narrow.sql has taken away what this program uses: the database is newer than this';
  for (const migrates of [false, true])
    await expect(prepareSchema(sql, { migrates }), `${migrates}`).rejects.toThrow(reason);
  await expect(newerMigrations(sql)).rejects.toThrow('start the newer release');
});

it('refuses a schema that has a migration among its own that it does not know', async () => {
  const { sql } = database.pool;
  await sql`insert into schema_migration (id, name, checksum) values (0, '0000_other.sql', 'x')`;
  await expect(newerMigrations(sql)).rejects.toThrow('0000_other.sql is applied but unknown');
});

it('looks at the journal of a release that could not say what programs must know', async () => {
  const { sql } = database.pool;
  await sql`alter table schema_migration drop column needs`;
  expect(await newerMigrations(sql)).toEqual([]);
});
