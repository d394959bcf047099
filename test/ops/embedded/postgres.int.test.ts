import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../ops/embedded/postgres.ts';
import { removeMovedFrom } from '../../../ops/embedded/postgres-files.ts';
import { openPool } from '../../../storage/pool/pool.ts';
import { type Child, startChild } from '../../support/child.ts';
import { eventually } from '../../support/eventually.ts';
import { isRunning } from '../../support/processes.ts';

let dataDir: string;
let server: EmbeddedPostgres | undefined;
let owner: Child | undefined;

const scratchFolder = async (mode: number): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-embedded-'));
  await chmod(folder, mode);
  return folder;
};
const throwAway = async (folder: string) => {
  await rm(await realpath(join(folder, 'postgres')), { recursive: true });
  await rm(folder, { recursive: true });
};

beforeAll(async () => {
  dataDir = await scratchFolder(0o711);
});
afterEach(async () => {
  await owner?.kill('SIGKILL');
  await server?.stop();
  owner = undefined;
  server = undefined;
});
afterAll(() => throwAway(dataDir));

const start = async (folder = dataDir): Promise<EmbeddedPostgres> => {
  server = await startEmbeddedPostgres({ dataDir: folder });
  return server;
};

/** A service in a process of its own, with its server's address and pid. */
const startOwner = async (): Promise<{ url: string; pid: number }> => {
  owner = startChild(join(import.meta.dirname, 'postgres-owner.ts'), dataDir);
  return JSON.parse(await owner.nextLine());
};

const onDatabase = async (url: string, statement: string): Promise<readonly object[]> => {
  const pool = openPool({ url, maxConnections: 1 });
  const rows = await pool.sql.unsafe(statement).finally(() => pool.close());
  return [...rows];
};

const keepAnswer = (url: string) =>
  onDatabase(url, 'drop table if exists kept; create table kept as select 42 as answer');

const busySessions = `select pid from pg_stat_activity where state = 'active' and query like '%generate_series(1%'
  and pid <> pg_backend_pid()`;

test('it sorts by code point, speaks UTF-8, asks for the password, and tells others where it is', async () => {
  const { url } = await start();
  expect(
    await onDatabase(
      url,
      `select array['b', 'ä', 'B', 'a'] = array(select unnest(array['b', 'ä', 'B', 'a']) order by 1) as kept,
    array(select unnest(array['b', 'ä', 'B', 'a']) order by 1) as sorted, lower('ÄÖ') as lower`,
    ),
  ).toEqual([{ kept: false, sorted: ['B', 'a', 'b', 'ä'], lower: 'äö' }]);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(onDatabase(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');

  const file = join(dataDir, 'connection.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url, owner: process.pid });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a stop and a start later everything is there, with the same password', async () => {
  const first = await start();
  await keepAnswer(first.url);
  await first.stop();
  const second = await start();
  expect(await onDatabase(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
});

test('a second service on the folder gets one clear error, and the first goes on', async () => {
  const { url } = await startOwner();
  await expect(start()).rejects.toThrow(`is in use by another service (pid ${owner?.process.pid})`);
  expect(await onDatabase(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('after a SIGKILL of the service the server ends, the next start works at once, and what was committed is there', async () => {
  const { url, pid } = await startOwner();
  await keepAnswer(url);
  await owner?.kill('SIGKILL');
  const next = await start();
  expect(await isRunning(pid)).toBe(false);
  expect(await onDatabase(next.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('after a SIGKILL of the server itself its end is known, and the next start recovers what was committed', async () => {
  const first = await start();
  await keepAnswer(first.url);
  const busy = onDatabase(first.url, 'select count(*) from generate_series(1, 5_000_000)').catch(() => undefined);
  await eventually(async () => (await onDatabase(first.url, busySessions)).length === 1);
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  const second = await start();
  expect(await onDatabase(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  await busy;
});

test('a pid file whose pid belongs to somebody else by now does not block a start', async () => {
  const first = await start();
  await first.stop();
  const cluster = join(await realpath(join(dataDir, 'postgres')), 'cluster');
  const pidFile = [process.pid, cluster, 0, 5432, '', '127.0.0.1', '', 'ready'].join('\n');
  await writeFile(join(cluster, 'postmaster.pid'), pidFile);
  const second = await start();
  expect(await onDatabase(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  test('it works in a folder that only root can enter', async () => {
    const closed = await scratchFolder(0o700);
    const { url, stop } = await start(closed);
    expect(await onDatabase(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await realpath(join(closed, 'postgres'))).toMatch(/^\/var\/lib\/offerstream\//);
    await stop();
    await throwAway(closed);
  });

  test('a database that was moved says whose it is, and is found when its folder is gone', async () => {
    const [parent, other] = [await scratchFolder(0o700), await scratchFolder(0o700)];
    const homes = await Promise.all(
      [join(parent, 'service'), other].map(async (folder) => {
        const { stop } = await startEmbeddedPostgres({ dataDir: folder });
        await stop();
        return realpath(join(folder, 'postgres'));
      }),
    );
    const [moved = '', kept = ''] = homes;
    expect(await readFile(join(moved, 'moved-from'), 'utf8')).toBe(join(parent, 'service'));
    await rm(parent, { recursive: true });
    await removeMovedFrom(parent);
    expect([existsSync(moved), existsSync(kept)]).toEqual([false, true]);
    await throwAway(other);
  });
});
