/**
 * Reads offers with everything that any credential knows of them: what prices are made from. One
 * statement for any number of offers, all of it look-ups by primary key; one row for each view,
 * gathered into offers here.
 */
import type postgres from 'postgres';
import type { Offer } from '../../domain/offers/offer.ts';
import { type CredentialState, currentOffer } from '../../domain/offers/offer-record.ts';
import type { OfferReadOptions, OfferStore } from '../../domain/offers/ports.ts';
import { noPlan } from '../../domain/offers/refresh-plan.ts';
import { type RouteColumns, routeColumns, routeOf } from '../catalog/supply-route.ts';
import { run, type Sql } from '../pool/pool.ts';
import { readForTenant } from '../pool/tenant.ts';
import {
  type CredentialRow,
  credentialColumns,
  credentialStateOf,
  gatherOffers,
  joinLookup,
  type OfferRow,
  offerColumns,
  saleColumns,
  viewColumns,
} from './offer-rows.ts';

type Row = OfferRow & CredentialRow;

const present = (client: Sql) => client`
  select ${client.unsafe(`${credentialColumns}, ${offerColumns}, ${saleColumns}, ${viewColumns}`)}
  from offer
  left join product on product.id = offer.product_id
  left join (offer_view join credential on credential.id = offer_view.credential_id) on offer_view.offer_id = offer.id
  ${client.unsafe(joinLookup)}`;

/**
 * As of an instant: the last row of history until then, and when it had been confirmed by then.
 * That is with the row after it, or in the view where there is none yet.
 */
const pastOf = (client: Sql, ids: readonly string[], instant: Date) => client`
  select ${client.unsafe(`${credentialColumns}, ${offerColumns}`)},
    past.credential_id as "viewedBy", past.known,
    (select jsonb_strip_nulls(jsonb_build_object('price', max(price), 'stock', max(stock)))
      from unnest(
        case when next.is_there then next.confirmed_before else offer_view.confirmed_at end,
        case when next.is_there then next.price_seen_before else offer_view.price_seen end,
        case when next.is_there then next.stock_seen_before else offer_view.stock_seen end
      ) as seen(at, price, stock) where at <= ${instant}) as confirmed,
    null as "dueAt", null as "isTop", null as "withdrawnAt"
  from offer
  left join product on product.id = offer.product_id
  left join (
    offer_view
    join credential on credential.id = offer_view.credential_id
    join lateral (
      select credential_id, known from observation_history as history
      where history.offer_id = offer_view.offer_id and history.credential_id = offer_view.credential_id
        and history.recorded_at <= ${instant}
      order by history.recorded_at desc, history.seq desc limit 1
    ) as past on true
    left join lateral (
      select true as is_there, confirmed_before, price_seen_before, stock_seen_before
      from observation_history as history
      where history.offer_id = offer_view.offer_id and history.credential_id = offer_view.credential_id
        and history.recorded_at > ${instant}
      order by history.recorded_at, history.seq limit 1
    ) as next on true
  ) on offer_view.offer_id = offer.id
  where offer.id = any(array(select unnest(${[...ids]}::text[])))`;

/** Rows for the tenant of the options, else for all. */
const read = (sql: Sql, query: (client: Sql) => postgres.Fragment, { tenant, ...options }: OfferReadOptions = {}) =>
  tenant === undefined ? run(sql<Row[]>`${query(sql)}`, options) : readForTenant<Row>(sql, tenant, query, options);

/** The offers of products in the order of their ids. */
const offersOfProducts = async (sql: Sql, productIds: readonly string[], options: OfferReadOptions | undefined) => {
  const asked = [...productIds];
  return gather(
    await read(
      sql,
      (client) => client`
        ${present(client)} where offer.product_id = any(array(select unnest(${asked}::text[]))) order by offer.id`,
      options,
    ),
  );
};

/** Creates the store. */
export const createOfferStore = (sql: Sql): OfferStore => ({
  byIds: async (ids, options) => {
    if (ids.length === 0) return [];
    return gather(
      await read(
        sql,
        (client) => client`${present(client)} where offer.id = any(array(select unnest(${[...ids]}::text[])))`,
        options,
      ),
    );
  },

  ofProduct: async (productId, options) =>
    gather(
      await read(
        sql,
        (client) => client`${present(client)} where offer.product_id = ${productId} order by offer.id`,
        options,
      ),
    ),

  ofProducts: async (productIds, options) =>
    productIds.length === 0 ? [] : offersOfProducts(sql, productIds, options),

  /**
   * Views as recorded at the instant; what was first observed after it is absent, and an offer
   * keeps its present match and product. A credential counts as failing when it did so then and
   * still does; what it plans now means nothing to the past.
   */
  asOf: async (ids, instant, options) => {
    if (ids.length === 0) return [];
    const rows = await read(sql, (client) => pastOf(client, ids, instant), options);
    return gather(rows, (state) => asOfThen(state, instant));
  },

  routes: async () => {
    const rows = await run(sql<RouteColumns[]>`
      select ${sql.unsafe(routeColumns)} from supplier`);
    return new Map(rows.map((row) => [row.id, routeOf(row)]));
  },
});

const asOfThen = ({ ref }: CredentialState, instant: Date): CredentialState => {
  const hasFailed = ref.failingSince !== undefined && ref.failingSince <= instant;
  return { ref: hasFailed ? ref : { ...ref, failingSince: undefined, failingReason: undefined }, plan: noPlan };
};

/** Offers as the credentials in their rows let them be seen. */
const gather = (
  rows: readonly Row[],
  then: (state: CredentialState) => CredentialState = (state) => state,
): readonly Offer[] => {
  const states = new Map<string, CredentialState>();
  for (const row of rows) {
    if (row.viewedBy !== null && !states.has(row.viewedBy)) states.set(row.viewedBy, then(credentialStateOf(row)));
  }
  return gatherOffers(rows).flatMap((record) => currentOffer(record, (id) => states.get(id)) ?? []);
};
