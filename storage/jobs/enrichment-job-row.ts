import type { EnrichmentJob, JobFailure, JobResult, JobState } from '../../domain/enrichment/job.ts';
import { readTarget } from '../../domain/enrichment/target.ts';
import type { MaxLookupCost } from '../../domain/wants/lookup-cost.ts';
import type { AnySql } from '../pool/pool.ts';

/** A row of `enrichment_job` and of one who asked for it, as far as that customer is shown. */
export interface JobRow extends Omit<EnrichmentJob, 'target' | 'maxLookupCost' | 'state'> {
  readonly target: Readonly<Record<string, string>>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly failure: JobFailure | null;
  readonly result: JobResult | null;
  /** Null too for those who work on the job. */
  readonly maxLookupCost?: MaxLookupCost | null;
}

/**
 * Its columns, for a select over `enrichment_job as job` and `enrichment_requester as requester`.
 * What a job came to is told as each customer may see it; of a job that ended without a word for
 * this one, nothing but that it has ended.
 */
export const jobColumns = (sql: AnySql) => sql`
  job.id, job.type, job.target, job.priority, job.created_at as "createdAt", job.started_at as "startedAt",
  job.finished_at as "finishedAt", job.shown, job.version, requester.max_lookup_cost as "maxLookupCost",
  case when job.finished_at is not null and requester.result is null then coalesce(requester.failure, job.failure) end
    as failure,
  case when job.finished_at is not null and coalesce(requester.failure, job.failure) is null or requester.result is not null
    then coalesce(requester.result, '{"counts":{},"changes":[]}') end as result`;

/** The columns of the job itself, for those who work on it. */
export const ownJobColumns = (sql: AnySql) => sql`
  job.id, job.type, job.target, job.priority, job.created_at as "createdAt", job.started_at as "startedAt",
  job.finished_at as "finishedAt", job.failure, job.result, job.shown, job.version`;

const stateOf = ({ startedAt, finishedAt, failure, result }: JobRow): JobState => {
  if (finishedAt === null) return startedAt === null ? { kind: 'queued' } : { kind: 'started', startedAt };
  if (failure !== null) return { kind: 'failed', startedAt: startedAt ?? undefined, finishedAt, reason: failure };
  if (result === null || startedAt === null) throw new TypeError('a completed job lacks its result or its start');
  return { kind: 'completed', startedAt, finishedAt, result };
};

/** The job of a row. */
export const jobOf = (row: JobRow): EnrichmentJob => ({
  id: row.id,
  type: row.type,
  target: readTarget(row.type, row.target),
  priority: row.priority,
  createdAt: row.createdAt,
  version: row.version,
  shown: row.shown,
  ...(row.maxLookupCost && { maxLookupCost: row.maxLookupCost }),
  state: stateOf(row),
});
