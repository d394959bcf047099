/**
 * Schema migrations: the files `NNNN_name.sql` of a folder, applied in order and forward only.
 *
 * Each runs in a transaction of its own, together with the row that records it, under an advisory
 * lock: of several processes that start at once, one applies a file and the others find it applied.
 * A file that changed after it was applied, and a file that turned up before one that was applied,
 * are refused: either way two databases of one version would differ.
 *
 * A program works on the schema of a later release too, so that it can be started again while that
 * one takes its place: migrations only add. One that takes something away says in a line
 * `-- needs: NNNN` which migration a program must know to do without it; programs that do not know
 * that one refuse.
 *
 * Nothing waits behind a migration: one that does not get a table within a second lets go of all
 * that it has, and tries again until whatever holds the table has ended.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../../concurrency/delay.ts';
import { minuteMs } from '../../domain/duration.ts';
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
  /** The newest migration that a program must know to work on the schema after this; 0: none. */
  readonly needs: number;
}

/** The folder with this service's migrations. */
export const migrationsFolder = join(import.meta.dirname, '..', 'migrations');

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/;
const needsLine = /^-- needs: (\d{4})$/m;

/** The migration that a text says programs must know; 0 where it says nothing. */
export const neededMigration = (text: string): number => Number(needsLine.exec(text)?.[1] ?? 0);

/** How long a statement of a migration waits for a table: so long do requests wait behind it. */
const lockWaitMs = 1_000;

/** How long it is tried again; a backup and a large export hold tables for minutes. */
const patienceMs = 30 * minuteMs;

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
  const checksum = createHash('sha256').update(text).digest('hex');
  return { id: Number(number), name, text, checksum, needs: neededMigration(text) };
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
  await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, true)`;
  await runFile(sql, migration);
  await sql`
    insert into schema_migration (id, name, checksum) values (${migration.id}, ${migration.name}, ${migration.checksum})`;
  if (migration.needs > 0) await sql`update schema_migration set needs = ${migration.needs} where id = ${migration.id}`;
  return true;
};

/** PostgreSQL's state of a user without the right. */
const mayNot = '42501';

/** PostgreSQL's state of a statement that has waited for a lock for too long. */
const lockNotAvailable = '55P03';

/** What a migration changes is held by something else. */
class TableInUse extends Error {}

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
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable)
      throw new TableInUse(`migration ${name} needs a table that something has held for long`, { cause: error });
    const failure = toFailure(error);
    if (failure instanceof Failure) throw failure;
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};

/**
 * The names of the migrations of later releases that the database holds. Throws when this program
 * cannot work on it: one of them has taken away what it uses, or the database holds one among its
 * own that it does not know.
 */
const migrationsUnknown = async (sql: Sql, migrations: readonly Migration[]): Promise<readonly string[]> => {
  const known = migrations.map((migration) => migration.id);
  const newest = known.at(-1) ?? 0;
  // Databases of earlier releases lack the column until they are migrated.
  const unknown = await run(sql<{ id: number; name: string; needs: number }[]>`
    select id, name, coalesce((to_jsonb(each) ->> 'needs')::int, 0) as needs
    from schema_migration each where not (id = any(${known}::int[])) order by id`);
  const foreign = unknown.find(({ id }) => id < newest);
  if (foreign !== undefined)
    throw new Error(`migration ${foreign.name} is applied but unknown: the database is not of this program`);
  const narrowing = unknown.find(({ needs }) => needs > newest);
  if (narrowing !== undefined)
    throw new Error(
      `migration ${narrowing.name} has taken away what this program uses: ` +
        'the database is newer than this program; start the newer release',
    );
  return unknown.map(({ name }) => name);
};

/** Does it again, a moment later, for as long as a table is in use. */
const untilFree = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TableInUse) || performance.now() > deadline) throw error;
    }
    await sleep(lockWaitMs, new AbortController().signal);
  }
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
    const applying = () => inTransaction(sql, (transaction) => apply(transaction, migration), { mayBeSilent: true });
    const isNew = await untilFree(applying).catch(withOwnerHint);
    if (isNew) applied.push(migration.name);
  }
  if (migrations.length > 0) await migrationsUnknown(sql, migrations);
  await ensurePartitions(sql);
  return applied;
};

/**
 * Throws a plain error when the database lacks a migration, or holds one that this version knows
 * otherwise or cannot work with. Then makes the partitions of the coming months. Needs no right to
 * change the schema.
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
  await migrationsUnknown(sql, migrations);
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

/**
 * The names of the migrations of later releases that a database holds, which this program works
 * with. Throws a plain error when it cannot.
 */
export const newerMigrations = async (sql: Sql, folder: string = migrationsFolder): Promise<readonly string[]> =>
  migrationsUnknown(sql, await readMigrations(folder));

/**
 * Brings the schema up to date, or finds it so: as the configuration says. Returns the names of the
 * migrations of later releases that the database holds.
 */
export const prepareSchema = async (
  sql: Sql,
  { migrates }: { readonly migrates: boolean },
  folder: string = migrationsFolder,
): Promise<readonly string[]> => {
  await (migrates ? migrate(sql, folder) : requireMigrated(sql, folder));
  return newerMigrations(sql, folder);
};
