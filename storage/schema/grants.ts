import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTransaction, run, type Sql } from '../pool/pool.ts';

/**
 * Grants the roles of the service what they need in this database, which must be migrated; as the
 * owner of its tables. Says whether there are such roles.
 */
export const grantToService = async (sql: Sql): Promise<boolean> => {
  const [row] = await run(sql<{ roles: number }[]>`
    select count(*)::int as roles from pg_roles where rolname in ('offerstream_service', 'offerstream_archiver')`);
  if (row?.roles !== 2) return false;
  const text = await readFile(join(import.meta.dirname, 'grants.sql'), 'utf8');
  await inTransaction(sql, (transaction) => transaction.unsafe(text));
  return true;
};
