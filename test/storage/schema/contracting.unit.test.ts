import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrationsFolder, neededMigration } from '../../../storage/schema/migrate.ts';
import { contractionsIn } from './contracting.ts';

/** What migrations took away before the first release. */
const listed: Readonly<Record<string, readonly string[]>> = {
  '0009_connectors.sql': ['drop default'],
  '0013_budget_statement.sql': ['drop function decide_rate_budget'],
  '0015_search.sql': [
    'drop function search_products',
    'drop function products_by_number',
    'drop function products_by_words',
  ],
  // A month of events, when it is in the archive.
  '0034_least_privilege.sql': ["drop table %s', found)"],
};

it.each([
  ['drop table a;', 'drop table a'],
  ['alter table a drop column b;', 'drop column b'],
  ['alter table a rename column b to c;', 'rename column b to c'],
  ['alter table a alter column b set not null;', 'set not null'],
  ['alter table a alter column b type bigint;', 'alter column b type bigint'],
  ['alter table a add column b int not null, add column c int not null default 0;', 'add column b int not null'],
  ['DROP  FUNCTION\n f (int);', 'DROP FUNCTION f (int)'],
])('finds what takes away or narrows in %j', (sql, found) => {
  expect(contractionsIn(sql)).toEqual([found]);
});

it.each([
  'create table a (b int not null);',
  'alter table a add column b int;',
  "alter table a add column b text not null default 'x' check (b in ('x', 'y'));",
  'drop index a; -- drop table a',
  'alter table a drop constraint b, add constraint b check (c > 0), alter column d drop not null;',
])('lets pass what widens: %j', (sql) => {
  expect(contractionsIn(sql)).toEqual([]);
});

it('no migration takes away or narrows what is used, unless it says which programs do without', () => {
  const found = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => [name, readFileSync(join(migrationsFolder, name), 'utf8')] as const)
    .filter(([, text]) => neededMigration(text) === 0)
    .map(([name, text]) => [name, contractionsIn(text)] as const)
    .filter(([, contractions]) => contractions.length > 0);
  expect(Object.fromEntries(found)).toEqual(listed);
});
