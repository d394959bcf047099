import type { CallerPolicies } from '../../domain/visibility/caller-policies.ts';
import { type TargetKind, targetKinds } from '../../domain/visibility/policy.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/**
 * Lets the work judge targets through a sight, and counts and times the verdicts: one time for each
 * kind, of all of them.
 */
export const withVerdictMetrics = <Result>(
  sight: CallerPolicies,
  metrics: Metrics['visibility'],
  work: (sight: CallerPolicies) => Result,
): Result => {
  const counts: Record<TargetKind, number> = { product: 0, offer: 0, price: 0, supplier: 0 };
  const spentMs: Record<TargetKind, number> = { product: 0, offer: 0, price: 0, supplier: 0 };
  const evaluate: CallerPolicies['evaluate'] = (kind, values) => {
    if (!sight.restricts(kind)) return sight.evaluate(kind, values);
    const startedAtMs = performance.now();
    const verdict = sight.evaluate(kind, values);
    spentMs[kind] += performance.now() - startedAtMs;
    counts[kind] += 1;
    if (verdict.kind === 'hidden') metrics.filtered.inc({ effect: 'deny' });
    else if (verdict.masked.size > 0) metrics.filtered.inc({ effect: 'mask' });
    return verdict;
  };
  const result = work({ ...sight, evaluate });
  for (const kind of targetKinds) {
    if (counts[kind] === 0) continue;
    metrics.evaluations.inc({ target_kind: kind }, counts[kind]);
    metrics.evaluationDuration.observe({ target_kind: kind }, spentMs[kind] / 1_000);
  }
  return result;
};
