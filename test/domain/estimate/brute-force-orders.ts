/**
 * The best basket where what an order costs depends on its goods, by trying every choice among the
 * options of the lines. It shares no code with the search; that the options are the right ones is
 * shown where orders cost a fixed amount (`brute-force.ts`, `options.unit.test.ts`).
 */
import type { PreparedSearch } from '../../../domain/estimate/modes/mode.ts';
import type { LineOption } from '../../../domain/estimate/options.ts';
import type { EstimateProblem } from '../../../domain/estimate/problem.ts';

/** What the best basket reaches. */
export interface OrderOptimum {
  readonly suppliers: number;
  readonly total: number;
}

/** Everything that may be taken for some lines at once: one of these lists of options. */
const choicesOf = ({ bundles }: PreparedSearch): readonly (readonly (readonly LineOption[])[])[] =>
  bundles.map(({ alternatives }) =>
    alternatives.flatMap((lines) =>
      lines.reduce<readonly (readonly LineOption[])[]>(
        (all, { options }) => all.flatMap((taken) => options.map((option) => [...taken, option])),
        [[]],
      ),
    ),
  );

const reachedBy = ({ orderCosts, orderSteps = {} }: EstimateProblem, taken: readonly LineOption[]): OrderOptimum => {
  const goods = new Map<string, number>();
  let total = 0;
  // Import duty is paid, and is no part of the goods that an order is judged by.
  for (const { sellerId, cost, duty = 0 } of taken.flatMap(({ purchases }) => purchases)) {
    goods.set(sellerId, (goods.get(sellerId) ?? 0) + cost - duty);
    total += cost;
  }
  for (const [seller, value] of goods) {
    let order = orderCosts[seller] ?? 0;
    for (const { goodsFrom, cost } of orderSteps[seller] ?? []) if (value >= goodsFrom) order = cost;
    total += order;
  }
  return { suppliers: goods.size, total };
};

/** The best basket's values, fewest suppliers first where asked; undefined: too many to try. */
export const bruteForceOrders = (
  problem: EstimateProblem,
  prepared: PreparedSearch,
  { isFewestFirst, most }: { readonly isFewestFirst: boolean; readonly most: number },
): OrderOptimum | undefined => {
  const choices = choicesOf(prepared);
  if (choices.reduce((product, { length }) => product * length, 1) > most) return undefined;
  let best: OrderOptimum = { suppliers: Infinity, total: Infinity };
  const visit = (index: number, taken: readonly LineOption[]): void => {
    const choice = choices[index];
    if (choice === undefined) {
      const value = reachedBy(problem, taken);
      const isFewer = isFewestFirst && value.suppliers < best.suppliers;
      const isAsFew = !isFewestFirst || value.suppliers === best.suppliers;
      if (isFewer || (isAsFew && value.total < best.total)) best = value;
      return;
    }
    for (const options of choice) visit(index + 1, [...taken, ...options]);
  };
  visit(0, []);
  return best;
};
