import { timesRatio } from '../fixed-point.ts';
import { type KindDefinition, line } from './effect.ts';
import type { PercentAction } from './rule.ts';
import { percentRatio, percentViolations } from './values.ts';

/**
 * Duty is a percentage of the price with its surcharges, tax one of the price with its duties.
 * Several of one kind do not count on top of each other.
 */
const leviedIn = (step: 'duty' | 'tax'): KindDefinition<PercentAction<'duty' | 'tax'>> => ({
  step: { ofCustomers: step, ofOthers: step },
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
