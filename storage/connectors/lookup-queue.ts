import type postgres from 'postgres';
import { failingKinds, type LookupKind } from '../../domain/ingestion/lookup-health.ts';
import type { LookupTariff } from '../../domain/ingestion/lookup-tariff.ts';
import type { DueLookup, LookupIntervals, LookupQueue } from '../../domain/ingestion/ports.ts';
import { run, type Sql } from '../pool/pool.ts';
import { lookupHealthOf, type StoredLookupHealth } from './lookup-health-row.ts';

/**
 * Each credential's queue of look-ups. A product enters it once, due at once unless the credential
 * is asked for it or has answered because somebody wanted it, whatever it said, behind a mark over
 * products in the order of their creation; since transactions do not end in the order in which they
 * began, the mark stays a minute behind the latest of them. A credential without a product to look
 * up has a queue all the same, because parts without a product are looked up too
 * (`storage/wants/`), and count in what is due.
 */
export const createLookupQueue = (sql: Sql): LookupQueue => ({
  enqueueNew: (credentialId, again, tariff) => enqueueNew(sql, credentialId, again, tariff),
  due: (credentialId, now, limit, only) => due(sql, credentialId, { now, limit, only }),
  isPressing: (credentialId, now) => isPressing(sql, credentialId, now),
  health: async (credentialId) => {
    const [row] = await run(sql<{ health: StoredLookupHealth | null }[]>`
      select lookup_health as health from credential where id = ${credentialId}`);
    return lookupHealthOf(row?.health ?? null);
  },
  saveHealth: async (credentialId, health) => {
    const stored = failingKinds(health).length === 0 ? null : JSON.stringify(health);
    await run(sql`update credential set lookup_health = ${stored}::text::jsonb where id = ${credentialId}`);
  },
  markAsked: (credentialId, productIds, now, again) => markAsked(sql, credentialId, productIds, now, again),
  defer: (credentialId, productIds, now) => defer(sql, credentialId, productIds, now),
  forecast: (credentialId, msPerPart, now) => forecast(sql, credentialId, msPerPart, now),
  queue: (credentialId, now) => queue(sql, credentialId, now),
});

const enqueueNew = async (
  sql: Sql,
  credentialId: string,
  again: LookupIntervals,
  tariff: LookupTariff | undefined,
): Promise<void> => {
  const stated = tariff === undefined ? null : JSON.stringify(tariff);
  await run(sql`
    with mark as (
      select coalesce(enrolled_at, '-infinity') as at, coalesce(enrolled_id, '') as id
      from credential where id = ${credentialId}
    ), page as materialized (
      select product.id, product.created_at from product, mark
      where (product.created_at, product.id) > (mark.at, mark.id)
      order by product.created_at, product.id limit ${enrolledAtOnce}
    ), found as (
      select offer.product_id, max(asked.asked_at) as asked_at, max(coalesce(asked.asked_at, now())) as counts_from
      from page join offer on offer.product_id = page.id
      join part_want_offer as hit on hit.offer_id = offer.id
      join part_want_lookup as asked on asked.want_id = hit.want_id and asked.credential_id = ${credentialId}
      where asked.answer is distinct from 'cannot_be_asked'
      group by offer.product_id
    ), enrolled as (
      insert into lookup (credential_id, product_id, is_top, asked_at, due_at)
      select ${credentialId}, page.id, demand.product_id is not null, found.asked_at,
        coalesce(found.counts_from + ${intervalOf(sql, sql`demand.product_id is not null`, again)}, page.created_at)
      from page
      left join product_demand as demand on demand.product_id = page.id and demand.is_marked
      left join found on found.product_id = page.id
      on conflict do nothing
    ), latest as (
      select created_at, id from page order by created_at desc, id desc limit 1
    )
    update credential set
      enrolled_at = case when latest.id is null then coalesce(credential.enrolled_at, 'epoch')
        else least(latest.created_at, now() - ${overlapMs} * interval '1 ms') end,
      enrolled_id = case when latest.id is null then coalesce(credential.enrolled_id, '')
        when latest.created_at <= now() - ${overlapMs} * interval '1 ms' then latest.id else '' end,
      lookup_tariff = coalesce(${stated}::text::jsonb, lookup_tariff)
    from mark left join latest on true
    where credential.id = ${credentialId} and (latest.id is not null or credential.enrolled_at is null
      or ${stated}::text::jsonb is distinct from lookup_tariff and ${stated}::text is not null)`);
};

/** How long after it was asked for a part is due again. */
const intervalOf = (sql: Sql, isTop: postgres.Fragment, { topMs, otherMs }: LookupIntervals) => sql`
  case when ${isTop} then ${topMs}::float8 else ${otherMs}::float8 end * interval '1 ms'`;

const queuedColumns = (sql: Sql) => sql`
  product_id, credential_id, urgency, is_top, due_at, correlation_id, traceparent`;

interface DueQuery {
  readonly now: Date;
  readonly limit: number;
  readonly only: LookupKind | undefined;
}

