import { type DomainEvent, type EventType, eventSubjects } from '../events.ts';
import type { CredentialStateRow, ProjectedRow } from './rows.ts';

/** The events that the projection keeps; of all others it keeps nothing. */
export const projectedEvents = [
  'offer.matched',
  'enrichment_job.completed',
  'enrichment_job.failed',
  'credential.added',
  'credential.rotated',
  'credential.disabled',
  'credential.enabled',
  'credential.failing',
  'credential.recovered',
  'ingestion_run.completed',
  'ingestion_run.failed',
] as const satisfies readonly EventType[];

/** The subjects of these events. */
export const projectedSubjects: readonly string[] = projectedEvents.map((type) => eventSubjects[type]);

/** Which message brought an event, and when it was recorded. */
export interface EventOrigin {
  readonly messageId: string;
  readonly recordedAt: Date;
}

type CredentialStateEvent = Extract<DomainEvent, { type: `credential.${CredentialStateRow['state']}` }>;

const credentialRow = (event: CredentialStateEvent, { messageId, recordedAt }: EventOrigin): CredentialStateRow => ({
  messageId,
  credentialId: event.credentialId,
  supplierId: event.supplierId,
  changedAt: recordedAt,
  state: event.type.slice('credential.'.length) as CredentialStateRow['state'],
  reason: event.type === 'credential.failing' ? event.reason : undefined,
});

type RunEvent = Extract<DomainEvent, { type: 'ingestion_run.completed' | 'ingestion_run.failed' }>;

const runRow = (event: RunEvent, { messageId, recordedAt }: EventOrigin): ProjectedRow => {
  const counts = event.type === 'ingestion_run.completed' ? event : undefined;
  return {
    table: 'ingestion_run',
    row: {
      messageId,
      runId: event.runId,
      supplierId: event.supplierId,
      credentialId: event.credentialId,
      endedAt: recordedAt,
      failure: event.type === 'ingestion_run.failed' ? event.reason : undefined,
      pages: event.pages,
      items: counts?.items,
      prices: counts?.prices,
      stocks: counts?.stocks,
    },
  };
};

/** The row of an event; undefined for an event that the projection does not keep. */
export const eventRow = (event: DomainEvent, origin: EventOrigin): ProjectedRow | undefined => {
  const { messageId, recordedAt } = origin;
  switch (event.type) {
    case 'offer.matched': {
      const { offerId, productId, confidence, rule } = event;
      return {
        table: 'match_decision',
        row: { messageId, offerId, decidedAt: recordedAt, productId, confidence, rule },
      };
    }
    case 'enrichment_job.completed': {
      const { jobId, jobType, counts } = event;
      const result = { kind: 'completed', counts } as const;
      return { table: 'job_result', row: { messageId, jobId, jobType, endedAt: recordedAt, result } };
    }
    case 'enrichment_job.failed': {
      const { jobId, jobType, reason } = event;
      const result = { kind: 'failed', reason } as const;
      return { table: 'job_result', row: { messageId, jobId, jobType, endedAt: recordedAt, result } };
    }
    case 'credential.added':
    case 'credential.rotated':
    case 'credential.disabled':
    case 'credential.enabled':
    case 'credential.failing':
    case 'credential.recovered':
      return { table: 'credential_state', row: credentialRow(event, origin) };
    case 'ingestion_run.completed':
    case 'ingestion_run.failed':
      return runRow(event, origin);
    default:
      return undefined;
  }
};
