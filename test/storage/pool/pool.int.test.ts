import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { freePort } from '../../../ops/embedded/free-port.ts';
import { asLastStatement } from '../../../storage/pool/last-statement.ts';
import { type AnySql, inTransaction, openPool, type Pool, run, type Transaction } from '../../../storage/pool/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
const opened: Pool[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});
afterAll(() => database.close());

const poolOf = (options: { maxConnections: number; statementTimeoutMs?: number; url?: string }): Pool => {
  const pool = openPool({ url: database.url, ...options });
  opened.push(pool);
  return pool;
};

/** How many sessions run a statement that holds this mark. */
const running = async (mark: string): Promise<number> => {
  const [row] = await database.pool.sql<{ sessions: number }[]>`
    select count(*)::int as sessions from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid() and query like ${`%${mark}%`}`;
  return row?.sessions ?? 0;
};

test('no type loses digits or moves to another time zone', async () => {
  const { sql } = database.pool;
  const [row] = await sql`
    select 9223372036854775807 as big, 1.50::numeric as exact, date '2026-01-02' as day,
      timestamptz '2026-01-02 03:04:05.678+02' as instant, timestamp '2026-01-02 03:04:05' as local`;
  expect(row).toEqual({
    big: 9223372036854775807n,
    exact: '1.50',
    day: '2026-01-02',
    instant: new Date('2026-01-02T01:04:05.678Z'),
    local: '2026-01-02 03:04:05',
  });
  const [back] = await sql`select ${new Date('2026-01-02T01:04:05.678Z')}::timestamptz as instant, ${5n}::int8 as big`;
  expect(back).toEqual({ instant: new Date('2026-01-02T01:04:05.678Z'), big: 5n });
});

describe('a caller that gives up', () => {
  test('gets its own reason at once, and the statement ends in the database', async () => {
    const { sql } = poolOf({ maxConnections: 1 });
    const controller = new AbortController();
    const answer = run(sql`select pg_sleep(50), 'abandoned'`, { signal: controller.signal });
    const reason = new Error('the caller has gone');
    const outcome = expect(answer).rejects.toBe(reason);
    await eventually(async () => (await running('abandoned')) === 1);
    controller.abort(reason);
    await outcome;
    await eventually(async () => (await running('abandoned')) === 0);
  });

  test('sends nothing when it gave up before', async () => {
    const { sql } = poolOf({ maxConnections: 1 });
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(run(sql`create table never_made ()`, { signal })).rejects.toThrow('gone');
    const [row] = await sql`select to_regclass('never_made') as found`;
    expect(row).toEqual({ found: null });
  });

  test('costs those behind and before it on the connection nothing', async () => {
    const { sql } = poolOf({ maxConnections: 1 });
    await sql`select 1`;
    const controller = new AbortController();
    const before = run(sql`select 'before' as who, pg_sleep(0.2)::text as nap`);
    const abandoned = run(sql`select 'abandoned neighbour' as who, pg_sleep(50)::text as nap`, controller);
    const after = run(sql`select 'after' as who, ''::text as nap`);
    controller.abort(new Error('gone'));
    await expect(abandoned).rejects.toThrow('gone');
    expect(await before).toEqual([{ who: 'before', nap: '' }]);
    expect(await after).toEqual([{ who: 'after', nap: '' }]);
  });

  test('leaves no listener on its signal after an answer', async () => {
    const controller = new AbortController();
    await run(database.pool.sql`select 1`, { signal: controller.signal });
    controller.abort();
    expect(await run(database.pool.sql`select 2 as two`)).toEqual([{ two: 2 }]);
  });
});

test('a statement that fails between its rows leaves the next on its connection all of its own, and no more', async () => {
  const { sql } = poolOf({ maxConnections: 1 });
  const failing = run(sql`select 1 / (4 - number) as share from generate_series(1, 10) as number`);
  const next = run(sql<{ number: number }[]>`select number from generate_series(1, 3) as number`);
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect([...(await next)]).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
});