const due = async (sql: Sql, credentialId: string, { now, limit, only }: DueQuery): Promise<readonly DueLookup[]> => {
  const isAskable =
    only === 'sku'
      ? sql`exists (
          select from offer where offer.product_id = lookup.product_id
            and offer.supplier_id = (select supplier_id from credential where id = ${credentialId}))`
      : sql`true`;
  const rows = await run(sql<(DueLookup & { correlationId: string | null; traceparent: string | null })[]>`
    select queued.product_id as "productId", product.mpn,
      queued.correlation_id as "correlationId", queued.traceparent,
      array(
        select offer.supplier_sku from offer
        where offer.product_id = product.id and offer.supplier_id = credential.supplier_id order by offer.id
      ) as skus
    from (
      (
        select ${queuedColumns(sql)} from lookup
        where credential_id = ${credentialId} and due_at <= ${now} and urgency > 0 and ${isAskable}
        order by urgency desc, due_at limit ${limit}
      ) union all (
        select ${queuedColumns(sql)} from lookup
        where credential_id = ${credentialId} and due_at <= ${now} and urgency = 0 and ${isAskable}
        order by is_top desc, due_at limit ${limit}
      )
      order by urgency desc, is_top desc, due_at limit ${limit}
    ) as queued
    join product on product.id = queued.product_id
    join credential on credential.id = queued.credential_id
    order by queued.urgency desc, queued.is_top desc, queued.due_at, queued.product_id`);
  return rows.map(({ correlationId, traceparent, ...part }) => ({
    ...part,
    cause: correlationId === null ? undefined : { correlationId, traceparent: traceparent ?? undefined },
  }));
};

/** Read from the indexes of the queues; of wants and urgent parts all entries where none is due. */
const isPressing = async (sql: Sql, credentialId: string, now: Date): Promise<boolean> => {
  const overdueSince = new Date(now.getTime() - canWaitMs);
  const isOverdue = (isTop: boolean) => sql`exists (
    select from lookup where credential_id = ${credentialId} and is_top = ${isTop} and due_at <= ${overdueSince})`;
  const [row] = await run(sql<{ isPressing: boolean }[]>`
    select exists (select from part_want_lookup where credential_id = ${credentialId} and due_at <= ${now})
      or exists (select from lookup where credential_id = ${credentialId} and urgency > 0 and due_at <= ${now})
      or ${isOverdue(true)} or ${isOverdue(false)} as "isPressing"`);
  return row?.isPressing ?? false;
};

const markAsked = async (
  sql: Sql,
  credentialId: string,
  productIds: readonly string[],
  now: Date,
  again: LookupIntervals,
): Promise<void> => {
  await run(sql`
    update lookup set
      asked_at = ${now}, urgency = 0, correlation_id = null, traceparent = null,
      due_at = ${now}::timestamptz + ${intervalOf(sql, sql`is_top`, again)}
    where credential_id = ${credentialId} and product_id = any(${[...productIds]}::text[])`);
};

const defer = async (sql: Sql, credentialId: string, productIds: readonly string[], now: Date): Promise<void> => {
  await run(sql`
    update lookup set
      due_at = ${now}::timestamptz
        + case when urgency > 0 then ${putOffUrgentMs}::float8 else ${putOffMs}::float8 end * interval '1 ms'
    where credential_id = ${credentialId} and product_id = any(${[...productIds]}::text[])`);
};

const forecast = async (sql: Sql, credentialId: string, msPerPart: number, now: Date): Promise<void> => {
  await run(sql`
    update credential set
      top_queue_until = ${now}::timestamptz + due.top * ${msPerPart}::float8 * interval '1 ms',
      queue_until = ${now}::timestamptz + due.every * ${msPerPart}::float8 * interval '1 ms'
    from (
      select count(*) filter (where is_top) as top, count(*) as every
      from (
        select is_top from lookup where credential_id = ${credentialId} and due_at <= ${now}
        union all
        select true from part_want_lookup where credential_id = ${credentialId} and due_at <= ${now}
      ) as waiting
    ) as due
    where credential.id = ${credentialId}`);
};

const queue = async (sql: Sql, credentialId: string, now: Date): ReturnType<LookupQueue['queue']> => {
  const [row] = await run(sql<{ due: number; nextDueAt: Date | null }[]>`
    select
      (select count(*)::int from lookup where credential_id = ${credentialId} and due_at <= ${now})
        + (select count(*)::int from part_want_lookup where credential_id = ${credentialId} and due_at <= ${now}) as due,
      (select min(due_at) from (
        (select due_at from lookup where credential_id = ${credentialId} and is_top order by due_at limit 1)
        union all
        (select due_at from lookup where credential_id = ${credentialId} and not is_top order by due_at limit 1)
        union all
        (select min(due_at) from part_want_lookup where credential_id = ${credentialId} and due_at is not null)
      ) as heads) as "nextDueAt"`);
  return { due: row?.due ?? 0, nextDueAt: row?.nextDueAt ?? undefined };
};

/** Products enrolled by one statement: a second's work at most. */
const enrolledAtOnce = 20_000;

/** How long a due part that nobody waits for gives way to what is being written. */
const canWaitMs = 5 * 60_000;

/** How long parts are put off. */
const putOffMs = 10 * 60_000;

/** How long parts are put off that somebody waits for. */
export const putOffUrgentMs = 30_000;

/** Longer than any transaction that creates products. */
const overlapMs = 60_000;
