import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { impossibleStatements, statementsOfLastRelease } from './releases/statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const { release, statements } = statementsOfLastRelease();

it(`every statement of ${release} is possible on the newest schema`, async () => {
  expect(statements.length).toBeGreaterThan(300);
  expect(await impossibleStatements(database.pool.sql, statements)).toEqual([]);
});

it('a column, a function or a type that a statement needs and that is gone is told', async () => {
  const { sql } = database.pool;
  await sql.unsafe('alter table supplier rename column base_url to address');
  const faults = await impossibleStatements(sql, statements);
  await sql.unsafe('alter table supplier rename column address to base_url');
  expect(faults.length).toBeGreaterThan(0);
  for (const { reason } of faults) expect(reason).toContain('base_url');
});
