import type { Caller } from '../../domain/callers/caller.ts';
import type { Values } from '../../domain/expressions/condition.ts';
import type { MaskedField, TargetKind, VisibilityPolicy } from '../../domain/visibility/policy.ts';
import { callerValues, compilers } from '../../domain/visibility/vocabulary.ts';

/** What a caller should see of a target: nothing, or all but these fields. */
export type Expected = 'hidden' | ReadonlySet<MaskedField>;

/**
 * What `docs/visibility.md` says of a target, worked out without any of what makes the service
 * fast: every policy is looked at, in no order, with everything known from the start.
 */
export const expected = (
  policies: readonly VisibilityPolicy[],
  target: TargetKind,
  caller: Caller,
  values: Values,
): Expected => {
  const known = { caller: callerValues(caller), ...values };
  const applying = policies.filter((policy) => {
    if (policy.target !== target) return false;
    const compiled = compilers[target](policy.condition);
    return (compiled.ok ? compiled.condition.holds(known) : undefined) ?? policy.effect.kind !== 'allow';
  });
  const allowed = applying.filter(({ effect }) => effect.kind === 'allow').map(({ priority }) => priority);
  const counting = applying.filter(({ priority }) => priority >= Math.max(Number.NEGATIVE_INFINITY, ...allowed));
  if (counting.some(({ effect }) => effect.kind === 'deny')) return 'hidden';
  return new Set(counting.flatMap(({ effect }) => (effect.kind === 'mask' ? effect.fields : [])));
};
