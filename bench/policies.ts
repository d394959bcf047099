/**
 * The visibility policies that edges are measured under: twenty, of every kind, as a shop with a
 * few hundred customers may have.
 */
import type { PolicyDraft } from '../domain/visibility/policy.ts';
import { createVisibilityPolicyStore } from '../storage/callers/visibility-policy-store.ts';
import type { Pool } from '../storage/pool/pool.ts';

const usual = {
  label: 'bench',
  effect: { kind: 'deny' },
  priority: 0,
  validFrom: undefined,
  validUntil: undefined,
  isEnabled: true,
} as const;

const others = Array.from(
  { length: 4 },
  (_, at) => `caller.customer == "customer-${at}" && product.manufacturer == "M${at}"`,
);
const manufacturers = Array.from(
  { length: 4 },
  (_, at) => `product.manufacturer == "Maker ${at}" && !("gold" in caller.groups)`,
);

/**
 * Eight are decided by who asks; of the others all conditions are evaluated for each target, and
 * none holds for the market's.
 */
const drafts: readonly PolicyDraft[] = [
  ...others.map((condition): PolicyDraft => ({ ...usual, target: 'product', condition })),
  ...manufacturers.map((condition): PolicyDraft => ({ ...usual, target: 'product', condition })),
  {
    ...usual,
    target: 'product',
    condition: '"export" in product.characteristics && product.characteristics["export"] == "no"',
  },
  {
    ...usual,
    target: 'product',
    condition: 'has(product.lifecycle_status) && product.lifecycle_status == "discontinued"',
    effect: { kind: 'mask', fields: ['replaced_by'] },
  },
  { ...usual, target: 'product', condition: '"gold" in caller.groups', effect: { kind: 'allow' }, priority: 9 },
  { ...usual, target: 'supplier', condition: 'supplier.id in ["north", "south", "east"]' },
  { ...usual, target: 'supplier', condition: '"staff" in caller.groups', effect: { kind: 'allow' }, priority: 9 },
  { ...usual, target: 'offer', condition: 'offer.supplier_sku.startsWith("X-")' },
  {
    ...usual,
    target: 'offer',
    condition: 'offer.match_confidence in ["weak", "unmatched"] && !("staff" in caller.groups)',
  },
  {
    ...usual,
    target: 'offer',
    condition: 'supplier.id == "west" && caller.customer != "house"',
    effect: { kind: 'mask', fields: ['stock', 'supplier_sku'] },
  },
  { ...usual, target: 'offer', condition: 'caller.customer == "blocked"' },
  { ...usual, target: 'price', condition: 'source.scope == "group" && caller.customer == "blocked"' },
  { ...usual, target: 'price', condition: 'source.scope != "system" && product.manufacturer == "Maker 1"' },
  {
    ...usual,
    target: 'price',
    condition: '!("pricing" in caller.scopes)',
    effect: { kind: 'mask', fields: ['amounts'] },
  },
];

/** How many there are. */
export const policyCount = drafts.length;

/** Stores them in a migrated database. */
export const putPolicies = async ({ sql }: Pool): Promise<void> => {
  const store = createVisibilityPolicyStore(sql);
  const change = { by: 'bench', context: { correlationId: 'bench', traceparent: undefined } };
  for (const [at, draft] of drafts.entries()) await store.create(`vis_${at}`, draft, change);
};
