/**
 * One embedded PostgreSQL for the whole test run, shared by all projects that need one. Vitest
 * loads this file once per project, so what is shared hangs on a global symbol; the last project to
 * finish stops the server.
 */
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../ops/embedded/postgres.ts';
import { openPool } from '../../storage/pool/pool.ts';
import { migrate } from '../../storage/schema/migrate.ts';
import { databaseUrl, templateDatabase } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's URL of the run's database server. */
    readonly postgresUrl: string;
  }
}

interface Shared {
  readonly url: string;
  readonly release: () => Promise<void>;
}

const key = Symbol.for('offerstream.test.postgres');

/** The run's server with the number of projects that use it. */
interface Slot {
  shared: Promise<Shared>;
  users: number;
}

const slot = (): Slot => {
  const holder: { [key]?: Slot } & object = globalThis;
  holder[key] ??= { shared: start(), users: 0 };
  return holder[key];
};

const start = async (): Promise<Shared> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'offerstream-test-'));
  await chmod(dataDir, 0o711);
  const record = process.env.RECORD_STATEMENTS;
  const onLog = record === undefined ? undefined : (line: string) => appendFileSync(record, `${line}\n`);
  const server = await startEmbeddedPostgres({ dataDir, volatile: true, ...(onLog && { onLog }) });
  const release = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    await makeTemplate(server.url);
    if (onLog !== undefined) await logStatements(server.url);
  } catch (error) {
    await release();
    throw error;
  }
  return { url: server.url, release };
};

/** Has the server log every statement, for `test/storage/schema/releases/record.ts`. */
const logStatements = async (url: string): Promise<void> => {
  const admin = openPool({ url, maxConnections: 1 });
  await admin.sql.unsafe("alter system set log_statement = 'all'");
  await admin.sql.unsafe('select pg_reload_conf()').finally(() => admin.close());
};

/** Every test database is a copy of this one. */
const makeTemplate = async (url: string): Promise<void> => {
  const admin = openPool({ url, maxConnections: 1 });
  await admin.sql.unsafe(`create database ${templateDatabase}`).finally(() => admin.close());
  const template = openPool({ url: databaseUrl(url, templateDatabase), maxConnections: 1 });
  await migrate(template.sql).finally(() => template.close());
};

/** Starts the server for the first project that asks and gives every project its URL. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const run = slot();
  run.users += 1;
  const shared = await run.shared;
  project.provide('postgresUrl', shared.url);
  return async () => {
    run.users -= 1;
    if (run.users === 0) await shared.release();
  };
};
