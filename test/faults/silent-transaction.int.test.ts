import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTransaction, openPool, type Pool } from '../../storage/pool/pool.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { startTcpFront, type TcpFront } from '../support/tcp-front.ts';

let database: TestDatabase;
let front: TcpFront;
let pool: Pool;

beforeEach(async () => {
  database = await testDatabase();
  const url = new URL(database.url);
  front = await startTcpFront(Number(url.port));
  url.port = String(front.port);
  pool = openPool({ url: url.toString(), maxConnections: 2, statementTimeoutMs: 3_000 });
  await database.pool.sql`create table work (id int primary key, by text)`;
  await database.pool.sql`insert into work values (1, null)`;
});
afterEach(async () => {
  front.heal();
  await pool.close();
  await front.close();
  await database.close();
});

it('what a transaction has locked is free before a statement of another one is given up, once nothing of its process arrives', async () => {
  const locked = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  const ended = inTransaction(pool.sql, async (sql) => {
    await sql`update work set by = 'the lost one' where id = 1`;
    locked.resolve();
    await lost.promise;
    await sql`select 1`;
  }).then(
    () => 'committed',
    (error: unknown) => error,
  );
  await locked.promise;
  front.swallow();
  lost.resolve();
  // A statement that waits for the lock is given up after 30 s.
  await database.pool.sql`update work set by = 'the other one' where id = 1`;
  expect(await ended).toMatchObject({ kind: 'unavailable' });

  front.heal();
  await pool.sql`select 1`;
  expect(await database.pool.sql`select by from work`).toEqual([{ by: 'the other one' }]);
});

it('so it is where its process is frozen in the middle of a message', async () => {
  const locked = Promise.withResolvers<void>();
  const frozen = Promise.withResolvers<void>();
  const ended = inTransaction(pool.sql, async (sql) => {
    await sql`update work set by = 'the frozen one' where id = 1`;
    locked.resolve();
    await frozen.promise;
    await sql`select length(${'x'.repeat(200_000)}::text)`;
  }).then(
    () => 'committed',
    (error: unknown) => error,
  );
  await locked.promise;
  front.swallowAfter(20_000);
  frozen.resolve();
  await database.pool.sql`update work set by = 'the other one' where id = 1`;
  expect(await ended).toMatchObject({ kind: 'unavailable' });
});
