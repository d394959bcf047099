import type { KindDefinition } from './effect.ts';
import type { FixedAction } from './rule.ts';
import { moneyEffect, moneyViolations, perText, timesPer } from './values.ts';

/** An amount for each piece or for the whole order, up or down. */

type Fixed = FixedAction<'fixed_markup' | 'fixed_discount'>;

const step = { ofCustomers: 'customer', ofOthers: 'group' } as const;

const check = ({ amount }: Fixed) => moneyViolations('action.amount', amount);

const counted = ({ amount, per }: Fixed, sign: '+' | '-') => ({
  amount,
  times: timesPer[per],
  note: `${sign}${amount.amount} ${amount.currency}${perText[per]}`,
});

/** Adds an amount. */
export const fixedMarkup: KindDefinition<Fixed> = {
  step,
  check,
  compile: (action) => moneyEffect(counted(action, '+'), (units) => units),
};

/** Takes an amount off, but never more than there is. */
export const fixedDiscount: KindDefinition<Fixed> = {
  step,
  check,
  compile: (action) => moneyEffect(counted(action, '-'), (units, { total }) => -Math.min(units, total)),
};
