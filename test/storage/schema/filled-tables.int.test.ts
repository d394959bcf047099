import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, migrationsFolder } from '../../../storage/schema/migrate.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { countRows, fillTables, lastMigration as last, rowsOf } from './releases/rows.ts';
import { statementsOfLastRelease } from './releases/statements.ts';

/** Migrations over tables that have rows: most faults of a migration do not show on empty ones. */

const { release } = statementsOfLastRelease();
const tables = rowsOf(release);

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  [database, folder] = await Promise.all([
    testDatabase({ empty: true }),
    mkdtemp(join(tmpdir(), 'offerstream-migrations-')),
  ]);
  const released = (await readdir(migrationsFolder)).filter((name) => Number(name.slice(0, 4)) <= last);
  for (const name of released) await cp(join(migrationsFolder, name), join(folder, name));
  await migrate(database.pool.sql, folder);
  await fillTables(database.pool.sql, tables);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

it(`the newest migrations are applied to the rows of ${release}, and lose none`, async () => {
  const { sql } = database.pool;
  const before = await countRows(sql, tables);
  expect(Object.values(before).filter((count) => count === 0)).toEqual([]);
  const applied = await migrate(sql);
  expect(applied.filter((name) => Number(name.slice(0, 4)) <= last)).toEqual([]);
  const after = await countRows(sql, tables);
  expect(Object.keys(before).filter((table) => (after[table] ?? 0) < (before[table] ?? 0))).toEqual([]);
});

it('a migration that only empty tables take is told', async () => {
  await writeFile(join(folder, '9998_well.sql'), 'alter table offer add column wrapping text;');
  await writeFile(join(folder, '9999_ill.sql'), 'alter table offer add column weight int not null;');
  await expect(migrate(database.pool.sql, folder)).rejects.toThrow(
    'migration 9999_ill.sql failed: column "weight" of relation "offer" contains null values',
  );
});
