import type { Freshness as Verdict } from '../../domain/offers/freshness.ts';
import type { Freshness } from '../../proto/gen/svc/public/v1/common.ts';

/** The contract's form of a verdict on the age and completeness of data. */
export const toFreshness = (verdict: Verdict): Freshness => ({
  status: verdict.status,
  observedAt: verdict.status === 'EMPTY' ? undefined : verdict.observedAt,
  staleSince: verdict.status === 'STALE' ? verdict.staleSince : undefined,
  refreshEta: verdict.refreshEta,
});
