/**
 * Schema migrations: the files `NNNN_name.sql` of a folder, applied in order and forward only.
 *
 * Each runs in a transaction of its own, together with the row that records it, under an advisory
 * lock: of several processes that start at once, one applies a file and the others find it applied.
 * A file that changed after it was applied, and a file that turned up before one that was applied,
 * are refused: either way two databases of one version would differ.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../domain/errors.ts';
import { toFailure } from '../pool/failures.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { ensurePartitions } from './partitions.ts';

/** A migration as stored in its folder. */
interface Migration {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string;
}

/** The folder with this service's migrations. */
export const migrationsFolder = join(import.meta.dirname, '..', 'migrations');

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** An arbitrary number that no other lock uses. */
const lockKey = 7_200_101;

const readMigrations = async (folder: string): Promise<readonly Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  migrations.forEach((migration, index) => {
    if (migration.id === migrations[index - 1]?.id) {
      throw new Error(`migrations ${migrations[index - 1]?.name} and ${migration.name} have the same number`);
    }
  });
  return migrations;
};

const readMigration = async (folder: string, name: string): Promise<Migration> => {
  const number = fileName.exec(name)?.[1];
  if (number === undefined) throw new Error(`migration ${name} is not named NNNN_name.sql`);
  const text = await readFile(join(folder, name), 'utf8');
  return { id: Number(number), name, text, checksum: createHash('sha256').update(text).digest('hex') };
};

const createJournal = (sql: Transaction) => sql`
  create table if not exists schema_migration (
    id         int primary key,
    name       text not null,
    checksum   text not null,
    applied_at timestamptz not null default now()
  )`;

/** Applies one migration unless it is applied already; says whether it did. */
const apply = async (sql: Transaction, migration: Migration): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(${lockKey})`;
  await createJournal(sql);
  const journal = await sql<{ id: number; checksum: string }[]>`
    select id, checksum from schema_migration where id >= ${migration.id} order by id`;
  const applied = journal.find((row) => row.id === migration.id);
  if (applied?.checksum === migration.checksum) return false;
  if (applied !== undefined) throw new Error(`migration ${migration.name} was changed after it was applied`);
  const later = journal[0];
  if (later !== undefined) throw new Error(`migration ${migration.name} is missing, but ${later.id} is applied`);
  await sql`set local statement_timeout = 0`;
  await runFile(sql, migration);
  await sql`
    insert into schema_migration (id, name, checksum) values (${migration.id}, ${migration.name}, ${migration.checksum})`;
  return true;
};

/** PostgreSQL's state of a user without the right. */
const mayNot = '42501';

/** Adds a hint for a database user that owns no tables. */
const withOwnerHint = (error: unknown): never => {
  const isForbidden = error instanceof Error && 'code' in error && error.code === mayNot;
  if (!isForbidden) throw error;
  throw new Error(
    `the database user may not change the schema (${error.message}): ` +
      'run `npx offerstream migrate` as the owner of the tables, and the service with MIGRATE=off',
    { cause: error },
  );
};

const runFile = async (sql: Transaction, { name, text }: Migration): Promise<void> => {
  try {
    await sql.unsafe(text);
  } catch (error) {
    const failure = toFailure(error);
    if (failure instanceof Failure) throw failure;
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};

/**
 * Throws when the database holds a migration that this version does not know: it was made by a
 * newer one.
 */
const refuseUnknown = async (sql: Sql, migrations: readonly Migration[]): Promise<void> => {
  const known = migrations.map((migration) => migration.id);
  const [unknown] = await sql<{ name: string }[]>`
    select name from schema_migration where not (id = any(${known}::int[])) order by id limit 1`;
  if (unknown)
    throw new Error(`migration ${unknown.name} is applied but unknown: the database is newer than this program`);
};

/**
 * Brings the database to the newest schema and makes the partitions of the coming months. Returns
 * the names of the migrations that it applied. Throws a plain error that names the file when the
 * folder and the database do not fit together.
 */
export const migrate = async (sql: Sql, folder: string = migrationsFolder): Promise<readonly string[]> => {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  for (const migration of migrations) {
    const isNew = await inTransaction(sql, (transaction) => apply(transaction, migration), {
      mayBeSilent: true,
    }).catch(withOwnerHint);
    if (isNew) applied.push(migration.name);
  }
  if (migrations.length > 0) await refuseUnknown(sql, migrations);
  await ensurePartitions(sql);
  return applied;
};

/**
 * Throws a plain error when the database lacks a migration, or holds one that this version does not
 * know or knows otherwise. Then makes the partitions of the coming months. Needs no right to change
 * the schema.
 */
const requireMigrated = async (sql: Sql, folder: string): Promise<void> => {
  const migrations = await readMigrations(folder);
  const [journal] = await run(sql<{ exists: boolean }[]>`select to_regclass('schema_migration') is not null as exists`);
  const applied = journal?.exists
    ? await run(sql<{ id: number; checksum: string }[]>`select id, checksum from schema_migration`)
    : [];
  const checksums = new Map(applied.map(({ id, checksum }) => [id, checksum]));
  const missing = migrations.find(({ id }) => !checksums.has(id));
  if (missing !== undefined) {
    throw new Error(
      `migration ${missing.name} is not applied: run \`npx offerstream migrate\` as the owner of the tables`,
    );
  }
  const changed = migrations.find(({ id, checksum }) => checksums.get(id) !== checksum);
  if (changed !== undefined) throw new Error(`migration ${changed.name} was changed after it was applied`);
  await refuseUnknown(sql, migrations);
  await ensurePartitions(sql);
};

/** How the schema of a database stands: the names of the migrations that it lacks. */
export const missingMigrations = async (sql: Sql, folder: string = migrationsFolder): Promise<readonly string[]> => {
  const migrations = await readMigrations(folder);
  const [journal] = await run(sql<{ exists: boolean }[]>`select to_regclass('schema_migration') is not null as exists`);
  const applied = journal?.exists ? await run(sql<{ id: number }[]>`select id from schema_migration`) : [];
  const known = new Set(applied.map(({ id }) => id));
  return migrations.filter(({ id }) => !known.has(id)).map(({ name }) => name);
};

/** Brings the schema up to date, or finds it so: as the configuration says. */
export const prepareSchema = async (
  sql: Sql,
  { migrates }: { readonly migrates: boolean },
  folder: string = migrationsFolder,
): Promise<void> => {
  await (migrates ? migrate(sql, folder) : requireMigrated(sql, folder));
};
