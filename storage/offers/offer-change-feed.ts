/**
 * Offers for processes that keep them in memory, and the feed that tells them which have changed.
 *
 * Triggers write the id of every offer and credential that a transaction may have changed into
 * `offer_change`, with the number of the transaction. A mark is a snapshot: which transactions had
 * been committed. What is new since a mark are the rows of transactions that it does not see and
 * the present snapshot does, whatever the order in which they were numbered and committed; nothing
 * is missed and nothing waits for a transaction that takes long.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import type { OfferChangeFeed, OfferChanges } from '../../domain/offers/ports.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { run, type Sql } from '../pool/pool.ts';
import {
  type CredentialRow,
  credentialColumns,
  credentialStateOf,
  gatherOffers,
  joinLookup,
  type OfferRow,
  offerColumns,
  viewColumns,
} from './offer-rows.ts';

/**
 * Changes that are named at most: more than that are as quickly read again as forgotten one by one.
 */
const maxNamed = 50_000;

/** A part of a second's work. */
const deletedAtOnce = 50_000;

/** Creates the store. */
export const createOfferChangeFeed = (sql: Sql): OfferChangeFeed => ({
  records: async (ids, options) =>
    gatherOffers(
      await run(
        sql<OfferRow[]>`
          select ${sql.unsafe(`${offerColumns}, ${viewColumns}`)}
          from offer
          left join product on product.id = offer.product_id
          left join offer_view on offer_view.offer_id = offer.id
          ${sql.unsafe(joinLookup)}
          where offer.id = any(array(select unnest(${[...ids]}::text[])))`,
        options,
      ),
    ),

  credentials: async (ids, options) => {
    const rows = await run(
      sql<CredentialRow[]>`select ${sql.unsafe(credentialColumns)} from credential where id = any(${[...ids]}::text[])`,
      options,
    );
    return rows.map(credentialStateOf);
  },

  mark: async (options) => {
    const [row] = await run(sql<{ mark: string }[]>`select pg_current_snapshot()::text as mark`, options);
    return row?.mark ?? '';
  },

  forget: (before, options) => forget(sql, before, options),

  changesSince: async (mark, options) => {
    const [row] = await run(
      sql<(OfferChanges & { readonly named: number })[]>`
        select pg_current_snapshot()::text as mark, count(*)::int as named,
          coalesce(array_agg(offer_id) filter (where offer_id is not null), '{}') as offers,
          coalesce(array_agg(credential_id) filter (where credential_id is not null), '{}') as credentials
        from (
          select offer_id, credential_id from offer_change
          where xid >= pg_snapshot_xmin(${mark}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${mark}::pg_snapshot)
          limit ${maxNamed + 1}
        ) as since`,
      options,
    );
    const { mark: present = mark, offers = [], credentials = [], named = 0 } = row ?? {};
    return { mark: present, offers, credentials, isCutShort: named > maxNamed };
  },
});

/**
 * In parts: what an import without a service has left behind may be more than can be deleted in one
 * statement's time.
 */
const forget = async (sql: Sql, before: string, options?: ReadOptions): Promise<void> => {
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
    const { count } = await run(
      sql`
        delete from offer_change where ctid = any(array(
          select ctid from offer_change where xid < pg_snapshot_xmin(${before}::pg_snapshot) limit ${deletedAtOnce}
        ))`,
      options,
    );
    deleted = count;
  }
};
