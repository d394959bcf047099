import type { ReadOptions } from '../../domain/store-context.ts';
import { run, type Sql } from '../pool/pool.ts';

/**
 * The ids of the offers of products, in one statement whatever the number. Throws `unavailable`
 * when the database does not answer.
 */
export const createProductOffers =
  (sql: Sql) =>
  async (productIds: readonly string[], options?: ReadOptions): Promise<readonly string[]> => {
    if (productIds.length === 0) return [];
    const rows = await run(
      sql<{ id: string }[]>`select id from offer where product_id = any(${[...productIds]}::text[])`,
      options,
    );
    return rows.map(({ id }) => id);
  };
