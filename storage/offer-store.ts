/**
 * Reads offers with everything that any credential knows of them: what prices are made from, so the hottest read there is. One
 * statement for any number of offers, all of it look-ups by primary key; one row for each view, gathered into offers here.
 *
 * Each row carries a hash of what it was made from: of its large rows (offer, product, view) the transaction that wrote
 * them last, of the credential, which is written for many reasons, what is read of it. The hashes of an offer's rows are its
 * revision, by which a reader who still has an offer learns for a fraction of its cost that nothing has changed. Two states have one
 * revision only when 64 bits collide.
 */
import type { LifecycleStatus, Product } from '../domain/catalog.ts';
import type { FailureReason } from '../domain/ingestion/credential-health.ts';
import type { Stated } from '../domain/ingestion/merge.ts';
import { countingPrice } from '../domain/ingestion/price-hold.ts';
import type { CredentialScope, MatchConfidence, Observed, Offer, OfferView } from '../domain/offer.ts';
import type { OfferReading, OfferStore } from '../domain/ports.ts';
import { decodeKnowledge, type KnowledgeDocument } from './knowledge-document.ts';
import { run, type Sql } from './pool.ts';
import { storedProduct } from './statements/product-row.ts';
import { type RouteColumns, routeColumns, routeOf } from './supply-route.ts';

interface OfferColumns {
  readonly id: string;
  readonly supplierId: string;
  readonly supplierSku: string;
  readonly manufacturer: string | null;
  readonly mpn: string | null;
  readonly productId: string | null;
  readonly matchConfidence: MatchConfidence;
  readonly matchRule: string | null;
  /** The product's columns are null when there is none. */
  readonly productManufacturer: string | null;
  readonly productCharacteristics: Readonly<Record<string, string>> | null;
  readonly productProfile: string | null;
  readonly productMaker: string | null;
  readonly productMpn: string | null;
  readonly productDescription: string | null;
  readonly productLifecycle: LifecycleStatus | null;
  readonly replacedBy: string | null;
  readonly productObservedAt: Date | null;
}

interface RevisionColumn {
  /** Of this row. */
  readonly revision: string;
}

interface ViewColumns {
  readonly credentialId: string;
  readonly scope: CredentialScope;
  readonly ownerId: string | null;
  readonly label: string;
  readonly failingSince: Date | null;
  readonly failingReason: FailureReason | null;
  readonly refreshEta: Date | null;
  readonly known: KnowledgeDocument;
}

/** An offer that nobody has a view of comes as one row without view columns. */
type OfferRow = OfferColumns & (ViewColumns | { readonly credentialId: null });

type ReadingRow = OfferRow & RevisionColumn;

/** Creates the store. */
export const createOfferStore = (sql: Sql): OfferStore => {
  const offerColumns = sql`
    offer.id, offer.supplier_id as "supplierId", offer.supplier_sku as "supplierSku", offer.manufacturer, offer.mpn,
    offer.product_id as "productId", offer.match_confidence as "matchConfidence", offer.match_rule as "matchRule",
    product.manufacturer as "productManufacturer", product.characteristics as "productCharacteristics", product.profile_id as "productProfile",
    product.manufacturer_key as "productMaker", product.mpn as "productMpn", product.description as "productDescription",
    product.lifecycle as "productLifecycle", product.replaced_by as "replacedBy",
    product.observed_at as "productObservedAt"`;
  const credentialColumns = sql`
    credential.id as "credentialId", credential.scope, credential.owner_id as "ownerId", credential.label`;
  // Bulk data come with the next tick. A part that is looked up comes when it is due, behind what is due before it; one that is
  // in no queue comes never. The queue is only searched for credentials that have one.
  const refreshEta = sql`
    case
      when credential.disabled_at is not null or credential.next_tick_at is null then null
      when credential.enrolled_at is null then credential.next_tick_at
      else (
        select greatest(
          lookup.due_at, case when lookup.is_top then credential.top_queue_until else credential.queue_until end,
          credential.next_tick_at, (credential.health ->> 'probeAt')::timestamptz)
        from lookup where lookup.credential_id = credential.id and lookup.product_id = offer.product_id
      )
    end`;
  const joined = sql`
    from offer
    left join product on product.id = offer.product_id
    left join (offer_view join credential on credential.id = offer_view.credential_id) on offer_view.offer_id = offer.id`;
  const revision = sql`
    hash_record_extended(
      row(
        offer.xmin, product.xmin, offer_view.xmin, credential.scope, credential.owner_id, credential.label,
        credential.failing_since, credential.health ->> 'reason', ${refreshEta}
      ), 0
    )::text`;
  const present = sql`
    select ${offerColumns}, ${credentialColumns},
      credential.failing_since as "failingSince", credential.health ->> 'reason' as "failingReason",
      ${refreshEta} as "refreshEta", offer_view.known, ${revision} as revision ${joined}`;

  return {
    byIds: async (ids, options) => {
      if (ids.length === 0) return [];
      return gatherReadings(
        await run(
          sql<ReadingRow[]>`${present} where offer.id = any(array(select unnest(${[...ids]}::text[])))`,
          options,
        ),
      );
    },

    unchanged: async (readings, options) => {
      const rows = await run(
        sql<{ readonly id: string }[]>`
          select id from (
            select offer.id, string_agg(${revision}, ',' order by ${revision} collate "C") as revision ${joined}
            where offer.id = any(array(select unnest(${readings.map(({ id }) => id)}::text[])))
            group by offer.id
          ) as present
          join unnest(
            ${readings.map(({ id }) => id)}::text[], ${readings.map((reading) => reading.revision)}::text[]
          ) as read (id, revision) using (id, revision)`,
        options,
      );
      return new Set(rows.map(({ id }) => id));
    },

    ofProduct: async (productId, options) =>
      gatherReadings(
        await run(sql<ReadingRow[]>`${present} where offer.product_id = ${productId} order by offer.id`, options),
      ),

    /**
     * Views as recorded at the instant; what was first observed after it is absent, and an offer keeps its present match and product. A
     * credential counts as failing when it did so then and still does; what it plans now means nothing to the past.
     */
    asOf: async (ids, instant, options) => {
      if (ids.length === 0) return [];
      const rows = await run(
        sql<OfferRow[]>`
          select ${offerColumns}, ${credentialColumns},
            case when credential.failing_since <= ${instant} then credential.failing_since end as "failingSince",
            case when credential.failing_since <= ${instant} then credential.health ->> 'reason' end as "failingReason",
            null as "refreshEta", past.known
          from offer
          left join product on product.id = offer.product_id
          left join (
            offer_view
            join credential on credential.id = offer_view.credential_id
            join lateral (
              select known from observation_history as history
              where history.offer_id = offer_view.offer_id and history.credential_id = offer_view.credential_id
                and history.recorded_at <= ${instant}
              order by history.recorded_at desc, history.seq desc limit 1
            ) as past on true
          ) on offer_view.offer_id = offer.id
          where offer.id = any(array(select unnest(${[...ids]}::text[])))`,
        options,
      );
      return gather(rows);
    },

    routes: async () => {
      const rows = await run(sql<RouteColumns[]>`
        select ${sql.unsafe(routeColumns)} from supplier`);
      return new Map(rows.map((row) => [row.id, routeOf(row)]));
    },
  };
};

