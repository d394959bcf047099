import type { Priority } from '../priority.ts';
import type { JobFailure } from './job.ts';
import type { JobType } from './job-type.ts';

/** What happens to an enrichment job. */
export type EnrichmentEvent =
  | {
      readonly type: 'enrichment_job.queued';
      readonly jobId: string;
      readonly jobType: JobType;
      readonly priority: Priority;
      /** As a request names it. */
      readonly target: Readonly<Record<string, string>>;
    }
  | { readonly type: 'enrichment_job.started'; readonly jobId: string; readonly jobType: JobType }
  | {
      readonly type: 'enrichment_job.completed';
      readonly jobId: string;
      readonly jobType: JobType;
      readonly counts: Readonly<Record<string, number>>;
    }
  | {
      readonly type: 'enrichment_job.failed';
      readonly jobId: string;
      readonly jobType: JobType;
      readonly reason: JobFailure;
    };
