/**
 * Estimates as those who work on them know them. An estimate in hand belongs to one process, which
 * renews its hold while it works; one whose hold ran out is taken over under the next token and
 * goes on from its last stored state, and what its former process still writes fails. Every write
 * that is shown raises the version in the statement that writes it, so that versions neither repeat
 * nor go back, whichever process writes. Claims follow one another, so that the limit of a customer
 * holds whatever the number of processes.
 *
 * A ready estimate that is to be recomputed has the instant of it in `wanted_at`. Claiming it takes
 * the instant away and notes that it is being recomputed; what changes meanwhile sets another.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; what it writes is written
 * whole or not at all.
 */
import { Failure } from '../../domain/errors.ts';
import { lineCounts } from '../../domain/estimate/estimate.ts';
import type { EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type {
  ClaimedEstimate,
  EstimateClaim,
  EstimateLease,
  EstimateQueue,
  EstimateWork,
} from '../../domain/estimate/ports.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { causesOf } from '../event-log/causes.ts';
import { appendInTransaction, type OnWrite } from '../event-log/event-store.ts';
import { type AnySql, inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { type EstimateRow, estimateColumns, estimateOf } from './estimate-row.ts';

/** An arbitrary number that no other lock uses. */
const claimLock = 7_200_122;

interface ClaimedRow extends EstimateRow {
  readonly token: number;
  readonly keyId: string;
  readonly groupIds: string[];
}

const leaseLost = (id: string): Failure =>
  new Failure('conflict', `estimate ${id} has ended, gone or passed to another process`);

const json = (sql: AnySql, value: unknown) => sql`${JSON.stringify(value)}::text::json`;

/** The columns of an outcome, and those that lists show of it. */
const outcomeColumns = (sql: AnySql, outcome: EstimateOutcome) => {
  const { total, bought, unresolved } = lineCounts(outcome);
  return sql`
    outcome = ${json(sql, outcome)}, total = ${outcome.total}, currency = ${outcome.currency},
    line_count = ${total}, bought_count = ${bought}, unresolved_count = ${unresolved}`;
};

/** What text columns do not hold. */
const controlCharacters = /\p{Cc}+/gu;

/** A sentence as a text column holds it. */
const storable = (text: string | undefined): string | null =>
  text?.replace(controlCharacters, ' ').toWellFormed() ?? null;

/** How reading of sources is begun and ended. */
const readings = (sql: Sql): Pick<EstimateQueue, 'beginReading' | 'endReading'> => ({
  beginReading: async (id) => {
    const [row] = await run(sql<{ bytes: Uint8Array | null; begun: number; unreadable: string | null }[]>`
      with begun as (
        update estimate set readings = readings + 1 where id = ${id} and status = 'parsing'
        returning id, readings, unreadable
      )
      select bytes, readings as begun, unreadable from begun
      left join estimate_document on estimate_id = begun.id`);
    return row && { bytes: row.bytes ?? undefined, begun: row.begun, unreadable: row.unreadable ?? undefined };
  },

  endReading: async (id, unreadable) => {
    await run(sql`
      update estimate set readings = 0, unreadable = ${storable(unreadable)} where id = ${id} and status = 'parsing'`);
  },
});

const heldOf = (held: readonly EstimateLease[]) => ({
  ids: held.map(({ id }) => id),
  tokens: held.map(({ token }) => token),
});

/** Creates the queue over the estimates. */
export const createEstimateQueue = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): EstimateQueue => {
  const append = (transaction: Transaction, event: DomainEvent, context: WriteContext) =>
    appendInTransaction(transaction, [{ event, expected: 'any' }], context, options.onWrite);
  const written = (rows: readonly { version: number }[], { id }: EstimateLease): number => {
    const [row] = rows;
    if (row === undefined) throw leaseLost(id);
    return row.version;
  };

  return {
    claim: (claim) =>
      inTransaction(sql, async (transaction) => {
        await transaction`select pg_advisory_xact_lock(${claimLock})`;
        const ids = await candidates(transaction, claim);
        return ids.length === 0 ? [] : take(transaction, ids, claim);
      }),

    renew: async (held, ttlMs) => {
      const { ids, tokens } = heldOf(held);
      const rows = await run(sql<{ id: string }[]>`
        update estimate set owned_until = clock_timestamp() + ${ttlMs} * interval '1 ms'
        from unnest(${ids}::text[], ${tokens}::int[]) as held (id, token)
        where estimate.id = held.id and estimate.token = held.token
          and (status in ('parsing', 'optimizing') or is_recomputing)
        returning estimate.id`);
      return rows.map(({ id }) => id);
    },

    release: async (held) => {
      const { ids, tokens } = heldOf(held);
      await run(sql`
        update estimate set owned_until = clock_timestamp()
        from unnest(${ids}::text[], ${tokens}::int[]) as held (id, token)
        where estimate.id = held.id and estimate.token = held.token`);
    },

    ...readings(sql),

    parsed: (hold, draft, productIds, context) =>
      inTransaction(sql, async (transaction) => {
        const { id, token } = hold;
        const version = written(
          await transaction<{ version: number }[]>`
            update estimate set status = 'optimizing', draft = ${json(transaction, draft)},
              line_count = ${draft.lines.length}, version = version + 1
            where id = ${id} and token = ${token} and status = 'parsing' returning version`,
          hold,
        );
        await transaction`
          insert into estimate_product (product_id, estimate_id)
          select product_id, ${id} from unnest(${[...productIds]}::text[]) as product_id on conflict do nothing`;
        await transaction`delete from estimate_document where estimate_id = ${id}`;
        const unresolved = draft.lines.filter(({ resolution }) => resolution.kind !== 'resolved').length;
        const lines = draft.lines.length;
        await append(transaction, { type: 'estimate.optimizing', estimateId: id, version, lines, unresolved }, context);
        return version;
      }),

    publishBetter: async (hold, outcome) =>
      written(
        await run(sql<{ version: number }[]>`
          update estimate set ${outcomeColumns(sql, outcome)}, version = version + 1
          where id = ${hold.id} and token = ${hold.token} and status = 'optimizing' returning version`),
        hold,
      ),

    ready: (hold, outcome, changedLines, context) =>
      inTransaction(sql, async (transaction) => {
        const { id, token } = hold;
        const version = written(
          await transaction<{ version: number }[]>`
            update estimate set status = 'ready', ${outcomeColumns(transaction, outcome)},
              changed_lines = ${[...changedLines]}::int[], version = version + 1, is_recomputing = false,
              priced_at = clock_timestamp(), owned_until = clock_timestamp()
            where id = ${id} and token = ${token} and status in ('optimizing', 'ready') returning version`,
          hold,
        );
        const { total, currency } = outcome;
        await append(
          transaction,
          { type: 'estimate.ready', estimateId: id, version, total, currency, changedLines },
          context,
        );
        return version;
      }),

    unchanged: async (hold, outcome) => {
      written(
        await run(sql<{ version: number }[]>`
          update estimate set outcome = ${json(sql, outcome)}, is_recomputing = false,
            priced_at = clock_timestamp(), owned_until = clock_timestamp()
          where id = ${hold.id} and token = ${hold.token} and status = 'ready' returning version`),
        hold,
      );
    },

    fail: (hold, reason, detail, context) =>
      inTransaction(sql, async (transaction) => {
        const { id, token } = hold;
        const version = written(
          await transaction<{ version: number }[]>`
            update estimate set status = 'error', failure = ${reason}, failure_detail = ${storable(detail)},
              version = version + 1
            where id = ${id} and token = ${token} and status in ('parsing', 'optimizing') returning version`,
          hold,
        );
        await transaction`delete from estimate_document where estimate_id = ${id}`;
        await append(transaction, { type: 'estimate.error', estimateId: id, version, reason }, context);
        return version;
      }),

    markAffected: async (offerIds, gapMs) => {
      // Locked in the order of their ids, so that two processes that hear of the same change do not
      // wait for each other.
      const [row] = await run(sql<{ inMs: number | null }[]>`
        with concerned as (
          select estimate.id from estimate
          where estimate.id in (
              select estimate_id from estimate_product join offer on offer.product_id = estimate_product.product_id
              where offer.id = any(${[...offerIds]}::text[]))
            and status in ('optimizing', 'ready') and wanted_at is null
          order by estimate.id for update
        ), touched as (
          update estimate
          set wanted_at = greatest(clock_timestamp(), priced_at + ${gapMs} * interval '1 ms')
          from concerned where estimate.id = concerned.id
          returning extract(epoch from estimate.wanted_at - clock_timestamp()) * 1000 as in_ms
        )
        select min(in_ms)::float8 as "inMs" from touched`);
      return row?.inMs === null || row === undefined ? undefined : Math.max(0, row.inMs);
    },

    markViewed: async ({ customerIds, liveMs, gapMs, after, limit }) => {
      const [row] = await run(sql<{ inMs: number | null; last: string | null; count: number }[]>`
        with concerned as (
          select id from estimate
          where status in ('optimizing', 'ready') and wanted_at is null
            and seen_at >= now() - ${liveMs} * interval '1 ms'
            and (${customerIds === undefined} or customer_id = any(${[...(customerIds ?? [])]}::text[]))
            and id > ${after ?? ''}
          order by id limit ${limit} for update
        ), touched as (
          update estimate
          set wanted_at = greatest(clock_timestamp(), priced_at + ${gapMs} * interval '1 ms')
          from concerned where estimate.id = concerned.id
          returning estimate.id, extract(epoch from estimate.wanted_at - clock_timestamp()) * 1000 as in_ms
        )
        select min(in_ms)::float8 as "inMs", max(id) as last, count(*)::int as count from touched`);
      if (row === undefined || row.inMs === null) return { inMs: undefined, last: undefined };
      return { inMs: Math.max(0, row.inMs), last: row.count < limit ? undefined : (row.last ?? undefined) };
    },

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
 * take turns whatever the number of their requests.
 */
const candidates = async (
  transaction: Transaction,
  { places, perCustomer, liveMs }: EstimateClaim,
): Promise<readonly string[]> => {
  const rows = await transaction<{ id: string }[]>`
    with under_way as (
      select customer_id, count(*) as count from estimate
      where owned_until > clock_timestamp() and (status in ('parsing', 'optimizing') or is_recomputing)
      group by customer_id
    ), waiting as (
      select id, customer_id, 0 as rank, created_at as since from estimate
      where status in ('parsing', 'optimizing') and (owned_until is null or owned_until <= clock_timestamp())
      union all
      select id, customer_id, 1, coalesce(wanted_at, priced_at) from estimate
      where status = 'ready' and (wanted_at is not null or is_recomputing)
        and (is_recomputing or wanted_at <= clock_timestamp())
        and (owned_until is null or owned_until <= clock_timestamp())
        and seen_at >= clock_timestamp() - ${liveMs} * interval '1 ms'
    ), placed as (
      select *, row_number() over (partition by customer_id order by rank, since) as place from waiting
    )
    select placed.id from placed left join under_way on under_way.customer_id = placed.customer_id
    where place + coalesce(under_way.count, 0) <= ${perCustomer}
    order by rank, place + coalesce(under_way.count, 0), since limit ${places}`;
  return rows.map(({ id }) => id);
};

const workOf = (row: EstimateRow): EstimateWork => {
  const { state } = estimateOf(row);
  switch (state.kind) {
    case 'parsing':
      return { kind: 'parse' };
    case 'optimizing':
      return { kind: 'optimise', draft: state.draft };
    case 'ready':
      return { kind: 'recompute', draft: state.draft, outcome: state.outcome };
    case 'error':
      throw new TypeError('an estimate that has ended was claimed');
  }
};

const take = async (
  transaction: Transaction,
  ids: readonly string[],
  { owner, ttlMs }: EstimateClaim,
): Promise<readonly ClaimedEstimate[]> => {
  const rows = await transaction<ClaimedRow[]>`
    update estimate set
      owner = ${owner}, token = token + 1, owned_until = clock_timestamp() + ${ttlMs} * interval '1 ms',
      is_recomputing = status = 'ready', wanted_at = case when status = 'ready' then null else wanted_at end
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