describe('a database that does not answer is `unavailable`', () => {
  const unavailable = expect.objectContaining({ kind: 'unavailable', retryAfterMs: expect.any(Number) });

  test('when nobody listens', async () => {
    const pool = poolOf({ url: `postgres://nobody@127.0.0.1:${await freePort()}/none`, maxConnections: 1 });
    await expect(run(pool.sql`select 1`)).rejects.toEqual(unavailable);
    await expect(inTransaction(pool.sql, (sql) => sql`select 1`)).rejects.toEqual(unavailable);
    expect(await pool.isHealthy()).toBe(false);
  });

  test('when a statement runs longer than it may', async () => {
    const { sql } = poolOf({ maxConnections: 1, statementTimeoutMs: 30 });
    await expect(run(sql`select pg_sleep(50)`)).rejects.toEqual(unavailable);
  });

  test('when the session is ended, and the pool recovers by itself', async () => {
    const pool = poolOf({ maxConnections: 1 });
    const hanging = run(pool.sql`select pg_sleep(50), 'terminated'`);
    const outcome = expect(hanging).rejects.toEqual(unavailable);
    await eventually(async () => (await running('terminated')) === 1);
    await database.pool.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where query like '%terminated%' and pid <> pg_backend_pid()`;
    await outcome;
    expect(await eventually(() => run(pool.sql`select 1 as one`))).toEqual([{ one: 1 }]);
    expect(await pool.isHealthy()).toBe(true);
  });

  test('but a statement that is wrong stays an error of its own', async () => {
    await expect(run(database.pool.sql`select nonsense`)).rejects.not.toBeInstanceOf(Failure);
  });
});

test('a transaction commits what its work did, or nothing when the work throws', async () => {
  const { sql } = database.pool;
  await sql`create table kept (id int)`;
  expect(await inTransaction(sql, async (transaction) => transaction`insert into kept values (1)`)).toHaveLength(0);
  const failing = inTransaction(sql, async (transaction) => {
    await transaction`insert into kept values (2)`;
    throw new Failure('not_found', 'nothing there');
  });
  await expect(failing).rejects.toMatchObject({ kind: 'not_found' });
  const throwing = inTransaction(sql, () => {
    throw new Failure('not_found', 'nothing there either');
  });
  await expect(throwing).rejects.toThrow('nothing there either');
  expect(await sql`select id from kept`).toEqual([{ id: 1 }]);
});

test('a connection for transactions writes nothing outside of one', async () => {
  const { sql } = database.pool;
  await sql`create table outside (id int)`;
  const ended = inTransaction(sql, async (transaction) => {
    await transaction.unsafe('rollback');
    return transaction`insert into outside values (1)`;
  });
  await expect(ended).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await sql`select id from outside`).toEqual([]);
  expect(await inTransaction(sql, (next) => next`insert into outside values (2) returning id`)).toEqual([{ id: 2 }]);
});

test('a transaction of which a statement failed is not told as done, though its work passes over it', async () => {
  const { sql } = database.pool;
  await sql`create table half_done (id int)`;
  const passedOver = inTransaction(sql, async (transaction) => {
    await transaction`insert into half_done values (1)`;
    await transaction`select 1 / 0`.catch(() => undefined);
  });
  await expect(passedOver).rejects.toThrow();
  expect(await sql`select id from half_done`).toEqual([]);
});

describe('the last statement of a transaction', () => {
  beforeAll(async () => {
    await database.pool.sql`
      create table ended (id int unique deferrable initially deferred, amount int check (amount > 0))`;
  });
  const insertLast = (transaction: Transaction, id: number, amount: number) =>
    run(
      asLastStatement(
        transaction,
        transaction<{ id: number }[]>`insert into ended values (${id}, ${amount}) returning id`,
      ),
    );
  const kept = () => database.pool.sql`select id from ended where id / 10 = ${decade} order by id`;
  let decade = 0;
  beforeEach(() => {
    decade += 1;
  });

  test('commits all of it, and has its own answer', async () => {
    const answer = inTransaction(database.pool.sql, async (transaction) => {
      await transaction`insert into ended values (${decade * 10}, 1)`;
      return insertLast(transaction, decade * 10 + 1, 1);
    });
    expect(await answer).toEqual([{ id: decade * 10 + 1 }]);
    expect(await kept()).toEqual([{ id: decade * 10 }, { id: decade * 10 + 1 }]);
  });

  test('may be the first one', async () => {
    await inTransaction(database.pool.sql, (transaction) => insertLast(transaction, decade * 10, 1));
    expect(await kept()).toEqual([{ id: decade * 10 }]);
  });

  test('rolls all of it back where it fails, with its own error', async () => {
    const failing = inTransaction(database.pool.sql, async (transaction) => {
      await transaction`insert into ended values (${decade * 10}, 1)`;
      return insertLast(transaction, decade * 10 + 1, 0);
    });
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    expect(await kept()).toEqual([]);
    await inTransaction(database.pool.sql, (transaction) => insertLast(transaction, decade * 10, 1));
    expect(await kept()).toHaveLength(1);
  });

  test('fails where the commit does', async () => {
    const failing = inTransaction(database.pool.sql, async (transaction) => {
      await transaction`insert into ended values (${decade * 10}, 1)`;
      return insertLast(transaction, decade * 10, 1);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([]);
  });

  test('rolls all of it back where it cannot be sent, whether it is prepared or not', async () => {
    const insertAt = (transaction: Transaction, id: number, at: Date) =>
      run(
        asLastStatement(
          transaction,
          transaction`insert into ended values (${id}, extract(year from ${at}::timestamptz)::int) returning id`,
        ),
      );
    const failing = () =>
      inTransaction(database.pool.sql, async (transaction) => {
        await transaction`insert into ended values (${decade * 10}, 1)`;
        return insertAt(transaction, decade * 10 + 1, new Date(Number.NaN));
      });
    await expect(failing()).rejects.toThrow(RangeError);
    expect(await kept()).toEqual([]);
    await inTransaction(database.pool.sql, (transaction) => insertAt(transaction, decade * 10 + 2, new Date(0)));
    await expect(failing()).rejects.toThrow(RangeError);
    expect(await kept()).toEqual([{ id: decade * 10 + 2 }]);
  });

  test('is followed by none that writes', async () => {
    const failing = inTransaction(database.pool.sql, async (transaction) => {
      await insertLast(transaction, decade * 10, 1);
      await transaction`insert into ended values (${decade * 10 + 1}, 1)`;
    });
    await expect(failing).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await kept()).toEqual([{ id: decade * 10 }]);
  });
});

describe('statements of a transaction that are sent together', () => {
  beforeAll(async () => {
    await database.pool.sql`create table together (what text)`;
  });
  beforeEach(async () => {
    await database.pool.sql`truncate together`;
  });

  test('fail with the error of the one that failed, though that of one beside it is heard first', async () => {
    const failing = inTransaction(database.pool.sql, async (transaction) => {
      const wrong = run(transaction`select 1 / ${0}::int`);
      const beside = run(transaction`insert into together values ('beside')`);
      await Promise.allSettled([wrong, beside]);
      await beside;
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await run(database.pool.sql`select what from together`)).toEqual([]);
  });

  test('leave no statement behind that the next transaction would run', async () => {
    const { sql } = poolOf({ maxConnections: 2 });
    const isOver = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    const failing = inTransaction(sql, async (transaction) => {
      await run(transaction`select 1`);
      const behind = async (): Promise<void> => {
        await isOver.promise;
        await run(transaction`insert into together values ('late')`);
      };
      behind().then(late.resolve, late.resolve);
      await run(transaction`select 1 / ${0}::int`);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await inTransaction(sql, async (transaction) => {
      await run(transaction`insert into together values ('next')`);
      isOver.resolve();
      expect(await late.promise).toMatchObject({ kind: 'unavailable' });
    });
    expect(await run(sql`select what from together`)).toEqual([{ what: 'next' }]);
  });
});

describe.each<[string, unknown]>([
  ['an invalid date', new Date(Number.NaN)],
  ['nothing', undefined],
])('a statement that is given %s', (_, value) => {
  const given = (sql: AnySql, at: unknown) => run(sql<{ at: Date }[]>`select ${at as Date}::timestamptz as at`);
  const numbered = (sql: AnySql, number: number) => run(sql<{ number: number }[]>`select ${number}::int as number`);
  /** As most statements have been: its types are known, so that its values are written at once. */
  const prepared = async (sql: AnySql): Promise<void> => {
    await given(sql, new Date(0));
    await numbered(sql, 0);
  };

  test('fails by itself, and those beside it on the connection are answered', async () => {
    const { sql } = poolOf({ maxConnections: 1, statementTimeoutMs: 1_000 });
    await prepared(sql);
    const [before, wrong, after] = await Promise.allSettled([numbered(sql, 1), given(sql, value), numbered(sql, 2)]);
    expect(before).toEqual({ status: 'fulfilled', value: [{ number: 1 }] });
    expect(wrong).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('a statement') } });
    expect(after).toEqual({ status: 'fulfilled', value: [{ number: 2 }] });
  });

  test('fails its transaction, as its first statement and as a part of another', async () => {
    const { sql } = poolOf({ maxConnections: 2, statementTimeoutMs: 1_000 });
    await inTransaction(sql, prepared);
    const first = inTransaction(sql, (transaction) => given(transaction, value));
    await expect(first).rejects.toThrow('a statement');
    const part = inTransaction(sql, async (transaction) => {
      const where = transaction`where ${value as Date}::timestamptz is not null`;
      await transaction`select 1 ${where}`;
    });
    await expect(part).rejects.toThrow('a statement');
    expect(await inTransaction(sql, (transaction) => numbered(transaction, 3))).toEqual([{ number: 3 }]);
  });
});

describe('a session that ends within a transaction', () => {
  const endSession = (pid: number) => database.pool.sql`select pg_terminate_backend(${pid}::int, 5000)`;

  /**
   * Ends the session of a transaction after its first statement; `then` is what the work does next.
   */
  const severed = (pool: Pool, then: (transaction: Transaction) => Promise<unknown>) =>
    inTransaction(pool.sql, async (transaction) => {
      const [row] = await transaction<{ pid: number }[]>`
        with written as (insert into severed values ('inside')) select pg_backend_pid() as pid`;
      await endSession(row?.pid ?? 0);
      return then(transaction);
    });

  beforeAll(async () => {
    await database.pool.sql`create table severed (what text)`;
  });

  test('fails that transaction as `unavailable` 50 times in a row, and the pool goes on working', async () => {
    const pool = poolOf({ maxConnections: 2 });
    for (let round = 0; round < 50; round += 1) {
      const answer = severed(pool, (transaction) => run(transaction`insert into severed values ('after')`));
      await expect(answer).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: expect.any(Number) });
      expect(await inTransaction(pool.sql, (sql) => sql`select ${round}::int as round`)).toEqual([{ round }]);
    }
    expect(await run(pool.sql`select what from severed`)).toEqual([]);
  });

  test('refuses whatever its work still tries, however late, and commits nothing of it', async () => {
    const pool = poolOf({ maxConnections: 2 });
    const late = Promise.withResolvers<unknown>();
    const answer = severed(pool, async (transaction) => {
      await transaction`select 1`.catch(() => undefined);
      await inTransaction(pool.sql, (next) => next`select 1`).catch(() => undefined);
      late.resolve(await transaction`insert into severed values ('late')`.catch((error: unknown) => error));
      return 'as if nothing had happened';
    });
    await expect(answer).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await late.promise).toMatchObject({ kind: 'unavailable' });
    expect(await run(pool.sql`select what from severed`)).toEqual([]);
  });

  test('costs nothing but its own transaction', async () => {
    const pool = poolOf({ maxConnections: 4 });
    const other = Promise.withResolvers<void>();
    const beside = inTransaction(pool.sql, async (sql) => {
      await other.promise;
      return sql`select 'beside' as who`;
    });
    await expect(severed(pool, (sql) => run(sql`select 1`))).rejects.toMatchObject({ kind: 'unavailable' });
    other.resolve();
    expect(await beside).toEqual([{ who: 'beside' }]);
  });
});

test('arrays come and go with quotes, backslashes, commas, nulls and nothing in them', async () => {
  const { sql } = database.pool;
  const texts = ['a,b', 'say "so"', 'back\\slash', '', 'NULL', '{brace}', 'two\nlines'];
  const [row] = await sql`
    select ${texts}::text[] as texts, array['x', null] as gap, array[1, 2] as integers, array[9223372036854775807] as bigints,
      array[true, false] as booleans, array[1.5::float8] as floats, '{}'::text[] as none, array['\\x00ff'::bytea] as bytes`;
  expect(row).toEqual({
    texts,
    gap: ['x', null],
    integers: [1, 2],
    bigints: [9223372036854775807n],
    booleans: [true, false],
    floats: [1.5],
    none: [],
    bytes: [Buffer.from([0, 255])],
  });
});
