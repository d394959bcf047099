import type { JobFailure, JobProgress, JobResult } from '../../domain/enrichment/job.ts';
import type { JobType } from '../../domain/enrichment/job-type.ts';
import type { ClaimedJob, OutcomesByCustomer } from '../../domain/enrichment/ports.ts';

/**
 * How jobs of a type are done: step by step, each of which can be repeated by another process after
 * a crash.
 */
export interface JobKind {
  /**
   * Makes one step from where the job's checkpoint says it stands. Throws `unavailable`,
   * `exhausted` or `deadline_exceeded` for what passes by itself, after which the step is made
   * again; whatever else it throws fails the job.
   */
  readonly step: (claimed: ClaimedJob, signal: AbortSignal) => Promise<StepOutcome>;
}

/** What a step came to. */
export type StepOutcome =
  /** There is more to do, after the wait. */
  | {
      readonly kind: 'continues';
      readonly progress: JobProgress;
      /** JSON, for the next step. */
      readonly checkpoint: unknown;
      readonly waitMs: number;
    }
  | { readonly kind: 'done'; readonly result: JobResult; readonly told: OutcomesByCustomer }
  | { readonly kind: 'failed'; readonly reason: JobFailure; readonly told: OutcomesByCustomer };

/**
 * The kind of every type of job; undefined for one that is not done here, whose requests are
 * refused.
 */
export type JobKinds = Readonly<Record<JobType, JobKind | undefined>>;
