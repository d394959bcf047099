/**
 * Which options of a line can never be part of a best basket. An option is dominated when another
 * one needs no other supplier and costs no more, whatever else is ordered. Where what an order
 * costs depends on its goods that is more than to cost no more by itself: one with more goods may
 * make an order large enough for free shipping, one with fewer keep it small enough for a lower
 * step, and import duty is paid and is no part of the goods. So a dearer option is left out only
 * where it costs more by at least as much as it could save on orders.
 */
import { ownProperty } from '../own-property.ts';
import type { EstimateProblem, OrderStep, Purchase } from './problem.ts';

/** What orders cost, and what purchases are rounded to. */
export type OrderTerms = Pick<EstimateProblem, 'orderCosts' | 'orderSteps' | 'coin'>;

/** What is compared of a way to buy a line. */
interface Comparable {
  readonly purchases: readonly Purchase[];
  readonly cost: number;
  readonly suppliers: readonly string[];
}

/** An option with the value of its goods at each of its suppliers whose orders have steps. */
interface Weighed<Option> {
  readonly option: Option;
  readonly goods: ReadonlyMap<string, number>;
}

const isSubset = (inner: readonly string[], outer: readonly string[]): boolean =>
  inner.every((supplier) => outer.includes(supplier));

const weighed = <Option extends Comparable>(option: Option, { orderSteps = {} }: OrderTerms): Weighed<Option> => {
  const goods = new Map<string, number>();
  for (const { sellerId, cost, duty = 0 } of option.purchases) {
    if (ownProperty(orderSteps, sellerId) !== undefined) goods.set(sellerId, (goods.get(sellerId) ?? 0) + cost - duty);
  }
  return { option, goods };
};

/**
 * The most that an order costs more with goods of `instead` in place of `goods`, whatever other
 * goods it has; at least 0, as beyond all steps it costs the same. What it costs more changes only
 * where either value comes to a step.
 */
const maxIncrease = (first: number, steps: readonly OrderStep[], goods: number, instead: number): number => {
  const shift = instead - goods;
  const costAt = (value: number): number => steps.findLast(({ goodsFrom }) => goodsFrom <= value)?.cost ?? first;
  let most = 0;
  for (const value of [goods, ...steps.flatMap(({ goodsFrom }) => [goodsFrom, goodsFrom - shift])]) {
    if (value >= goods) most = Math.max(most, costAt(value + shift) - costAt(value));
  }
  return most;
};

/** Whether the first can take the place of the second in every basket and cost no more there. */
const dominates = (
  one: Weighed<Comparable>,
  other: Weighed<Comparable>,
  { orderCosts, orderSteps = {} }: OrderTerms,
): boolean => {
  if (!isSubset(one.option.suppliers, other.option.suppliers)) return false;
  let left = other.option.cost - one.option.cost;
  if (left < 0) return false;
  for (const [seller, goods] of other.goods) {
    const steps = ownProperty(orderSteps, seller) ?? [];
    left -= maxIncrease(ownProperty(orderCosts, seller) ?? 0, steps, goods, one.goods.get(seller) ?? 0);
    if (left < 0) return false;
  }
  return true;
};

/** The options without those that another one dominates; of equals the first stays. */
export const withoutDominated = <Option extends Comparable>(
  options: readonly Option[],
  terms: OrderTerms,
): readonly Option[] => {
  const sorted = [...options].sort((a, b) => a.cost - b.cost || a.suppliers.length - b.suppliers.length);
  let kept: Weighed<Option>[] = [];
  for (const option of sorted) {
    const next = weighed(option, terms);
    if (kept.some((each) => dominates(each, next, terms))) continue;
    // One that costs the same may still do so with more goods.
    if (next.goods.size > 0) kept = kept.filter((each) => !dominates(next, each, terms));
    kept.push(next);
  }
  return kept.map(({ option }) => option);
};

/** The options where orders cost the same whatever their goods: none is dearer than it need be. */
export const cheapestOptions = <Option extends Comparable>(options: readonly Option[]): readonly Option[] =>
  withoutDominated(options, { orderCosts: {} });
