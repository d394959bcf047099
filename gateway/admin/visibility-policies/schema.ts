import { z } from '@hono/zod-openapi';
import { scopes } from '../../../domain/callers/caller.ts';
import { credentialScopes } from '../../../domain/offers/offer.ts';
import {
  type Effect,
  effectKinds,
  type MaskedField,
  maskableFields,
  type PolicyDraft,
  type TargetKind,
  targetKinds,
  type VisibilityPolicy,
} from '../../../domain/visibility/policy.ts';
import { givenInstant } from '../../http/schemas/common.ts';
import { expectedVersion, requiredText } from '../request/fields.ts';
import type { SeenTarget, TargetBeforeAndAfter } from './manage.ts';

const maskedFieldNames = [...new Set(targetKinds.flatMap((kind): readonly MaskedField[] => maskableFields[kind]))];

const rfc3339 = 'must be an RFC 3339 instant';
const instantText = (description: string) =>
  givenInstant(rfc3339).optional().openapi({ description, format: 'date-time' });

const maxPriority = 1_000_000;
const priorityRange = `must be a whole number from -${maxPriority} to ${maxPriority}`;

const conditionLength = 'must be text of 1 to 2000 characters';

/** Unlike other texts it may have several lines. */
const condition = z
  .string({ error: conditionLength })
  .max(2_000, { error: conditionLength })
  .regex(/^(?=\s*\S)[^\0]+$/, { error: conditionLength })
  .openapi({ description: 'When the policy applies, in CEL; `true`: always.', example: 'caller.customer == "acme"' });

/** What an operator says of a policy. */
export const policyDraftSchema = z
  .strictObject({
    label: requiredText(200, 'For people to read.', 'Acme does not see restricted parts'),
    target: z.enum(targetKinds, { error: `must be one of ${targetKinds.join(', ')}` }),
    effect: z.enum(effectKinds, { error: `must be one of ${effectKinds.join(', ')}` }),
    masked_fields: z
      .array(z.enum(maskedFieldNames, { error: `must be one of ${maskedFieldNames.join(', ')}` }))
      .max(maskedFieldNames.length)
      .optional()
      .openapi({ description: 'Of a mask: the fields that it empties.' }),
    condition,
    priority: z
      .int({ error: priorityRange })
      .min(-maxPriority, { error: priorityRange })
      .max(maxPriority, { error: priorityRange })
      .default(0)
      .openapi({ description: 'A greater one goes first.' }),
    valid_from: instantText('From this instant on; left out: at once.'),
    valid_until: instantText('Before this instant; left out: without end.'),
    enabled: z.boolean({ error: 'must be true or false' }).default(true),
  })
  .openapi('VisibilityPolicyDraft');

const versionText = 'must be the version that is to be changed, a whole number from 1';

/** The version that a change is made to. */
export const expectedVersionSchema = expectedVersion(1, versionText);

/** A policy as it is to become. */
export const policyUpdateSchema = policyDraftSchema
  .extend({
    expected_version: expectedVersionSchema.openapi({
      description: 'The version that was read; another one is a 409.',
    }),
  })
  .openapi('VisibilityPolicyUpdate');

/** A policy as it is stored. */
export const policySchema = z
  .object({
    id: z.string().openapi({ example: 'vis_5m2c8x1v7n3k9q4d6b0w' }),
    version: z.int(),
    label: z.string(),
    target: z.enum(targetKinds),
    effect: z.enum(effectKinds),
    masked_fields: z.array(z.string()).optional(),
    condition: z.string(),
    priority: z.int(),
    valid_from: z.string().optional(),
    valid_until: z.string().optional(),
    enabled: z.boolean(),
  })
  .openapi('VisibilityPolicy');

/** All policies. */
export const policiesSchema = z.object({ items: z.array(policySchema) }).openapi('VisibilityPolicies');

/** A policy that is gone. */
export const removedPolicySchema = z.object({ id: z.string() }).openapi('RemovedVisibilityPolicy');

