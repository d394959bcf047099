import type { PriceAnswer } from '../../../domain/pricing/calculate.ts';
import type { DailyRate } from '../../../domain/pricing/exchange-rates.ts';
import type { RatesAdded } from '../../../domain/pricing/ports.ts';
import type { PricingRule, RuleDraft } from '../../../domain/pricing/rules/rule.ts';
import type { RateFormat } from '../../import/reference-rates.ts';
import type { UseCase } from '../../request/request-context.ts';

/**
 * What operators do to how prices are made. Every change is in force at once in the process that
 * made it, and in all others within seconds.
 */
export interface PricingAdministration {
  readonly listPricingRules: UseCase<ListPricingRules, PricingRulePage>;
  readonly getPricingRule: UseCase<OfPricingRule & { readonly version: number | undefined }, PricingRule>;
  /** Refuses a rule that does not compile with what is wrong, and an id that there is already. */
  readonly addPricingRule: UseCase<NewPricingRule, PricingRule>;
  /** Refuses what is not a change of the latest version as a conflict. */
  readonly putPricingRule: UseCase<{ readonly draft: RuleDraft; readonly expected: number }, PricingRule>;
  readonly removePricingRule: UseCase<OfPricingRule & { readonly expected: number }, OfPricingRule>;
  /** Prices a sample with a draft beside the rules as they are; changes nothing. */
  readonly tryPricingRule: UseCase<TryPricingRule, Trial>;
  readonly addExchangeRates: UseCase<GivenRates, RatesAdded>;
  /** The latest of each currency, up to a week old. */
  readonly listExchangeRates: UseCase<Readonly<Record<never, never>>, { readonly rates: readonly DailyRate[] }>;
}

/** A page of the rules. */
export interface ListPricingRules {
  /** 0: the usual number. */
  readonly limit: number;
  /** Empty: the first page. */
  readonly cursor: string;
}

/** A page of the rules, in the order of their ids. */
export interface PricingRulePage {
  readonly items: readonly PricingRule[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** Names a rule. */
export interface OfPricingRule {
  readonly id: string;
}

/** A rule to be made. */
export interface NewPricingRule {
  /** Without an id it gets a new one. */
  readonly draft: Omit<RuleDraft, 'id'> & { readonly id: string | undefined };
}

/** Rates as a file of the European Central Bank, or one by one. */
export type GivenRates =
  | { readonly format: RateFormat; readonly content: string }
  | { readonly day: string; readonly rates: Readonly<Record<string, string>> };

/** What to price with a draft. */
export interface TryPricingRule extends NewPricingRule {
  /** Empty: some of those that the rule names. */
  readonly offerIds: readonly string[];
  readonly quantity: number;
  readonly customerId: string;
  readonly groupIds: readonly string[];
  /** Empty: the service's. */
  readonly deliveryZone: string;
  readonly currency: string | undefined;
  /** Undefined: now. */
  readonly date: Date | undefined;
}

/** What a draft changes, offer by offer. */
export interface Trial {
  readonly items: readonly {
    readonly present: PriceAnswer;
    readonly draft: PriceAnswer;
    /** Whether the draft takes part in its price. */
    readonly applies: boolean;
  }[];
}
