import { expect, it } from 'vitest';
import type { DomainEvent, StoredEvent } from '../../../domain/events.ts';
import { aggregateOf } from '../../../domain/events.ts';
import { type Audience, causeOfNotice, noticesOf } from '../../../domain/webhooks/event-notices.ts';
import { noticeBody } from '../../../domain/webhooks/notice.ts';

const stored = (event: DomainEvent, version = 1): StoredEvent => ({
  position: 7n,
  aggregateType: aggregateOf(event).type,
  aggregateId: aggregateOf(event).id,
  version,
  event,
  recordedAt: new Date('2026-03-01T12:00:00.000Z'),
  correlationId: 'cor_1',
  traceparent: undefined,
});

const audience: Audience = {
  estimateOwners: new Map([['est_1', 'acme']]),
  jobRequesters: new Map([
    [
      'job_1',
      [
        { customerId: 'acme', failure: undefined, counts: { asked: 2 } },
        { customerId: 'globex', failure: 'unreachable', counts: undefined },
      ],
    ],
  ]),
};

const completed = {
  type: 'enrichment_job.completed',
  jobId: 'job_1',
  jobType: 'refresh_observation',
  counts: { asked: 9, answered: 9 },
} as const;

it('tells each customer what its own part of a job came to, and not what others asked', () => {
  const told = noticesOf(stored(completed), audience);
  expect(told.map(({ customerId, type, data }) => [customerId, type, data])).toEqual([
    [
      'acme',
      'enrichment_job.completed',
      { job_id: 'job_1', type: 'refresh_observation', status: 'completed', counts: { asked: 2 } },
    ],
    [
      'globex',
      'enrichment_job.failed',
      { job_id: 'job_1', type: 'refresh_observation', status: 'failed', failure_reason: 'unreachable' },
    ],
  ]);
});

it('tells none of those who share a job of the request of another', () => {
  const event = { ...stored(completed), traceparent: 'trace_of_acme' };
  const causes = noticesOf(event, audience).map((notice) => causeOfNotice(event, audience, notice));
  const ids = noticesOf(event, audience).map(({ id }) => id);
  expect(causes).toEqual(ids.map((correlationId) => ({ correlationId, traceparent: undefined })));
  const alone = {
    ...audience,
    jobRequesters: new Map([['job_1', audience.jobRequesters.get('job_1')?.slice(0, 1) ?? []]]),
  };
  expect(noticesOf(event, alone).map((notice) => causeOfNotice(event, alone, notice))).toEqual([
    { correlationId: 'cor_1', traceparent: 'trace_of_acme' },
  ]);
});

it('gives a change the same id again, and another one to each change and customer', () => {
  const ids = [1, 2, 1].flatMap((version) => noticesOf(stored(completed, version), audience).map(({ id }) => id));
  expect(ids.slice(0, 2)).toEqual(ids.slice(4));
  expect(new Set(ids).size).toBe(4);
});

it('tells the owner of an estimate, and nobody when the owner is not known', () => {
  const ready = {
    type: 'estimate.ready',
    estimateId: 'est_1',
    version: 4,
    total: '2393.26',
    currency: 'EUR',
    changedLines: [3, 7],
  } as const;
  const [notice] = noticesOf(stored(ready), audience);
  expect(notice).toMatchObject({ customerId: 'acme', subject: 'estimate/est_1' });
  expect(notice && JSON.parse(noticeBody(notice))).toEqual({
    type: 'estimate.ready',
    timestamp: '2026-03-01T12:00:00.000Z',
    data: {
      estimate_id: 'est_1',
      status: 'ready',
      version: 4,
      total: '2393.26',
      currency: 'EUR',
      changed_lines: [3, 7],
    },
  });
  expect(noticesOf(stored({ ...ready, estimateId: 'est_2' }), audience)).toEqual([]);
});

it('tells customers of nothing else', () => {
  const repriced = { type: 'offer.repriced', offerId: 'ofr_1', credentialId: 'crd_1', observationId: 'obs_1' } as const;
  expect(noticesOf(stored(repriced), audience)).toEqual([]);
});
