/**
 * A job's questions to suppliers. Those that look parts up get them into their credentials' queues,
 * due at once and ahead of what nobody waits for; those that read in bulk are told since when news
 * of everything is wanted, and begin the ticks that bring it. Budgets, batches and breakers stay
 * the connectors' own: a job that is asked again, or taken over, asks nothing that has been
 * answered since it was requested.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */

import type { RefreshOrder, RefreshRequests, RefreshSurvey, RefreshSurveys } from '../../domain/enrichment/ports.ts';
import { Failure } from '../../domain/errors.ts';
import { urgencyOf } from '../../domain/priority.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { type AnySql, inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { reaches } from './requester-reach.ts';
import { isOfTarget } from './target-offers.ts';

/** What is wanted of connectors is void after so long: no job waits for it. */
const wantedFor = '1 hour';

/** Creates the port over a database. */
export const createRefreshRequests = (sql: Sql): RefreshRequests => ({
  ask: (order) => inTransaction(sql, (transaction) => ask(transaction, order)),
  survey: (order) => survey(sql, order),

  askAll: (supplierId, context) => askAll(sql, supplierId, context),

  visibleOffersByCustomer: async (jobId, offerIds) => {
    const rows = await run(sql<{ customerId: string; seen: string[] }[]>`
      with ${reaches(sql, jobId)}
      select customer_id as "customerId",
        coalesce(array_agg(distinct offer_id) filter (where offer_id is not null), '{}') as seen
      from requester left join (
        select reach.customer_id, offer_id from offer_view join reach using (credential_id)
        where offer_id = any(${[...offerIds]}::text[])
      ) as seen using (customer_id)
      group by customer_id`);
    return new Map(rows.map(({ customerId, seen }) => [customerId, new Set(seen)]));
  },

  unmatched: async (order, until) => {
    const [row] = await run(sql<{ count: number }[]>`
      with ${units(sql, order)}
      select count(*)::int as count from offer
      where matched_at is null and mpn is not null and created_at between ${order.since} and ${until}
        and supplier_id in (select supplier_id from unit)`);
    return row?.count ?? 0;
  },

  wanted: async (supplierId) => {
    const rows = await run(sql<{ id: string; since: Date }[]>`
      select id, wanted_since as since from credential
      where supplier_id = ${supplierId} and wanted_since > now() - ${wantedFor}::interval
        and (refreshed_since is null or refreshed_since < wanted_since)`);
    return new Map(rows.map(({ id, since }) => [id, since]));
  },

  settle: async (credentialId, since, kinds) => {
    await run(sql`
      update credential set refreshed_since = greatest(refreshed_since, ${since}::timestamptz)
      where id = ${credentialId} and (
        select bool_or(kind = 'catalogue') or count(distinct kind) filter (where kind = any(${[...kinds]}::text[])) = ${kinds.length}
        from ingestion_tick
        where credential_id = ${credentialId} and started_at >= ${since} and outcome = 'success')`);
  },
});

const askAll = (sql: Sql, supplierId: string, context: Pick<WriteContext, 'act'>): Promise<readonly string[]> =>
  withAuditRecord(
    sql,
    audited('fetch', supplierId, context, (asked) => ({ asked })),
    async (transaction) => {
      const rows = await run(transaction<{ id: string }[]>`
        with in_use as (
          select id from credential
          where supplier_id = ${supplierId} and disabled_at is null and secret is not null
          order by id for no key update
        ), due as (
          update lookup set due_at = clock_timestamp()
          where credential_id in (select id from in_use) and due_at > clock_timestamp()
        )
        update credential set wanted_since = clock_timestamp() where id in (select id from in_use) returning id`);
      if (rows.length === 0)
        throw new Failure('failed_precondition', 'no credential of the supplier is in use; add or enable one');
      return rows.map(({ id }) => id).toSorted();
    },
  );

