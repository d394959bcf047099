import type { PricingRevisions } from '../../domain/pricing/ports.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';

/** Says whether rules or rates have changed. */
export const createPricingRevisions = (sql: Sql): PricingRevisions => ({
  revision: async (options) => {
    const [row] = await run(sql<{ revision: bigint }[]>`select revision from pricing_revision`, options);
    return String(row?.revision ?? 0n);
  },
});

/**
 * Counts a change as part of the caller's transaction and returns the instant that it is recorded
 * at. Until the transaction ends others wait here, so that what is recorded later is committed
 * later.
 */
export const beginPricingChange = async (transaction: Transaction): Promise<Date> => {
  await run(transaction`update pricing_revision set revision = revision + 1`);
  const [row] = await run(transaction<{ now: Date }[]>`select date_trunc('milliseconds', clock_timestamp()) as now`);
  if (row === undefined) throw new Error('the database does not say what time it is');
  return row.now;
};
