import { ownProperty } from '../own-property.ts';
import type { OrderTerms } from './dominance.ts';

/** What an order of so much goods costs at the seller besides, in money units. */
export const orderCostAt = ({ orderCosts, orderSteps = {} }: OrderTerms, seller: string, goods: number): number => {
  const steps = ownProperty(orderSteps, seller) ?? [];
  return steps.findLast(({ goodsFrom }) => goodsFrom <= goods)?.cost ?? ownProperty(orderCosts, seller) ?? 0;
};
