import type { Money } from '../../money.ts';
import type { RoundingMode } from '../fixed-point.ts';

/** A price of one piece from a quantity on. */
export interface UnitPriceTier {
  /** Pieces. */
  readonly from: number;
  /** Of one piece, as decimal text. */
  readonly unitPrice: string;
}

/**
 * What a price list has for some of what is sold. Each list that is not empty must name the item.
 */
export interface PriceListEntry {
  readonly offers: readonly string[];
  readonly products: readonly string[];
  readonly suppliers: readonly string[];
  readonly manufacturers: readonly string[];
  /** Ascending by quantity, at least one. Below the first the entry says nothing. */
  readonly tiers: readonly UnitPriceTier[];
}

/** What a surcharge of a delivery zone is counted by. */
export type SurchargeBasis =
  | { readonly by: 'order'; readonly amount: Money }
  | { readonly by: 'piece'; readonly amount: Money }
  | { readonly by: 'percent'; readonly percent: string }
  /** For each kilogramme, where the product's weight is known. */
  | { readonly by: 'weight'; readonly amount: Money };

/** A percentage as decimal text: `12.5` is an eighth. */
export interface PercentAction<Kind extends string> {
  readonly kind: Kind;
  readonly percent: string;
}

/** An amount for each piece or for the order. */
export interface FixedAction<Kind extends string> {
  readonly kind: Kind;
  readonly amount: Money;
  readonly per: 'piece' | 'order';
}

/** What a rule does. */
export type RuleAction =
  | { readonly kind: 'price_list'; readonly currency: string; readonly entries: readonly PriceListEntry[] }
  | PercentAction<'percent_markup'>
  | PercentAction<'percent_discount'>
  | FixedAction<'fixed_markup'>
  | FixedAction<'fixed_discount'>
  | {
      readonly kind: 'quantity_tiers';
      /** Ascending by quantity; a discount from so many pieces on. */
      readonly tiers: readonly { readonly from: number; readonly percent: string }[];
    }
  | PercentAction<'margin_floor'>
  | { readonly kind: 'zone_surcharge'; readonly basis: SurchargeBasis }
  | PercentAction<'duty'>
  | PercentAction<'tax'>
  | {
      readonly kind: 'rounding';
      readonly currency: string;
      /** The price becomes a multiple of it; positive decimal text. */
      readonly step: string;
      readonly mode: RoundingMode;
    };

/** The kinds of rules. */
export type RuleKind = RuleAction['kind'];

/**
 * What a rule is for. Each list that is not empty must name what is priced; of groups, one that the
 * customer is in.
 */
export interface RuleScope {
  readonly customers: readonly string[];
  readonly groups: readonly string[];
  readonly suppliers: readonly string[];
  /** In any spelling. */
  readonly manufacturers: readonly string[];
  readonly products: readonly string[];
  readonly offers: readonly string[];
  readonly zones: readonly string[];
}

/** A rule as an operator writes it. */
export interface RuleDraft {
  readonly id: string;
  /** Shown in the breakdown of the price. */
  readonly name: string;
  readonly enabled: boolean;
  /** The greater goes first among the rules of one step; of equal ones the lesser id. */
  readonly priority: number;
  /**
   * `exclusive`: applies only where no rule of its step has applied before it, and none applies
   * after it.
   */
  readonly stacking: 'stack' | 'exclusive';
  /** The first instant at which it applies; undefined: always did. */
  readonly validFrom: Date | undefined;
  /** The first instant at which it applies no more; undefined: never. */
  readonly validUntil: Date | undefined;
  readonly scope: RuleScope;
  /**
   * In CEL; undefined: always. One that cannot be told, because a value is unknown, does not hold.
   */
  readonly condition: string | undefined;
  readonly action: RuleAction;
}

/** A rule as it is stored. A change makes a new version; earlier ones are kept. */
export interface PricingRule extends RuleDraft {
  /** From 1. */
  readonly version: number;
  readonly recordedAt: Date;
  /** The key of the operator who wrote it. */
  readonly recordedBy: string;
}

/** A scope that names nothing, so that everything is in it. */
export const everything: RuleScope = {
  customers: [],
  groups: [],
  suppliers: [],
  manufacturers: [],
  products: [],
  offers: [],
  zones: [],
};

/**
 * The steps in which rules apply, in this order, after the supplier's price and its currency. A
 * rule for named customers has its own step before those for groups and for everybody.
 */
export const steps = [
  'price_list',
  'customer',
  'group',
  'margin_floor',
  'zone_surcharge',
  'duty',
  'tax',
  'rounding',
] as const;

/** A step in which rules apply. */
export type Step = (typeof steps)[number];
