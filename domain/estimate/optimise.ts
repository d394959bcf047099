/**
 * The best basket for a problem in a mode. Better baskets are reported as they come; the search
 * ends with a proof or when it is told that the time is over, and the certificate says which.
 * Without clock or randomness: the same input gives the same baskets as long as time does not run
 * out.
 */

import { Failure } from '../errors.ts';
import { ownProperty } from '../own-property.ts';
import type { Basket } from './basket.ts';
import { checkBasket } from './checker.ts';
import { type Bundle, compile, type LineWithOptions } from './compile.ts';
import { modes, type OptimizationMode } from './modes/modes.ts';
import { orderCostAt } from './order-cost-at.ts';
import { asPreferred } from './preference.ts';
import type { EstimateProblem, LineChoice, Objective, Purchase } from './problem.ts';
import { searchFor } from './search-for.ts';

/**
 * Maximum cost of a basket in money units; the search needs the rest of the safe integers for its
 * own sums.
 */
const maxUnits = 2 ** 50;

const dearestOf = ({ options }: LineWithOptions): number => options.reduce((most, { cost }) => Math.max(most, cost), 0);

/**
 * Throws `too_large` where the most expensive basket would cost more money units than can be
 * counted exactly, naming the line that contributes most.
 */
const assertCountable = (
  bundles: readonly Bundle[],
  { orderCosts, orderSteps = {} }: Pick<EstimateProblem, 'orderCosts' | 'orderSteps'>,
): void => {
  const sellers = [...new Set([...Object.keys(orderCosts), ...Object.keys(orderSteps)])];
  let units = sellers.reduce((sum, seller) => {
    const steps = ownProperty(orderSteps, seller) ?? [];
    return sum + Math.max(ownProperty(orderCosts, seller) ?? 0, ...steps.map(({ cost }) => cost));
  }, 0);
  let dearest = { lineId: '', cost: 0 };
  for (const { alternatives } of bundles) {
    let most = 0;
    for (const lines of alternatives) {
      const costs = lines.map((line) => ({ lineId: line.lineId, cost: dearestOf(line) }));
      most = Math.max(
        most,
        costs.reduce((sum, { cost }) => sum + cost, 0),
      );
      dearest = costs.reduce((a, b) => (b.cost > a.cost ? b : a), dearest);
    }
    units += most;
  }
  if (units <= maxUnits) return;
  const where = dearest.lineId === '' ? 'the order costs' : `line ${JSON.stringify(dearest.lineId)}`;
  throw new Failure('too_large', `the estimate costs more than can be counted exactly; most of it is ${where}`);
};

/** How to optimise. */
export interface OptimiseOptions {
  readonly mode: OptimizationMode;
  /** Asked often; true ends the search with what is known. */
  readonly isOver: () => boolean;
  /** Called with each better basket, checked. */
  readonly onBetter?: (basket: Basket) => void;
}

/** What the search says of an open set. */
interface Verdict {
  readonly lowerBound: number;
  readonly isFirstAimProven: boolean;
}

const exceptionsIn = (problem: EstimateProblem, choices: readonly LineChoice[]): number => {
  const bought = new Map(choices.map(({ lineId, purchases }) => [lineId, purchases]));
  const groups = new Map<string, (readonly Purchase[])[]>();
  for (const { id, interchangeableGroup } of problem.lines) {
    const purchases = bought.get(id);
    const key = interchangeableGroup === undefined ? `line ${id}` : `group ${interchangeableGroup}`;
    if (purchases !== undefined) groups.set(key, [...(groups.get(key) ?? []), purchases]);
  }
  return [...groups.values()].reduce((sum, lines) => {
    const manufacturers = new Set(lines.flat().map(({ manufacturer }) => manufacturer));
    const made = [...manufacturers].map(
      (one) => lines.filter((line) => line.every(({ manufacturer }) => manufacturer === one)).length,
    );
    return sum + lines.length - Math.max(...made);
  }, 0);
};

const objectiveOf = (problem: EstimateProblem, choices: readonly LineChoice[]): Objective => {
  const purchases = choices.flatMap((choice) => choice.purchases);
  const goods = new Map<string, number>();
  for (const { sellerId, cost, duty = 0 } of purchases) goods.set(sellerId, (goods.get(sellerId) ?? 0) + cost - duty);
  const paid = purchases.reduce((sum, { cost }) => sum + cost, 0);
  return {
    total: [...goods].reduce((sum, [seller, value]) => sum + orderCostAt(problem, seller, value), paid),
    suppliers: goods.size,
    leadTimeDays: purchases.reduce((latest, { ships }) => Math.max(latest, ships.days ?? 0), 0),
    unknownLeadTimes: purchases.filter(({ ships }) => ships.days === undefined).length,
    manufacturerExceptions: exceptionsIn(problem, choices),
  };
};

/**
 * Finds the best basket. Throws a `too_large` failure where the money cannot be counted exactly,
 * and an error where a basket fails its check, which is a bug.
 */
export const optimise = (problem: EstimateProblem, { mode, isOver, onBetter }: OptimiseOptions): Basket => {
  const { prepare, aim } = modes[mode];
  const { bundles, infeasible } = prepare(problem);
  assertCountable(bundles, problem);
  const compiled = compile(bundles, problem);
  const basketOf = (choices: readonly LineChoice[], { lowerBound, isFirstAimProven }: Verdict): Basket => {
    const objective = objectiveOf(problem, choices);
    const { total } = objective;
    const bound = Math.min(lowerBound, total);
    const certificate = {
      objective: total,
      lowerBound: bound,
      gap: total > bound ? (total - bound) / total : 0,
      isFirstAimProven,
    };
    const basket = { mode, choices, infeasible, objective, certificate };
    const faults = checkBasket(problem, basket);
    if (faults.length > 0) throw new Error(`the basket does not hold: ${faults.join('; ')}`);
    return basket;
  };
  const isCostOnly = aim === 'cost';
  const report = (supplierOf: Int32Array, lowerBound: number): void =>
    onBetter?.(basketOf(compiled.choicesOf(supplierOf), { lowerBound, isFirstAimProven: isCostOnly }));
  const { supplierOf, ...verdict } = searchFor(aim, compiled, { isOver, onBetter: report });
  return basketOf(asPreferred(problem, { mode, bundles, choices: compiled.choicesOf(supplierOf) }), verdict);
};
