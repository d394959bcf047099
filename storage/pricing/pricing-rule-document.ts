import type { RuleDraft } from '../../domain/pricing/rules/rule.ts';

/**
 * How a pricing rule is stored in `pricing_rule_version.document`: as it is, but for its id and
 * with instants as RFC 3339 text.
 */
export type RuleDocument = Omit<RuleDraft, 'id' | 'validFrom' | 'validUntil' | 'condition'> & {
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | undefined;
  readonly condition?: string | undefined;
};

/** The document of a rule. */
export const encodeRule = ({ id: _, validFrom, validUntil, ...rest }: RuleDraft): RuleDocument => ({
  ...rest,
  validFrom: validFrom?.toISOString(),
  validUntil: validUntil?.toISOString(),
});

const instant = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** The rule of a document. */
export const decodeRule = (id: string, document: RuleDocument): RuleDraft => ({
  id,
  name: document.name,
  enabled: document.enabled,
  priority: document.priority,
  stacking: document.stacking,
  validFrom: instant(document.validFrom),
  validUntil: instant(document.validUntil),
  scope: document.scope,
  condition: document.condition,
  action: document.action,
});
