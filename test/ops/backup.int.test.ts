import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUser } from '../../ops/embedded/database-user.ts';
import { freePort } from '../../ops/embedded/free-port.ts';
import { openPool, type Pool } from '../../storage/pool/pool.ts';
import { migrate } from '../../storage/schema/migrate.ts';
import { eventLog } from '../support/event-log.ts';
import { untraced, updated } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';

/**
 * The commands of docs/howto/back-up-and-restore.md as they stand, on a server of Debian, whose
 * programs for backups belong to it.
 */

const runAs = databaseUser();

/** Of the newest version that is installed. */
let programs: string;
let folder: string;
let environment: Record<string, string>;
let blocks: readonly string[];
let server: ChildProcess | undefined;
let follower: ChildProcess | undefined;
let pool: Pool | undefined;

const start = (program: string, args: readonly string[]): ChildProcess =>
  spawn(program, args, { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'], ...runAs });

/** Runs a program to its end and throws what it said when that is not good. */
const run = async (program: string, ...args: readonly string[]): Promise<void> => {
  const child = start(program, args);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${said}`);
};

const block = (text: string): string => {
  const found = blocks.find((each) => each.includes(text));
  if (found === undefined) throw new Error(`the page has no commands with ${text}`);
  return found;
};

const shell = (text: string): Promise<void> => run('/bin/bash', '-euc', block(text));

const startServer = async (): Promise<Pool> => {
  const { PGDATA = '', PGPORT = '' } = environment;
  const child = start(join(programs, 'postgres'), ['-D', PGDATA, '-p', PGPORT, '-k', folder]);
  server = child;
  child.stderr?.resume();
  const url = `postgres://offerstream:of-a-test@127.0.0.1:${PGPORT}/postgres`;
  const opened = openPool({ url, maxConnections: 4 });
  await eventually(async () => {
    const [row] = await opened.sql<{ isRecovering: boolean }[]>`select pg_is_in_recovery() as "isRecovering"`;
    return row?.isRecovering === false;
  }, 50_000);
  return opened;
};

const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

beforeAll(async () => {
  const versions = '/usr/lib/postgresql';
  const newest = Math.max(...(await readdir(versions)).map(Number));
  programs = join(versions, String(newest), 'bin');
  const page = await readFile(new URL('../../docs/howto/back-up-and-restore.md', import.meta.url), 'utf8');
  blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
  folder = await mkdtemp(join(tmpdir(), 'offerstream-backup-'));
  if (runAs !== undefined) await chown(folder, runAs.uid, runAs.gid);
  const archive = join(folder, 'archive');
  await mkdir(archive);
  environment = {
    PATH: `${programs}:/usr/bin:/bin`,
    PGHOST: '127.0.0.1',
    PGPORT: String(await freePort()),
    PGUSER: 'offerstream',
    PGPASSWORD: 'of-a-test',
    PGDATA: join(folder, 'cluster'),
    BACKUP: join(folder, 'backup'),
    ARCHIVE_DIRECTORY: archive,
  };
  await run(join(programs, 'initdb'), '--username=offerstream', '--auth=trust', '--locale=C.UTF-8', '--encoding=UTF8');
  pool = await startServer();
  await migrate(pool.sql);
});

afterAll(async () => {
  await pool?.close();
  await end(follower, 'SIGTERM');
  await end(server, 'SIGQUIT');
  await rm(folder, { recursive: true, force: true });
});

it('nothing that was acknowledged is lost when the server is killed and its folder is gone', async () => {
  const opened = pool;
  if (opened === undefined) throw new Error('there is no server');
  follower = start('/bin/bash', ['-euc', block('pg_receivewal')]);
  follower.stderr?.resume();
  await shell('synchronous_standby_names =');
  await eventually(async () => {
    const [row] = await opened.sql`select from pg_stat_replication where sync_state = 'sync'`;
    return row !== undefined;
  });
  await shell('pg_basebackup');

  const log = eventLog(opened.sql);
  const acknowledged: number[] = [];
  let isKilled = false;
  const write = async (writer: number): Promise<void> => {
    for (let at = writer; !isKilled; at += 4) {
      const isStored = await log.append([updated(`prd_${at}`)], 'any', untraced).then(
        () => true,
        () => false,
      );
      if (isStored) acknowledged.push(at);
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  await eventually(() => acknowledged.length >= 500, 50_000);
  await end(server, 'SIGKILL');
  isKilled = true;
  await opened.close();
  await Promise.all(writers);
  await end(follower, 'SIGTERM');
  await rm(environment.PGDATA ?? '', { recursive: true });

  await shell('recovery.signal');
  pool = await startServer();
  const rows = await pool.sql<{ id: string }[]>`select distinct aggregate_id as id from event`;
  const restored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((at) => !restored.has(`prd_${at}`))).toEqual([]);
  // And it goes on from there.
  await eventLog(pool.sql).append([updated('prd_after')], 'any', untraced);
  expect(await migrate(pool.sql)).toEqual([]);
});
