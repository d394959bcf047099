/**
 * Parts that somebody wants to know of, with the look-ups that each credential is to make for them.
 * A want is shared by all who want the same part; who learns of an answer follows from the
 * credentials that each customer sees through, and from nothing that is stored with the want.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */

import type { LookupKind } from '../../domain/ingestion/lookup-health.ts';
import { urgencyOf } from '../../domain/priority.ts';
import type { PricedWant, WantCost } from '../../domain/wants/lookup-cost.ts';
import type { IdentifiedWant } from '../../domain/wants/part-want.ts';
import type { DueWant, PartWants, WantLookup, WantLookupState, WantQueue } from '../../domain/wants/ports.ts';
import { putOffUrgentMs } from '../connectors/lookup-queue.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { type AnySql, inTransaction, run, type Sql } from '../pool/pool.ts';

/** Creates the port for those who want parts. */
export const createPartWants = (sql: Sql): PartWants => ({
  ask: (order) => ask(sql, order),
  survey: (order, options) => survey(sql, order, options),
  costs: (order, options) => costs(sql, order, options),
  forget: async (before, limit) => {
    const { count } = await run(sql`
      delete from part_want where id in (select id from part_want where wanted_at < ${before} limit ${limit})`);
    return count;
  },
});

/** Creates the port for those who ask suppliers. */
export const createWantQueue = (sql: Sql): WantQueue => ({
  due: (credentialId, now, limit, only) => due(sql, credentialId, { now, limit, only }),
  settle: (credentialId, answers, askedAt) => settle(sql, credentialId, answers, askedAt),
  defer: async (credentialId, wantIds, now) => {
    await run(sql`
      update part_want_lookup set due_at = ${now}::timestamptz + ${putOffUrgentMs}::float8 * interval '1 ms'
      where credential_id = ${credentialId} and want_id = any(${arrayLiteral(wantIds)}::text[])`);
  },
});

/**
 * For the `with` of a statement: `reach`, the credentials that look parts up and that each customer
 * sees through, by the rule of `domain/pricing/source-selection.ts`. Those that look up have a
 * queue.
 */
const reach = (sql: AnySql, customerIds: readonly string[]) => sql`
  reach as materialized (
    select customer_id, credential.id as credential_id, credential.supplier_id, credential.queue_until, credential.lookup_health,
      credential.failing_since is not null or exists (
        select from connector_order as pause
        where pause.supplier_id = credential.supplier_id and pause.kind = 'pause' and pause.until > now()
      ) as cannot_be_asked
    from unnest(${arrayLiteral(customerIds)}::text[]) as customer_id
    join credential on scope = 'system'
      or (scope = 'customer' and owner_id = customer_id)
      or (scope = 'group' and owner_id in (
        select group_id from group_member where group_member.customer_id = customer_id.customer_id))
    where disabled_at is null and secret is not null and enrolled_at is not null
  )`;

/** Of which suppliers alone wants are asked; null: of all. */
const suppliersOf = (sql: AnySql, wants: readonly (IdentifiedWant | PricedWant)[]) => sql`(
    select id, string_to_array(suppliers, chr(10)) as suppliers
    from unnest(
      ${arrayLiteral(wants.map(({ id }) => id))}::text[],
      ${arrayLiteral(wants.map((want) => ('suppliers' in want ? want.suppliers?.join('\n') : undefined)))}::text[]
    ) as each (id, suppliers)
  ) as given`;

