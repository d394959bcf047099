import { timesRatio } from '../fixed-point.ts';
import { type KindDefinition, line } from './effect.ts';
import { type PercentAction, percentRatio, percentViolations } from './values.ts';

/**
 * Raises a price to what the supplier asks for plus a percentage of that; a price above it is left
 * alone.
 */
export const marginFloor: KindDefinition<PercentAction<'margin_floor'>> = {
  step: { ofCustomers: 'margin_floor', ofOthers: 'margin_floor' },
  check: ({ percent }) => percentViolations('action.percent', percent),
  compile: ({ percent }) => {
    const ratio = percentRatio(percent);
    const note = `raised to ${percent} % above the supplier's price`;
    return ({ cost, total }) => {
      const missing = cost + timesRatio(cost, ratio) - total;
      return missing > 0 ? line(missing, note) : undefined;
    };
  },
};
