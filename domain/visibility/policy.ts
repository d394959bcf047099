/**
 * What a caller may see: rules that operators write. How they act together is told in
 * `caller-policies.ts`.
 */

/** What a policy is about. */
export const targetKinds = ['product', 'offer', 'price', 'supplier'] as const;

/** What a policy is about. A supplier is its offers, all of them. */
export type TargetKind = (typeof targetKinds)[number];

/** What a policy does to what it applies to. */
export const effectKinds = ['allow', 'deny', 'mask'] as const;

/**
 * The fields that a mask may empty, in the words of the contract. A product's maker and number are
 * not among them, because they are what it is found by; `amounts` of a price is everything that
 * tells what it costs.
 */
export const maskableFields = {
  product: ['description', 'characteristics', 'lifecycle_status', 'category', 'replaced_by'],
  offer: [
    'supplier_id',
    'supplier_sku',
    'supplier_manufacturer',
    'supplier_mpn',
    'supply_chain_trace',
    'observation_source',
    'stock',
    'lead_time_days',
    'minimum_order_quantity',
    'order_multiple',
    'packaging',
    'match_confidence',
    'match_rule',
  ],
  price: ['amounts', 'breakdown', 'observation_source'],
  supplier: ['supplier_id', 'supplier_sku', 'supply_chain_trace', 'observation_source'],
} as const satisfies Record<TargetKind, readonly string[]>;

/** A field of any target that a mask may empty. */
export type MaskedField = (typeof maskableFields)[TargetKind][number];

/** A field of a product that a mask may empty. */
export type MaskedProductField = (typeof maskableFields.product)[number];

/** What a policy does to what it applies to. */
export type Effect =
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny' }
  /** At least one field, all of them of the policy's target. */
  | { readonly kind: 'mask'; readonly fields: readonly MaskedField[] };

/** What an operator says of a policy. */
export interface PolicyDraft {
  /** For people to read. */
  readonly label: string;
  readonly target: TargetKind;
  readonly effect: Effect;
  /** In CEL, over what `vocabulary.ts` declares for the target. */
  readonly condition: string;
  /** A greater one goes first. */
  readonly priority: number;
  /** From this instant on; undefined: from ever. */
  readonly validFrom: Date | undefined;
  /** Before this instant; undefined: for ever. */
  readonly validUntil: Date | undefined;
  readonly isEnabled: boolean;
}

/** A policy as it is stored. */
export interface VisibilityPolicy extends PolicyDraft {
  readonly id: string;
  /** 1 when it was created, and one more with each change. */
  readonly version: number;
}

/** Which policies to list; every given part must hold. */
export interface PolicyQuery {
  readonly target?: TargetKind | undefined;
  readonly effect?: Effect['kind'] | undefined;
  readonly isEnabled?: boolean | undefined;
  /** A piece of the label, the id or the condition, in any case. */
  readonly text?: string | undefined;
}

/** Whether a policy is one of those that are asked for. */
export const isPolicyAsked = (
  policy: VisibilityPolicy,
  { target, effect, isEnabled, text = '' }: PolicyQuery,
): boolean =>
  (target === undefined || policy.target === target) &&
  (effect === undefined || policy.effect.kind === effect) &&
  (isEnabled === undefined || policy.isEnabled === isEnabled) &&
  `${policy.label} ${policy.id} ${policy.condition}`.toLowerCase().includes(text.toLowerCase());

/** Whether a policy is in force at the instant. */
export const isInForce = ({ isEnabled, validFrom, validUntil }: PolicyDraft, at: Date): boolean =>
  isEnabled && (validFrom === undefined || validFrom <= at) && (validUntil === undefined || at < validUntil);
