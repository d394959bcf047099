import type { EnrichmentJob, EnrichmentJobRequest, WatchJobRequest } from '../../proto/gen/svc/public/v1/enrichment.ts';
import type { Page, PageRequest } from '../request/paging.ts';
import type { Repeatable, StreamingUseCase, UseCase } from '../request/request-context.ts';

/** A request for a job; what its look-ups may cost may be left out. */
export type RequestedEnrichment = Repeatable<
  Omit<EnrichmentJobRequest, 'maxLookupCost'> & Partial<Pick<EnrichmentJobRequest, 'maxLookupCost'>>
>;

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
