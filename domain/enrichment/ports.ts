import type { Caller } from '../callers/caller.ts';
import type { Priority } from '../priority.ts';
import type { Cause, CreationMark, ReadOptions, WriteContext } from '../store-context.ts';
import type { MaxLookupCost } from '../wants/lookup-cost.ts';
import type { EnrichmentJob, JobFailure, JobProgress, JobResult, TraceChange } from './job.ts';
import type { JobType } from './job-type.ts';
import type { JobTarget } from './target.ts';
import type { TurnLimits } from './turns.ts';

/**
 * What enrichment needs from outside. All throw `Failure` of kind `unavailable` when what stands
 * behind them does not answer.
 */

/** A request for a job. */
export interface JobRequest {
  /** The id that the job gets if it is new. */
  readonly id: string;
  readonly type: JobType;
  readonly target: JobTarget;
  readonly priority: Priority;
  readonly customerId: string;
  /** What look-ups of wanted parts may cost; left out: as much as they take. */
  readonly maxLookupCost?: MaxLookupCost | undefined;
  readonly now: Date;
  /**
   * The key under which the caller may send the request again, with the digest of what was asked;
   * left out: none.
   */
  readonly repeat?: { readonly key: string; readonly digest: string } | undefined;
}

/**
 * What became of a request: a new job, one that was pending for the target, or the one of the
 * request that this one repeats.
 */
export interface RequestedJob {
  readonly job: EnrichmentJob;
  readonly how: 'created' | 'joined' | 'repeated';
}

/** Who asks for a job to be seen. */
export type Requester = Pick<Caller, 'customerId'>;

