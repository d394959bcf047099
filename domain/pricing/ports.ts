import type { ReadOptions, WriteContext } from '../store-context.ts';
import type { DutyRate, DutyRateDraft } from './duties/duty-rate.ts';
import type { DailyRate } from './exchange-rates.ts';
import type { PricingRule, RuleDraft, RuleScope } from './rules/rule.ts';

/**
 * What pricing needs from outside. Rules and rates are never overwritten: a change is recorded
 * beside what it replaces, with the instant, so that what was known at any instant can be read for
 * ever. All methods throw `Failure` of kind `unavailable` when the store does not answer.
 */

/** A change of rules or rates with who makes it. */
export interface PricingChange {
  /** The key of the operator. */
  readonly by: string;
  readonly context: WriteContext;
}

/** Which rules to list; every given part must hold. */
export interface RuleQuery {
  readonly kind?: PricingRule['action']['kind'] | undefined;
  /** Only those that name it. */
  readonly customerId?: string | undefined;
  readonly groupId?: string | undefined;
  readonly supplierId?: string | undefined;
  readonly isEnabled?: boolean | undefined;
  /** A piece of the name, the id or the condition, in any case. */
  readonly text?: string | undefined;
}

/** The pricing rules with all their versions. */
export interface PricingRuleStore {
  /** The rules that exist, or that existed at the instant, in any order. */
  rules(at?: Date, options?: ReadOptions): Promise<readonly PricingRule[]>;
  /** Up to `limit` rules that exist, in the order of their ids, after the id. */
  page(
    query: RuleQuery,
    page: { readonly afterId: string | undefined; readonly limit: number },
    options?: ReadOptions,
  ): Promise<readonly PricingRule[]>;
  /**
   * A version of a rule, without one the latest; undefined when there is none, or when the latest
   * says that it is gone.
   */
  rule(id: string, version?: number, options?: ReadOptions): Promise<PricingRule | undefined>;
  /**
   * Records a new version after the expected one, 0 for a new rule. Throws `conflict` when another
   * is the latest.
   */
  put(draft: RuleDraft, expected: number, change: PricingChange): Promise<PricingRule>;
  /**
   * Records that a rule is gone. Throws `conflict` as `put` does, `not_found` when it does not
   * exist.
   */
  remove(id: string, expected: number, change: PricingChange): Promise<void>;
  /**
   * Ids of up to `limit` offers that a scope names by offer, product or supplier, in the order of
   * their ids.
   */
  offersIn(scope: RuleScope, limit: number, options?: ReadOptions): Promise<readonly string[]>;
}

/** What became of rates that were given. */
export interface RatesAdded {
  /** Those that were not known, or known otherwise. */
  readonly added: number;
  /** Those that were known just so. */
  readonly unchanged: number;
}

/** The exchange rates with all their corrections. */
export interface ExchangeRateStore {
  /**
   * The rates of the days from the first to the last, as known now or at the instant; each currency
   * and day once.
   */
  rates(
    days: { readonly first: string; readonly last: string },
    at?: Date,
    options?: ReadOptions,
  ): Promise<readonly DailyRate[]>;
  /** Records rates; of two of one currency and day the later counts from then on. All or none. */
  add(rates: readonly DailyRate[], change: PricingChange): Promise<RatesAdded>;
}

/**
 * Import duties. They are overwritten: only baskets of now are chosen by them. The audit trail
 * keeps what they were.
 */
export interface DutyRateStore {
  /** All of them, in any order. */
  all(options?: ReadOptions): Promise<readonly DutyRate[]>;
  /** Up to `limit` of them, in the order of their ids, after the id. */
  page(afterId: string | undefined, limit: number, options?: ReadOptions): Promise<readonly DutyRate[]>;
  /** Undefined when there is none. */
  rate(id: string, options?: ReadOptions): Promise<DutyRate | undefined>;
  /**
   * Makes a rate, or changes the one of the id. Throws `conflict` where another is for the same
   * goods at some instant, `failed_precondition` where it would be one too many.
   */
  put(draft: DutyRateDraft, change: PricingChange): Promise<DutyRate>;
  /** Throws `not_found` where there is none. */
  remove(id: string, change: PricingChange): Promise<void>;
}

/** Whether rules or rates have changed. */
export interface PricingRevisions {
  /** Another text after every change. */
  revision(options?: ReadOptions): Promise<string>;
}
