/**
 * Enrichment jobs as callers know them. A unique index over pending jobs makes sure that there is one for each type and target,
 * however many ask at once: the second insert becomes a join. Whoever asked is kept beside the job and sees it; to everybody else
 * it does not exist. A job and its event are written in one transaction.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a request is written whole or not at all.
 */
import { isFinal } from '../domain/enrichment/job.ts';
import type { EnrichmentJobs, JobRequest, RequestedJob } from '../domain/enrichment/ports.ts';
import { type JobTarget, targetFields, targetKey } from '../domain/enrichment/target.ts';
import { turnAt } from '../domain/enrichment/turns.ts';
import type { WriteContext } from '../domain/ports.ts';
import { appendInTransaction, type OnWrite } from './event-store.ts';
import { pointKey, takeKey } from './idempotency.ts';
import { inTransaction, run, type Sql, type Transaction } from './pool.ts';
import { type JobRow, jobColumns, jobOf } from './statements/enrichment-job-row.ts';
import type { isOfTarget } from './statements/target-offers.ts';

const operation = 'enrichment_job';

/** Creates the store. */
export const createEnrichmentJobStore = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): EnrichmentJobs => {
  const { onWrite } = options;
  const read = async (query: ReturnType<typeof sql<JobRow[]>>, readOptions = {}) => {
    const [row] = await run(query, readOptions);
    return row && jobOf(row);
  };
  const ofRequester = (id: string, customerId: string) => sql<JobRow[]>`
    select ${jobColumns(sql)} from enrichment_job as job join enrichment_requester as requester on requester.job_id = job.id
    where job.id = ${id} and requester.customer_id = ${customerId}`;

  return {
    request: (request, context) =>
      inTransaction(sql, async (transaction) => {
        const repeatable = request.repeat && { ...request, ...request.repeat, operation, resourceId: request.id };
        const before = repeatable && (await takeKey(transaction, repeatable));
        if (before !== undefined) return repeated(transaction, before);
        const requested = await insertOrJoin(transaction, request, context, onWrite);
        if (repeatable !== undefined && requested.how === 'joined')
          await pointKey(transaction, repeatable, requested.job.id);
        return requested;
      }),

    job: (id, { customerId }, readOptions) => read(ofRequester(id, customerId), readOptions),

    anyJob: (id) => read(sql<JobRow[]>`select ${jobColumns(sql)} from enrichment_job as job where id = ${id}`),

    page: async ({ customerId }, after, limit, readOptions) => {
      const rows = await run(
        sql<JobRow[]>`
          select ${jobColumns(sql)}
          from enrichment_requester as requester join enrichment_job as job on job.id = requester.job_id
          where requester.customer_id = ${customerId}
            and (requester.created_at, requester.job_id) < (${after?.createdAt ?? endOfTime}, ${after?.id ?? ''})
          order by requester.created_at desc, requester.job_id desc limit ${limit}`,
        readOptions,
      );
      return rows.map(jobOf);
    },

    cancel: (id, { customerId }, now, context) =>
      inTransaction(sql, async (transaction) => {
        // Locked first, so that of two who cancel at once the second sees that it is the last.
        const [found] = await transaction<JobRow[]>`
          select ${jobColumns(transaction)} from enrichment_job as job
          where id = ${id} and exists (
            select from enrichment_requester where job_id = ${id} and customer_id = ${customerId})
          for update`;
        if (found === undefined) return undefined;
        const job = jobOf(found);
        if (isFinal(job)) return { job, hasEnded: false };
        await transaction`
          update enrichment_requester set is_waiting = false where job_id = ${id} and customer_id = ${customerId}`;
        const [ended] = await transaction<JobRow[]>`
          update enrichment_job as job set finished_at = ${now}, failure = 'cancelled', version = version + 1
          where id = ${id} and not exists (select from enrichment_requester where job_id = ${id} and is_waiting)
          returning ${jobColumns(transaction)}`;
        if (ended === undefined) return { job, hasEnded: false };
        const event = { type: 'enrichment_job.failed', jobId: id, jobType: job.type, reason: 'cancelled' } as const;
        await appendInTransaction(transaction, [{ event, expected: 'any' }], context, onWrite);
        return { job: jobOf(ended), hasEnded: true };
      }),

    isVisible: async (target, { customerId, groupIds }, readOptions) => {
      const seen = sql`(
        credential.scope = 'system'
        or (credential.scope = 'customer' and credential.owner_id = ${customerId})
        or (credential.scope = 'group' and credential.owner_id = any(${[...groupIds]}::text[])))`;
      const visibility = sql<{ isVisible: boolean }[]>`select ${visible(sql, target, seen)} as "isVisible"`;
      const [row] = await run(visibility, readOptions);
      return row?.isVisible ?? false;
    },
  };
};

