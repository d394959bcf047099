import type { StatedOrderTerms } from '../../domain/estimate/ports.ts';
import type { SellerKind } from '../../domain/offers/sale-terms.ts';
import { run, type Sql } from '../pool/pool.ts';
import { type StoredOrderCostStep, stepsFromRow } from './order-cost-steps.ts';

interface TermsRow {
  readonly id: string;
  readonly name: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly steps: readonly StoredOrderCostStep[] | null;
  readonly handlingDays: number | null;
  readonly sellerKind: SellerKind | null;
  readonly shipsFrom: string | null;
}

/**
 * Opens what operators have said of orders at suppliers. Database down: `of` throws `Failure` of
 * kind `unavailable`.
 */
export const createOrderTerms = (sql: Sql): StatedOrderTerms => ({
  of: async (supplierIds, options) => {
    const rows = await run(
      sql<TermsRow[]>`
        select id, name, trim_scale(order_cost) as amount, order_cost_currency as currency,
          order_cost_steps as steps, handling_days as "handlingDays", seller_kind as "sellerKind",
          ships_from as "shipsFrom"
        from supplier where id = any(${[...supplierIds]}::text[])`,
      options,
    );
    return new Map(
      rows.map(({ id, name, amount, currency, steps, handlingDays, sellerKind, shipsFrom }) => [
        id,
        {
          supplierName: name,
          ...(amount !== null && currency !== null && { cost: { amount, currency, ...stepsFromRow(steps) } }),
          ...(handlingDays !== null && { handlingDays }),
          ...(sellerKind !== null && { sellerKind }),
          ...(shipsFrom !== null && { shipsFrom }),
        },
      ]),
    );
  },
});
