/** One embedded PostgreSQL for the whole test run, shared by all projects that need one. */
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../ops/embedded/postgres.ts';
import { openPool } from '../../storage/pool/pool.ts';
import { migrate } from '../../storage/schema/migrate.ts';
import { oncePerRun } from './once-per-run.ts';
import { databaseUrl, templateDatabase } from './template-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's URL of the run's database server. */
    readonly postgresUrl: string;
  }
}

/** The run's server. */
interface Shared {
  readonly url: string;
  readonly end: () => Promise<void>;
}

const start = async (): Promise<Shared> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'offerstream-test-'));
  await chmod(dataDir, 0o711);
  const record = process.env.RECORD_STATEMENTS;
  const onLog = record === undefined ? undefined : (line: string) => appendFileSync(record, `${line}\n`);
  const server = await startEmbeddedPostgres({ dataDir, volatile: true, ...(onLog && { onLog }) });
  const end = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    await makeTemplate(server.url);
    if (onLog !== undefined) await logStatements(server.url);
  } catch (error) {
    await end();
    throw error;
  }
  return { url: server.url, end };
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
  const { shared, release } = await oncePerRun('postgres', start);
  project.provide('postgresUrl', shared.url);
  return release;
};
