import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, openPool, run } from '../../../storage/pool/pool.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a transaction of a closed pool is refused at once, as a statement is', async () => {
  const pool = openPool({ url: database.url, maxConnections: 2 });
  await inTransaction(pool.sql, (transaction) => run(transaction`select 1`));
  await pool.close();
  await expect(run(pool.sql`select 1`)).rejects.toMatchObject({ kind: 'unavailable' });
  const late = inTransaction(pool.sql, (transaction) => run(transaction`select 1`));
  await expect(late).rejects.toMatchObject({ kind: 'unavailable' });
}, 5_000);
