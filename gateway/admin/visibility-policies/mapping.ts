import type {
  Effect,
  MaskedField,
  PolicyDraft,
  TargetKind,
  VisibilityPolicy,
} from '../../../domain/visibility/policy.ts';
import type { SeenTarget, TargetBeforeAndAfter } from './manage.ts';

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