/** Jobs as callers know them. Only those whose customer asked for a job see it. */
export interface EnrichmentJobs {
  /**
   * Makes a job, or joins the one that is pending for the same type and target, which gets the
   * higher of the two priorities. Throws `conflict` when the repeat key was used for another
   * request, `exhausted` when the customer has too many jobs pending or when a refresh of the whole
   * supplier was asked for a short while ago.
   */
  request(request: JobRequest, context: WriteContext): Promise<RequestedJob>;
  /** Undefined when it is unknown or hidden from the requester. */
  job(id: string, requester: Requester, options?: ReadOptions): Promise<EnrichmentJob | undefined>;
  /** Up to `limit` jobs of the requester, newest first, older than the mark. */
  page(
    requester: Requester,
    after: CreationMark | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly EnrichmentJob[]>;
  /**
   * The requester wants the job no longer; without anybody who does, it fails with the reason
   * `cancelled`. A job that has ended stays as it is. Undefined when it is unknown or hidden.
   */
  cancel(id: string, requester: Requester, now: Date, context: WriteContext): Promise<CancelledJob | undefined>;
  /** Whether the target exists and is visible to the caller. */
  isVisible(target: JobTarget, caller: Caller, options?: ReadOptions): Promise<boolean>;
}

/** What became of a cancellation. */
export interface CancelledJob {
  readonly job: EnrichmentJob;
  /** Whether it was this that ended the job. */
  readonly hasEnded: boolean;
}

/** A job in hand: one process works on it, under a token that grows with every change of hands. */
export interface ClaimedJob {
  /** The request that queued it. */
  readonly cause: Cause;
  readonly job: EnrichmentJob;
  readonly startedAt: Date;
  readonly token: number;
  /** What its last step left for the next; undefined before the first. */
  readonly checkpoint: unknown;
}

/** What is claimed. */
export interface JobClaim {
  readonly owner: string;
  readonly ttlMs: number;
  readonly limits: TurnLimits;
  /** Jobs that there is room for. */
  readonly places: number;
  readonly now: Date;
}

/** How a step of a job is kept. */
export interface JobCheckpoint {
  readonly progress: JobProgress;
  readonly checkpoint: unknown;
}

/** What a job came to. */
export type JobOutcome =
  | { readonly kind: 'completed'; readonly result: JobResult }
  | { readonly kind: 'failed'; readonly reason: JobFailure };

/** How a job ends, for the service and for those who asked for it. */
export type JobEnd = JobOutcome & { readonly told?: OutcomesByCustomer };

/**
 * What each customer is told, made from what that customer may see alone; one that is left out is
 * told of a failure by its reason, and of what a completed job came to nothing.
 */
export type OutcomesByCustomer = ReadonlyMap<string, JobOutcome>;

/** A customer who waits for a job. */
export interface WaitingCustomer {
  readonly customerId: string;
  /** Undefined: as much as they take. */
  readonly maxLookupCost: MaxLookupCost | undefined;
}

/**
 * Jobs as those who work on them know them. Every write under a token throws `conflict` once the
 * job has passed to another, or ended.
 */
export interface EnrichmentQueue {
  /**
   * Takes jobs in their turn, those first whose process went silent: they go on at their
   * checkpoint.
   */
  claim(claim: JobClaim): Promise<readonly ClaimedJob[]>;
  /** Keeps jobs for as long again; returns those that still are the owner's. */
  renew(jobs: readonly Pick<ClaimedJob, 'job' | 'token'>[], ttlMs: number): Promise<readonly string[]>;
  /** Keeps what a step came to; the job where watchers can see a difference. */
  keep(claimed: ClaimedJob, step: JobCheckpoint): Promise<EnrichmentJob | undefined>;
  end(claimed: ClaimedJob, end: JobEnd, now: Date, context: WriteContext): Promise<EnrichmentJob>;
  /** The customers who wait for a job, with what each allows its look-ups to cost. */
  requesters(jobId: string): Promise<readonly WaitingCustomer[]>;
  /** Gives jobs up, so that another process may take them at once. */
  release(jobs: readonly Pick<ClaimedJob, 'job' | 'token'>[]): Promise<void>;
}

/** How far suppliers have answered what a job wants to know. */
export interface RefreshSurvey {
  /**
   * What there is to ask: parts of a credential that looks up, and credentials that read in bulk.
   */
  readonly known: number;
  /** Answered since the job was asked for. */
  readonly answered: number;
  /** Not answered, of credentials that fail or are paused. */
  readonly unreachable: number;
}

/** The survey of a whole job, and of the part that each requesting customer may see. */
export interface RefreshSurveys {
  readonly all: RefreshSurvey;
  readonly byCustomer: ReadonlyMap<string, RefreshSurvey>;
}

/** The jobs of a type that have not ended. */
export interface JobCount {
  readonly type: JobType;
  /** Under way in some process. */
  readonly running: number;
  /** Queued, or left by a process that is gone. */
  readonly waiting: number;
}

/** Throws `Failure` of kind `unavailable` when the store does not answer. */
export interface JobCounts {
  /** Types without such jobs are left out. */
  pending(options?: ReadOptions): Promise<readonly JobCount[]>;
}

/** Whom a job may ask, and about what. */
export interface RefreshOrder {
  readonly jobId: string;
  /** The request that queued the job. */
  readonly cause: Cause;
  readonly target: JobTarget;
  readonly priority: Priority;
  /** What was observed from then on is fresh enough. */
  readonly since: Date;
  /** Whether suppliers are asked that are not known to have the product. */
  readonly isDiscovery: boolean;
  /**
   * Whether credentials that read in bulk are left alone: what is wanted is not in their ticks of
   * prices and stocks.
   */
  readonly isLookUpOnly: boolean;
}

/**
 * Puts a job's questions into the queues of connectors, and sees what became of them. Only
 * credentials that one who asked for the job may use are asked, and the system's, about offers that
 * this one may see.
 */
export interface RefreshRequests {
  /**
   * Safe to repeat: what was answered since is not asked again. Returns the suppliers concerned.
   */
  ask(order: RefreshOrder): Promise<readonly string[]>;
  survey(order: RefreshOrder): Promise<RefreshSurveys>;
  /**
   * An operator wants everything of a supplier now: its ticks are due, and the parts that are
   * looked up. Returns the ids of the credentials that are asked, in order. Throws
   * `failed_precondition` where none is in use.
   */
  askAll(supplierId: string, context: Pick<WriteContext, 'act'>): Promise<readonly string[]>;
  /** The offers that each requesting customer of the job may see. */
  visibleOffersByCustomer(
    jobId: string,
    offerIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /**
   * Offers of the suppliers that were asked, first seen between the two instants, that nothing has
   * matched yet.
   */
  unmatched(order: RefreshOrder, until: Date): Promise<number>;
  /**
   * Of a supplier: credentials that read in bulk from which somebody wants news, and since when.
   */
  wanted(supplierId: string): Promise<ReadonlyMap<string, Date>>;
  /**
   * Notes that a credential has read everything since the instant, if its ticks of the kinds that
   * matter say so.
   */
  settle(credentialId: string, since: Date, kinds: readonly string[]): Promise<void>;
}

/** The traces of offers, as they were last computed. */
export interface StoredTraces {
  /**
   * Computes the traces of the target's next offers anew and stores them, with what the job has
   * changed.
   */
  rebuild(
    job: Pick<EnrichmentJob, 'id' | 'target'>,
    afterOfferId: string | undefined,
    limit: number,
    now: Date,
  ): Promise<RebuiltTraces>;
  /** How many offers the target has. */
  count(target: JobTarget): Promise<number>;
  /**
   * The result of the job for each requesting customer: of the offers that the customer may see,
   * the first changes in full.
   */
  resultsByCustomer(
    job: Pick<EnrichmentJob, 'id' | 'target'>,
    changes: number,
  ): Promise<ReadonlyMap<string, TraceResult>>;
}

/** Offers rebuilt, offers of which the trace is another, and the first changes. */
export interface TraceResult {
  readonly offers: number;
  readonly changed: number;
  readonly changes: readonly TraceChange[];
}

/** A batch of rebuilt traces. */
export interface RebuiltTraces {
  readonly offers: number;
  /** Where to go on; undefined at the end. */
  readonly lastOfferId: string | undefined;
  readonly changes: readonly TraceChange[];
}
