import type { CallerPolicies, Judge } from '../../domain/visibility/caller-policies.ts';
import { type TargetKind, targetKinds } from '../../domain/visibility/policy.ts';
import { boundCounter, boundHistogram } from '../../telemetry/bound-series.ts';

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

type ByKind = Record<TargetKind, number>;

/** Moves of the metrics, each series found once. */
const recorderOf = (metrics: VisibilityMetrics) => {
  const ofKind = (kind: TargetKind) => {
    const labels = { target_kind: kind };
    return {
      count: boundCounter(metrics.evaluations, labels),
      observe: boundHistogram(metrics.evaluationDuration, labels),
    };
  };
  const recorders = {
    product: ofKind('product'),
    offer: ofKind('offer'),
    price: ofKind('price'),
    supplier: ofKind('supplier'),
  };
  return (counts: ByKind, spentMs: ByKind): void => {
    for (const kind of targetKinds) {
      if (counts[kind] === 0) continue;
      recorders[kind].count(counts[kind]);
      recorders[kind].observe(spentMs[kind] / 1_000);
    }
  };
};

/**
 * Makes what lets work judge targets by a caller's policies, and counts and times the verdicts: one
 * time for each kind, of all of them.
 */
export const verdictMetrics = (metrics: VisibilityMetrics) => {
  const record = recorderOf(metrics);
  return <Result>(callerPolicies: CallerPolicies, work: (judge: Judge) => Result): Result => {
    const counts: ByKind = { product: 0, offer: 0, price: 0, supplier: 0 };
    const spentMs: ByKind = { product: 0, offer: 0, price: 0, supplier: 0 };
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
    const result = work({ evaluate, dependsOn: callerPolicies.dependsOn });
    record(counts, spentMs);
    return result;
  };
};