const maxTargets = 200;
const id = requiredText(128, 'An id.');
const ids = z.array(id, { error: 'must be a list' }).max(maxTargets, { error: `must have at most ${maxTargets} ids` });

/** A draft, and for whom and of what it is to be tried. */
export const tryPolicySchema = z
  .strictObject({
    policy: policyDraftSchema,
    replaces: id.optional().openapi({ description: 'The policy that the draft would take the place of.' }),
    caller: z.strictObject({
      customer_id: requiredText(128, 'The customer who would ask.', 'acme'),
      group_ids: ids.default([]),
      scopes: z.array(z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` })).default(['catalog', 'pricing']),
      delivery_zone: z.string().max(128).optional(),
    }),
    product_ids: ids.default([]),
    offer_ids: ids.default([]),
  })
  .openapi('TryVisibilityPolicy');

const masked = z.array(z.string());
const seenSchema = z.object({
  visible: z.boolean(),
  hidden_by: z.string().optional().openapi({ description: 'The policy that hides it; `draft` is the draft.' }),
  masked_fields: masked,
  prices: z
    .array(
      z.object({
        scope: z.enum(credentialScopes),
        credential_label: z.string(),
        visible: z.boolean(),
        masked_fields: masked,
      }),
    )
    .optional()
    .openapi({ description: 'Of an offer: what is seen of the price from each source that is open to the caller.' }),
});

/** What the caller sees of each target, at present and with the draft. */
export const policyTrialSchema = z
  .object({
    targets: z.array(
      z.object({
        kind: z.enum(['product', 'offer']),
        id: z.string(),
        known: z.boolean(),
        before: seenSchema.optional(),
        after: seenSchema.optional(),
        undecided: z.array(z.string()).optional().openapi({
          description:
            'Policies whose condition depends on what is not known of the target: each counts against the caller.',
        }),
      }),
    ),
  })
  .openapi('VisibilityPolicyTrial');

/** What operators write of a policy, as JSON has it. */
interface PolicyDraftJson {
  readonly label: string;
  readonly target: TargetKind;
  readonly effect: Effect['kind'];
  readonly masked_fields?: readonly MaskedField[] | undefined;
  readonly condition: string;
  readonly priority: number;
  readonly valid_from?: string | undefined;
  readonly valid_until?: string | undefined;
  readonly enabled: boolean;
}

const instantOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Reads a draft. Fields to be masked mean something to a mask only. */
export const policyDraftOf = (json: PolicyDraftJson): PolicyDraft => ({
  label: json.label,
  target: json.target,
  effect: json.effect === 'mask' ? { kind: 'mask', fields: json.masked_fields ?? [] } : { kind: json.effect },
  condition: json.condition,
  priority: json.priority,
  validFrom: instantOf(json.valid_from),
  validUntil: instantOf(json.valid_until),
  isEnabled: json.enabled,
});

/** A policy as JSON has it. */
export const policyJson = ({ effect, validFrom, validUntil, isEnabled, ...policy }: VisibilityPolicy) => ({
  id: policy.id,
  version: policy.version,
  label: policy.label,
  target: policy.target,
  effect: effect.kind,
  masked_fields: effect.kind === 'mask' ? effect.fields : undefined,
  condition: policy.condition,
  priority: policy.priority,
  valid_from: validFrom?.toISOString(),
  valid_until: validUntil?.toISOString(),
  enabled: isEnabled,
});

const seenJson = ({ isVisible, hiddenBy, masked, prices }: SeenTarget) => ({
  visible: isVisible,
  hidden_by: hiddenBy,
  masked_fields: masked,
  prices: prices.map((price) => ({
    scope: price.scope,
    credential_label: price.credentialLabel,
    visible: price.isVisible,
    masked_fields: price.masked,
  })),
});

/** What became of one target in a trial, as JSON has it. */
export const triedTargetJson = (target: TargetBeforeAndAfter) =>
  target.isKnown
    ? {
        kind: target.kind,
        id: target.id,
        known: true,
        before: seenJson(target.before),
        after: seenJson(target.after),
        undecided: target.undecided,
      }
    : { kind: target.kind, id: target.id, known: false };
