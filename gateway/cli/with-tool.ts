import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { type AuditedAction, type AuditTarget, beginAuditedAction } from '../../domain/audit/record.ts';
import { reasonOf } from '../../domain/errors.ts';
import { startEmbeddedPostgres } from '../../ops/embedded/postgres.ts';
import { appendAudit } from '../../storage/audit/audit-store.ts';
import { openPool, type Pool } from '../../storage/pool/pool.ts';
import { prepareSchema } from '../../storage/schema/migrate.ts';
import type { Config } from '../config/config.ts';

/** The database of a command that is run beside the service or without it. */
export interface ToolDatabase {
  readonly pool: Pool;
  /** Holds the password. */
  readonly url: string;
  /** Lets go of it, and stops the embedded server if it was started for this. */
  close(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL, else that of the service that runs on DATA_DIR, else the
 * embedded one there, started for as long as it is open. `name` is shown in `pg_stat_activity`;
 * statements take as long as they take.
 */
export const openToolDatabase = async (config: Config, name: string): Promise<ToolDatabase> => {
  const found = await openRunningDatabase(config, name);
  if (found !== undefined) return found;
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir });
  const own = opener(name)(server.url);
  return {
    pool: own,
    url: server.url,
    close: async () => {
      await own.close();
      await server.stop();
    },
  };
};

const opener =
  (name: string) =>
  (url: string): Pool =>
    openPool({ url, maxConnections: 3, applicationName: name, statementTimeoutMs: 0 });

/** The same without starting one: undefined where neither DATABASE_URL nor a service names any. */
export const openRunningDatabase = async (
  { database, dataDir }: Config,
  name: string,
): Promise<ToolDatabase | undefined> => {
  const open = opener(name);
  const found =
    database.url === undefined ? await joinRunning(dataDir, open) : { pool: open(database.url), url: database.url };
  return found && { ...found, close: found.pool.close };
};

/** The database of a service that runs on the folder; undefined when none answers. */
const joinRunning = async (
  dataDir: string,
  open: (url: string) => Pool,
): Promise<Pick<ToolDatabase, 'pool' | 'url'> | undefined> => {
  const text = await readFile(join(dataDir, 'connection.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { url }: { url: string } = JSON.parse(text);
  const pool = open(url);
  if (await pool.isHealthy()) return { pool, url };
  await pool.close();
  return undefined;
};

/** Command-line tools that change stored data or take data out. */
type Tool = 'archive' | 'export-labels' | 'import' | 'import-rates' | 'keys' | 'outbox' | 'rotate-secrets';

/** Who runs a tool; in a container a user may have no name. */
const operator = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
};

/** An audited action of a command-line tool on this machine. */
export const toolAct = (tool: Tool, operation: string): AuditedAction =>
  beginAuditedAction({
    actor: `tool:${tool}`,
    customerId: undefined,
    origin: `${operator()}@${hostname()}`,
    requestId: `${tool}-${randomBytes(8).toString('hex')}`,
    operation,
  });

/** Work of a tool that is more than one transaction. */
interface ToolWork<Result> {
  readonly act: AuditedAction;
  readonly target: AuditTarget;
  /** What the record says of it when it is done. */
  readonly tell: (result: Result) => object;
}

/** Longest reason that is kept, in characters. */
const maxReason = 300;

/**
 * Does work that is more than one transaction, with a record before it, so that there is one even
 * when it is killed, and one of how it ended.
 */
export const recordToolWork = async <Result>(
  { sql }: Pick<Pool, 'sql'>,
  { act, target, tell }: ToolWork<Result>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const record = { ...act, target, outcome: 'done', reason: undefined, before: undefined, after: undefined } as const;
  await appendAudit(sql, { ...record, operation: `${act.operation}.begin` });
  try {
    const result = await work();
    await appendAudit(sql, { ...record, operation: `${act.operation}.end`, after: JSON.stringify(tell(result)) });
    return result;
  } catch (error) {
    const reason = reasonOf(error).slice(0, maxReason);
    await appendAudit(sql, { ...record, operation: `${act.operation}.end`, outcome: 'failed', reason });
    throw error;
  }
};

/** What a command works on. */
export interface ToolSurroundings extends Pick<Pool, 'sql'> {
  /** Of the database; holds the password. */
  readonly url: string;
}

/**
 * Does the work of a command on its database, whose schema is up to date, and closes the database
 * however the work ends. `name` is shown in `pg_stat_activity` after the name of the service.
 */
export const withTool = async <Result>(
  config: Config,
  name: string,
  work: (tool: ToolSurroundings) => Promise<Result>,
): Promise<Result> => {
  const { pool, url, close } = await openToolDatabase(config, `offerstream ${name}`);
  try {
    await prepareSchema(pool.sql, config.database);
    return await work({ sql: pool.sql, url });
  } finally {
    await close();
  }
};
