import type { Caller } from '../callers/caller.ts';
import type { Condition, Values } from '../expressions/condition.ts';
import type { CompiledPolicies, CompiledPolicy } from './compile.ts';
import { isInForce, type MaskedField, type TargetKind, targetKinds } from './policy.ts';
import { callerValues } from './vocabulary.ts';

/**
 * What one caller sees. The policies of a target's kind are asked one after another: the greatest
 * priority first, and of one priority the denies, then the masks, then the allows.
 *
 *   - A deny that applies hides the target, and the asking ends.
 *   - A mask that applies empties its fields, and the asking goes on.
 *   - An allow that applies ends the asking: what comes after it is not asked.
 *   - When no policy is left to evaluate, the target is visible, less what the masks have emptied.
 *
 * So without policies everything is visible; of one priority a deny beats an allow; and an allow of
 * a greater priority is the exception to a deny. The order of storage has no part in it.
 *
 * Whether a condition holds is decided in two steps. Once for each caller, all conditions are
 * evaluated with nothing but the caller known: those that come out true or false whatever the
 * target is are decided for good. Only the others are evaluated for each target. The evaluation of
 * CEL allows that, because what depends on an unknown value can never be told, while
 * `false && unknown` is false and `true || unknown` is true.
 *
 * A condition that cannot be evaluated for a target fails closed: a deny or mask then applies and
 * an allow does not.
 */

/** What a caller sees of one target. */
export type Verdict =
  /** Nothing; `by` is the policy that hides it. */
  | { readonly kind: 'hidden'; readonly by: string }
  /** All but the fields. */
  | { readonly kind: 'visible'; readonly masked: ReadonlySet<MaskedField> };

/** The verdict on a target that no policy applies to. */
export const unrestricted: Verdict = { kind: 'visible', masked: new Set() };

/** What one caller sees, until a policy changes. */
export interface CallerPolicies {
  /** No policy hides or empties anything of any kind. */
  readonly restrictsNothing: boolean;
  /** Up to this instant; undefined: as long as the policies stay as they are. */
  readonly until: Date | undefined;
  /** Whether a target of this kind may come out other than unrestricted. */
  restricts(kind: TargetKind): boolean;
  /** Whether verdicts on targets of this kind depend on the variable. */
  dependsOn(kind: TargetKind, variable: string): boolean;
  /** The verdict on a target, from the values of everything but the caller. */
  evaluate(kind: TargetKind, values: Values): Verdict;
}

/** What judging one target takes of it. */
export type Judge = Pick<CallerPolicies, 'evaluate' | 'dependsOn'>;

/** Called for each condition that could not be evaluated for a target. */
export type OnUndecided = (kind: TargetKind, policyId: string) => void;

/** A policy to be evaluated; without a condition it always applies. */
interface ApplicablePolicy {
  readonly policy: CompiledPolicy['policy'];
  readonly condition: Condition | undefined;
}

/**
 * The part of a policy that depends on the target, once the caller is known; undefined: it never
 * applies to the caller.
 */
const partiallyEvaluated = ({ policy, condition }: CompiledPolicy, values: Values): ApplicablePolicy | undefined => {
  const always: ApplicablePolicy = { policy, condition: undefined };
  const closed = policy.effect.kind === 'allow' ? undefined : always;
  if (condition === undefined) return closed;
  const holds = condition.holds(values);
  if (holds !== undefined) return holds ? always : undefined;
  const isAboutTarget = [...condition.names].some((name) => name !== 'caller');
  return isAboutTarget ? { policy, condition } : closed;
};

/** Leaves out policies that are never evaluated, or evaluated without consequence. */
const applicablePolicies = (
  policies: readonly CompiledPolicy[],
  values: Values,
  at: Date,
): readonly ApplicablePolicy[] => {
  const asked: ApplicablePolicy[] = [];
  for (const compiled of policies) {
    if (!isInForce(compiled.policy, at)) continue;
    const rest = partiallyEvaluated(compiled, values);
    if (rest === undefined) continue;
    asked.push(rest);
    if (rest.condition === undefined && rest.policy.effect.kind !== 'mask') break;
  }
  return asked.slice(0, asked.findLastIndex(({ policy }) => policy.effect.kind !== 'allow') + 1);
};

/** The first instant after `at` at which a policy begins or ceases to be in force. */
const nextChange = ({ byKind }: CompiledPolicies, at: Date): Date | undefined => {
  const instants = targetKinds
    .flatMap((kind) => byKind[kind])
    .filter(({ policy }) => policy.isEnabled)
    .flatMap(({ policy }) => [policy.validFrom, policy.validUntil])
    .filter((instant) => instant !== undefined && instant > at);
  return instants.reduce((first, each) => (first === undefined || (each && each < first) ? each : first), undefined);
};

/** Computes what a caller sees from this instant on. */
export const callerPoliciesOf = (
  policies: CompiledPolicies,
  caller: Caller,
  at: Date,
  onUndecided: OnUndecided,
): CallerPolicies => {
  const known = { caller: callerValues(caller) };
  const ofKind = (kind: TargetKind) => applicablePolicies(policies.byKind[kind], known, at);
  const asked: Readonly<Record<TargetKind, readonly ApplicablePolicy[]>> = {
    product: ofKind('product'),
    offer: ofKind('offer'),
    price: ofKind('price'),
    supplier: ofKind('supplier'),
  };

  const applies = ({ policy, condition }: ApplicablePolicy, values: Values): boolean => {
    if (condition === undefined) return true;
    const holds = condition.holds(values);
    if (holds === undefined) onUndecided(policy.target, policy.id);
    return holds ?? policy.effect.kind !== 'allow';
  };

  const evaluate = (kind: TargetKind, values: Values): Verdict => {
    if (asked[kind].length === 0) return unrestricted;
    const all = { ...values, caller: known.caller };
    const masked = new Set<MaskedField>();
    for (const each of asked[kind]) {
      if (!applies(each, all)) continue;
      const { effect, id } = each.policy;
      if (effect.kind === 'deny') return { kind: 'hidden', by: id };
      if (effect.kind === 'allow') break;
      for (const field of effect.fields) masked.add(field);
    }
    return masked.size === 0 ? unrestricted : { kind: 'visible', masked };
  };

  return {
    restrictsNothing: targetKinds.every((kind) => asked[kind].length === 0),
    until: nextChange(policies, at),
    restricts: (kind) => asked[kind].length > 0,
    dependsOn: (kind, variable) => asked[kind].some(({ condition }) => condition?.names.has(variable) ?? false),
    evaluate,
  };
};
