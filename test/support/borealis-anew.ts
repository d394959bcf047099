import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { putBorealis } from './observations.ts';
import type { TestDatabase } from './postgres.ts';
import { testSealer } from './sealer.ts';

/**
 * Leaves the database with Borealis and its credentials, and with no other supplier, product,
 * budget or event, nor anything that hangs on one, whatever tests before have put in.
 */
export const borealisAnew = async ({ pool: { sql } }: TestDatabase): Promise<void> => {
  await sql`truncate supplier, rate_budget, product, event_stream, event, outbox cascade`;
  await putBorealis(createSupplierStore(sql, testSealer()));
};
