import type { CompiledRule } from './compile.ts';

/** Whether what rules add to an order can be told apart from the prices of what is ordered. */

const isOrderAmount = ({ basis, isOfOrders }: CompiledRule): boolean => basis === 'order' && isOfOrders;

/** Whether it applies to every purchase of an order alike, so that the order has it in its step. */
const isOfEveryPurchase = ({ basis, isOfOrders }: CompiledRule): boolean => isOfOrders && basis !== 'pieces';

/** Whether an exclusive rule of one step lets amounts of orders apply to some purchases alone. */
const isMixed = (step: readonly CompiledRule[]): boolean =>
  step.some(isOrderAmount) && step.some(({ isExclusive }) => isExclusive) && !step.every(isOfEveryPurchase);

/**
 * Whether the amounts of orders come beside the prices of purchases and leave these as they are.
 * They do not where a margin floor looks at the whole price of a purchase, nor where an exclusive
 * rule of their step decides by what is bought which of the two applies.
 */
export const areOrdersApart = (rules: readonly CompiledRule[]): boolean =>
  !rules.some(({ step }) => step === 'margin_floor') &&
  ![...Map.groupBy(rules, ({ step }) => step).values()].some(isMixed);
