import type { RuleAction } from './registry.ts';

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
