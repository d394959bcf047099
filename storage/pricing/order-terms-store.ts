import type { StatedOrderTerms } from '../../domain/estimate/ports.ts';
import { run, type Sql } from '../pool/pool.ts';

interface TermsRow {
  readonly id: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly handlingDays: number | null;
}

/**
 * Opens what operators have said of orders at suppliers. Database down: `of` throws `Failure` of
 * kind `unavailable`.
 */
export const createOrderTerms = (sql: Sql): StatedOrderTerms => ({
  of: async (supplierIds, options) => {
    const rows = await run(
      sql<TermsRow[]>`
        select id, trim_scale(order_cost) as amount, order_cost_currency as currency, handling_days as "handlingDays"
        from supplier
        where id = any(${[...supplierIds]}::text[]) and (order_cost is not null or handling_days is not null)`,
      options,
    );
    return new Map(
      rows.map(({ id, amount, currency, handlingDays }) => [
        id,
        {
          ...(amount !== null && currency !== null && { cost: { amount, currency } }),
          ...(handlingDays !== null && { handlingDays }),
        },
      ]),
    );
  },
});
