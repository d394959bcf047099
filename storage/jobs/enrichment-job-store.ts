/**
 * Enrichment jobs as callers know them. A unique index over pending jobs makes sure that there is
 * one for each type and target, however many ask at once: the second insert becomes a join. Every
 * requester is stored with the job and sees it; to everybody else it does not exist. A job and its
 * event are written in one transaction.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a request is written whole or
 * not at all.
 */
import type postgres from 'postgres';
import { type CustomerCaps, usualCaps } from '../../domain/callers/customer-caps.ts';
import { type EnrichmentJob, isFinal } from '../../domain/enrichment/job.ts';
import { jobTypes } from '../../domain/enrichment/job-type.ts';
import type { EnrichmentJobs, JobRequest, RequestedJob, Requester } from '../../domain/enrichment/ports.ts';
import { type JobTarget, targetFields, targetKey } from '../../domain/enrichment/target.ts';
import { turnAt } from '../../domain/enrichment/turns.ts';
import { Failure } from '../../domain/errors.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { lockCustomer } from '../callers/customer-lock.ts';
import { forgetSupplierRefreshes, noteSupplierRefresh } from '../connectors/supplier-refresh.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { pointKey, takeKey } from '../idempotency/idempotency.ts';
import { type AnySql, run, type Sql, type Transaction } from '../pool/pool.ts';
import { customerAlone, forTenant, readForTenant } from '../pool/tenant.ts';
import { type JobRow, jobColumns, jobOf } from './enrichment-job-row.ts';

const operation = 'enrichment_job';

/** What the store may be given. */
export interface JobStoreOptions {
  readonly onWrite?: OnWrite;
  /** The usual ones when left out. */
  readonly caps?: Pick<CustomerCaps, 'pendingJobs'>;
  /** From one refresh of a whole supplier to the next, at least; none when left out. */
  readonly supplierCoolDownMs?: number;
}

interface Dependencies extends JobStoreOptions {
  readonly sql: Sql;
}

/** Creates the store. */
export const createEnrichmentJobStore = (sql: Sql, options: JobStoreOptions = {}): EnrichmentJobs => ({
  request: (request, context) =>
    forTenant(sql, customerAlone(request.customerId), async (transaction) => {
      const repeatable = request.repeat && { ...request, ...request.repeat, operation, resourceId: request.id };
      const before = repeatable && (await takeKey(transaction, repeatable));
      if (before !== undefined) return { job: await requested(transaction, before, request), how: 'repeated' };
      const answer = await insertOrJoin(transaction, request, context, options);
      if (repeatable !== undefined && answer.how === 'joined') await pointKey(transaction, repeatable, answer.job.id);
      return answer;
    }),

  ...reads(sql),
  cancel: cancel({ sql, ...options }),
});

const reads = (sql: Sql): Pick<EnrichmentJobs, 'job' | 'page' | 'isVisible'> => ({
  job: async (id, requester, readOptions) => {
    const [row] = await readForTenant<JobRow>(
      sql,
      customerAlone(requester.customerId),
      (client) => ofRequester(client, id, requester),
      readOptions,
    );
    return row && jobOf(row);
  },

  page: async (requester, after, limit, readOptions) => {
    const { customerId } = requester;
    const rows = await readForTenant<JobRow>(
      sql,
      customerAlone(requester.customerId),
      (client) => client`
        select ${jobColumns(client)}
        from enrichment_requester as requester join enrichment_job as job on job.id = requester.job_id
        where requester.customer_id = ${customerId}
          and (requester.created_at, requester.job_id) < (${after?.createdAt ?? endOfTime}, ${after?.id ?? ''})
        order by requester.created_at desc, requester.job_id desc limit ${limit}`,
      readOptions,
    );
    return rows.map(jobOf);
  },

  isVisible: async (target, tenant, readOptions) => {
    const { customerId, groupIds } = tenant;
    const [row] = await readForTenant<{ isVisible: boolean }>(
      sql,
      tenant,
      (client) => {
        const seen = client`(
          credential.scope = 'system'
          or (credential.scope = 'customer' and credential.owner_id = ${customerId})
          or (credential.scope = 'group' and credential.owner_id = any(${[...groupIds]}::text[])))`;
        return client`select ${visible(client, target, seen)} as "isVisible"`;
      },
      readOptions,
    );
    return row?.isVisible ?? false;
  },
});

