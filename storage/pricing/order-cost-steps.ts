import type { OrderCostStep, StatedOrderCost } from '../../domain/estimate/order-costs.ts';

/** A step of what an order costs as its column holds it. */
export interface StoredOrderCostStep {
  readonly goods_from: string;
  readonly amount: string;
}

/** The steps of a column; null: none. */
export const stepsFromRow = (steps: readonly StoredOrderCostStep[] | null): Pick<StatedOrderCost, 'steps'> =>
  steps === null ? {} : { steps: steps.map(({ goods_from: goodsFrom, amount }) => ({ goodsFrom, amount })) };

/** The column for some steps, as JSON text. */
export const stepsToRow = (steps: readonly OrderCostStep[] = []): string | null =>
  steps.length === 0
    ? null
    : JSON.stringify(steps.map(({ goodsFrom, amount }): StoredOrderCostStep => ({ goods_from: goodsFrom, amount })));
