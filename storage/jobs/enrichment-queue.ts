/**
 * Enrichment jobs as those who work on them know them. One process at a time has the lease of a
 * job; another that takes it over goes on at its checkpoint. Claims follow one another, so that
 * limits hold whatever the number of processes.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a step is written whole or
 * not at all.
 */
import type { EnrichmentEvent } from '../../domain/enrichment/events.ts';
import { reportedProgress } from '../../domain/enrichment/job.ts';
import type { JobType } from '../../domain/enrichment/job-type.ts';
import type {
  ClaimedJob,
  EnrichmentQueue,
  JobClaim,
  JobEnd,
  OutcomesByCustomer,
} from '../../domain/enrichment/ports.ts';
import { type Candidate, nextInTurn, type RunningCounts } from '../../domain/enrichment/turns.ts';
import type { MaxLookupCost } from '../../domain/wants/lookup-cost.ts';
import { causesOf } from '../event-log/causes.ts';
import { appendAndCommit, appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { createWorkLeases, isUnleased, leasedRow, takenBy, type WorkLease } from '../held-work/work-leases.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { type JobRow, jobOf, ownJobColumns } from './enrichment-job-row.ts';

const table = { name: 'enrichment_job', isUnderWay: 'finished_at is null', claimLock: 7_200_118 } as const;

interface ClaimedRow extends JobRow {
  readonly token: number;
  readonly checkpoint: unknown;
  readonly isFirstClaim: boolean;
}

/** Creates the queue over the jobs. */
export const createEnrichmentQueue = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): EnrichmentQueue => {
  const leases = createWorkLeases(sql, table);
  return {
    claim: (claim) =>
      leases.claim(async (transaction) => {
        const chosen = nextInTurn(
          await candidatesFor(transaction, claim.places),
          await underWay(transaction),
          claim.limits,
          claim.places,
        );
        return chosen.length === 0 ? [] : take(transaction, chosen, claim, onWrite);
      }),

    renew: (jobs, ttlMs) => leases.renew(jobs.map(leaseOf), ttlMs),
    release: (jobs) => leases.release(jobs.map(leaseOf)),

    requesters: async (jobId) => {
      const rows = await run(sql<{ customerId: string; maxLookupCost: MaxLookupCost | null }[]>`
        select customer_id as "customerId", max_lookup_cost as "maxLookupCost"
        from enrichment_requester where job_id = ${jobId} and is_waiting order by 1`);
      return rows.map(({ customerId, maxLookupCost }) => ({ customerId, maxLookupCost: maxLookupCost ?? undefined }));
    },

    keep: async ({ job, token }, { progress, checkpoint }) => {
      const shown = reportedProgress(job.shown, progress);
      const rows = await run(sql<(JobRow & { hasChanged: boolean })[]>`
        with before as (select shown from enrichment_job where id = ${job.id})
        update enrichment_job as job set
          done = ${progress.done}, known = ${progress.known}, checkpoint = ${JSON.stringify(checkpoint ?? null)}::text::json,
          shown = greatest(job.shown, ${shown}::float8),
          version = job.version + case when ${shown}::float8 > job.shown then 1 else 0 end
        from before
        where id = ${job.id} and token = ${token} and finished_at is null
        returning ${ownJobColumns(sql)}, job.shown > before.shown as "hasChanged"`);
      const { hasChanged, ...row } = leasedRow(rows, `job ${job.id}`);
      return hasChanged ? jobOf(row) : undefined;
    },

    end: ({ job, token }, end, now, context) =>
      inTransaction(sql, async (transaction) => {
        const row = leasedRow(await writeEnd(transaction, { id: job.id, token }, end, now), `job ${job.id}`);
        await tell(transaction, job.id, end.told ?? new Map());
        const ended = jobOf(row);
        await appendAndCommit(transaction, [endOf(job, end)], context, onWrite);
        return ended;
      }),
  };
};

