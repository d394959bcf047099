import type { JobType } from '../../domain/enrichment/job-type.ts';
import type { DomainEvent } from '../../domain/events.ts';
import { forgetSupplierRefreshes } from '../connectors/supplier-refresh.ts';
import { run, type Transaction } from '../pool/pool.ts';

/** Of whom something is erased. */
export interface Erased {
  readonly customerId: string;
  /** The customer's own. */
  readonly credentialIds: readonly string[];
  /** Appends events as part of the transaction. */
  readonly tell: (transaction: Transaction, events: readonly DomainEvent[]) => Promise<void>;
}

/** How one table forgets a customer. */
export interface ErasureStep {
  /** The columns by which it tells of a customer, its keys or its credentials. */
  readonly columns: readonly string[];
  /** Erases so many rows at most, and returns how many; fewer than the limit: there are no more. */
  readonly erase: (transaction: Transaction, of: Erased, limit: number) => Promise<number>;
}

type Rows = Promise<{ readonly count: number }>;

const counted = async (rows: Rows): Promise<number> => (await rows).count;

/** What is deleted of a table by its customer. */
const ofCustomer = (table: string): ErasureStep => ({
  columns: ['customer_id'],
  erase: (sql, { customerId }, limit) =>
    counted(
      run(sql`
        delete from ${sql(table)} where ctid = any(array(
          select ctid from ${sql(table)} where customer_id = ${customerId} limit ${limit}))`),
    ),
});

/** What is deleted of a table by the customer's credentials. */
const ofCredentials = (table: string): ErasureStep => ({
  columns: ['credential_id'],
  erase: (sql, { credentialIds }, limit) =>
    counted(
      run(sql`
        delete from ${sql(table)} where ctid = any(array(
          select ctid from ${sql(table)} where credential_id = any(${[...credentialIds]}::text[]) limit ${limit}))`),
    ),
});

/** What is deleted of a table by the estimates of the customer. */
const ofEstimates = (table: string): ErasureStep => ({
  columns: [],
  erase: (sql, { customerId }, limit) =>
    counted(
      run(sql`
        delete from ${sql(table)} where ctid = any(array(
          select given.ctid from ${sql(table)} as given join estimate on estimate.id = estimate_id
          where customer_id = ${customerId} limit ${limit}))`),
    ),
});

/**
 * Events of the customer and of its keys stay in their places, without the names that they hold.
 */
const namelessEvents: ErasureStep = {
  columns: [],
  erase: (sql, { customerId }, limit) =>
    counted(
      run(sql`
        with named as (
          select aggregate_type, aggregate_id, version, recorded_at from event
          where ((aggregate_type = 'customer' and aggregate_id = ${customerId})
              or (aggregate_type = 'api_key'
                and aggregate_id in (select id from api_key where customer_id = ${customerId})))
            and (data ->> 'name' <> 'erased' or data ->> 'label' <> 'erased')
          limit ${limit}
        )
        update event set data = data
          || case when data ? 'name' then '{"name": "erased"}' else '{}' end::jsonb
          || case when data ? 'label' then '{"label": "erased"}' else '{}' end::jsonb
        from named where (event.aggregate_type, event.aggregate_id, event.version, event.recorded_at)
          = (named.aggregate_type, named.aggregate_id, named.version, named.recorded_at)`),
    ),
};

/** Estimates go as if the customer had deleted them. */
const estimates: ErasureStep = {
  columns: ['customer_id', 'key_id', 'group_ids', 'owner'],
  erase: async (sql, { customerId, tell }, limit) => {
    const gone = await run(sql<{ estimateId: string }[]>`
      delete from estimate where id = any(array(
        select id from estimate where customer_id = ${customerId} limit ${limit})) returning id as "estimateId"`);
    await tell(
      sql,
      gone.map(({ estimateId }) => ({ type: 'estimate.deleted', estimateId })),
    );
    return gone.length;
  },
};

/** Tells of jobs that ended because nobody wants them any more. */
const tellCancelled = (sql: Transaction, { tell }: Erased, jobs: readonly { jobId: string; jobType: JobType }[]) =>
  tell(
    sql,
    jobs.map(({ jobId, jobType }) => ({ type: 'enrichment_job.failed', jobId, jobType, reason: 'cancelled' })),
  );

/**
 * What the customer asked for it wants no longer: a job that nobody else waits for ends, as when
 * the customer cancels it.
 */
