import type { PriceListEntry } from '../../../domain/pricing/rules/price-list.ts';
import type { RuleAction } from '../../../domain/pricing/rules/registry.ts';
import type { PricingRule } from '../../../domain/pricing/rules/rule.ts';

const entryJson = ({ tiers, ...named }: PriceListEntry): object => ({
  ...named,
  tiers: tiers.map(({ from, unitPrice }) => ({ from, unit_price: unitPrice })),
});

const actionJson = (action: RuleAction): object =>
  action.kind === 'price_list' ? { ...action, entries: action.entries.map(entryJson) } : action;

/** A rule as operators read and write it. */
export const pricingRuleJson = (rule: PricingRule): object => ({
  id: rule.id,
  version: rule.version,
  name: rule.name,
  enabled: rule.enabled,
  priority: rule.priority,
  stacking: rule.stacking,
  valid_from: rule.validFrom?.toISOString(),
  valid_until: rule.validUntil?.toISOString(),
  applies_to: rule.scope,
  condition: rule.condition,
  action: actionJson(rule.action),
  recorded_at: rule.recordedAt.toISOString(),
  recorded_by: rule.recordedBy,
});
