import type { OrderCosts } from '../../domain/estimate/ports.ts';
import { run, type Sql } from '../pool/pool.ts';

/**
 * Opens what suppliers usually charge for an order. Database down: `of` throws `Failure` of kind
 * `unavailable`.
 */
export const createOrderCosts = (sql: Sql): OrderCosts => ({
  of: async (supplierIds, options) => {
    const rows = await run(
      sql<{ id: string; amount: string; currency: string }[]>`
        select id, trim_scale(order_cost) as amount, order_cost_currency as currency from supplier
        where id = any(${[...supplierIds]}::text[]) and order_cost is not null`,
      options,
    );
    return new Map(rows.map(({ id, amount, currency }) => [id, { amount, currency }]));
  },
});
