/**
 * Runs that decide offers again. A run waits, is started, moves its cursor over the ids of its
 * offers and is finished; all of that is one row, so that a run whose process died goes on at its
 * cursor. One lease for all runs makes sure that one process works on one run; each step writes
 * decisions, cursor and counters in one transaction that renews the lease, so that a process that
 * has lost it writes nothing more.
 *
 * Which offers a run looks at: those that have been decided and can be; for `new_canonical` only
 * those for which a number of its new products is a blocking key, or that are matched to one that
 * has moved to another maker; for `alias_changed` only those that name one of its spellings. New
 * products are noted by a trigger of the database and taken by the next run a moment later, when
 * decisions that were under way as they came have been written too; changed aliases are noted by a
 * trigger as well.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a step is written whole or
 * not at all.
 */
import { Failure } from '../../domain/errors.ts';
import type { PendingOffer } from '../../domain/matching/ports.ts';
import type { RematchRun, RematchRuns, RematchStep } from '../../domain/matching/rematch-ports.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { requestRematch } from '../catalog/request-rematch.ts';
import type { OnWrite } from '../event-log/event-store.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { forgetSpellings, noteSpellings, offersOfSpellings } from './alias-run.ts';
import { recordDecisions } from './match-decisions.ts';
import { isMatchable, type PendingRow, pendingColumns } from './pending-offers.ts';

/** New products that one run takes at most. */
const maxNewcomers = 1_000;

/** How long a finished run is kept to be looked at. */
const keptFor = '30 days';

type RunRow = Nullable<RematchRun>;

const columns = `id::text, trigger, requested_by as "requestedBy", requested_at as "requestedAt",
  started_at as "startedAt", finished_at as "finishedAt", cursor, looked_at as "lookedAt", changed`;

/** What else the store is given. */
export interface RematchRunsOptions {
  readonly onWrite?: OnWrite;
  /**
   * How long a new product waits for decisions that were in progress when it came; left out: two
   * seconds.
   */
  readonly settleMs?: number;
  /** So many waiting offers make the backlog busy; a thousand when left out. */
  readonly busyFrom?: number;
}

const tellIsNew = (isNew: boolean) => ({ isNew });

/** Creates the store on a migrated database. */
export const createRematchRuns = (sql: Sql, options: RematchRunsOptions = {}): RematchRuns => {
  const { onWrite, settleMs = 2_000, busyFrom = 1_000 } = options;
  return {
    request: (trigger, by, act) =>
      withAuditRecord(sql, audited('rematch', trigger, { act }, tellIsNew), (transaction) =>
        requestRematch(transaction, trigger, by),
      ),

    requestPeriodic: async (everyMs) => {
      await run(sql`
        insert into rematch_run (trigger)
        select 'periodic' where not exists (
          select from rematch_run where trigger = 'periodic' and requested_at > now() - ${everyMs} * interval '1 ms')
        on conflict (trigger) where started_at is null do nothing`);
    },

    claim: (owner, ttlMs) => inTransaction(sql, (transaction) => claimRun(transaction, owner, ttlMs, settleMs)),

    batch: async ({ id, trigger, cursor }, limit) => {
      const rows = await run(batchOf(sql, { id, trigger, cursor }, limit));
      return rows.map(withoutNulls<PendingOffer>);
    },

    advance: (step) =>
      inTransaction(sql, async (transaction) => {
        const changed = step.decisions.length === 0 ? 0 : await recordDecisions(transaction, { ...step, onWrite });
        return moveCursor(transaction, step, changed);
      }),

    isBacklogBusy: async () => {
      const [row] = await run(sql<{ waiting: number }[]>`
        select count(*)::int as waiting from (
          select from offer where matched_at is null and ${sql.unsafe(isMatchable)} limit ${busyFrom}) waiting`);
      return (row?.waiting ?? 0) >= busyFrom;
    },

    latest: async (limit, readOptions) => {
      const rows = await run(
        sql<RunRow[]>`select ${sql.unsafe(columns)} from rematch_run order by rematch_run.id desc limit ${limit}`,
        readOptions,
      );
      return rows.map(withoutNulls<RematchRun>);
    },
  };
};

