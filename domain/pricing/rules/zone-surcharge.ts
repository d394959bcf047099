import type { FieldViolation } from '../../errors.ts';
import type { Money } from '../../money.ts';
import { timesRatio } from '../fixed-point.ts';
import { type Effect, type KindDefinition, line } from './effect.ts';
import {
  moneyEffect,
  moneyViolations,
  percentRatio,
  percentViolations,
  perText,
  type Times,
  timesPer,
} from './values.ts';
import { kilogrammes } from './weight.ts';

/**
 * What delivery into a zone costs: for the order, for each piece, as a percentage, or for each
 * kilogramme. Several surcharges do not count on top of each other: a percentage is of the price
 * before the first of them. A surcharge by weight does not apply to a product whose weight is not
 * known.
 */

/** What a surcharge of a delivery zone is counted by. */
export type SurchargeBasis =
  | { readonly by: 'order'; readonly amount: Money }
  | { readonly by: 'piece'; readonly amount: Money }
  | { readonly by: 'percent'; readonly percent: string }
  /** For each kilogramme, where the product's weight is known. */
  | { readonly by: 'weight'; readonly amount: Money };

/** A surcharge, counted so. */
export interface ZoneSurchargeAction {
  readonly kind: 'zone_surcharge';
  readonly basis: SurchargeBasis;
}

const counted = (amount: Money, unit: string, times: Times): Effect =>
  moneyEffect({ amount, times, note: `+${amount.amount} ${amount.currency}${unit}` }, (units) => units);

const percentage = (percent: string): Effect => {
  const ratio = percentRatio(percent);
  const note = `+${percent} %`;
  return ({ stepTotal }) => line(timesRatio(stepTotal, ratio), note);
};

const weightOf: Times = ({ offer, pieces }) => {
  const weight = kilogrammes(offer.product?.characteristics);
  return weight && { numerator: weight.numerator * pieces, denominator: weight.denominator };
};

const compiled = (basis: SurchargeBasis): Effect => {
  switch (basis.by) {
    case 'order':
    case 'piece':
      return counted(basis.amount, perText[basis.by], timesPer[basis.by]);
    case 'weight':
      return counted(basis.amount, ' a kilogramme', weightOf);
    case 'percent':
      return percentage(basis.percent);
  }
};

const violations = (basis: SurchargeBasis): readonly FieldViolation[] =>
  basis.by === 'percent'
    ? percentViolations('action.basis.percent', basis.percent)
    : moneyViolations('action.basis.amount', basis.amount);

/** What delivery into a zone costs. */
export const zoneSurcharge: KindDefinition<ZoneSurchargeAction> = {
  step: { ofCustomers: 'zone_surcharge', ofOthers: 'zone_surcharge' },
  basis: ({ basis: { by } }) => (by === 'order' ? 'order' : by === 'percent' ? 'share' : 'pieces'),
  check: ({ basis }) => violations(basis),
  compile: ({ basis }) => compiled(basis),
};