const requests: ErasureStep = {
  columns: ['customer_id'],
  erase: async (sql, of, limit) => {
    // Locked first, so that of two who leave a job at once the second sees that it is the last.
    const asked = await run(sql<{ jobId: string }[]>`
      select id as "jobId" from enrichment_job where id = any(array(
        select job_id from enrichment_requester where customer_id = ${of.customerId} limit ${limit}))
      order by id for update`);
    const ids = asked.map(({ jobId }) => jobId);
    const { count } = await run(sql`
      delete from enrichment_requester where customer_id = ${of.customerId} and job_id = any(${ids}::text[])`);
    const ended = await run(sql<{ jobId: string; jobType: JobType }[]>`
      update enrichment_job as job set finished_at = now(), failure = 'cancelled', version = version + 1
      where id = any(${ids}::text[]) and finished_at is null
        and not exists (select from enrichment_requester where job_id = job.id and is_waiting)
      returning id as "jobId", type as "jobType"`);
    await forgetSupplierRefreshes(
      sql,
      ended.map(({ jobId }) => jobId),
    );
    await tellCancelled(sql, of, ended);
    return count;
  },
};

/**
 * A job that other customers requested continues as theirs; otherwise it is removed, cancelled
 * first if it had not ended.
 */
const jobs: ErasureStep = {
  columns: ['customer_id', 'owner'],
  erase: async (sql, of, limit) => {
    const rows = await run(sql<{ jobId: string; jobType: JobType; isCancelled: boolean }[]>`
        with mine as (
          select job.id, (select customer_id from enrichment_requester as other
            where job_id = job.id and other.customer_id <> ${of.customerId}
            order by is_waiting desc, customer_id limit 1) as heir
          from enrichment_job as job where customer_id = ${of.customerId} limit ${limit} for update
        ), passed_on as (
          update enrichment_job set customer_id = heir from mine
          where enrichment_job.id = mine.id and heir is not null
          returning enrichment_job.id, type
        ), gone as (
          delete from enrichment_job using mine where enrichment_job.id = mine.id and heir is null
          returning enrichment_job.id, type, finished_at is null as is_cancelled
        )
        select id as "jobId", type as "jobType", false as "isCancelled" from passed_on
        union all
        select id, type, is_cancelled from gone`);
    await tellCancelled(
      sql,
      of,
      rows.filter(({ isCancelled }) => isCancelled),
    );
    return rows.length;
  },
};

/** A key's row goes when it has been told to all processes that the key is revoked. */
const usage: ErasureStep = {
  columns: ['key_id'],
  erase: (sql, { customerId }, limit) =>
    counted(
      run(sql`
        delete from api_key_usage where ctid = any(array(
          select ctid from api_key_usage
          where key_id in (select id from api_key where customer_id = ${customerId}) limit ${limit}))`),
    ),
};

const budgets: ErasureStep = {
  columns: [],
  erase: (sql, { credentialIds }, limit) =>
    counted(
      run(sql`
        delete from rate_budget where key = any(array(
          select key from rate_budget where split_part(key, ':', 3) = any(${[...credentialIds]}::text[]) limit ${limit}))`),
    ),
};

/**
 * What is erased some rows at a time, in an order that no reference forbids. What the credentials
 * have seen of offers is apart, because it can only be found offer by offer (`seen-offers.ts`).
 */
export const steps: Readonly<Record<string, ErasureStep>> = {
  // First, so that nobody is told of what goes.
  webhook_delivery: ofCustomer('webhook_delivery'),
  webhook_endpoint: { ...ofCustomer('webhook_endpoint'), columns: ['customer_id', 'owner'] },
  watch_notice: ofCustomer('watch_notice'),
  watch: { ...ofCustomer('watch'), columns: ['customer_id', 'owner', 'key_id', 'group_ids'] },
  estimate_document: ofEstimates('estimate_document'),
  estimate_product: ofEstimates('estimate_product'),
  estimate: estimates,
  enrichment_requester: requests,
  enrichment_job: jobs,
  idempotency_key: ofCustomer('idempotency_key'),
  line_choice: ofCustomer('line_choice'),
  lookup: ofCredentials('lookup'),
  part_want_lookup: ofCredentials('part_want_lookup'),
  part_want_offer: ofCredentials('part_want_offer'),
  ingestion_tick: ofCredentials('ingestion_tick'),
  rate_budget: budgets,
  event: namelessEvents,
  api_key_usage: usage,
};

/** What goes with the customer itself, at the end. */
export const lastSteps: Readonly<Record<string, ErasureStep>> = {
  group_member: { ...ofCustomer('group_member'), columns: ['customer_id', 'group_id'] },
  api_key: ofCustomer('api_key'),
  customer: {
    columns: [],
    erase: (sql, { customerId }) => counted(run(sql`delete from customer where id = ${customerId}`)),
  },
};

/**
 * The tables of which rows are erased in other files here, with the columns by which they tell of a
 * customer.
 */
export const otherTables: Readonly<Record<string, readonly string[]>> = {
  credential: ['owner_id'],
  offer_view: ['credential_id'],
  // Goes with its row of offer_view.
  held_price: ['credential_id'],
  observation_history: ['credential_id'],
};
