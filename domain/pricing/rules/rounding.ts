import { rescaling, timesRatio, toMultiple } from '../fixed-point.ts';
import { type ActionOf, type KindDefinition, line } from './effect.ts';
import { amountViolations, compiledMoney, currencyViolations } from './values.ts';

/**
 * Makes the prices of a currency multiples of a step, such as 0.05. Only one such rule applies to a
 * price, and in its place the rounding to the currency's smallest coin. A price so large that its
 * last digit is above the step is left as it is.
 */
export const rounding: KindDefinition<ActionOf<'rounding'>> = {
  step: { ofCustomers: 'rounding', ofOthers: 'rounding' },
  check: ({ currency, step }) => [
    ...currencyViolations('action.currency', currency),
    ...amountViolations('action.step', step),
  ],
  compile: ({ currency, step, mode }) => {
    const { units, places } = compiledMoney({ amount: step, currency });
    const note = `to a multiple of ${step} ${currency}`;
    return (situation) => {
      if (situation.currency !== currency) return undefined;
      const { total } = situation;
      const whole = timesRatio(units, rescaling(places, situation.places));
      const isFine = situation.places >= places;
      return line(isFine ? toMultiple(total, whole, mode) - total : 0, note);
    };
  },
};