const ask = async (transaction: Transaction, order: RefreshOrder): Promise<readonly string[]> => {
  const [row] = await transaction<{ suppliers: string[] }[]>`
    with ${units(transaction, order)},
    looked_up as (
      insert into lookup (credential_id, product_id, is_top, due_at, urgency, correlation_id, traceparent)
      select distinct credential_id, product_id, false, ${order.since}::timestamptz,
        ${urgencyOf(order.priority)}::smallint, ${order.cause.correlationId}, ${order.cause.traceparent ?? null}
      from unit where looks_up
      order by credential_id, product_id
      on conflict (credential_id, product_id) do update set
        due_at = least(lookup.due_at, excluded.due_at), urgency = greatest(lookup.urgency, excluded.urgency),
        correlation_id = coalesce(lookup.correlation_id, excluded.correlation_id),
        traceparent = case when lookup.correlation_id is null then excluded.traceparent else lookup.traceparent end
      where lookup.asked_at is null or lookup.asked_at < ${order.since}
    ), wanted as (
      update credential set wanted_since = greatest(wanted_since, ${order.since}::timestamptz)
      where id in (select credential_id from unit order by credential_id)
    )
    select coalesce(array_agg(distinct supplier_id), '{}') as suppliers from unit`;
  return row?.suppliers ?? [];
};

const survey = async (sql: Sql, order: RefreshOrder): Promise<RefreshSurveys> => {
  const rows = await run(sql<(RefreshSurvey & { readonly customerId: string | null })[]>`
    with ${units(sql, order)},
    seen as (
      select unit.customer_id, credential_id, product_id, unit.cannot_be_asked,
        case when looks_up then asked_at else refreshed_since end >= ${order.since} as is_answered
      from unit left join lookup using (credential_id, product_id)
    )
    select null as "customerId", ${surveyed(sql)}
    from (select distinct credential_id, product_id, cannot_be_asked, is_answered from seen) as each
    union all
    select customer_id, ${surveyed(sql)} from requester left join seen as each using (customer_id) group by customer_id`);
  const surveys = new Map(rows.map(({ customerId, ...survey }) => [customerId, survey]));
  const all = surveys.get(null) ?? { known: 0, answered: 0, unreachable: 0 };
  const byCustomer = [...surveys].flatMap(([id, survey]) => (id === null ? [] : [[id, survey] as const]));
  return { all, byCustomer: new Map(byCustomer) };
};

const surveyed = (sql: AnySql) => sql`
  count(each.credential_id)::int as known, count(*) filter (where each.is_answered)::int as answered,
  count(*) filter (where each.cannot_be_asked and each.is_answered is not true)::int as unreachable`;

/**
 * What there is to ask, one row for each customer who waits: a part of a credential that looks up,
 * or a credential that reads in bulk, without a part. Credentials that look up are those that have
 * a queue. For a customer nothing is asked about offers that it does not see, so that what is asked
 * says nothing of them.
 */
const units = (sql: AnySql, { jobId, target, isDiscovery, isLookUpOnly }: RefreshOrder) => sql`
  ${reaches(sql, jobId)}, usable as (
    select reach.customer_id, credential.id as credential_id, credential.supplier_id,
      credential.enrolled_at is not null as looks_up,
      credential.failing_since is not null or exists (
        select from connector_order as pause
        where pause.supplier_id = credential.supplier_id and pause.kind = 'pause' and pause.until > now()
      ) as cannot_be_asked,
      credential.refreshed_since, coalesce(credential.lookup_health -> 'number' ->> 'kind' = 'failing', false)
        as is_asked_by_sku_alone
    from reach join credential on credential.id = reach.credential_id
    where disabled_at is null and secret is not null and (enrolled_at is not null or not ${isLookUpOnly})
  ), wanted_part as (
    ${
      isDiscovery && target.kind === 'product'
        ? sql`select distinct customer_id, supplier_id, ${target.productId}::text as product_id from usable where looks_up`
        : sql`
          select distinct reach.customer_id, offer.supplier_id, offer.product_id
          from offer join offer_view on offer_view.offer_id = offer.id join reach using (credential_id)
          where ${isOfTarget(sql, target)}`
    }
  ), unit as materialized (
    select distinct usable.customer_id, usable.credential_id, usable.supplier_id, looks_up, refreshed_since,
      cannot_be_asked or is_asked_by_sku_alone and not exists (
        select from offer where offer.product_id = wanted_part.product_id and offer.supplier_id = usable.supplier_id
      ) as cannot_be_asked,
      case when looks_up then wanted_part.product_id end as product_id
    from usable join wanted_part using (customer_id, supplier_id)
    where not looks_up or wanted_part.product_id is not null
  )`;