const claimRun = async (
  transaction: Transaction,
  owner: string,
  ttlMs: number,
  settleMs: number,
): Promise<RematchRun | undefined> => {
  if (!(await takeLease(transaction, owner, ttlMs))) return undefined;
  await openRunForNewProducts(transaction, settleMs);
  // A change of aliases that is being written has its waiting run locked; the next run need
  // not wait for it.
  const [claimed] = await transaction<(RunRow & { readonly begins: boolean })[]>`
    update rematch_run set started_at = coalesce(started_at, now())
    where id = (
      select id from rematch_run where finished_at is null
      order by trigger <> 'new_canonical', trigger <> 'alias_changed', rematch_run.id
      limit 1 for update skip locked
    )
    returning ${transaction.unsafe(columns)}, started_at = now() as begins`;
  if (claimed === undefined) return undefined;
  const { begins, ...row } = claimed;
  if (begins && row.trigger === 'alias_changed') await noteSpellings(transaction, row.id);
  return withoutNulls<RematchRun>(row);
};

/** The next offers that the run looks at. */
const batchOf = (sql: Sql, { id, trigger, cursor }: Pick<RematchRun, 'id' | 'trigger' | 'cursor'>, limit: number) => {
  switch (trigger) {
    case 'new_canonical':
      return sql<PendingRow[]>`
        select ${sql.unsafe(pendingColumns)}
        from (select distinct id from offers_of_newcomers(${id}::bigint) as id) concerned join offer using (id)
        join supplier on supplier.id = supplier_id
        where offer.id > ${cursor ?? ''} and matched_at is not null
        order by offer.id limit ${limit}`;
    case 'alias_changed':
      return offersOfSpellings(sql, id, cursor, limit);
    case 'periodic':
    case 'profile_changed':
      return sql<PendingRow[]>`
        select ${sql.unsafe(pendingColumns)} from offer join supplier on supplier.id = supplier_id
        where offer.id > ${cursor ?? ''} and matched_at is not null and ${sql.unsafe(isMatchable)}
        order by offer.id limit ${limit}`;
  }
};

/** Takes or keeps the lease; false while another process has it. */
const takeLease = async (transaction: Transaction, owner: string, ttlMs: number): Promise<boolean> => {
  const { count } = await transaction`
    update rematch_lease set owner = ${owner}, expires_at = clock_timestamp() + ${ttlMs} * interval '1 ms'
    where owner is null or owner = ${owner} or expires_at <= clock_timestamp()`;
  return count > 0;
};

/**
 * Opens a run for new products that have waited long enough, unless one is in progress. Removes old
 * runs.
 */
const openRunForNewProducts = async (transaction: Transaction, settleMs: number): Promise<void> => {
  await transaction`
    with opened as (
      insert into rematch_run (trigger, started_at)
      select 'new_canonical', now()
      where not exists (select from rematch_run where trigger = 'new_canonical' and finished_at is null)
        and exists (
          select from product_newcomer
          where run_id is null and created_at <= clock_timestamp() - ${settleMs} * interval '1 ms')
      returning id
    ), forgotten as (
      delete from rematch_run where finished_at < now() - ${keptFor}::interval and exists (select from opened)
    ), waiting as (
      select product_id from product_newcomer
      where run_id is null and created_at <= clock_timestamp() - ${settleMs} * interval '1 ms'
        and exists (select from opened)
      order by created_at limit ${maxNewcomers}
      for update skip locked
    )
    update product_newcomer set run_id = opened.id from opened, waiting
    where product_newcomer.product_id = waiting.product_id`;
};

const moveCursor = async (
  transaction: Transaction,
  { run: { id, cursor }, owner, decisions }: RematchStep,
  changed: number,
): Promise<RematchRun> => {
  const last = decisions.at(-1)?.offerId ?? null;
  if (last === null) {
    await transaction`delete from product_newcomer where run_id = ${id}::bigint`;
    await forgetSpellings(transaction, id);
  }
  const [row] = await transaction<RunRow[]>`
    update rematch_run set
      cursor = coalesce(${last}, cursor), looked_at = looked_at + ${decisions.length}, changed = changed + ${changed},
      finished_at = case when ${last}::text is null then now() end
    where id = ${id}::bigint and finished_at is null and cursor is not distinct from ${cursor ?? null}
      and exists (select from rematch_lease where owner = ${owner} for share)
    returning ${transaction.unsafe(columns)}`;
  if (row === undefined) throw new Failure('conflict', `rematch run ${id} has passed to another process`);
  return withoutNulls<RematchRun>(row);
};
