/**
 * What an order costs beside its goods where that depends on their value: a fee for small orders,
 * free shipping from a value on, shipping in steps.
 */
import type { OrderStep } from '../problem.ts';

/** Values of goods in which an order costs the same. */
export interface OrderWindow {
  readonly from: number;
  /** The first value beyond; Infinity: none. */
  readonly until: number;
  readonly cost: number;
}

/**
 * The windows of an order that costs `first` below all steps, as far as goods of at most `reach`
 * come. Steps rise by their value, from above 0 on. Together the windows hold every value once.
 */
export const windowsOf = (first: number, steps: readonly OrderStep[], reach: number): readonly OrderWindow[] => {
  const starts = [{ goodsFrom: 0, cost: first }, ...steps.filter(({ goodsFrom }) => goodsFrom <= reach)];
  const distinct = starts.filter(({ cost }, index) => index === 0 || starts[index - 1]?.cost !== cost);
  return distinct.map(({ goodsFrom, cost }, index) => ({
    from: goodsFrom,
    until: distinct[index + 1]?.goodsFrom ?? Infinity,
    cost,
  }));
};

/** What an order of so much goods costs besides. */
export const costAt = (windows: readonly OrderWindow[], goods: number): number =>
  (windows.find(({ until }) => goods < until) as OrderWindow).cost;

/** The least that any order costs. */
export const minCost = (windows: readonly OrderWindow[]): number =>
  windows.reduce((least, { cost }) => Math.min(least, cost), Infinity);