const cancel =
  ({ sql, onWrite }: Dependencies): EnrichmentJobs['cancel'] =>
  (id, requester, now, context) =>
    forTenant(sql, customerAlone(requester.customerId), async (transaction) => {
      const { customerId } = requester;
      // Locked first, so that of two who cancel at once the second sees that it is the last.
      await transaction`
        select from enrichment_job as job
        where id = ${id} and exists (
          select from enrichment_requester where job_id = ${id} and customer_id = ${customerId})
        for update`;
      const [found] = await run(transaction<JobRow[]>`${ofRequester(transaction, id, requester)}`);
      if (found === undefined) return undefined;
      const job = jobOf(found);
      if (isFinal(job)) return { job, hasEnded: false };
      await transaction`
        update enrichment_requester set is_waiting = false where job_id = ${id} and customer_id = ${customerId}`;
      const ended = await transaction`
        update enrichment_job as job set finished_at = ${now}, failure = 'cancelled', version = version + 1
        where id = ${id} and not is_enrichment_wanted(${id})
        returning id`;
      if (ended.length === 0) return { job, hasEnded: false };
      await forgetSupplierRefreshes(transaction, [id]);
      const event = { type: 'enrichment_job.failed', jobId: id, jobType: job.type, reason: 'cancelled' } as const;
      await appendEvents(transaction, [event], context, onWrite);
      return { job: await requested(transaction, id, requester), hasEnded: true };
    });

/** Later than every job. */
const endOfTime = new Date(8.64e15 / 1_000);

/** A job as the one who asked for it sees it. */
const ofRequester = (sql: AnySql, id: string, { customerId }: Requester) => sql`
  select ${jobColumns(sql)} from enrichment_job as job join enrichment_requester as requester on requester.job_id = job.id
  where job.id = ${id} and requester.customer_id = ${customerId}`;

/** The same for one that is there. */
const requested = async (transaction: Transaction, id: string, requester: Requester): Promise<EnrichmentJob> => {
  const [row] = await run(transaction<JobRow[]>`${ofRequester(transaction, id, requester)}`);
  if (row === undefined) throw new TypeError(`job ${id} is gone for the one who asked for it`);
  return jobOf(row);
};

const insertOrJoin = async (
  transaction: Transaction,
  request: JobRequest,
  context: WriteContext,
  { onWrite, caps = usualCaps, supplierCoolDownMs = 0 }: JobStoreOptions,
): Promise<RequestedJob> => {
  const { id, type, target, priority, now } = request;
  const fields = targetFields(target);
  const [row] = await transaction<{ id: string }[]>`
    select request_enrichment(
      ${id}, ${type}, ${JSON.stringify(fields)}::text::jsonb, ${targetKey(target)}, ${priority},
      ${now}, ${turnAt(now, priority)}
    ) as id`;
  if (row === undefined) throw new TypeError('a request wrote nothing');
  if (target.kind === 'wants') await boundCost(transaction, row.id, request);
  const job = await requested(transaction, row.id, request);
  if (job.id !== id) return { job, how: 'joined' };
  if (type === 'refresh_observation' && target.kind === 'supplier')
    await noteSupplierRefresh(transaction, target.supplierId, supplierCoolDownMs);
  await refuseTooMany(transaction, request.customerId, caps.pendingJobs);
  const event = { type: 'enrichment_job.queued', jobId: id, jobType: type, priority, target: fields } as const;
  await appendEvents(transaction, [event], context, onWrite);
  return { job, how: 'created' };
};

/** What the customer has said last of the cost of look-ups holds. */
const boundCost = async (
  transaction: Transaction,
  jobId: string,
  { customerId, maxLookupCost }: JobRequest,
): Promise<void> => {
  const stated = maxLookupCost === undefined ? null : JSON.stringify(maxLookupCost);
  await transaction`
    update enrichment_requester set max_lookup_cost = ${stated}::text::jsonb
    where job_id = ${jobId} and customer_id = ${customerId}`;
};

/** When a job that is refused may be asked for again. */
const retryAfterMs = 5_000;

/**
 * Throws `exhausted` when the job that was just written is one too many that the customer's
 * requests have made.
 */
const refuseTooMany = async (transaction: Transaction, customerId: string, most: number): Promise<void> => {
  await lockCustomer(transaction, 'jobs', customerId);
  const [{ count } = { count: 0 }] = await transaction<{ count: number }[]>`
    select count(*)::int as count from enrichment_job
    where type = any(${[...jobTypes]}::text[]) and customer_id = ${customerId} and finished_at is null`;
  if (count <= most) return;
  throw new Failure('exhausted', `${count - 1} of your jobs are pending, and ${most} may be; wait for some of them`, {
    retryAfterMs,
  });
};

/**
 * Whether a caller may know of what a target names; `seen` holds for credentials that it may look
 * through.
 */
const visible = (sql: Sql, target: JobTarget, seen: postgres.Fragment) => {
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
    case 'wants': {
      const suppliers = target.wants.flatMap((want) => (want.kind === 'sku' ? [want.supplierId] : []));
      return sql`not exists (
        select from unnest(${suppliers}::text[]) as named (id)
        where not exists (select from credential where supplier_id = named.id and ${seen}))`;
    }
  }
};
