import type { AnySql } from '../../storage/pool/pool.ts';

/** How many sessions of the database wait for a lock that another one holds. */
export const lockWaits = async (sql: AnySql): Promise<number> => {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length;
};
