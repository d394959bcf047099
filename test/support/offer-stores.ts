import { createTickStore } from '../../storage/connectors/tick-store.ts';
import { createObservationStore } from '../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../storage/offers/offer-store.ts';
import type { OfferChangeFeedFixture } from '../contract/offer-change-feed.contract.ts';
import type { TestDatabase } from './postgres.ts';

/** The stores of offers over a database that holds Borealis, and what changes what they read. */
export const offerStoresOf = ({ pool: { sql } }: TestDatabase): OfferChangeFeedFixture => ({
  kept: createOfferChangeFeed(sql),
  store: createOfferStore(sql),
  observations: createObservationStore(sql),
  ticks: createTickStore(sql),
  match: async (offerId, manufacturer) => {
    const id = `prd_${manufacturer}`;
    await sql`
        insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact)
        values (${id}, 'p', ${manufacturer}, ${manufacturer}, 'X', 'X', 'X') on conflict do nothing`;
    await sql`update offer set product_id = ${id} where id = ${offerId}`;
    return id;
  },
  markFailing: async (credentialId, since) => {
    await sql`update credential set failing_since = ${since ?? null} where id = ${credentialId}`;
  },
  queue: async (credentialId, productId, dueAt, queueUntil) => {
    await sql`
        insert into lookup (credential_id, product_id, is_top, due_at) values (${credentialId}, ${productId}, false, ${dueAt})
        on conflict (credential_id, product_id) do update set due_at = excluded.due_at`;
    await sql`update credential set enrolled_at = now(), queue_until = ${queueUntil} where id = ${credentialId}`;
  },
  disable: async (credentialId, at) => {
    await sql`update credential set disabled_at = ${at ?? null} where id = ${credentialId}`;
  },
  now: async () => {
    // Rounded up to what a Date holds, and waited out, so that what is recorded next is recorded
    // after it.
    const [row] = await sql<{ now: Date }[]>`
        with instant as materialized (select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as now)
        select now from instant, lateral pg_sleep_until(now + interval '1 ms')`;
    if (row === undefined) throw new Error('the database has no clock');
    return row.now;
  },
  rename: async (productId, description) => {
    await sql`update product set description = ${description} where id = ${productId}`;
  },
  unqueue: async (credentialId, productId) => {
    await sql`delete from lookup where credential_id = ${credentialId} and product_id = ${productId}`;
  },
  forgetView: async (offerId, credentialId) => {
    await sql`delete from offer_view where offer_id = ${offerId} and credential_id = ${credentialId}`;
  },
});
