import type { EnrichmentJob as Job } from '../../domain/enrichment/job.ts';
import { targetFields } from '../../domain/enrichment/target.ts';
import type { EnrichmentJob } from '../../proto/gen/svc/public/v1/enrichment.ts';

/** A job in the words of the contract. */
export const toEnrichmentJob = ({ id, type, target, priority, createdAt, shown, state }: Job): EnrichmentJob => ({
  id,
  type,
  status: state.kind,
  progress: shown,
  createdAt,
  startedAt: state.kind === 'queued' ? undefined : state.startedAt,
  finishedAt: state.kind === 'completed' || state.kind === 'failed' ? state.finishedAt : undefined,
  target: { ...targetFields(target) },
  priority,
  failureReason: state.kind === 'failed' ? state.reason : '',
  counts: state.kind === 'completed' ? { ...state.result.counts } : {},
  supplyChainChanges:
    state.kind === 'completed'
      ? state.result.changes.map(({ offerId, field, before, after }) => ({
          offerId,
          field,
          before: before ?? '',
          after: after ?? '',
        }))
      : [],
});
