import type { CallerPolicies } from '../../domain/visibility/caller-policies.ts';
import { type TargetKind, targetKinds } from '../../domain/visibility/policy.ts';

/** A count or times of one kind of target. */
interface OfKind {
  readonly target_kind: TargetKind;
}

/**
 * What judging targets counts and times: metrics of this process, or of another that does the work
 * for it.
 */
export interface VisibilityMetrics {
  readonly evaluations: { inc(labels: OfKind, count: number): void };
  readonly evaluationDuration: { observe(labels: OfKind, seconds: number): void };
  readonly compileDuration: { observe(seconds: number): void };
  readonly compileErrors: { inc(count: number): void };
  readonly cacheHits: { inc(): void };
  readonly cacheMisses: { inc(): void };
  readonly filtered: { inc(labels: { readonly effect: 'deny' | 'mask' }): void };
  readonly undecided: { inc(labels: OfKind): void };
}

/**
 * Lets the work judge targets by a caller's policies, and counts and times the verdicts: one time
 * for each kind, of all of them.
 */
export const withVerdictMetrics = <Result>(
  callerPolicies: CallerPolicies,
  metrics: VisibilityMetrics,
  work: (callerPolicies: CallerPolicies) => Result,
): Result => {
  const counts: Record<TargetKind, number> = { product: 0, offer: 0, price: 0, supplier: 0 };
  const spentMs: Record<TargetKind, number> = { product: 0, offer: 0, price: 0, supplier: 0 };
  const evaluate: CallerPolicies['evaluate'] = (kind, values) => {
    if (!callerPolicies.restricts(kind)) return callerPolicies.evaluate(kind, values);
    const startedAtMs = performance.now();
    const verdict = callerPolicies.evaluate(kind, values);
    spentMs[kind] += performance.now() - startedAtMs;
    counts[kind] += 1;
    if (verdict.kind === 'hidden') metrics.filtered.inc({ effect: 'deny' });
    else if (verdict.masked.size > 0) metrics.filtered.inc({ effect: 'mask' });
    return verdict;
  };
  const result = work({ ...callerPolicies, evaluate });
  for (const kind of targetKinds) {
    if (counts[kind] === 0) continue;
    metrics.evaluations.inc({ target_kind: kind }, counts[kind]);
    metrics.evaluationDuration.observe({ target_kind: kind }, spentMs[kind] / 1_000);
  }
  return result;
};
