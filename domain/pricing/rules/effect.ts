import type { FieldViolation } from '../../errors.ts';
import type { Offer } from '../../offers/offer.ts';
import type { Ratio, Scaled } from '../fixed-point.ts';
import type { Step } from './steps.ts';

/**
 * A price on its way through the rules. Amounts are whole units of the price's currency at `places`
 * decimal places.
 */
export interface Situation {
  readonly offer: Offer;
  /** The key of its maker's name; empty when the maker is not known. */
  readonly manufacturer: string;
  /** Pieces that are bought. */
  readonly pieces: number;
  readonly currency: string;
  readonly places: number;
  /** The supplier's price of all pieces, without fees. */
  readonly goods: number;
  /** What the supplier asks for in all. */
  readonly cost: number;
  /** The sum of all lines so far. */
  readonly total: number;
  /** The sum before the first rule of the present step. */
  readonly stepTotal: number;
  /** The rate from a currency into the price's; undefined when it is missing. */
  rate(currency: string): Ratio | undefined;
}

/** What a rule adds to a price: a line, or nothing because of a rate that is missing. */
export type Contribution =
  | { readonly kind: 'line'; readonly amount: number; readonly note: string }
  | { readonly kind: 'missing_rate'; readonly currency: string };

/** What a compiled action adds to a price; undefined when it does not apply to it. */
export type Effect = (situation: Situation) => Contribution | undefined;

/** What there is to know of a kind of rule. */
export interface KindDefinition<Action extends { readonly kind: string }> {
  /** The step of a rule of this kind, for named customers and for others. */
  readonly step: { readonly ofCustomers: Step; readonly ofOthers: Step };
  /** What is wrong with an action; fields are named from `action` on. */
  check(action: Action): readonly FieldViolation[];
  /** Compiles an action that passed the check. */
  compile(action: Action): Effect;
  /**
   * The numbers of pieces at which it changes its mind, ascending; left out where there are none.
   */
  thresholds?(action: Action): readonly number[];
  /** What its amount is counted by; left out: the pieces. */
  basis?(action: Action): RuleBasis;
}

/**
 * What the amount of a rule is counted by: once for an order, a share of what the price has become,
 * or the pieces that are bought.
 */
export type RuleBasis = 'order' | 'share' | 'pieces';

/** A line of a breakdown. */
export const line = (amount: number, note: string): Contribution => ({ kind: 'line', amount, note });

/** An amount of rules, ready to be calculated with. */
export interface CompiledMoney extends Scaled {
  readonly currency: string;
}