const ask = async (
  sql: Sql,
  { wants, customerIds, priority, since, now, cause }: Parameters<PartWants['ask']>[0],
): Promise<readonly string[]> => {
  if (wants.length === 0) return [];
  const column = (value: (want: IdentifiedWant) => string | undefined) => arrayLiteral(wants.map(value));
  const rows = await run(sql<{ supplierId: string }[]>`
    with ${reach(sql, customerIds)}, want as (
      insert into part_want (id, mpn, supplier_id, sku, wanted_at)
      select given.id, given.mpn, given.supplier_id, given.sku, ${now}
      from unnest(
        ${column(({ id }) => id)}::text[], ${column((want) => (want.kind === 'number' ? want.mpn : undefined))}::text[],
        ${column((want) => (want.kind === 'sku' ? want.supplierId : undefined))}::text[],
        ${column((want) => (want.kind === 'sku' ? want.sku : undefined))}::text[]
      ) as given (id, mpn, supplier_id, sku)
      left join supplier on supplier.id = given.supplier_id
      where given.supplier_id is null or supplier.id is not null
      order by given.id
      on conflict (id) do update set wanted_at = greatest(part_want.wanted_at, excluded.wanted_at)
      returning id, supplier_id
    ), asked as (
      insert into part_want_lookup (credential_id, want_id, urgency, due_at, correlation_id, traceparent)
      select distinct reach.credential_id, want.id, ${urgencyOf(priority)}::smallint, ${now}::timestamptz,
        ${cause.correlationId}, ${cause.traceparent ?? null}
      from want join ${suppliersOf(sql, wants)} using (id)
      join reach on coalesce(reach.supplier_id = any(suppliers), want.supplier_id is null or want.supplier_id = reach.supplier_id)
      order by 1, 2
      on conflict (credential_id, want_id) do update set
        due_at = least(part_want_lookup.due_at, excluded.due_at),
        urgency = greatest(part_want_lookup.urgency, excluded.urgency),
        correlation_id = coalesce(part_want_lookup.correlation_id, excluded.correlation_id),
        traceparent = case when part_want_lookup.correlation_id is null
          then excluded.traceparent else part_want_lookup.traceparent end
      where part_want_lookup.due_at is not null or part_want_lookup.asked_at < ${since}
      returning credential_id
    )
    select distinct supplier_id as "supplierId" from reach where credential_id in (select credential_id from asked)`);
  return rows.map(({ supplierId }) => supplierId);
};

interface SurveyedRow {
  readonly customerId: string;
  readonly wantId: string;
  readonly supplierId: string;
  readonly answer: 'found' | 'not_carried' | 'cannot_be_asked' | null;
  readonly cannotBeAsked: boolean;
  readonly eta: Date | null;
  readonly isApplied: boolean;
}

/**
 * Whether what the credential was answered for `hit`, or later, is in the history. A view tells of
 * later instants too: what is confirmed overtakes an answer that is still on the bus. Rows are
 * recorded after they were seen, but for clocks that disagree.
 */
const hasRecorded = (sql: Sql) => sql`
  exists (
    select from observation_history as past
    where past.offer_id = hit.offer_id and past.credential_id = hit.credential_id
      and past.recorded_at >= hit.asked_at - interval '1 day' and past.observed_at >= hit.asked_at)`;

const survey = async (
  sql: Sql,
  { wants, customerIds, since }: Parameters<PartWants['survey']>[0],
  options: Parameters<PartWants['survey']>[1],
): ReturnType<PartWants['survey']> => {
  const rows = await run(
    sql<SurveyedRow[]>`
      with ${reach(sql, customerIds)}
      select customer_id as "customerId", want_id as "wantId", reach.supplier_id as "supplierId",
        case when asked.asked_at >= ${since} then answer end as answer,
        cannot_be_asked or coalesce(
          lookup_health -> case when part_want.sku is null then 'number' else 'sku' end ->> 'kind' = 'failing', false
        ) as "cannotBeAsked",
        case when queue_until > now() then queue_until end as eta,
        not exists (
          select from part_want_offer as hit
          left join offer on offer.id = hit.offer_id
          where hit.want_id = asked.want_id and hit.credential_id = asked.credential_id
            and hit.asked_at = asked.asked_at
            and (offer.matched_at is null or not ${hasRecorded(sql)})
        ) as "isApplied"
      from reach join part_want_lookup as asked using (credential_id)
      join part_want on part_want.id = want_id
      join ${suppliersOf(sql, wants)} on given.id = want_id
      where coalesce(reach.supplier_id = any(suppliers), true)
      order by want_id, reach.supplier_id, credential_id`,
    options,
  );
  return eachCustomers(customerIds, rows, lookupOf);
};

/** What the rows of each customer say, in their order. */
const eachCustomers = <Row extends { readonly customerId: string }, Said>(
  customerIds: readonly string[],
  rows: readonly Row[],
  saidBy: (row: Row) => Said,
): ReadonlyMap<string, readonly Said[]> => {
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map(customerIds.map((id) => [id, (byCustomer.get(id) ?? []).map(saidBy)]));
};

interface CostRow extends Nullable<WantCost> {
  readonly customerId: string;
}

const costs = async (
  sql: Sql,
  { wants, customerIds }: Parameters<PartWants['costs']>[0],
  options: Parameters<PartWants['costs']>[1],
): ReturnType<PartWants['costs']> => {
  const rows = await run(
    sql<CostRow[]>`
      with ${reach(sql, customerIds)}
      select customer_id as "customerId", given.id as "wantId", reach.supplier_id as "supplierId",
        reach.credential_id as "credentialId", credential.lookup_tariff as tariff, asked.asked_at as "askedAt", asked.units
      from ${suppliersOf(sql, wants)}
      join reach on coalesce(reach.supplier_id = any(suppliers), true)
      join credential on credential.id = reach.credential_id
      left join part_want_lookup as asked on asked.credential_id = reach.credential_id and asked.want_id = given.id
      order by reach.credential_id, "wantId"`,
    options,
  );
  return eachCustomers(customerIds, rows, ({ customerId: _, ...cost }) => withoutNulls<WantCost>(cost));
};

