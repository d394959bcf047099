import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openPool, type Pool, run, type Sql } from '../../../storage/pool/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
const opened: Pool[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});
afterAll(() => database.close());

/** A pool with so many connections for single statements that serve no request. */
const poolOf = (connections: number, url = database.url): Pool => {
  const pool = openPool({ url, maxConnections: connections * 4 });
  opened.push(pool);
  return pool;
};

const sessionOf = async (sql: Sql): Promise<number> => {
  const [row] = await run(sql<{ pid: number }[]>`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
};

/** Holds a lock that others wait for, until it is told to let go. */
const holdLock = async (key: number) => {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const done = database.pool.sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${key})`;
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return async () => {
    release.resolve();
    await done;
  };
};

const waiting = (sql: Sql, key: number) => run(sql`select pg_advisory_xact_lock_shared(${key})`);

/** How many sessions wait for such a lock. */
const waitingFor = async (key: number): Promise<number> => {
  const [row] = await database.pool.sql<{ sessions: number }[]>`
    select count(*)::int as sessions from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`;
  return row?.sessions ?? 0;
};

test('a statement searches no more for its connection after a thousand others than at first', async () => {
  const { sql } = poolOf(3);
  await Promise.all([1, 2, 3].map(() => run(sql`select pg_sleep(0.01)`)));
  let longest = 0;
  const { indexOf } = Array.prototype;
  vi.spyOn(Array.prototype, 'indexOf').mockImplementation(function search(this: unknown[], ...given) {
    longest = Math.max(longest, this.length);
    return indexOf.apply(this, given);
  });
  for (let sent = 0; sent < 1_000; sent += 1) await run(sql`select 1`);
  expect(longest).toBeLessThan(100);
});

test('statements of one time go over as many connections as there are, and one alone over one', async () => {
  const { sql } = poolOf(3);
  const release = await holdLock(7001);
  const held = [1, 2, 3].map(() => waiting(sql, 7001));
  await eventually(async () => (await waitingFor(7001)) === 3);
  await release();
  await Promise.all(held);
  const sessions = new Set<number>();
  for (let sent = 0; sent < 10; sent += 1) sessions.add(await sessionOf(sql));
  expect(sessions.size).toBe(1);
});

test('a statement does not wait behind one that hangs, nor does one that failed keep its place', async () => {
  const { sql } = poolOf(2);
  const release = await holdLock(7002);
  const held = waiting(sql, 7002);
  await eventually(async () => (await waitingFor(7002)) === 1);
  for (let sent = 0; sent < 10; sent += 1) {
    await expect(run(sql`select 1 / ${0}::int`)).rejects.toThrow();
    await sessionOf(sql);
  }
  await release();
  await held;
});

test('several statements of one time do not wait behind one that takes long, either', async () => {
  const { sql } = poolOf(2);
  await Promise.all([1, 2].map(() => run(sql`select pg_sleep(0.01)`)));
  const release = await holdLock(7006);
  const held = waiting(sql, 7006);
  await eventually(async () => (await waitingFor(7006)) === 1);
  const later = performance.now() + 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
  await Promise.all([1, 2, 3, 4].map(() => sessionOf(sql)));
  await release();
  await held;
});

test('nor behind one of which the server has not said yet what it takes, however short it has been at it', async () => {
  const { sql } = poolOf(2);
  await Promise.all([1, 2].map(() => run(sql`select pg_sleep(0.01)`)));
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const { pool } = database;
  await pool.sql`create table locked_whole (number int)`;
  const release = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const holding = pool.sql.begin(async (transaction) => {
    await transaction`lock table locked_whole in access exclusive mode`;
    isLocked.resolve();
    await release.promise;
  });
  await isLocked.promise;
  const described = run(sql`select number from locked_whole where number = ${1}`);
  await Promise.all([1, 2, 3, 4].map(() => sessionOf(sql)));
  release.resolve();
  await holding;
  await described;
});

test('a transaction keeps its connection to itself', async () => {
  const { sql } = poolOf(2);
  const sessions = await sql.begin(async (transaction) => {
    const own = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return [own[0]?.pid, await sessionOf(sql), await sessionOf(sql)];
  });
  expect(sessions[1]).not.toBe(sessions[0]);
  expect(sessions[2]).toBe(sessions[1]);
});

test('a statement of the second connection is cancelled there', async () => {
  const { sql } = poolOf(2);
  const release = await holdLock(7003);
  const first = waiting(sql, 7003);
  await eventually(async () => (await waitingFor(7003)) === 1);
  const controller = new AbortController();
  const second = run(sql`select pg_advisory_xact_lock_shared(${7003}), 'second'`, { signal: controller.signal });
  const ended = expect(second).rejects.toThrow('given up');
  await eventually(async () => (await waitingFor(7003)) === 2);
  controller.abort(new Error('given up'));
  await ended;
  await eventually(async () => (await waitingFor(7003)) === 1);
  await release();
  await first;
});

test('parts of a statement, and statements from text, go the same way', async () => {
  const { sql } = poolOf(2);
  const part = sql`${1}::int + ${2}::int`;
  expect([...(await run(sql`select ${part} as sum`))]).toEqual([{ sum: 3 }]);
  expect([...(await sql.unsafe('select $1::int as given', [4]))]).toEqual([{ given: 4 }]);
});

test('a connection that cannot be made again costs one statement, and is used again once it can be', async () => {
  const { sql: admin } = database.pool;
  const role = `limited_${randomBytes(4).toString('hex')}`;
  await admin.unsafe(`create role ${role} login password 'of-a-test' connection limit 2`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'of-a-test'];
  const pool = poolOf(2, url.href);
  const { sql } = pool;
  const twoAtOnce = async (key: number): Promise<void> => {
    const release = await holdLock(key);
    const held = [waiting(sql, key), waiting(sql, key)];
    await eventually(async () => (await waitingFor(key)) === 2);
    await release();
    await Promise.all(held);
  };
  try {
    await twoAtOnce(7004);
    await admin.unsafe(`alter role ${role} connection limit 1`);
    await admin`select pg_terminate_backend(${await sessionOf(sql)}, 5000)`;
    const outcomes: string[] = [];
    for (let sent = 0; sent < 10; sent += 1)
      outcomes.push(
        await sessionOf(sql).then(
          () => 'answered',
          () => 'failed',
        ),
      );
    expect(outcomes.filter((outcome) => outcome === 'failed').length).toBeLessThanOrEqual(1);
    await admin.unsafe(`alter role ${role} connection limit 2`);
    await twoAtOnce(7005);
  } finally {
    await pool.close();
    await admin.unsafe(`drop role ${role}`);
  }
});
