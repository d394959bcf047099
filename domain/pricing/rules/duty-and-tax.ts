import { timesRatio } from '../fixed-point.ts';
import { type KindDefinition, line } from './effect.ts';
import { type PercentAction, percentRatio, percentViolations } from './values.ts';

/**
 * Duty is a percentage of the price with its surcharges, tax one of the price with its duties.
 * Several of one kind do not count on top of each other.
 */
const leviedIn = <Levy extends 'duty' | 'tax'>(step: Levy): KindDefinition<PercentAction<Levy>> => ({
  step: { ofCustomers: step, ofOthers: step },
  basis: () => 'share',
  check: ({ percent }) => percentViolations('action.percent', percent),
  compile: ({ percent }) => {
    const ratio = percentRatio(percent);
    const note = `+${percent} %`;
    return ({ stepTotal }) => line(timesRatio(stepTotal, ratio), note);
  },
});

/** Customs duty. */
export const duty = leviedIn('duty');

/** Tax. */
export const tax = leviedIn('tax');