const lookupOf = (row: SurveyedRow): WantLookup => {
  const { wantId, supplierId } = row;
  return { wantId, supplierId, state: stateOf(row) };
};

const stateOf = ({ answer, cannotBeAsked, eta, isApplied }: SurveyedRow): WantLookupState => {
  if (answer === null) return cannotBeAsked ? { kind: 'unreachable' } : { kind: 'waiting', eta: eta ?? undefined };
  return answer === 'found' && !isApplied ? { kind: 'applying' } : { kind: answer };
};

interface DueRow {
  readonly wantId: string;
  readonly mpn: string | null;
  readonly sku: string | null;
  readonly correlationId: string | null;
  readonly traceparent: string | null;
}

interface DueQuery {
  readonly now: Date;
  readonly limit: number;
  readonly only: LookupKind | undefined;
}

const due = async (sql: Sql, credentialId: string, { now, limit, only }: DueQuery): Promise<readonly DueWant[]> => {
  const rows = await run(sql<DueRow[]>`
    select want_id as "wantId", mpn, sku, correlation_id as "correlationId", traceparent
    from part_want_lookup join part_want on part_want.id = want_id
    where credential_id = ${credentialId} and due_at <= ${now}
      and (${only ?? null}::text is null or (sku is null) = (${only ?? null}::text = 'number'))
    order by urgency desc, due_at, want_id limit ${limit}`);
  return rows.map(({ wantId, mpn, sku, correlationId, traceparent }) => ({
    wantId,
    want: mpn === null ? { kind: 'sku', sku: sku ?? '' } : { kind: 'number', mpn },
    cause: correlationId === null ? undefined : { correlationId, traceparent: traceparent ?? undefined },
  }));
};

interface Hit {
  readonly offerId: string;
  readonly wantId: string;
}

/** Writes that offers were found for wants; to be completed by what happens to those that stand. */
const insertHits = (sql: AnySql, hits: readonly Hit[], credentialId: string, askedAt: Date) => sql`
  insert into part_want_offer (offer_id, want_id, credential_id, asked_at)
  select offer_id, want_id, ${credentialId}, ${askedAt} from unnest(
    ${arrayLiteral(hits.map(({ offerId }) => offerId))}::text[], ${arrayLiteral(hits.map(({ wantId }) => wantId))}::text[]
  ) as hit (offer_id, want_id)
  where exists (select from part_want where part_want.id = want_id)`;

/**
 * Offers that were decided before without a product may have one now. First it is committed that
 * they were found, so that whoever decides one that comes from then on knows it. Then those that
 * are there are locked: a matcher is either through with them, or sees that. In one transaction an
 * offer that comes in its middle could be decided before the commit without either. What was
 * answered before keeps its instant until the end, and with it what it is waiting for.
 */
const settle = async (
  sql: Sql,
  credentialId: string,
  answers: Parameters<WantQueue['settle']>[1],
  askedAt: Date,
): Promise<void> => {
  const hits = answers.flatMap(({ wantId, offerIds }) => offerIds.map((offerId) => ({ wantId, offerId })));
  if (hits.length > 0) await run(sql`${insertHits(sql, hits, credentialId, askedAt)} on conflict do nothing`);
  await inTransaction(sql, async (transaction) => {
    await transaction`
      ${insertHits(transaction, hits, credentialId, askedAt)}
      on conflict (offer_id, want_id, credential_id) do update set asked_at = excluded.asked_at`;
    const offerIds = arrayLiteral(hits.map(({ offerId }) => offerId));
    await transaction`select from offer where id = any(${offerIds}::text[]) order by id for update`;
    await transaction`
      update offer set matched_at = null
      where id = any(${offerIds}::text[]) and matched_at is not null and match_confidence = 'unmatched'`;
    await transaction`
      update part_want_lookup set
        asked_at = ${askedAt}, answer = given.answer, units = given.units, due_at = null, correlation_id = null, traceparent = null
      from unnest(
        ${arrayLiteral(answers.map(({ wantId }) => wantId))}::text[], ${arrayLiteral(answers.map(({ answer }) => answer))}::text[],
        ${arrayLiteral(answers.map(({ units }) => units))}::float8[]
      ) as given (want_id, answer, units)
      where part_want_lookup.credential_id = ${credentialId} and part_want_lookup.want_id = given.want_id`;
  });
};
