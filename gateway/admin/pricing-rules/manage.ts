import { invalidArgument, notFound } from '../../../domain/errors.ts';
import { compileRule } from '../../../domain/pricing/rules/compile.ts';
import type { RuleDraft } from '../../../domain/pricing/rules/rule.ts';
import { checkId, type Finding, throwIfAny } from '../../request/check.ts';
import { markOfId, pageOf } from '../../request/paging.ts';
import type { AdminDependencies } from '../dependencies.ts';
import type { PricingAdministration } from './pricing-administration.ts';

type Dependencies = Pick<
  AdminDependencies,
  'pricingRules' | 'zones' | 'cursors' | 'newPricingRuleId' | 'onPricingChange'
>;

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
}: Dependencies): Omit<PricingAdministration, 'tryPricingRule' | 'addExchangeRates' | 'listExchangeRates'> => ({
  listPricingRules: (request, { signal }) =>
    pageOf(request, {
      cursors,
      query: ['pricing-rules'],
      markOf: ({ id }) => markOfId(id),
      read: (after, limit) => pricingRules.page(after?.id, limit, { signal }),
    }),

  getPricingRule: async ({ id, version }, { signal }) => {
    const rule = await pricingRules.rule(id, version, { signal });
    if (rule === undefined) throw notFound('pricing rule', id);
    return rule;
  },

  addPricingRule: async ({ draft }, context) => {
    const named = { ...draft, id: draft.id ?? newPricingRuleId() };
    checkRule(named, zones);
    const stored = await pricingRules.put(named, 0, { by: context.caller.keyId, context });
    await onPricingChange();
    return stored;
  },

  putPricingRule: async ({ draft, expected }, context) => {
    checkRule(draft, zones);
    if (expected < 1) throw invalidArgument({ field: 'version', description: 'must be the version that is changed' });
    const stored = await pricingRules.put(draft, expected, { by: context.caller.keyId, context });
    await onPricingChange();
    return stored;
  },

  removePricingRule: async ({ id, expected }, context) => {
    await pricingRules.remove(id, expected, { by: context.caller.keyId, context });
    await onPricingChange();
    return { id };
  },
});
