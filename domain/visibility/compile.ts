import type { CompiledCondition, Condition, ConditionError } from '../expressions/condition.ts';
import { type PolicyDraft, type TargetKind, targetKinds, type VisibilityPolicy } from './policy.ts';
import { compilers } from './vocabulary.ts';

/**
 * A policy with its condition; undefined: the condition is not one, which can be told of no target.
 */
export interface CompiledPolicy {
  readonly policy: VisibilityPolicy;
  readonly condition: Condition | undefined;
}

/**
 * Policies that do not compile any more, because what conditions may speak of has changed since
 * they were saved.
 */
export interface BrokenPolicy {
  readonly policy: VisibilityPolicy;
  readonly error: ConditionError;
}

/** All policies, those of each kind in the order in which they are asked. */
export interface CompiledPolicies {
  readonly byKind: Readonly<Record<TargetKind, readonly CompiledPolicy[]>>;
  readonly broken: readonly BrokenPolicy[];
}

/** Checks and compiles the condition of a policy. */
export const compileCondition = ({ target, condition }: Pick<PolicyDraft, 'target' | 'condition'>): CompiledCondition =>
  compilers[target](condition);

/** What restricts goes before what permits. */
const rankOf = { deny: 0, mask: 1, allow: 2 } as const;

/**
 * The greatest priority first; within one, denies, then masks, then allows; then by id, which
 * changes no outcome.
 */
const byTurn = ({ policy: a }: CompiledPolicy, { policy: b }: CompiledPolicy): number =>
  b.priority - a.priority || rankOf[a.effect.kind] - rankOf[b.effect.kind] || (a.id < b.id ? -1 : 1);

const conditionKey = ({ target, condition }: VisibilityPolicy): string => `${target} ${condition}`;

/** The conditions that are compiled already. */
const conditionsOf = ({ byKind }: CompiledPolicies): ReadonlyMap<string, Condition> =>
  new Map(
    Object.values(byKind)
      .flat()
      .flatMap(({ policy, condition }) => (condition === undefined ? [] : [[conditionKey(policy), condition]])),
  );

/**
 * Compiles policies. Conditions that `before` has are taken from it: a change of one policy among
 * hundreds costs the compilation of one.
 */
export const compilePolicies = (policies: readonly VisibilityPolicy[], before?: CompiledPolicies): CompiledPolicies => {
  const known = before && conditionsOf(before);
  const broken: BrokenPolicy[] = [];
  const compiled = policies.map((policy): CompiledPolicy => {
    const condition = known?.get(conditionKey(policy));
    if (condition !== undefined) return { policy, condition };
    const outcome = compileCondition(policy);
    if (outcome.ok) return { policy, condition: outcome.condition };
    broken.push({ policy, error: outcome.error });
    return { policy, condition: undefined };
  });
  const ofKind = (kind: TargetKind) => compiled.filter(({ policy }) => policy.target === kind).sort(byTurn);
  const [product, offer, price, supplier] = targetKinds.map(ofKind);
  return {
    byKind: { product: product ?? [], offer: offer ?? [], price: price ?? [], supplier: supplier ?? [] },
    broken,
  };
};
