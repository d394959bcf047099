import type { PolicyDraft, VisibilityPolicy } from '../../domain/visibility/policy.ts';

/** A draft that hides every product, but for what is given. */
export const policyDraft = (given: Partial<PolicyDraft> = {}): PolicyDraft => ({
  label: 'test',
  target: 'product',
  effect: { kind: 'deny' },
  condition: 'true',
  priority: 0,
  validFrom: undefined,
  validUntil: undefined,
  isEnabled: true,
  ...given,
});

/** A stored policy. */
export const policy = (id: string, given: Partial<PolicyDraft> = {}): VisibilityPolicy => ({
  ...policyDraft(given),
  id,
  version: 1,
});
