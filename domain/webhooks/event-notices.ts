import type { EnrichmentEvent } from '../enrichment/events.ts';
import type { JobFailure } from '../enrichment/job.ts';
import type { EstimateEvent } from '../estimate/events.ts';
import type { DomainEvent, StoredEvent } from '../events.ts';
import { noticeId } from '../ids.ts';
import type { Cause } from '../store-context.ts';
import type { Notice } from './notice.ts';

/**
 * Which customers hear of a stored event, and what. An estimate is told to its owner; a job to each
 * who asked for it, as that customer is shown it.
 */

/**
 * A customer who asked for a job, with what it is told of its end; undefined: nothing of its own.
 */
export interface JobAudience {
  readonly customerId: string;
  readonly failure: JobFailure | undefined;
  readonly counts: Readonly<Record<string, number>> | undefined;
}

/** Whom the events of a batch concern. */
export interface Audience {
  /** The owner of each estimate; one whose owner is not known any more is left out. */
  readonly estimateOwners: ReadonlyMap<string, string>;
  readonly jobRequesters: ReadonlyMap<string, readonly JobAudience[]>;
}

type Told = Pick<Notice, 'type' | 'data'>;

const isOf = <Prefix extends string>(
  event: DomainEvent,
  prefix: Prefix,
): event is Extract<DomainEvent, { readonly type: `${Prefix}.${string}` }> => event.type.startsWith(`${prefix}.`);

const estimateData = (event: EstimateEvent): Readonly<Record<string, unknown>> => {
  const estimate_id = event.estimateId;
  switch (event.type) {
    case 'estimate.started':
      return { estimate_id, status: 'parsing', optimization_mode: event.mode };
    case 'estimate.optimizing':
      return {
        estimate_id,
        status: 'optimizing',
        version: event.version,
        line_count: event.lines,
        unresolved_count: event.unresolved,
      };
    case 'estimate.ready':
      return {
        estimate_id,
        status: 'ready',
        version: event.version,
        total: event.total,
        currency: event.currency,
        changed_lines: event.changedLines,
      };
    case 'estimate.error':
      return { estimate_id, status: 'error', version: event.version, error_reason: event.reason };
    case 'estimate.deleted':
      return { estimate_id, status: 'deleted' };
  }
};

const failed = ({ jobId, jobType }: EnrichmentEvent, reason: JobFailure): Told => ({
  type: 'enrichment_job.failed',
  data: { job_id: jobId, type: jobType, status: 'failed', failure_reason: reason },
});

/** An end is told as the customer's own part of the job came to it. */
const jobTold = (event: EnrichmentEvent, { failure, counts }: JobAudience): Told => {
  const named = { job_id: event.jobId, type: event.jobType };
  switch (event.type) {
    case 'enrichment_job.queued':
      return {
        type: event.type,
        data: { ...named, status: 'queued', priority: event.priority, target: event.target },
      };
    case 'enrichment_job.started':
      return { type: event.type, data: { ...named, status: 'started' } };
    case 'enrichment_job.completed':
      if (failure !== undefined) return failed(event, failure);
      return { type: event.type, data: { ...named, status: 'completed', counts: counts ?? {} } };
    case 'enrichment_job.failed':
      return failed(event, failure ?? event.reason);
  }
};

const toldOf = (
  { event }: StoredEvent,
  audience: Audience,
): readonly (Told & { readonly customerId: string; readonly subject: string })[] => {
  if (isOf(event, 'estimate')) {
    const owner = audience.estimateOwners.get(event.estimateId);
    const subject = `estimate/${event.estimateId}`;
    return owner === undefined ? [] : [{ customerId: owner, subject, type: event.type, data: estimateData(event) }];
  }
  if (isOf(event, 'enrichment_job')) {
    const subject = `enrichment_job/${event.jobId}`;
    const requesters = audience.jobRequesters.get(event.jobId) ?? [];
    return requesters.map((each) => ({ customerId: each.customerId, subject, ...jobTold(event, each) }));
  }
  return [];
};

/** What customers are told of an event: one notice each, with an id that follows from the event. */
export const noticesOf = (stored: StoredEvent, audience: Audience): readonly Notice[] =>
  toldOf(stored, audience).map((told) => ({
    id: noticeId([stored.aggregateType, stored.aggregateId, String(stored.version), told.customerId]),
    occurredAt: stored.recordedAt,
    ...told,
  }));

/**
 * What a notice names as its cause. A job that several customers share was caused by the request of
 * one of them, which the others must not learn of; each is told an id of its own instead.
 */
export const causeOfNotice = (
  { aggregateType, aggregateId, correlationId, traceparent }: StoredEvent,
  { jobRequesters }: Pick<Audience, 'jobRequesters'>,
  { id }: Pick<Notice, 'id'>,
): Cause =>
  aggregateType === 'enrichment_job' && (jobRequesters.get(aggregateId)?.length ?? 0) > 1
    ? { correlationId: id, traceparent: undefined }
    : { correlationId, traceparent };
