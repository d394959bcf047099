/**
 * Guards that every sum of an estimate is exact: doubles count whole money units only up to 2^53.
 */
import { Failure } from '../errors.ts';
import { ownProperty } from '../own-property.ts';
import type { Bundle, LineWithOptions } from './compile.ts';
import type { EstimateProblem } from './problem.ts';

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
export const assertCountable = (
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
