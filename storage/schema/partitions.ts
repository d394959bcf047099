import { inTransaction, type Sql } from '../pool/pool.ts';

/**
 * Partitions are made for this month and so many after it; a service that runs calls for more every
 * day.
 */
const monthsAhead = 3;

/**
 * Makes the monthly partitions of every table that is partitioned by time, from this month on;
 * those that exist stay as they are. Many processes may call it at once. `ensure_month_partitions`
 * is a function of the first migration.
 */
export const ensurePartitions = async (sql: Sql): Promise<void> => {
  await inTransaction(sql, async (transaction) => {
    await transaction`
      select ensure_month_partitions(partrelid::regclass, ${monthsAhead})
      from pg_partitioned_table join pg_class on pg_class.oid = partrelid
      where partstrat = 'r' and relnamespace = current_schema()::regnamespace
      order by partrelid::regclass::text`;
  });
};
