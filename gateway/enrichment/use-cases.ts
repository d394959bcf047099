import type { EnrichmentJob, EnrichmentJobRequest, WatchJobRequest } from '../../proto/gen/svc/public/v1/enrichment.ts';
import type { Page, PageRequest } from '../request/paging.ts';
import type { StreamingUseCase, UseCase } from '../request/request-context.ts';

/** A request for a job, as either edge reads it. */
export interface RequestedEnrichment
  extends Omit<EnrichmentJobRequest, 'maxLookupCost'>,
    Partial<Pick<EnrichmentJobRequest, 'maxLookupCost'>> {
  /** The `Idempotency-Key` that it came with; left out: none. */
  readonly idempotencyKey?: string | undefined;
}

/** Names a job. */
export interface JobName {
  readonly jobId: string;
}

/** What callers do with enrichment jobs. */
export interface EnrichmentUseCases {
  readonly requestEnrichment: UseCase<RequestedEnrichment, EnrichmentJob>;
  readonly watchJob: StreamingUseCase<WatchJobRequest, EnrichmentJob>;
  readonly getJob: UseCase<JobName, EnrichmentJob>;
  /** Newest first. */
  readonly listJobs: UseCase<PageRequest, Page<EnrichmentJob>>;
  readonly cancelJob: UseCase<JobName, EnrichmentJob>;
}