/** Offers from their rows, in the order in which each first appears. */
const gather = (rows: readonly OfferRow[]): readonly Offer[] => {
  const offers = new Map<string, Offer & { readonly views: OfferView[] }>();
  for (const row of rows) {
    let offer = offers.get(row.id);
    if (offer === undefined) {
      offer = offerOf(row);
      offers.set(row.id, offer);
    }
    if (row.credentialId !== null) offer.views.push(viewOf(row.supplierId, row));
  }
  return [...offers.values()];
};

/** The same with their revisions, each the sorted revisions of its rows. */
const gatherReadings = (rows: readonly ReadingRow[]): readonly OfferReading[] => {
  const revisions = new Map<string, string[]>();
  for (const { id, revision } of rows) {
    const ofOffer = revisions.get(id);
    if (ofOffer === undefined) revisions.set(id, [revision]);
    else ofOffer.push(revision);
  }
  return gather(rows).map((offer) => ({ ...offer, revision: (revisions.get(offer.id) ?? []).sort().join(',') }));
};

const offerOf = (row: OfferColumns): Offer & { readonly views: OfferView[] } => ({
  id: row.id,
  supplierId: row.supplierId,
  supplierSku: row.supplierSku,
  manufacturer: row.manufacturer ?? undefined,
  mpn: row.mpn ?? undefined,
  productId: row.productId ?? undefined,
  matchConfidence: row.matchConfidence,
  matchRule: row.matchRule ?? undefined,
  product: productOf(row),
  views: [],
});

const productOf = (row: OfferColumns): Product | undefined => {
  const { productId, productProfile, productMaker, productMpn, productManufacturer } = row;
  if (productId === null || productProfile === null || productMaker === null) return undefined;
  return storedProduct({
    id: productId,
    profile_id: productProfile,
    manufacturer_key: productMaker,
    manufacturer: productManufacturer ?? '',
    mpn: productMpn ?? '',
    description: row.productDescription,
    characteristics: row.productCharacteristics ?? {},
    lifecycle: row.productLifecycle,
    replaced_by: row.replacedBy,
    observed_at: row.productObservedAt,
  });
};

const viewOf = (supplierId: string, row: ViewColumns): OfferView => {
  const known = decodeKnowledge(row.known);
  return {
    credential: {
      id: row.credentialId,
      supplierId,
      scope: row.scope,
      ownerId: row.ownerId ?? undefined,
      label: row.label,
      failingSince: row.failingSince ?? undefined,
      failingReason: row.failingReason ?? undefined,
    },
    price: observed(countingPrice(known)),
    priceHeld: known.priceHold && { since: known.priceHold.since, jump: known.priceHold.jump },
    minimumOrderQuantity: known.minimumOrderQuantity?.value,
    orderMultiple: known.orderMultiple?.value,
    packaging: known.packaging?.value,
    stock: observed(known.stock),
    leadTimeDays: known.leadTimeDays?.value,
    refreshEta: row.refreshEta ?? undefined,
  };
};

const observed = <T>(stated: Stated<T> | undefined): Observed<T> | undefined =>
  stated && { value: stated.value, observedAt: stated.at };
