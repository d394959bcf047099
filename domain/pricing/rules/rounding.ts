import { type RoundingMode, rescaling, timesRatio, toMultiple } from '../fixed-point.ts';
import { type KindDefinition, line } from './effect.ts';
import { amountViolations, compiledMoney, currencyViolations } from './values.ts';

/** Which multiples prices become. */
export interface RoundingAction {
  readonly kind: 'rounding';
  readonly currency: string;
  /** The price becomes a multiple of it; positive decimal text. */
  readonly step: string;
  readonly mode: RoundingMode;
}

/**
 * Makes the prices of a currency multiples of a step, such as 0.05. Only one such rule applies to a
 * price, and in its place the rounding to the currency's smallest coin. A price so large that its
 * last digit is above the step is left as it is.
 */
export const rounding: KindDefinition<RoundingAction> = {
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
