import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate, migrationsFolder } from '../../../storage/schema/migrate.ts';
import { continueSequences, fillTables, movedToNow, worldOf } from '../../storage/schema/releases/rows.ts';
import type { TestDatabase } from '../../support/postgres.ts';

/** What a release has left: the last migration that it had, and a file of all its rows. */
export interface EarlierRelease {
  readonly release: string;
  readonly lastMigration: number;
}

/**
 * A demo of the last state before what the notes of 0.2.0 name first: no release of 0.1.0 was made,
 * and everything before had that number.
 */
export const before020: EarlierRelease = { release: '0.1.0', lastMigration: 45 };

/** Makes the schema of a release in an empty database, with what the release had stored in it. */
export const restoreRelease = async (
  { pool }: TestDatabase,
  { release, lastMigration }: EarlierRelease,
  folder: string,
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(migrationsFolder)).filter((name) => Number(name.slice(0, 4)) <= lastMigration);
  for (const name of names) await cp(join(migrationsFolder, name), join(folder, name));
  await migrate(pool.sql, folder);
  await fillTables(pool.sql, movedToNow(worldOf(release), Date.now()));
  await continueSequences(pool.sql);
};

/** What the release after this one could do to tables that are in use, taking nothing away. */
const nextMigrations = {
  '9001_wrapping.sql': `
    create table wrapping (name text primary key, weight int not null default 0);
    alter table offer add column wrapping text references wrapping;
    alter table product add column wrapping text not null default 'none' check (wrapping <> '');
    create index product_wrapping on product (wrapping);`,
  '9002_reasons.sql': `
    alter table estimate add column reason text;
    alter table idempotency_key add column reason text;
    alter table api_key add column reason text;
    create index estimate_reason on estimate (reason) where reason is not null;`,
};

/** Migrates the database as the release after this one would. Returns what it applied. */
export const migrateToNext = async ({ pool }: TestDatabase, folder: string): Promise<readonly string[]> => {
  await cp(migrationsFolder, folder, { recursive: true });
  for (const [name, text] of Object.entries(nextMigrations)) await writeFile(join(folder, name), text);
  return migrate(pool.sql, folder);
};
