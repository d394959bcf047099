import type { EnrichmentEvent } from '../../domain/enrichment/events.ts';
import { jobFailures } from '../../domain/enrichment/job.ts';
import { jobTypes } from '../../domain/enrichment/job-type.ts';
import { priorities } from '../../domain/priority.ts';
import {
  EnrichmentJobCompleted,
  EnrichmentJobFailed,
  EnrichmentJobQueued,
  EnrichmentJobStarted,
} from '../../proto/gen/svc/events/v1/enrichment.ts';
import type { EventCodecs } from './event-codec.ts';
import { count, enumValue, type Fields, optionalObject, optionalTextMap, text } from './fields.ts';

/** Which job, of which type, as every event of it says. */
const jobFields = (fields: Fields) => ({ jobId: text(fields, 'job_id'), jobType: enumValue(fields, 'type', jobTypes) });

const counts = (fields: Fields): Readonly<Record<string, number>> => {
  const counted = optionalObject(fields, 'counts');
  return counted === undefined
    ? {}
    : Object.fromEntries(Object.keys(counted.json).map((name) => [name, count(counted, name)]));
};

/** Codecs of what becomes of enrichment jobs. */
export const enrichmentCodecs: Pick<EventCodecs, EnrichmentEvent['type']> = {
  'enrichment_job.queued': {
    toJson: ({ jobId, jobType, priority, target }) =>
      EnrichmentJobQueued.toJSON({ jobId, type: jobType, priority, target: { ...target } }),
    read: (fields) => ({
      type: 'enrichment_job.queued',
      ...jobFields(fields),
      priority: enumValue(fields, 'priority', priorities),
      target: optionalTextMap(fields, 'target') ?? {},
    }),
  },
  'enrichment_job.started': {
    toJson: ({ jobId, jobType }) => EnrichmentJobStarted.toJSON({ jobId, type: jobType }),
    read: (fields) => ({ type: 'enrichment_job.started', ...jobFields(fields) }),
  },
  'enrichment_job.completed': {
    toJson: ({ jobId, jobType, counts }) =>
      EnrichmentJobCompleted.toJSON({ jobId, type: jobType, counts: { ...counts } }),
    read: (fields) => ({ type: 'enrichment_job.completed', ...jobFields(fields), counts: counts(fields) }),
  },
  'enrichment_job.failed': {
    toJson: ({ jobId, jobType, reason }) => EnrichmentJobFailed.toJSON({ jobId, type: jobType, reason }),
    read: (fields) => ({
      type: 'enrichment_job.failed',
      ...jobFields(fields),
      reason: enumValue(fields, 'reason', jobFailures),
    }),
  },
};
