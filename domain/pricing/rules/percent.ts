import { timesRatio } from '../fixed-point.ts';
import { type KindDefinition, line } from './effect.ts';
import { type PercentAction, percentRatio, percentViolations } from './values.ts';

/** A percentage of the price as it has become so far, up or down. */

const step = { ofCustomers: 'customer', ofOthers: 'group' } as const;

/** Adds a percentage. */
export const percentMarkup: KindDefinition<PercentAction<'percent_markup'>> = {
  step,
  basis: () => 'share',
  check: ({ percent }) => percentViolations('action.percent', percent),
  compile: ({ percent }) => {
    const ratio = percentRatio(percent);
    const note = `+${percent} %`;
    return ({ total }) => line(timesRatio(total, ratio), note);
  },
};

/** Takes a percentage off, all of it at most. */
export const percentDiscount: KindDefinition<PercentAction<'percent_discount'>> = {
  step,
  basis: () => 'share',
  check: ({ percent }) => percentViolations('action.percent', percent, 100),
  compile: ({ percent }) => {
    const ratio = percentRatio(percent);
    const note = `-${percent} %`;
    return ({ total }) => line(-timesRatio(total, ratio), note);
  },
};
