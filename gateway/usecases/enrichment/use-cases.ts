import type {
  EnrichmentJob,
  EnrichmentJobRequest,
  WatchJobRequest,
} from '../../../proto/gen/svc/public/v1/enrichment.ts';
import type { StreamingUseCase, UseCase } from '../../request-context.ts';

/** A request for a job, as either edge reads it. */
export interface RequestedEnrichment extends EnrichmentJobRequest {
  /** The `Idempotency-Key` that it came with; left out: none. */
  readonly idempotencyKey?: string | undefined;
}

/** Names a job. */
export interface JobName {
  readonly jobId: string;
}

/** A page of jobs that is asked for. */
export interface JobPageRequest {
  /** 0: as many as are usual. */
  readonly limit: number;
  /** Empty: the first page. */
  readonly cursor: string;
}

/** A page of jobs, newest first. */
export interface JobPage {
  readonly items: readonly EnrichmentJob[];
  readonly nextCursor: string | undefined;
}

/** What callers do with enrichment jobs. */
export interface EnrichmentUseCases {
  readonly requestEnrichment: UseCase<RequestedEnrichment, EnrichmentJob>;
  readonly watchJob: StreamingUseCase<WatchJobRequest, EnrichmentJob>;
  readonly getJob: UseCase<JobName, EnrichmentJob>;
  readonly listJobs: UseCase<JobPageRequest, JobPage>;
  readonly cancelJob: UseCase<JobName, EnrichmentJob>;
}
