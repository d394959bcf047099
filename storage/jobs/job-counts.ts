import type { JobCount, JobCounts } from '../../domain/enrichment/ports.ts';
import { run, type Sql } from '../pool/pool.ts';

/** Counts the jobs that have not ended, by their leases, so that every process counts the same. */
export const createJobCounts = (sql: Sql): JobCounts => ({
  pending: (options) =>
    run(
      sql<JobCount[]>`
        select type, count(*) filter (where owned_until > clock_timestamp())::int as running,
          count(*) filter (where owned_until is null or owned_until <= clock_timestamp())::int as waiting
        from enrichment_job where finished_at is null group by type`,
      options,
    ),
});
