import type { DailyRate } from '../../domain/pricing/exchange-rates.ts';
import type { RuleAction } from '../../domain/pricing/rules/registry.ts';
import { everything, type RuleDraft, type RuleScope } from '../../domain/pricing/rules/rule.ts';

/** Builders for pricing rules in tests. */

/** What differs from a rule that is always valid, for everything, without condition and stacked. */
export type RuleGiven = Partial<Omit<RuleDraft, 'id' | 'action' | 'scope'>> & { readonly scope?: Partial<RuleScope> };

/** A rule that is named like its id. */
export const rule = (id: string, action: RuleAction, { scope = {}, ...given }: RuleGiven = {}): RuleDraft => ({
  id,
  name: id,
  enabled: true,
  priority: 0,
  stacking: 'stack',
  validFrom: undefined,
  validUntil: undefined,
  condition: undefined,
  ...given,
  scope: { ...everything, ...scope },
  action,
});

/** Takes so many percent off. */
export const off = (percent: string): RuleAction => ({ kind: 'percent_discount', percent });

/** Adds so many percent. */
export const plus = (percent: string): RuleAction => ({ kind: 'percent_markup', percent });

/** Rates of Friday, 27 February 2026. */
export const fridaysRates: readonly DailyRate[] = [
  { currency: 'USD', day: '2026-02-27', rate: '1.25' },
  { currency: 'GBP', day: '2026-02-27', rate: '0.8' },
  { currency: 'JPY', day: '2026-02-27', rate: '160' },
  { currency: 'CHF', day: '2026-02-27', rate: '0.96' },
];
