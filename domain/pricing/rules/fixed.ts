import type { Money } from '../../money.ts';
import type { KindDefinition, RuleBasis } from './effect.ts';
import { moneyEffect, moneyViolations, perText, timesPer } from './values.ts';

/** An amount for each piece or for the whole order, up or down. */

/** An amount for each piece or for the order. */
export interface FixedAction<Kind extends string> {
  readonly kind: Kind;
  readonly amount: Money;
  readonly per: 'piece' | 'order';
}

type Fixed = FixedAction<'fixed_markup' | 'fixed_discount'>;

const step = { ofCustomers: 'customer', ofOthers: 'group' } as const;

const check = ({ amount }: Fixed) => moneyViolations('action.amount', amount);

const basis = ({ per }: Fixed): RuleBasis => (per === 'order' ? 'order' : 'pieces');

const counted = ({ amount, per }: Fixed, sign: '+' | '-') => ({
  amount,
  times: timesPer[per],
  note: `${sign}${amount.amount} ${amount.currency}${perText[per]}`,
});

/** Adds an amount. */
export const fixedMarkup: KindDefinition<FixedAction<'fixed_markup'>> = {
  step,
  check,
  basis,
  compile: (action) => moneyEffect(counted(action, '+'), (units) => units),
};

/** Takes an amount off, but never more than there is. */
export const fixedDiscount: KindDefinition<FixedAction<'fixed_discount'>> = {
  step,
  check,
  basis,
  compile: (action) => moneyEffect(counted(action, '-'), (units, { total }) => -Math.min(units, total)),
};
