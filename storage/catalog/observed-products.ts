import { arrayLiteral } from '../pool/array-literal.ts';
import type { Transaction } from '../pool/pool.ts';
import { productOfOffer } from './product-of-offer.ts';

/** Notes products as observed at the instants of their offers; `seen` gives these as rows. */
const noteSeen = (sql: Transaction, seen: ReturnType<Transaction>) => sql`
  with seen as (
    select product_id as id, max(at) as at
    from (${seen}) as given (offer_id, at) ${productOfOffer(sql)}
    where product_id is not null and match_confidence <> 'weak'
    group by product_id
  ), free as (
    select product.id, at from seen join product using (id)
    where observed_at is null or observed_at < date_trunc('hour', at, 'UTC')
    order by product.id for no key update of product skip locked
  )
  update product set observed_at = free.at from free where product.id = free.id`;

/**
 * Products were observed when their offers were; noted by whole hours only, for freshness is
 * counted in days. A product that somebody else is writing is left for the next hour.
 */
export const noteObserved = (sql: Transaction, seen: readonly { readonly offerId: string; readonly at: Date }[]) =>
  noteSeen(
    sql,
    sql`select * from unnest(
      ${arrayLiteral(seen.map(({ offerId }) => offerId))}::text[],
      ${arrayLiteral(seen.map(({ at }) => at))}::timestamptz[])`,
  );

/** The same of products that have got these offers, which were observed before. */
export const noteObservedBefore = (sql: Transaction, offerIds: readonly string[]) =>
  noteSeen(
    sql,
    sql`select offer_id, last_observed_at from offer_view where offer_id = any(${arrayLiteral(offerIds)}::text[])`,
  );
