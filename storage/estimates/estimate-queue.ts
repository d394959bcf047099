/**
 * Estimates as those who work on them know them. One process at a time has the lease of an
 * estimate; another that takes it over goes on from its last stored state. Claims follow one
 * another, so that the limit of a customer holds whatever the number of processes.
 *
 * A ready estimate that is to be recomputed has the instant of it in `wanted_at`. Claiming it takes
 * the instant away and notes that it is being recomputed; what changes meanwhile sets another.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; what it writes is written
 * whole or not at all.
 */
import type { ClaimedEstimate, EstimateClaim, EstimateQueue, EstimateWork } from '../../domain/estimate/ports.ts';
import { causesOf } from '../event-log/causes.ts';
import type { OnWrite } from '../event-log/event-store.ts';
import { createWorkLeases, isUnleased, takenBy } from '../held-work/work-leases.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';
import { type EstimateRow, estimateColumns, estimateOf } from './estimate-row.ts';
import { leasedWrites } from './leased-writes.ts';
import { recomputationMarks } from './recomputation-marks.ts';
import { sourceReadings } from './source-readings.ts';

const isUnderWay = "status in ('parsing', 'optimizing') or is_recomputing";

interface ClaimedRow extends EstimateRow {
  readonly token: number;
  readonly keyId: string;
  readonly groupIds: string[];
}

/** Creates the queue over the estimates. */
export const createEstimateQueue = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): EstimateQueue => {
  const leases = createWorkLeases(sql, { name: 'estimate', isUnderWay, claimLock: 7_200_122 });
  return {
    claim: (claim) =>
      leases.claim(async (transaction) => {
        const ids = await candidates(transaction, claim);
        return ids.length === 0 ? [] : take(transaction, ids, claim);
      }),
    renew: leases.renew,
    release: leases.release,
    ...sourceReadings(sql),
    ...leasedWrites({ sql, onWrite }),
    ...recomputationMarks(sql),
    pending: async () => {
      const [row] = await run(sql<{ count: number }[]>`
        select count(*)::int as count from estimate where status in ('parsing', 'optimizing')`);
      return row?.count ?? 0;
    },
  };
};

/**
 * What may be worked on: new estimates before those that are recomputed, each customer's share at
 * most, and among those the ones of customers with the fewest under way first, so that customers
 * take turns whatever the number of their requests. Those that only wait for suppliers are not
 * under way, so that the next list asks its suppliers beside them; there is a bound of their own.
 */
const candidates = async (
  transaction: Transaction,
  { places, perCustomer, waitingPerCustomer, liveMs }: EstimateClaim,
): Promise<readonly string[]> => {
  const rows = await transaction<{ id: string }[]>`
    with under_way as (
      select customer_id, count(*) filter (where not is_waiting) as count, count(*) filter (where is_waiting) as idle
      from estimate
      where owned_until > clock_timestamp() and (${transaction.unsafe(isUnderWay)})
      group by customer_id
    ), waiting as (
      select id, customer_id, 0 as rank, created_at as since from estimate
      where status in ('parsing', 'optimizing') and ${isUnleased(transaction)}
      union all
      select id, customer_id, 1, coalesce(wanted_at, priced_at) from estimate
      where status = 'ready' and (wanted_at is not null or is_recomputing)
        and (is_recomputing or wanted_at <= clock_timestamp())
        and ${isUnleased(transaction)}
        and seen_at >= clock_timestamp() - ${liveMs} * interval '1 ms'
    ), placed as (
      select *, row_number() over (partition by customer_id order by rank, since) as place from waiting
    )
    select placed.id from placed left join under_way on under_way.customer_id = placed.customer_id
    where place + coalesce(under_way.count, 0) <= ${perCustomer}
      and place + coalesce(under_way.count, 0) + coalesce(under_way.idle, 0) <= ${perCustomer + waitingPerCustomer}
    order by rank, place + coalesce(under_way.count, 0), since limit ${places}`;
  return rows.map(({ id }) => id);
};

const workOf = (row: EstimateRow): EstimateWork => {
  const { state } = estimateOf(row);
  switch (state.kind) {
    case 'parsing':
      return { kind: 'parse' };
    case 'optimizing':
      return row.request.lineEdits && state.outcome
        ? { kind: 'revise', draft: state.draft, outcome: state.outcome }
        : { kind: 'optimise', draft: state.draft };
    case 'ready':
      return { kind: 'recompute', draft: state.draft, outcome: state.outcome };
    case 'error':
      throw new TypeError('an estimate that has ended was claimed');
  }
};

const take = async (
  transaction: Transaction,
  ids: readonly string[],
  claim: EstimateClaim,
): Promise<readonly ClaimedEstimate[]> => {
  const rows = await transaction<ClaimedRow[]>`
    update estimate set
      ${takenBy(transaction, claim)}, is_waiting = false, is_recomputing = status = 'ready', wanted_at = case when status = 'ready' then null else wanted_at end
    where id = any(${[...ids]}::text[]) and status <> 'error'
    returning ${estimateColumns(transaction)}, estimate.token, estimate.key_id as "keyId",
      estimate.group_ids as "groupIds"`;
  const causeOf = await causesOf(transaction, 'estimate', ids);
  return rows.map((row) => ({
    id: row.id,
    cause: causeOf(row.id),
    token: row.token,
    request: row.request,
    caller: { customerId: row.customerId, keyId: row.keyId, groupIds: row.groupIds },
    createdAt: row.createdAt,
    version: row.version,
    work: workOf(row),
  }));
};
