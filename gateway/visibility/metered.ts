import { type TargetKind, targetKinds } from '../../domain/visibility/policy.ts';
import type { Sight } from '../../domain/visibility/sight.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/** Lets the work judge targets through a sight, and counts and times the verdicts: one time for each kind, of all of them. */
export const metered = <Result>(
  sight: Sight,
  metrics: Metrics['visibility'],
  work: (sight: Sight) => Result,
): Result => {
  const counts: Record<TargetKind, number> = { product: 0, offer: 0, price: 0, supplier: 0 };
  const spentMs: Record<TargetKind, number> = { product: 0, offer: 0, price: 0, supplier: 0 };
  const judge: Sight['judge'] = (kind, values) => {
    if (!sight.restricts(kind)) return sight.judge(kind, values);
    const startedAtMs = performance.now();
    const verdict = sight.judge(kind, values);
    spentMs[kind] += performance.now() - startedAtMs;
    counts[kind] += 1;
    if (verdict.kind === 'hidden') metrics.filtered.inc({ effect: 'deny' });
    else if (verdict.masked.size > 0) metrics.filtered.inc({ effect: 'mask' });
    return verdict;
  };
  const result = work({ ...sight, judge });
  for (const kind of targetKinds) {
    if (counts[kind] === 0) continue;
    metrics.evaluations.inc({ target_kind: kind }, counts[kind]);
    metrics.evaluationDuration.observe({ target_kind: kind }, spentMs[kind] / 1_000);
  }
  return result;
};