const writeEnd = (transaction: Transaction, { id, token }: WorkLease, end: JobEnd, now: Date) => {
  const isCompleted = end.kind === 'completed';
  return transaction<JobRow[]>`
    update enrichment_job as job set
      finished_at = ${now}, version = version + 1, checkpoint = null,
      shown = case when ${isCompleted} then 1 else shown end,
      failure = ${end.kind === 'failed' ? end.reason : null},
      result = ${isCompleted ? JSON.stringify(end.result) : null}::text::json
    where id = ${id} and token = ${token} and finished_at is null
    returning ${ownJobColumns(transaction)}`;
};

/** Keeps what each customer is told. */
const tell = async (transaction: Transaction, jobId: string, told: OutcomesByCustomer): Promise<void> => {
  if (told.size === 0) return;
  const outcomes = [...told.values()];
  const results = outcomes.map((each) => (each.kind === 'completed' ? JSON.stringify(each.result) : undefined));
  const failures = outcomes.map((each) => (each.kind === 'failed' ? each.reason : undefined));
  await transaction`
    update enrichment_requester as requester set result = told.result::json, failure = told.failure
    from unnest(${arrayLiteral([...told.keys()])}::text[], ${arrayLiteral(results)}::text[], ${arrayLiteral(failures)}::text[])
      as told (customer_id, result, failure)
    where requester.job_id = ${jobId} and requester.customer_id = told.customer_id`;
};

const leaseOf = ({ job, token }: Pick<ClaimedJob, 'job' | 'token'>): WorkLease => ({ id: job.id, token });

const endOf = ({ id: jobId, type: jobType }: ClaimedJob['job'], end: JobEnd): EnrichmentEvent =>
  end.kind === 'completed'
    ? { type: 'enrichment_job.completed', jobId, jobType, counts: end.result.counts }
    : { type: 'enrichment_job.failed', jobId, jobType, reason: end.reason };

/**
 * The first of each type and customer, so that many jobs of one customer do not hide those of
 * others.
 */
const candidatesFor = (transaction: Transaction, places: number) => transaction<Candidate[]>`
  select id, type, customer_id as "customerId", turn_at as "turnAt"
  from (
    select id, type, customer_id, turn_at, row_number() over (partition by type, customer_id order by turn_at) as place
    from enrichment_job
    where finished_at is null and ${isUnleased(transaction)}
  ) as waiting
  where place <= ${places}`;

const underWay = async (transaction: Transaction): Promise<RunningCounts> => {
  const rows = await transaction<{ type: JobType; customerId: string; count: number }[]>`
    select type, customer_id as "customerId", count(*)::int as count from enrichment_job
    where finished_at is null and owned_until > clock_timestamp()
    group by type, customer_id`;
  const byType = new Map<JobType, number>();
  const byCustomer = new Map<string, number>();
  for (const { type, customerId, count } of rows) {
    byType.set(type, (byType.get(type) ?? 0) + count);
    byCustomer.set(customerId, (byCustomer.get(customerId) ?? 0) + count);
  }
  return { byType, byCustomer };
};

const take = async (
  transaction: Transaction,
  chosen: readonly Candidate[],
  claim: JobClaim,
  onWrite: OnWrite | undefined,
): Promise<readonly ClaimedJob[]> => {
  const rows = await transaction<ClaimedRow[]>`
    update enrichment_job as job set
      ${takenBy(transaction, claim)}, started_at = coalesce(job.started_at, ${claim.now}),
      version = job.version + case when job.started_at is null then 1 else 0 end
    where id = any(${chosen.map(({ id }) => id)}::text[]) and finished_at is null
    returning ${ownJobColumns(transaction)}, job.token, job.checkpoint, job.token = 1 as "isFirstClaim"`;
  const causeOf = await causesOf(
    transaction,
    'enrichment_job',
    rows.map(({ id }) => id),
  );
  for (const { id, type, isFirstClaim } of rows) {
    const event = { type: 'enrichment_job.started', jobId: id, jobType: type } as const;
    if (isFirstClaim) await appendEvents(transaction, [event], causeOf(id), onWrite);
  }
  return rows.map((row) => ({
    cause: causeOf(row.id),
    job: jobOf(row),
    startedAt: row.startedAt ?? claim.now,
    token: row.token,
    checkpoint: row.checkpoint ?? undefined,
  }));
};
