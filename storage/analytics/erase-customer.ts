import type { AnalyticsEngine } from './engine.ts';

/** A text in a statement that takes no parameters. */
const literal = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** The tables that tell of customers, and of what their credentials saw. */
const tables = {
  price_given: 'customer',
  observation: 'credential',
  credential_state: 'credential',
  ingestion_run: 'credential',
} as const;

const conditionOf = (
  whose: (typeof tables)[keyof typeof tables],
  customerId: string,
  credentialIds: readonly string[],
): string =>
  whose === 'customer'
    ? `customer_id = ${literal(customerId)}`
    : `credential_id in (${credentialIds.map(literal).join(', ')})`;

/**
 * Deletes what the projection holds of a customer from the disk, and returns how many rows that
 * were by table. What is summed up over suppliers and days names nobody and stays.
 */
export const eraseCustomer = async (
  engine: AnalyticsEngine,
  customerId: string,
  credentialIds: readonly string[],
): Promise<Readonly<Record<string, number>>> => {
  const erased: Record<string, number> = {};
  for (const [table, whose] of Object.entries(tables)) {
    if (whose === 'credential' && credentialIds.length === 0) continue;
    const condition = conditionOf(whose, customerId, credentialIds);
    const [row] = await engine.read<{ rows: number }>(`select count() as rows from ${table} where ${condition}`, {});
    const rows = row?.rows ?? 0;
    if (rows > 0) await engine.run(`alter table ${table} delete where ${condition} settings mutations_sync = 1`);
    erased[`clickhouse.${table}`] = rows;
  }
  return erased;
};
