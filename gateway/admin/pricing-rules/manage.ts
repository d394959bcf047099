import { invalidArgument, notFound } from '../../../domain/errors.ts';
import type { PriceAnswer } from '../../../domain/pricing/calculate.ts';
import type { PricingRuleStore, RuleQuery } from '../../../domain/pricing/ports.ts';
import { compileRule } from '../../../domain/pricing/rules/compile.ts';
import type { PricingRule, RuleDraft } from '../../../domain/pricing/rules/rule.ts';
import { checkId, type Finding, throwIfAny } from '../../request/check.ts';
import { type Cursors, markOfId, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';
import { narrowedBy } from '../request/list-filters.ts';

/**
 * What operators do to pricing rules. Every change is in force at once in the process that
 * made it, and in all others within seconds.
 */
export interface PricingRuleCases {
  readonly listPricingRules: UseCase<RuleQuery & PageRequest, Page<PricingRule>>;
  readonly getPricingRule: UseCase<OfPricingRule & { readonly version: number | undefined }, PricingRule>;
  /** Refuses a rule that does not compile with what is wrong, and an id that there is already. */
  readonly addPricingRule: UseCase<NewPricingRule, PricingRule>;
  /** Refuses what is not a change of the latest version as a conflict. */
  readonly putPricingRule: UseCase<{ readonly draft: RuleDraft; readonly expected: number }, PricingRule>;
  readonly removePricingRule: UseCase<OfPricingRule & { readonly expected: number }, OfPricingRule>;
  /** Prices a sample with a draft beside the rules as they are; changes nothing. */
  readonly tryPricingRule: UseCase<TryPricingRule, Trial>;
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

/** What it is made of. */
interface Dependencies {
  readonly pricingRules: PricingRuleStore;
  /** The delivery zones that exist. */
  readonly zones: readonly string[];
  readonly cursors: Cursors;
  readonly newPricingRuleId: () => string;
  /** Puts a stored change of rules, rates or order costs in force. */
  readonly onPricingChange: () => Promise<void>;
}

/** Throws `invalid_argument` with everything that is wrong with a rule. */
export const checkRule = (draft: RuleDraft, zones: readonly string[]): void => {
  const unknownZones = draft.scope.zones.map(
    (zone, at): Finding =>
      zones.includes(zone)
        ? undefined
        : { field: `applies_to.zones.${at}`, description: `must be one of ${zones.join(', ')}` },
  );
  const compilation = compileRule(draft);
  throwIfAny(checkId('id', draft.id), unknownZones, compilation.ok ? [] : compilation.violations);
};

/** Lists, reads and changes the pricing rules. */
export const managePricingRules = ({
  pricingRules,
  zones,
  cursors,
  newPricingRuleId,
  onPricingChange,
}: Dependencies): Omit<PricingRuleCases, 'tryPricingRule'> => ({
  listPricingRules: (request, { signal }) => {
    const { kind, customerId, groupId, supplierId, isEnabled, text } = request;
    const query = { kind, customerId, groupId, supplierId, isEnabled, text };
    return pageOf(request, {
      cursors,
      query: ['pricing-rules', ...narrowedBy(query)],
      markOf: ({ id }) => markOfId(id),
      read: (after, limit) => pricingRules.page(query, { afterId: after?.id, limit }, { signal }),
    });
  },

  getPricingRule: async ({ id, version }, { signal }) => {
    const rule = await pricingRules.rule(id, version, { signal });
    if (rule === undefined) throw notFound('pricing rule', id);
    return rule;
  },

  addPricingRule: async ({ draft }, context) => {
    const named = { ...draft, id: draft.id ?? newPricingRuleId() };
    checkRule(named, zones);
    const stored = await pricingRules.put(named, 0, changeBy(context));
    await onPricingChange();
    return stored;
  },

  putPricingRule: async ({ draft, expected }, context) => {
    checkRule(draft, zones);
    if (expected < 1) throw invalidArgument({ field: 'version', description: 'must be the version that is changed' });
    const stored = await pricingRules.put(draft, expected, changeBy(context));
    await onPricingChange();
    return stored;
  },

  removePricingRule: async ({ id, expected }, context) => {
    await pricingRules.remove(id, expected, changeBy(context));
    await onPricingChange();
    return { id };
  },
});
