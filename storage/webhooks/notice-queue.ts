/**
 * From events to deliveries. A trigger leaves a row for every event of an estimate or a job in the
 * transaction of its change; here such rows are taken away and deliveries written, in one
 * transaction, so that each endpoint is told of a change once. One process does it at a time.
 *
 * Positions are drawn before a transaction commits, so that a lower one can appear after a higher
 * one was taken away; within one aggregate that cannot happen, as for the outbox.
 *
 * Database down: it throws `Failure` of kind `unavailable`, and nothing was done.
 */
import type { JobFailure } from '../../domain/enrichment/job.ts';
import type { StoredEvent } from '../../domain/events.ts';
import { type Audience, causeOfNotice, type JobAudience } from '../../domain/webhooks/event-notices.ts';
import type { FannedOut, NoticeQueue } from '../../domain/webhooks/ports.ts';
import { type EventRow, storedEvent } from '../event-log/stored-event.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { deliverNotices } from './write-deliveries.ts';

const fanOutLock = 7_200_170;

const nothing: FannedOut = { causes: 0, deliveries: 0, overfull: [] };

/** The oldest causes; the event of one is found by its key, unless it was archived meanwhile. */
const causesIn = async (transaction: Transaction, limit: number) => {
  const rows = await run(transaction<(EventRow | (Pick<EventRow, 'position'> & { readonly type: null }))[]>`
    with cause as materialized (select * from webhook_cause order by position limit ${limit})
    select cause.position, cause.aggregate_type, cause.aggregate_id, cause.version, cause.recorded_at,
      event.type, event.data, event.correlation_id, event.traceparent
    from cause left join lateral (
      select type, data, correlation_id, traceparent from event
      where aggregate_type = cause.aggregate_type and aggregate_id = cause.aggregate_id
        and version = cause.version and recorded_at = cause.recorded_at
      limit 1
    ) as event on true
    order by cause.position`);
  return {
    positions: rows.map(({ position }) => position),
    events: rows.flatMap((row) => (row.type === null ? [] : [storedEvent(row)])),
  };
};

const idsOf = (events: readonly StoredEvent[], type: string): string[] => [
  ...new Set(events.filter(({ aggregateType }) => aggregateType === type).map(({ aggregateId }) => aggregateId)),
];

/** By the first event of each estimate, because the estimate itself may have been deleted. */
const ownersOf = async (transaction: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await run(transaction<{ id: string; customerId: string }[]>`
    select aggregate_id as id, data->>'customerId' as "customerId" from event
    where aggregate_type = 'estimate' and aggregate_id = any(${[...ids]}::text[]) and version = 1
    union
    select id, customer_id from estimate where id = any(${[...ids]}::text[])`);
  return new Map(rows.map(({ id, customerId }) => [id, customerId]));
};

interface RequesterRow {
  readonly jobId: string;
  readonly customerId: string;
  readonly failure: JobFailure | null;
  readonly counts: Readonly<Record<string, number>> | null;
}

const requestersOf = async (
  transaction: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly JobAudience[]>> => {
  if (ids.length === 0) return new Map();
  const rows = await run(transaction<RequesterRow[]>`
    select job_id as "jobId", customer_id as "customerId", failure, result->'counts' as counts
    from enrichment_requester where job_id = any(${[...ids]}::text[]) order by customer_id`);
  const byJob = new Map<string, JobAudience[]>();
  for (const { jobId, customerId, failure, counts } of rows) {
    const audience = byJob.get(jobId) ?? [];
    audience.push({ customerId, failure: failure ?? undefined, counts: counts ?? undefined });
    byJob.set(jobId, audience);
  }
  return byJob;
};

const audienceOf = async (transaction: Transaction, events: readonly StoredEvent[]): Promise<Audience> => ({
  estimateOwners: await ownersOf(transaction, idsOf(events, 'estimate')),
  jobRequesters: await requestersOf(transaction, idsOf(events, 'enrichment_job')),
});

/** Creates the queue over a migrated database. */
export const createNoticeQueue = (sql: Sql): NoticeQueue => ({
  fanOut: (noticesOf, limit, now) =>
    inTransaction(sql, async (transaction) => {
      const [lock] = await run(transaction<{ isOurs: boolean }[]>`
        select pg_try_advisory_xact_lock(${fanOutLock}) as "isOurs"`);
      if (!lock?.isOurs) return nothing;
      const { positions, events } = await causesIn(transaction, limit);
      if (positions.length === 0) return nothing;
      const audience = await audienceOf(transaction, events);
      const notices = events.flatMap((event) =>
        noticesOf(event, audience).map((notice) => ({ ...notice, cause: causeOfNotice(event, audience, notice) })),
      );
      const told = await deliverNotices(transaction, notices, now);
      await run(transaction`
        delete from webhook_cause where position = any(${positions.map(String)}::bigint[])`);
      return { causes: positions.length, ...told };
    }),
});