/** Later than every job. */
const endOfTime = new Date(8.64e15 / 1_000);

const repeated = async (transaction: Transaction, id: string): Promise<RequestedJob> => {
  const [row] = await transaction<JobRow[]>`
    select ${jobColumns(transaction)} from enrichment_job as job where id = ${id}`;
  if (row === undefined) throw new TypeError(`job ${id} of a kept request is gone`);
  return { job: jobOf(row), how: 'repeated' };
};

const insertOrJoin = async (
  transaction: Transaction,
  { id, type, target, priority, customerId, now }: JobRequest,
  context: WriteContext,
  onWrite: OnWrite | undefined,
): Promise<RequestedJob> => {
  const fields = targetFields(target);
  // The delay between creation and turn is the priority's: whose is less is the more urgent.
  const isMoreUrgent = transaction`excluded.turn_at - excluded.created_at < job.turn_at - job.created_at`;
  const [row] = await transaction<JobRow[]>`
    insert into enrichment_job as job (id, type, target, target_key, priority, customer_id, created_at, turn_at)
    values (${id}, ${type}, ${JSON.stringify(fields)}::text::jsonb, ${targetKey(target)}, ${priority}, ${customerId},
      ${now}, ${turnAt(now, priority)})
    on conflict (type, target_key) where finished_at is null do update set
      priority = case when ${isMoreUrgent} then excluded.priority else job.priority end,
      turn_at = least(job.turn_at, job.created_at + (excluded.turn_at - excluded.created_at)),
      version = job.version + case when ${isMoreUrgent} then 1 else 0 end
    returning ${jobColumns(transaction)}`;
  if (row === undefined) throw new TypeError('a request wrote nothing');
  const job = jobOf(row);
  await transaction`
    insert into enrichment_requester (job_id, customer_id, created_at) values (${job.id}, ${customerId}, ${job.createdAt})
    on conflict (job_id, customer_id) do update set is_waiting = true`;
  if (job.id !== id) return { job, how: 'joined' };
  const event = { type: 'enrichment_job.queued', jobId: id, jobType: type, priority, target: fields } as const;
  await appendInTransaction(transaction, [{ event, expected: 'any' }], context, onWrite);
  return { job, how: 'created' };
};

/** Whether a caller may know of what a target names; `seen` holds for credentials that it may look through. */
const visible = (sql: Sql, target: JobTarget, seen: ReturnType<typeof isOfTarget>) => {
  switch (target.kind) {
    case 'offers':
      return sql`${target.offerIds.length}::int = (
        select count(*)::int from offer where offer.id = any(${[...target.offerIds]}::text[]) and exists (
          select from offer_view join credential on credential.id = offer_view.credential_id
          where offer_view.offer_id = offer.id and ${seen}))`;
    case 'product':
      return sql`exists (select from product where id = ${target.productId})`;
    case 'supplier':
      return sql`exists (select from credential where supplier_id = ${target.supplierId} and ${seen})`;
  }
};
